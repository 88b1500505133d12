import { parseIso, toIso } from '../../../../api/times/instant.js'
import { DAY_MS } from '../../../../api/times/resolution.js'
import { type Refusal, type Reply, toJsonReply } from '../../../http/reply.js'
import { findKey, type Key, type ListSpec, readCountOf } from '../../../mock-kit/list-endpoint.js'
import {
  readNumber,
  readRepeated,
  whereAtLeast,
  whereAtMost,
  whereEqual,
  whereOneOf,
  wherePhrase,
} from '../../../mock-kit/list-filters.js'
import { type MockCall, type MockContext, type Route, route } from '../../../mock-kit/mock-venue.js'
import { roundToMicros } from '../../../mock-kit/rounding.js'
import type { ListedMarket } from '../../../mock-kit/venue-view.js'
import {
  type Amount,
  multiplyAmounts,
  numberOf,
  ONE,
  toAmount,
  toAmountText,
} from '../../../paper-trading/state/amount.js'
import type { PaperOrder } from '../../../paper-trading/state/types.js'
import { toSecondIso } from '../../../world/common/dates.js'
import { eventOf } from '../catalogue.js'
import { feeFor, feeTermsOf } from '../fees.js'
import type { Native } from '../gamma/market.js'
import { conditionIdOf } from '../ids.js'
import { imageOf, tagSlugs } from '../labels.js'
import { accountOfWallet } from '../paper.js'
import { isOpen, quoteOf } from '../quote.js'
import { isRewarded, REWARDS } from '../rewards.js'
import { type Own, ownOf } from './account.js'
import { createClobError, createInvalidPayload } from './errors.js'
import { findRequestedMarket, findRewarded, tokensOf } from './markets.js'
import { toListReply, toPageReply } from './page.js'

/**
 * Routes of liquidity rewards, scoring orders, and rebates (polymarket-client 0.14.0, `models/clob/rewards.py`).
 * Nothing is ever paid: lists of earnings are empty, and shares are current values.
 */
export const rewardRoutes: readonly Route[] = [
  route('GET', '/order-scoring', (call) => {
    const own = ownOf(call)
    return toJsonReply({ scoring: isScoring(own, idIn(call.query.text('order_id'))) })
  }),
  route('POST', '/orders-scoring', (call) => {
    const own = ownOf(call)
    const { body } = call.request
    if (!Array.isArray(body)) throw createInvalidPayload()
    return toJsonReply(Object.fromEntries(body.map((id: unknown) => [id, isScoring(own, idIn(id))])))
  }),
  route('GET', '/rewards/markets/current', (call) =>
    toPageReply(call, findRewarded(call), (listed) => currentReward(call, listed)),
  ),
  route('GET', '/rewards/markets/multi', (call) =>
    toListReply(discovery, call, findRewarded(call), (listed) => rewardMarket(call, listed)),
  ),
  route('GET', '/rewards/markets/:condition', (call) => {
    const listed = findRequestedMarket(call)
    const isNow = isOpen(call, listed.market) && isRewarded(listed.market)
    return toPageReply(call, isNow ? [listed] : [], (one) => marketReward(call, one))
  }),
  route('GET', '/rewards/user', (call) => {
    ownOf(call)
    dayIn(call)
    return toPageReply<ListedMarket>(call, [], () => undefined)
  }),
  route('GET', '/rewards/user/total', (call) => {
    ownOf(call)
    dayIn(call)
    return toJsonReply([])
  }),
  route('GET', '/rewards/user/percentages', (call) => {
    const own = ownOf(call)
    const shares = findRewarded(call).map((listed) => [
      conditionIdOf(call.world, listed.market),
      shareOf(own, listed),
    ])
    return toJsonReply(Object.fromEntries(shares.filter(([, share]) => share !== 0)))
  }),
  route('GET', '/rewards/user/markets', (call) => {
    const own = ownOf(call)
    dayIn(call)
    return toListReply({ limit: pageSize }, call, findRewarded(call), (listed) => ({
      ...marketReward(call, listed),
      maker_address: own.address,
      earning_percentage: shareOf(own, listed),
      earnings: [],
    }))
  }),
  route('GET', '/rebates/current', rebates),
]

