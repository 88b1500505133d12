import type { Trade } from '../../../api/models/models.js'
import { createLru } from '../../../policy/lru.js'
import {
  createRepeatedPageError,
  type Likeness,
  withoutPushed,
} from '../../../venue-kit/requests/pushed-updates.js'

/** One fill of the trades route. The venue gives fills no id. */
export interface Fill {
  readonly tokenId: string
  readonly conditionId: string
  /** Side of the taker. */
  readonly side: Trade['side']
  readonly shares: number
  readonly price: number
  /** Time of the block in epoch ms. */
  readonly at: number
  readonly transactionHash: string
}

/** Maximum number of transactions whose fills are counted. The fills of one transaction are close together in the feed. */
const COUNTED_TRANSACTIONS = 1_000

/**
 * Creates names for fills from the transaction hash, the token, and the sequence number of the fill within both. A transaction is
 * final when it first appears, and the venue lists the newest first in a fixed order. The number is therefore the same in every
 * pagination that starts at the newest fill, regardless of the page size.
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

/** Minimum number of fills in a repeated page. Fewer identical fills may be a coincidence, for example within one transaction. */
const ENOUGH_FILLS = 20

/**
 * Returns the fills of a page that the previous page did not contain. Repeated fills in one transaction are treated as
 * further fills, unless they fill the whole page.
 * @throws EXCHANGE_NOT_AVAILABLE (`page_repeated`): renumbered, its fills would count as others
 * (github.com/qualiaenjoyer/polymarket-apis, issue 4)
 */
export async function fetchFreshFills(
  page: readonly Fill[],
  before: readonly Fill[],
): Promise<readonly Fill[]> {
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
