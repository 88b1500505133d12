/** Numbers the trades of each transaction, whose hash is all the venue has for a name. */
export interface TransactionNumbers {
  /** The hash for the first trade of a transaction, then `<hash>-1`, `<hash>-2`, ... in the order of asking. */
  idOf(hash: string): string
}

/**
 * Makes the numbers of one walk from the newest trade down. They hold for any such walk that begins at a whole second,
 * because the trades of a transaction share their second.
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