/** @throws 400 when the value is not an order id */
function idIn(id: unknown): string {
  if (typeof id !== 'string' || !/^0x[0-9a-f]+$/i.test(id)) throw createClobError(400, 'Invalid orderID')
  return id.toLowerCase()
}

/** Whether an order rests in a market with rewards, with sufficient size, near enough to the mid price. */
function isScoring({ call, account }: Own, id: string): boolean {
  const order = account.order(id)
  return order !== undefined && scores(call, order)
}

function scores(context: MockContext, { market, side, status, price, remaining }: PaperOrder): boolean {
  const { mid } = quoteOf(context, market, side)
  if (status !== 'open' || price === undefined || mid === undefined || !isRewarded(market)) return false
  return remaining >= toAmount(REWARDS.minSize) && Math.abs(numberOf(price) - mid) <= REWARDS.maxSpread / 100
}

/** Returns the share of the liquidity near the mid price of a market, percent. */
function shareOf({ call, account }: Own, { market }: ListedMarket): number {
  const own = account
    .orders()
    .filter((order) => order.market.key === market.key && scores(call, order))
    .reduce((sum, { remaining }) => sum + numberOf(remaining), 0)
  if (own === 0) return 0
  const { bids, asks, mid = 0 } = quoteOf(call, market, 'yes')
  const near = [...bids, ...asks].filter(({ price }) => Math.abs(price - mid) <= REWARDS.maxSpread / 100)
  const all = near.reduce((sum, { size }) => sum + size, 0)
  return all === 0 ? 0 : roundToMicros(Math.min(100, (own / all) * 100))
}

/**
 * Returns the liquidity near the mid price of a market, thousands of shares. The meaning of the venue's number is not
 * documented.
 */
function competitiveness(context: MockContext, { market }: ListedMarket): number {
  const { bids, asks } = quoteOf(context, market, 'yes')
  return roundToMicros([...bids, ...asks].reduce((sum, { size }) => sum + size, 0) / 1_000)
}

const FOREVER = '2500-12-31'

function configOf({ market }: ListedMarket): Native {
  return {
    asset_address: REWARDS.asset,
    start_date: toIso(market.opensAt).slice(0, 10),
    end_date: FOREVER,
    rate_per_day: REWARDS.perDay,
    total_rewards: roundToMicros(
      (REWARDS.perDay * Math.max(DAY_MS, market.endsAt - market.opensAt)) / DAY_MS,
    ),
  }
}

function termsOf(context: MockContext, { market }: ListedMarket): Native {
  return {
    condition_id: conditionIdOf(context.world, market),
    rewards_max_spread: REWARDS.maxSpread,
    rewards_min_size: REWARDS.minSize,
  }
}

function currentReward(context: MockContext, listed: ListedMarket): Native {
  return {
    ...termsOf(context, listed),
    rewards_config: [{ id: listed.market.number, ...configOf(listed) }],
    sponsored_daily_rate: 0,
    sponsors_count: 0,
    native_daily_rate: REWARDS.perDay,
    total_daily_rate: REWARDS.perDay,
  }
}

function marketReward(context: MockContext, listed: ListedMarket): Native {
  const { event, market } = listed
  return {
    ...termsOf(context, listed),
    question: market.question,
    market_slug: market.slug,
    event_slug: event.slug,
    image: imageOf(event.series),
    market_competitiveness: competitiveness(context, listed),
    tokens: tokensOf(context, listed).map(({ token_id, outcome, price }) => ({ token_id, outcome, price })),
    rewards_config: [configOf(listed)],
  }
}

function rewardMarket(context: MockContext, listed: ListedMarket): Native {
  const { event, market } = listed
  return {
    ...marketReward(context, listed),
    rewards_config: [{ id: market.number, ...configOf(listed) }],
    market_id: String(market.number),
    spread: spreadOf(listed, context) ?? 1,
    group_item_title: market.label ?? '',
    volume_24hr: context.world.stats(market.key, context.now).notional24h,
    event_id: String(event.number),
    created_at: toSecondIso(market.opensAt),
    one_day_price_change: 0,
    end_date: toSecondIso(market.endsAt),
  }
}

