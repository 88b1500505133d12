import { DAY_MS } from '../../../../api/times/resolution.js'
import type { MockContext } from '../../../mock-kit/mock-venue.js'
import { FEED_ROWS, type FeedTrade, readTradeFeed } from '../../../mock-kit/trade-feed.js'
import { type ListedMarket, narrowToListed } from '../../../mock-kit/venue-view.js'
import type { Print } from '../../../mock-kit/yes-no-sides.js'
import { printOf } from '../../../mock-kit/yes-no-sides.js'
import { mix, mixWide, pick } from '../../../world/common/hash.js'
import type { WorldEvent } from '../../../world/common/types.js'
import { people } from '../../../world/series/names.js'
import { eventOf, findOfferedEvents, marketsIn, offersSeries } from '../catalogue.js'
import { conditionIdOf, createHexAddress, findByCondition, tokenOf } from '../ids.js'
import { imageOf } from '../labels.js'

/** Rows of both generations of the data API, before rendering. */

/** Maximum age of trades in a feed. */
const FEED_REACH_MS = 3 * 365 * DAY_MS
/** Maximum age of trades in a feed without a filter. */
const OPEN_FEED_REACH_MS = 45 * DAY_MS

export interface FeedFilter {
  readonly conditions: readonly string[]
  readonly eventIds: readonly string[]
}

/** Returns public trades, newest first: of the named markets and events, or all. */
export function listPublicTrades(
  context: MockContext,
  { conditions, eventIds }: FeedFilter,
  window: {
    readonly from?: number | undefined
    readonly to?: number | undefined
    readonly after?: FeedPlaceLike
  },
): Iterable<FeedTrade> {
  const { world, now } = context
  const open = conditions.length === 0 && eventIds.length === 0
  const listed = open ? marketsIn(context, findOfferedEvents(context)) : named(context, conditions, eventIds)
  return readTradeFeed(
    world,
    listed.map(({ market }) => market),
    {
      from: Math.max(window.from ?? 0, now - (open ? OPEN_FEED_REACH_MS : FEED_REACH_MS)),
      to: Math.min(window.to ?? now, now),
      after: window.after,
      most: FEED_ROWS,
    },
  )
}

type FeedPlaceLike = Parameters<typeof readTradeFeed>[2]['after']

/** Returns the markets of condition ids and of event ids; unknown ids are omitted. */
function named(
  context: MockContext,
  conditions: readonly string[],
  eventIds: readonly string[],
): readonly ListedMarket[] {
  const events = eventIds
    .map((id) => (/^\d{1,15}$/.test(id) ? context.world.eventByNumber(Number(id)) : undefined))
    .map((event) => narrowToListed(context, 'polymarket', event))
    .filter((event) => event !== undefined)
    .filter(({ series }) => offersSeries(series))
  const single = conditions.map((id) => findByCondition(context, id)).filter((listed) => listed !== undefined)
  return [...single, ...marketsIn(context, events)]
}

/** A row of a trade feed. */
export interface TradeFacts {
  readonly event: WorldEvent
  readonly row: FeedTrade
  readonly print: Print
  readonly wallet: string
  readonly name: string
  readonly condition: string
  readonly tokenId: string
  readonly outcome: string
  readonly outcomeIndex: number
  readonly transaction: string
  readonly icon: string
}

export function factsOfTrade(context: MockContext, row: FeedTrade): TradeFacts {
  const { world } = context
  const { market, trade } = row
  const event = eventOf(context, market)
  const print = printOf(market, trade)
  // Neighboring fills share a transaction, so its hash alone does not identify a trade.
  const chance = mixWide(market.seed, Math.floor(trade.sequence / 2))
  return {
    event,
    row,
    print,
    wallet: createHexAddress(mix(chance, 1), 20),
    name: pick(people, chance),
    condition: conditionIdOf(world, market),
    tokenId: tokenOf(world, market, print.side),
    outcome: print.side === 'yes' ? market.yesLabel : market.noLabel,
    outcomeIndex: print.side === 'yes' ? 0 : 1,
    transaction: createHexAddress(mix(chance, 2), 32),
    icon: imageOf(event.series),
  }
}
