import type { Trade } from '../../../api/models.js'
import { createLru } from '../../../policy/lru.js'

/** One fill as either generation of the trades route states it. The venue gives fills no id. */
export interface Fill {
  readonly tokenId: string
  readonly conditionId: string
  /** Side of the taker. */
  readonly side: Trade['side']
  readonly shares: number
  readonly price: number
  /** Epoch ms of the block. */
  readonly at: number
  readonly transactionHash: string
  readonly wallet: string | undefined
}

/** Transactions whose fills are still counted: those of one stand close together in the feed. */
const COUNTED_TRANSACTIONS = 1_000

/**
 * Names fills: transaction hash, token, and the running number of the fill within both. A transaction is final when
 * it is first seen and the venue lists newest first in a fixed order, so the number is the same on every walk that
 * starts at the newest fill, however it is cut into pages.
 */
export function createTradeIds(): { idOf(fill: Fill): string } {
  const counts = createLru<number>(COUNTED_TRANSACTIONS)
  return {
    idOf(fill) {
      const name = `${fill.transactionHash}-${fill.tokenId}`
      const number = counts.get(name) ?? 0
      counts.set(name, number + 1)
      return `${name}-${number}`
    },
  }
}

/**
 * The fills of a page that the page before did not hold. Pages are asked for with an overlap; trades that happened
 * in between push the overlap further down, by as many rows as they are.
 * @param overlap how many rows at the head of the page are those at the end of the previous one, if nothing moved
 * @returns everything when the previous page is not found in it
 */
export function withoutKnown(
  page: readonly Fill[],
  previous: readonly Fill[],
  overlap: number,
): readonly Fill[] {
  if (overlap === 0) return page
  const last = Math.min(page.length, previous.length)
  for (let repeated = overlap; repeated <= last; repeated++) {
    const tail = previous.slice(previous.length - repeated)
    if (tail.every((fill, index) => isSame(fill, page[index]))) return page.slice(repeated)
  }
  return page
}

/**
 * Whether a page shows rows again instead of older ones: past its depth the older route serves known rows for ever
 * instead of an empty page or an error.
 * @param fresh the page without the rows that the overlap explains
 */
export function isRepeated(
  page: readonly Fill[],
  fresh: readonly Fill[],
  previous: readonly Fill[],
): boolean {
  const [first, last] = [fresh[0], previous.at(-1)]
  if (first !== undefined && last !== undefined && first.at > last.at) return true
  return (
    page.length > 0 && page.length === previous.length && page.every((fill, n) => isSame(fill, previous[n]))
  )
}

function isSame(a: Fill, b: Fill | undefined): boolean {
  return (
    b !== undefined &&
    a.transactionHash === b.transactionHash &&
    a.tokenId === b.tokenId &&
    a.side === b.side &&
    a.shares === b.shares &&
    a.price === b.price &&
    a.wallet === b.wallet
  )
}
