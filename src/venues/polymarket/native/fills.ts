import type { Trade } from '../../../api/models.js'
import { createLru } from '../../../policy/lru.js'

/** One fill as the trades route states it. The venue gives fills no id. */
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

/** Fewer fills may be alike by chance: those of one transaction often are. */
const ENOUGH_FILLS = 20

/** Whether a page shows the rows of the page before it again, under another cursor. */
export function isRepeated(page: readonly Fill[], previous: readonly Fill[]): boolean {
  if (page.length < ENOUGH_FILLS || page.length !== previous.length) return false
  return page.every((fill, n) => isSame(fill, previous[n]))
}

function isSame(a: Fill, b: Fill | undefined): boolean {
  return (
    b !== undefined &&
    a.transactionHash === b.transactionHash &&
    a.tokenId === b.tokenId &&
    a.side === b.side &&
    a.shares === b.shares &&
    a.price === b.price &&
    a.at === b.at
  )
}