function spreadOf({ market }: ListedMarket, context: MockContext): number | undefined {
  const { bestBid, bestAsk } = quoteOf(context, market, 'yes')
  return bestBid === undefined || bestAsk === undefined ? undefined : roundToMicros(bestAsk - bestBid)
}

const midOf = ({ market }: ListedMarket, context: MockContext): number | undefined =>
  quoteOf(context, market, 'yes').mid
const volumeOf = ({ market }: ListedMarket, { world, now }: MockContext): number =>
  world.stats(market.key, now).notional24h

const refuse = (name: string): Refusal => createClobError(400, `Invalid ${name}`)
const bound = readNumber(refuse)
const pageSize = readCountOf('page_size', { otherwise: 100, most: 500, refuse })

const keys: Readonly<Record<string, Key<ListedMarket>>> = {
  market_id: ({ market }) => market.number,
  created_at: ({ market }) => market.opensAt,
  start_date: ({ market }) => market.opensAt,
  end_date: ({ market }) => market.endsAt,
  question: ({ market }) => market.question,
  volume_24hr: volumeOf,
  spread: spreadOf,
  price: midOf,
  competitiveness: (listed, context) => competitiveness(context, listed),
  // All markets with rewards have the same terms and no price change.
  max_spread: () => 0,
  min_size: () => 0,
  rate_per_day: () => 0,
  reward_end_date: () => 0,
  one_day_price_change: () => 0,
}

/** Filters and sort keys of the list of markets with rewards. */
const discovery: ListSpec<ListedMarket> = {
  limit: pageSize,
  filters: {
    q: wherePhrase(({ event, market }) => `${event.title} ${market.question}`),
    event_title: wherePhrase(({ event }) => event.title),
    tag_slug: whereOneOf(readRepeated, ({ event }) => tagSlugs(event.series)),
    market_id: whereEqual(({ market }) => String(market.number)),
    event_id: whereOneOf(readRepeated, ({ event }) => String(event.number)),
    min_volume_24hr: whereAtLeast(bound, volumeOf),
    max_volume_24hr: whereAtMost(bound, volumeOf),
    min_spread: whereAtLeast(bound, spreadOf),
    max_spread: whereAtMost(bound, spreadOf),
    min_price: whereAtLeast(bound, midOf),
    max_price: whereAtMost(bound, midOf),
  },
  order: ({ query }) => {
    const name = query.text('order_by')
    if (name === undefined) return []
    const isFalling = query.text('position')?.toUpperCase() === 'DESC'
    return [{ key: findKey(keys, name, () => refuse('order_by')), isFalling }]
  },
}

/** Returns the day of the query, epoch ms. @throws 400 without a day */
function dayIn({ query }: MockCall): number {
  const text = query.text('date') ?? ''
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseIso(`${text}T00:00:00Z`) : undefined
  if (day === undefined) throw refuse('date')
  return day
}

/** Rebates of taker fees to makers on a day, by market. */
function rebates(call: MockCall): Reply {
  const day = dayIn(call)
  const maker = call.query.text('maker_address') ?? ''
  if (!/^0x[0-9a-f]{40}$/i.test(maker)) throw refuse('maker_address')
  const fills = (accountOfWallet(call, maker)?.fills() ?? []).filter(
    ({ liquidity, at }) => liquidity === 'maker' && at >= day && at < day + DAY_MS,
  )
  const byMarket = new Map<string, Amount>()
  for (const { market, price, size } of fills) {
    const event = eventOf(call, market)
    const fee = feeFor(event, { price, size, liquidity: 'taker' })
    const back = multiplyAmounts(fee, toAmount(feeTermsOf(event)?.rebate ?? 0))
    const id = conditionIdOf(call.world, market)
    byMarket.set(id, (byMarket.get(id) ?? 0n) + back)
  }
  return toJsonReply(
    [...byMarket].map(([condition_id, fees]) => ({
      date: toIso(day).slice(0, 10),
      condition_id,
      asset_address: REWARDS.asset,
      maker_address: maker,
      rebated_fees_usdc: toAmountText(fees - (fees % (ONE / 1_000_000n))),
    })),
  )
}
