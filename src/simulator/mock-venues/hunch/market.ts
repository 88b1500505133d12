import { toIso } from '../../../api/times/instant.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { findEventBySlug } from '../../mock-kit/native-ids.js'
import { findListedEvents, offers } from '../../mock-kit/venue-view.js'
import { dateText } from '../../world/common/dates.js'
import { stateAt, type WorldEvent, type WorldMarket } from '../../world/common/types.js'
import { type Market, outcomeOf } from './kinds.js'
import { poolOf } from './pool.js'
import { AGENT_API, SITE } from './replies.js'

/** Categories for which the venue has markets. */
const categories: ReadonlySet<string> = new Set([
  'Crypto',
  'Companies',
  'Economics',
  'Elections',
  'Science and Technology',
])

function marketsOf(event: WorldEvent): readonly Market[] {
  const isRound = event.shape === 'up-down'
  if (event.exclusive && event.markets.length > 2) {
    return [{ event, markets: event.markets, id: event.slug, slug: event.slug }]
  }
  // Every question of two sides begins like this; that of a round is rephrased below.
  const twoSided = event.markets.filter(({ question }) => isRound || question.startsWith('Will '))
  return twoSided.map((market) => ({
    event,
    markets: [market],
    id: market.slug,
    // All rounds share one.
    slug: isRound ? event.series.key : market.slug,
  }))
}

/** Returns the market with a question of the world, or undefined if Hunch does not list it. */
export function marketOf(context: MockContext, one: WorldMarket): Market | undefined {
  const event = context.world.eventOf(one)
  if (!offers(event.series, 'hunch') || !isHere(event)) return undefined
  return marketsOf(event).find(({ markets }) => markets.includes(one))
}

function isHere({ series }: WorldEvent): boolean {
  return categories.has(series.category)
}

/** Returns the listed markets: open ones, and those that ended recently. */
export function findListedMarkets(context: MockContext): readonly Market[] {
  return findListedEvents(context, 'hunch').filter(isHere).flatMap(marketsOf)
}

/** Returns the markets that accept bets. */
export function openMarkets(context: MockContext): readonly Market[] {
  return findListedMarkets(context).filter((market) => statusOf(context, market) === 'open')
}

/** Returns the market with this id, of any age, or the current round with this slug, or undefined without one. */
export function findMarketByName(context: MockContext, name: string): Market | undefined {
  const prefix = /^.+?-\d{9,10}(?=-|$)/.exec(name)?.[0] ?? ''
  const event = findEventBySlug(context, 'hunch', prefix)
  const known = event !== undefined && isHere(event) ? marketsOf(event) : openMarkets(context)
  return known.find(({ id, slug }) => id === name || slug === name)
}

/** Returns the status of a market; with several outcomes it is that of the last one. */
export function statusOf({ now }: Pick<MockContext, 'now'>, { event, markets }: Market): string {
  const [only] = markets
  const state = stateAt(markets.length === 1 && only !== undefined ? only : event, now)
  if (state !== 'resolved') return state
  return markets.length === 1 && only?.payout === 0.5 ? 'voided' : 'resolved'
}

export function deadlineOf({ event, markets }: Market): number {
  return markets.length === 1 ? (markets[0]?.closesAt ?? event.closesAt) : event.closesAt
}

/** Returns the symbol without the `$`. */
export function symbolOf({ event }: Market): string {
  return event.series.ticker
}

/** Returns the venue's category of what a market measures: one of three that are used here. */
export function categoryOf({ event, markets }: Market): 'price_direction' | 'token_mcap_range' | 'event' {
  if (event.shape === 'up-down') return 'price_direction'
  return markets.length > 1 ? 'token_mcap_range' : 'event'
}

function questionOf({ event, markets }: Market): string {
  if (event.shape === 'up-down') return `Will $${event.series.ticker} be UP at the end of this round?`
  const [first] = markets
  return markets.length > 1 ? event.title : (first?.question ?? event.title)
}

/** Renders a market with its odds and volumes, as in all responses (README.md). Ladders have no odds in it. */
export function toMarketRef(context: MockContext, market: Market): Readonly<Record<string, unknown>> {
  const { event, markets, id, slug } = market
  const deadline = deadlineOf(market)
  const { odds, stats, volume24hUsd } = poolOf(context, market)
  return {
    id,
    slug,
    question: questionOf(market),
    shortTitle: event.title,
    summary: event.rules,
    category: categoryOf(market),
    tokenSymbol: symbolOf(market),
    chainId: 'base',
    deadlineAt: toIso(deadline),
    deadlineLabel: dateText(deadline),
    status: statusOf(context, market),
    feeBps: 200,
    feeRecipientLabel: 'Hunch market treasury',
    defaultTicketUsd: 1,
    virtualLiquidityUsd: 10_000,
    targetMarketCapUsd: null,
    outcomes: markets.length === 1 ? null : markets.map(outcomeOf),
    odds: markets.length === 1 ? odds : null,
    volumeUsd: stats.totalPoolUsd,
    volume24hUsd,
    totalBets: stats.totalBets,
    headline: headlineOf(context, market),
    links: {
      app: `${SITE}/markets/${slug}`,
      quote: `${SITE}${AGENT_API}/quote?marketId=${id}`,
      trade: `${SITE}${AGENT_API}/trade`,
      research: `${SITE}${AGENT_API}/markets/${id}/research`,
    },
  }
}

/**
 * Returns a headline such as `$ANSEM flips $PUMP · YES 92¢ / NO 8¢ · 3 bets · $12 pool · closes Dec 31 ·
 * @playhunchxyz`.
 */
export function headlineOf(context: MockContext, market: Market): string {
  const { odds, stats } = poolOf(context, market)
  const isTwoSided = market.markets.length === 1
  return [
    market.event.title,
    ...(isTwoSided ? [`YES ${odds['yesPriceCents']}¢ / NO ${odds['noPriceCents']}¢`] : []),
    `${stats.totalBets} ${stats.totalBets === 1 ? 'bet' : 'bets'}`,
    `$${stats.totalPoolUsd} pool`,
    `closes ${dateText(deadlineOf(market))}`,
    '@playhunchxyz',
  ].join(' · ')
}
