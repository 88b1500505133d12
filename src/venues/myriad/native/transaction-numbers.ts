/** Numbers the trades of each transaction, whose hash is the only id of the venue. */
export interface TransactionNumbers {
  /** Returns the hash for the first trade of a transaction, then `<hash>-1`, `<hash>-2`, ... in the order of the calls. */
  idOf(hash: string): string
}

/**
 * Creates the numbers of one pagination from the newest trade down. They are the same for every such pagination that begins at a
 * whole second, because the trades of a transaction share their second.
 */
export function createTransactionNumbers(): TransactionNumbers {
  const counts = new Map<string, number>()
  return {
    idOf(hash) {
      const count = counts.get(hash) ?? 0
      counts.set(hash, count + 1)
      return count === 0 ? hash : `${hash}-${count}`
    },
  }
}
