import { DAY_MS } from '../../../api/times/resolution.js'
import { type Reply, toJsonReply } from '../../http/reply.js'
import { type ListFilter, type ListSpec, pageOf, readCountOf } from '../../mock-kit/list-endpoint.js'
import { readNumber, whereAtLeast, whereFlag, whereOneOf } from '../../mock-kit/list-filters.js'
import { type MockCall, type MockContext, type Route, route } from '../../mock-kit/mock-venue.js'
import { roundToMicros } from '../../mock-kit/rounding.js'
import { FEED_ROWS, type FeedTrade, readTradeFeed, takeRows } from '../../mock-kit/trade-feed.js'
import { findListedEvents, offers, withMarkets } from '../../mock-kit/venue-view.js'
import { type Print, priceFor } from '../../mock-kit/yes-no-sides.js'
import { numberOf } from '../../paper-trading/state/amount.js'
import { readPaperHoldings } from '../../paper-trading/state/holdings.js'
import type { PaperFill } from '../../paper-trading/state/types.js'
import { hexOf, mix, mixWide, pick } from '../../world/common/hash.js'
import { stateAt, type WorldMarket } from '../../world/common/types.js'
import { people } from '../../world/series/names.js'
import { type Holding, holdingsOf } from '../../world/wallets.js'
import { conditionIdOf, findByCondition, findEventByNumber, numberFromId, tokenOf } from './ids.js'
import { PREFIX } from './market-routes.js'
import { accountAt } from './paper.js'
import { printOf, sidesOf } from './quote.js'
import { createBookError } from './replies.js'

type Native = Readonly<Record<string, unknown>>

/** Routes of public trades, and of the holdings of a public address (README.md). */
export const tradeRoutes: readonly Route[] = [
  route('GET', `${PREFIX}/trades`, trades),
  route('GET', `${PREFIX}/position/current`, (call) =>
    toJsonReply(pageOf(positions, call, held(call)).rows.map((holding) => positionRow(call, holding))),
  ),
]

/** Range of the feed without a filter. */
const OPEN_FEED_REACH_MS = 30 * DAY_MS

const refuse = (name: string): Error => createBookError(400, 'PAS-4000', `${name} is invalid`)

/** The paging of the order book host. The maximum is published for positions, and assumed for trades. */
const paged = {
  limit: readCountOf('limit', { otherwise: 100, least: 0, most: 500, refuse }),
  start: readCountOf('offset', { otherwise: 0, least: 0, refuse }),
}

/** Returns trades, newest first, both tokens of a market interleaved. */
function trades(call: MockCall): Reply {
  const { query } = call
  const [limit, offset] = [paged.limit(call), paged.start(call)]
  const conditions = query.list('market')
  const eventIds = query.list('eventId')
  if (conditions.length > 0 && eventIds.length > 0) {
    throw createBookError(400, 'PAS-4000', 'market and eventId exclude each other')
  }
  if (query.text('user') !== undefined) {
    const own = accountAt(call, userOf(call))
    if (own !== undefined) {
      const rows = own
        .fills()
        .filter((fill) => query.flag('takerOnly') === false || fill.liquidity === 'taker')
      const kept = rows.filter(({ market }) => hasCondition(call, conditions, market))
      return toJsonReply(kept.slice(offset, offset + limit).map((fill) => fillRow(call, fill)))
    }
    return toJsonReply(pageOf(purchases, call, held(call)).rows.map((holding) => purchaseRow(call, holding)))
  }
  const kept = printed(feed(call, conditions, eventIds), amountTest(call))
  return toJsonReply(takeRows(kept, limit, offset).rows.map(({ row, print }) => tradeRow(call, row, print)))
}

function hasCondition(call: MockCall, conditions: readonly string[], market: WorldMarket): boolean {
  return conditions.length === 0 || conditions.includes(conditionIdOf(call.world.seed, market))
}

/** Renders a fill of a paper account; each order is one transaction. */
function fillRow(call: MockCall, fill: PaperFill): Native {
  const { market, order, price, size, at } = fill
  return {
    proxyWallet: userOf(call),
    side: order.action === 'buy' ? 'BUY' : 'SELL',
    ...tokenFacts(call.world.seed, market, order.side),
    size: numberOf(size),
    price: numberOf(price),
    timestamp: at,
    ...names(call.world.eventOf(market).slug, market),
    transactionHash: `0x${hexOf(mixWide(market.seed, Number(order.id)), 32)}`,
  }
}

function feed(
  call: MockCall,
  conditions: readonly string[],
  eventIds: readonly string[],
): Iterable<FeedTrade> {
  const isOpen = conditions.length === 0 && eventIds.length === 0
  const events = eventIds.flatMap((id) => findEventByNumber(call, numberFromId(id) ?? -1) ?? [])
  const markets = isOpen
    ? withMarkets(findListedEvents(call, 'probable'))
    : [...conditions.flatMap((id) => findByCondition(call, id) ?? []), ...withMarkets(events)]
  return readTradeFeed(
    call.world,
    markets.map(({ market }) => market),
    isOpen
      ? { from: call.now - OPEN_FEED_REACH_MS, to: call.now, most: FEED_ROWS }
      : { from: 0, to: call.now },
  )
}

interface Printed {
  readonly row: FeedTrade
  readonly print: Print
}

function* printed(rows: Iterable<FeedTrade>, accepts: (one: Printed) => boolean): Generator<Printed> {
  for (const row of rows) {
    const one = { row, print: printOf(row.market, row.trade) }
    if (accepts(one)) yield one
  }
}

