import { requireOrRefuse, toJsonReply } from '../../../http/reply.js'
import { type MockCall, type MockContext, type Route, route } from '../../../mock-kit/mock-venue.js'
import type { ListedMarket } from '../../../mock-kit/venue-view.js'
import { toSecondIso } from '../../../world/common/dates.js'
import { stateAt } from '../../../world/common/types.js'
import { complementPriceOf } from '../../../world/wallets.js'
import { findOfferedEvents, marketsIn } from '../catalogue.js'
import { feeTermsOf } from '../fees.js'
import type { Native } from '../gamma/market.js'
import {
  conditionIdOf,
  findByCondition,
  findByToken,
  negRiskIdOf,
  questionIdOf,
  type Token,
  tokenIdsOf,
} from '../ids.js'
import { imageOf } from '../labels.js'
import { versionOf } from '../protocol.js'
import { isOpen, quoteOf } from '../quote.js'
import { isRewarded, REWARDS, rewardsOf } from '../rewards.js'
import { createClobError } from './errors.js'
import { toPageReply } from './page.js'

/** Routes of facts about single tokens and markets, and of the full lists. */
export const clobMarketRoutes: readonly Route[] = [
  ...ofToken('/tick-size', ({ market }) => ({ minimum_tick_size: market.tick })),
  ...ofToken('/neg-risk', ({ event }) => ({ neg_risk: event.exclusive })),
  ...ofToken('/fee-rate', () => ({ base_fee: 30 })),
  route('GET', '/clob-markets/:condition', (call) => toJsonReply(shortKeys(call, findRequestedMarket(call)))),
  route('GET', '/markets-by-token/:token', (call) => toJsonReply(pairOf(call))),
  route('GET', '/markets/live-activity/:condition', () => toJsonReply([])),
  // The path of the same call in the older official client.
  route('GET', '/live-activity/events/:condition', () => toJsonReply([])),
  route('GET', '/markets', (call) => toPageReply(call, allMarkets(call), (one) => toLongMarket(call, one))),
  route('GET', '/simplified-markets', (call) =>
    toPageReply(call, allMarkets(call), (one) => simpleMarket(call, one)),
  ),
  route('GET', '/sampling-markets', (call) =>
    toPageReply(call, findRewarded(call), (one) => toLongMarket(call, one)),
  ),
  route('GET', '/sampling-simplified-markets', (call) =>
    toPageReply(call, findRewarded(call), (one) => simpleMarket(call, one)),
  ),
  route('GET', '/markets/:condition', (call) => toJsonReply(toLongMarket(call, findRequestedMarket(call)))),
]

/** Routes of a token fact; the query or the path names the token. */
function ofToken(path: string, read: (token: Token) => Native): readonly Route[] {
  return [
    route('GET', path, (call) => toJsonReply(read(known(call)))),
    route('GET', `${path}/:token`, (call) => toJsonReply(read(known(call, call.params['token'])))),
  ]
}

function known(call: MockCall, id = call.query.text('token_id')): Token {
  if (id === undefined || !/^\d+$/.test(id)) throw createClobError(400, 'Invalid token id')
  return requireOrRefuse(findByToken(call, id), () => createClobError(404, 'market not found'))
}

/** Returns both tokens. Which token is called primary does not depend on the outcomes. */
function pairOf(call: MockCall): Native {
  const { market } = known(call, call.params['token'])
  const [yes, no] = tokenIdsOf(call.world, market)
  const [primary, secondary] = market.seed % 2 === 0 ? [yes, no] : [no, yes]
  return {
    condition_id: conditionIdOf(call.world, market),
    primary_token_id: primary,
    secondary_token_id: secondary,
  }
}

export function findRequestedMarket(call: MockCall): ListedMarket {
  return requireOrRefuse(findByCondition(call, call.params['condition'] ?? ''), () =>
    createClobError(404, 'market not found'),
  )
}

/** Returns all markets, oldest first, including closed ones. */
function allMarkets(context: MockContext): readonly ListedMarket[] {
  return marketsIn(context, findOfferedEvents(context))
}

export function findRewarded(context: MockContext): readonly ListedMarket[] {
  return allMarkets(context).filter(({ market }) => isOpen(context, market) && isRewarded(market))
}

export function tokensOf(context: MockContext, { market }: ListedMarket): readonly Native[] {
  const [yes, no] = tokenIdsOf(context.world, market)
  const resolved = stateAt(market, context.now) === 'resolved'
  const price = resolved ? market.payout : (quoteOf(context, market, 'yes').mid ?? 0.5)
  return [
    { token_id: yes, outcome: market.yesLabel, price, winner: resolved && market.payout === 1 },
    {
      token_id: no,
      outcome: market.noLabel,
      price: complementPriceOf(price),
      winner: resolved && market.payout === 0,
    },
  ]
}

function simpleMarket(context: MockContext, listed: ListedMarket): Native {
  const open = isOpen(context, listed.market)
  return {
    condition_id: conditionIdOf(context.world, listed.market),
    tokens: tokensOf(context, listed),
    rewards: rewardsOf(listed.market),
    active: true,
    closed: !open,
    archived: false,
    accepting_orders: open,
  }
}

export function toLongMarket(context: MockContext, listed: ListedMarket): Native {
  const { event, market } = listed
  const { world } = context
  const open = isOpen(context, market)
  const image = imageOf(event.series)
  return {
    enable_order_book: open,
    ...simpleMarket(context, listed),
    accepting_order_timestamp: toSecondIso(market.opensAt),
    minimum_order_size: 5,
    minimum_tick_size: market.tick,
    question_id: questionIdOf(world, event, market),
    question: market.question,
    description: event.rules,
    market_slug: market.slug,
    end_date_iso: toSecondIso(market.endsAt),
    game_start_time: event.startsAt === undefined ? null : toSecondIso(event.startsAt),
    seconds_delay: event.startsAt === undefined ? 0 : 3,
    fpmm: '',
    maker_base_fee: 0,
    taker_base_fee: 0,
    notifications_enabled: true,
    neg_risk: event.exclusive,
    neg_risk_market_id: event.exclusive ? negRiskIdOf(world, event) : '',
    neg_risk_request_id: event.exclusive ? negRiskIdOf(world, event, 0xff) : '',
    icon: image,
    image,
    is_50_50_outcome: stateAt(market, context.now) === 'resolved' && market.payout === 0.5,
    tags: event.series.tags,
  }
}

/** Renders a market with short keys. Members without a value are omitted, as in the recording of October 2026. */
function shortKeys({ world, now }: MockContext, { event, market }: ListedMarket): Native {
  const [yes, no] = tokenIdsOf(world, market)
  const terms = feeTermsOf(event)
  return {
    r: { mi: REWARDS.minSize, ma: REWARDS.maxSpread, moas: 30 },
    t: [
      { t: yes, o: market.yesLabel },
      { t: no, o: market.noLabel },
    ],
    c: conditionIdOf(world, market),
    mos: 5,
    mts: market.tick,
    mbf: 1000,
    tbf: 1000,
    ao: isOpen({ now }, market),
    cbos: event.shape === 'up-down',
    aot: toSecondIso(market.opensAt),
    ...(event.exclusive ? { nr: true } : {}),
    // Taker orders on crypto markets are delayed briefly.
    ...(event.shape === 'up-down' ? { itode: true } : {}),
    ...(event.startsAt === undefined ? {} : { sd: 3, gst: toSecondIso(event.startsAt) }),
    ...(terms === undefined ? {} : { fd: { r: terms.rate, e: 1, to: true } }),
    v: versionOf(market),
  }
}
