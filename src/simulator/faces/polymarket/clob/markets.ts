import { type FaceCall, type FaceContext, type Route, route } from '../../../face.js'
import { json, orRefuse } from '../../../reply.js'
import { type Listed, listedEvents, withMarkets } from '../../../venue-view.js'
import { stateAt } from '../../../world/types.js'
import { complement } from '../../../world/wallets.js'
import type { Native } from '../gamma/market.js'
import { byCondition, byToken, conditionId, negRiskId, questionId, type Token, tokenIds } from '../ids.js'
import { imageOf, secondIso } from '../labels.js'
import { FEE_RATE } from '../paper.js'
import { isOpen, quoteOf } from '../quote.js'
import { clobError, noBook } from './errors.js'
import { clobPage } from './page.js'

/** Facts of single tokens and markets, and the lists in which everything stands (venues/polymarket/README.md). */
export const clobMarketRoutes: readonly Route[] = [
  route('GET', '/tick-size', (call) => json({ minimum_tick_size: known(call).market.tick })),
  route('GET', '/neg-risk', (call) => json({ neg_risk: known(call).event.exclusive })),
  route('GET', '/fee-rate', (call) => {
    known(call)
    return json({ base_fee: 30 })
  }),
  route('GET', '/clob-markets/:condition', (call) => json(shortKeys(call, conditioned(call)))),
  route('GET', '/markets-by-token/:token', (call) => json(pairOf(call))),
  route('GET', '/markets/live-activity/:condition', () => json([])),
  // The path of the same call in the older official client.
  route('GET', '/live-activity/events/:condition', () => json([])),
  route('GET', '/markets', (call) => clobPage(call, allMarkets(call), (one) => longMarket(call, one))),
  route('GET', '/simplified-markets', (call) =>
    clobPage(call, allMarkets(call), (one) => simpleMarket(call, one)),
  ),
  route('GET', '/sampling-markets', (call) => clobPage(call, rewarded(call), (one) => longMarket(call, one))),
  route('GET', '/sampling-simplified-markets', (call) =>
    clobPage(call, rewarded(call), (one) => simpleMarket(call, one)),
  ),
  route('GET', '/markets/:condition', (call) => json(longMarket(call, conditioned(call)))),
]

function known(call: FaceCall, id = call.query.text('token_id')): Token {
  if (id === undefined || !/^\d+$/.test(id)) throw clobError(400, 'Invalid token id')
  return orRefuse(byToken(call, id), noBook)
}

/** Which of the two is called the primary one says nothing of the outcomes. */
function pairOf(call: FaceCall): Native {
  const { market } = known(call, call.params['token'])
  const [yes, no] = tokenIds(call.world.seed, market)
  const [primary, secondary] = market.seed % 2 === 0 ? [yes, no] : [no, yes]
  return {
    condition_id: conditionId(call.world.seed, market),
    primary_token_id: primary,
    secondary_token_id: secondary,
  }
}

function conditioned(call: FaceCall): Listed {
  return orRefuse(byCondition(call, call.params['condition'] ?? ''), () => clobError(404, 'market not found'))
}

/** Oldest first, closed ones included, no filter. */
function allMarkets(context: FaceContext): readonly Listed[] {
  return withMarkets(listedEvents(context, 'polymarket'))
}

function rewarded(context: FaceContext): readonly Listed[] {
  return allMarkets(context).filter(({ market }) => isOpen(context, market) && market.seed % 3 === 0)
}

function tokensOf(context: FaceContext, { market }: Listed): readonly Native[] {
  const [yes, no] = tokenIds(context.world.seed, market)
  const resolved = stateAt(market, context.now) === 'resolved'
  const price = resolved ? market.payout : (quoteOf(context, market, 'yes').mid ?? 0.5)
  return [
    { token_id: yes, outcome: market.yesLabel, price, winner: resolved && market.payout === 1 },
    {
      token_id: no,
      outcome: market.noLabel,
      price: complement(price),
      winner: resolved && market.payout === 0,
    },
  ]
}

function rewardsOf({ market }: Listed): Native {
  if (market.seed % 3 !== 0) return { rates: null, min_size: 0, max_spread: 0 }
  const asset = '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174'
  return { rates: [{ asset_address: asset, rewards_daily_rate: 5 }], min_size: 50, max_spread: 3.5 }
}

function simpleMarket(context: FaceContext, listed: Listed): Native {
  const open = isOpen(context, listed.market)
  return {
    condition_id: conditionId(context.world.seed, listed.market),
    tokens: tokensOf(context, listed),
    rewards: rewardsOf(listed),
    active: true,
    closed: !open,
    archived: false,
    accepting_orders: open,
  }
}

function longMarket(context: FaceContext, listed: Listed): Native {
  const { event, market } = listed
  const { seed } = context.world
  const open = isOpen(context, market)
  const image = imageOf(event.series)
  return {
    enable_order_book: open,
    ...simpleMarket(context, listed),
    accepting_order_timestamp: secondIso(market.opensAt),
    minimum_order_size: 5,
    minimum_tick_size: market.tick,
    question_id: questionId(seed, event, market),
    question: market.question,
    description: event.rules,
    market_slug: market.slug,
    end_date_iso: secondIso(market.endsAt),
    game_start_time: event.startsAt === undefined ? null : secondIso(event.startsAt),
    seconds_delay: event.startsAt === undefined ? 0 : 3,
    fpmm: '',
    maker_base_fee: 0,
    taker_base_fee: 0,
    notifications_enabled: true,
    neg_risk: event.exclusive,
    neg_risk_market_id: event.exclusive ? negRiskId(seed, event) : '',
    neg_risk_request_id: event.exclusive ? negRiskId(seed, event, 0xff) : '',
    icon: image,
    image,
    is_50_50_outcome: stateAt(market, context.now) === 'resolved' && market.payout === 0.5,
    tags: event.series.tags,
  }
}

function shortKeys(context: FaceContext, { event, market }: Listed): Native {
  const [yes, no] = tokenIds(context.world.seed, market)
  return {
    c: conditionId(context.world.seed, market),
    t: [
      { t: yes, o: market.yesLabel },
      { t: no, o: market.noLabel },
    ],
    mts: market.tick,
    mos: 5,
    nr: event.exclusive,
    ao: isOpen(context, market),
    fd: { r: FEE_RATE, e: 1, to: true },
    mbf: 0,
    tbf: 0,
    r: { mi: 100, ma: 3.5, e: true },
    sd: event.startsAt === undefined ? 0 : 3,
    ...(event.startsAt === undefined ? {} : { gst: secondIso(event.startsAt) }),
    cbos: false,
    aot: secondIso(market.opensAt),
  }
}