function amountTest(call: MockCall): (one: Printed) => boolean {
  const { query } = call
  const side = query.text('side')?.toUpperCase()
  const [type, least] = [query.text('filterType'), query.number('filterAmount')]
  if ((type === undefined) !== (least === undefined) || least === 'bad') {
    throw createBookError(400, 'PAS-4000', 'filterType and filterAmount go together')
  }
  return ({ row, print }) =>
    (side === undefined || side === print.action) &&
    (least === undefined || row.trade.size * (type === 'CASH' ? print.price : 1) >= least)
}

/** Renders a trade; times in ms. A trade has no id, and fills of one transaction share its hash. */
function tradeRow({ world }: MockContext, { market, trade }: FeedTrade, print: Print): Native {
  const chance = mixWide(market.seed, Math.floor(trade.sequence / 2))
  const name = pick(people, chance)
  return {
    proxyWallet: `0x${hexOf(mix(chance, 1), 20)}`,
    side: print.action,
    ...tokenFacts(world.seed, market, print.side),
    size: trade.size,
    price: print.price,
    timestamp: trade.at,
    ...names(world.eventOf(market).slug, market),
    name,
    pseudonym: name.replace(' ', '-'),
    bio: '',
    profileImage: '',
    profileImageOptimized: '',
    transactionHash: `0x${hexOf(mix(chance, 2), 32)}`,
  }
}

function tokenFacts(seed: number, market: WorldMarket, side: Print['side']): Native {
  return {
    asset: tokenOf(seed, market, side),
    conditionId: conditionIdOf(seed, market),
    outcome: side === 'yes' ? market.yesLabel : market.noLabel,
    outcomeIndex: side === 'yes' ? 0 : 1,
  }
}

function names(eventSlug: string, market: WorldMarket): Native {
  return {
    title: market.question,
    slug: market.slug,
    icon: '',
    eventSlug,
  }
}

function userOf({ query }: MockCall): string {
  const user = query.text('user')
  if (user === undefined || !/^0x[0-9a-f]{40}$/i.test(user)) {
    throw createBookError(400, 'PAS-4000', 'user is invalid')
  }
  return user.toLowerCase()
}

function held(call: MockCall): readonly Holding[] {
  const { world, now } = call
  const own = accountAt(call, userOf(call))
  if (own !== undefined) return readPaperHoldings(own)
  return holdingsOf(world, userOf(call), now).filter(({ market }) =>
    offers(world.eventOf(market).series, 'probable'),
  )
}

const ofMarket: ListFilter<Holding> = whereOneOf(
  (query, name) => query.list(name).map((id) => id.toLowerCase()),
  ({ market }, { world }) => conditionIdOf(world.seed, market),
)

function isRedeemable({ market }: Holding, { now }: MockContext): boolean {
  return stateAt(market, now) === 'resolved'
}

const positions: ListSpec<Holding> = {
  ...paged,
  filters: {
    market: ofMarket,
    sizeThreshold: whereAtLeast(readNumber(refuse), ({ size }) => size),
    redeemable: whereFlag(isRedeemable),
  },
}

/** The purchases behind the holdings of an address, newest first. */
const purchases: ListSpec<Holding> = {
  ...paged,
  filters: { market: ofMarket },
  order: () => [{ key: ({ acquiredAt }) => acquiredAt, isFalling: true }],
}

/** Returns the current value of a share: its payout, otherwise the mid price, otherwise the last trade. */
function worthOf(context: MockContext, { market, side, entryPrice }: Holding): number {
  const { world, now } = context
  if (stateAt(market, now) === 'resolved') return priceFor(side, market.payout)
  const { bids, asks } = sidesOf(context, { market, side })
  const [bid, ask] = [bids[0]?.price, asks[0]?.price]
  if (bid !== undefined && ask !== undefined) return roundToMicros((bid + ask) / 2)
  const last = world.lastTrade(market.key, now)
  return last === undefined ? entryPrice : priceFor(side, last.price)
}

function positionRow(call: MockCall, holding: Holding): Native {
  const { world } = call
  const { market, side, size, entryPrice, realized } = holding
  const curPrice = worthOf(call, holding)
  const [initialValue, currentValue] = [roundToMicros(size * entryPrice), roundToMicros(size * curPrice)]
  const opposite = tokenFacts(world.seed, market, side === 'yes' ? 'no' : 'yes')
  return {
    proxyWallet: userOf(call),
    ...tokenFacts(world.seed, market, side),
    size,
    avgPrice: entryPrice,
    initialValue,
    currentValue,
    cashPnl: roundToMicros(currentValue - initialValue),
    percentPnl: initialValue === 0 ? 0 : roundToMicros(((currentValue - initialValue) / initialValue) * 100),
    totalBought: size,
    realizedPnl: realized,
    percentRealizedPnl: initialValue === 0 ? 0 : roundToMicros((realized / initialValue) * 100),
    curPrice,
    redeemable: isRedeemable(holding, call),
    mergeable: false,
    ...names(world.eventOf(market).slug, market),
    oppositeOutcome: opposite['outcome'],
    oppositeAsset: opposite['asset'],
    endDate: new Date(market.endsAt).toISOString(),
    negativeRisk: false,
  }
}

function purchaseRow(call: MockCall, { market, side, size, entryPrice, acquiredAt }: Holding): Native {
  const { world } = call
  return {
    proxyWallet: userOf(call),
    type: 'TRADE',
    side: 'BUY',
    ...tokenFacts(world.seed, market, side),
    size,
    usdcSize: roundToMicros(size * entryPrice),
    price: entryPrice,
    timestamp: acquiredAt,
    ...names(world.eventOf(market).slug, market),
    transactionHash: `0x${hexOf(mixWide(market.seed, acquiredAt), 32)}`,
  }
}
