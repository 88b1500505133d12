import type { Trade } from '../../../api/models/models.js'
import { createLru } from '../../../policy/lru.js'
import {
  createRepeatedPageError,
  type Likeness,
  withoutPushed,
} from '../../../venue-kit/requests/pushed-updates.js'

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

/** A whole page of fills may be alike by chance only where there are fewer: those of one transaction often are. */
const ENOUGH_FILLS = 20

/**
 * The fills of a page that the page before did not show. Fills of one transaction that come again are taken for more of
 * them, unless they are the whole page.
 * @throws EXCHANGE_NOT_AVAILABLE (`page_repeated`): numbered again, its fills would pass for others
 * (github.com/qualiaenjoyer/polymarket-apis, issue 4)
 */
export async function freshFills(page: readonly Fill[], before: readonly Fill[]): Promise<readonly Fill[]> {
  const isSameAgain = page.length >= ENOUGH_FILLS && page.length === before.length
  if (isSameAgain && page.every((fill, n) => likeness.isSame(fill, before[n] as Fill)))
    throw createRepeatedPageError()
  return withoutPushed(page, before, likeness, () => 0)
}

const likeness: Likeness<Fill> = {
  isSame: (a, b) =>
    a.transactionHash === b.transactionHash &&
    a.tokenId === b.tokenId &&
    a.side === b.side &&
    a.shares === b.shares &&
    a.price === b.price &&
    a.at === b.at,
  transactionOf: ({ transactionHash }) => transactionHash,
  timeOf: ({ at }) => at,
}
