import { toIso } from '../../../api/instant.js'
import type { FaceContext } from '../../face.js'
import { eventBySlug } from '../../native-ids.js'
import { listedEvents, offers } from '../../venue-view.js'
import { dateText } from '../../world/dates.js'
import { stateAt, type WorldEvent, type WorldMarket } from '../../world/types.js'

const SITE = 'https://www.playhunch.xyz'

/** What the venue has markets on. */
const categories: ReadonlySet<string> = new Set([
  'Crypto',
  'Companies',
  'Economics',
  'Elections',
  'Science and Technology',
])

/** A market of two sides, or one of several outcomes of which one comes true. */
export interface Market {
  readonly event: WorldEvent
  /** One for two sides. */
  readonly markets: readonly WorldMarket[]
  readonly id: string
  readonly slug: string
}

function marketsOf(event: WorldEvent): readonly Market[] {
  const isRound = event.shape === 'up-down'
  if (event.exclusive && event.markets.length > 2) {
    return [{ event, markets: event.markets, id: event.slug, slug: event.slug }]
  }
  // Every question of two sides begins so there; that of a round is worded below.
  const twoSided = event.markets.filter(({ question }) => isRound || question.startsWith('Will '))
  return twoSided.map((market) => ({
    event,
    markets: [market],
    id: market.slug,
    // All rounds share one.
    slug: isRound ? event.series.key : market.slug,
  }))
}

/** The market that a question of the world is part of here; undefined where Hunch has none on it. */
export function marketOf(context: FaceContext, one: WorldMarket): Market | undefined {
  const event = context.world.eventOf(one)
  if (!offers(event.series, 'hunch') || !isHere(event)) return undefined
  return marketsOf(event).find(({ markets }) => markets.includes(one))
}

function isHere({ series }: WorldEvent): boolean {
  return categories.has(series.category)
}

/** What takes bets now. */
export function openMarkets(context: FaceContext): readonly Market[] {
  const all = listedEvents(context, 'hunch').filter(isHere).flatMap(marketsOf)
  return all.filter((market) => statusOf(context, market) === 'open')
}

/** The market with this id, of any age, or the current round with this slug; undefined when there is none. */
export function marketNamed(context: FaceContext, name: string): Market | undefined {
  const prefix = /^.+?-\d{9,10}(?=-|$)/.exec(name)?.[0] ?? ''
  const event = eventBySlug(context, 'hunch', prefix)
  const known = event !== undefined && isHere(event) ? marketsOf(event) : openMarkets(context)
  return known.find(({ id, slug }) => id === name || slug === name)
}

/** Where a market stands; one of several outcomes with its last. */
export function statusOf({ now }: Pick<FaceContext, 'now'>, { event, markets }: Market): string {
  const [only] = markets
  const state = stateAt(markets.length === 1 && only !== undefined ? only : event, now)
  if (state !== 'resolved') return state
  return markets.length === 1 && only?.payout === 0.5 ? 'voided' : 'resolved'
}

export function deadlineOf({ event, markets }: Market): number {
  return markets.length === 1 ? (markets[0]?.closesAt ?? event.closesAt) : event.closesAt
}

/** The key of an outcome. */
export function keyOf({ code }: WorldMarket): string {
  return code.toLowerCase()
}

/** The kinds of the catalogue, by what the venue calls its metrics. */
export const shelves = {
  price_direction: { key: 'price-direction', label: 'Up or down' },
  token_mcap_range: { key: 'mcap-ladder', label: 'Market-cap range' },
  event: { key: 'event', label: 'Real-world event' },
} as const

export function categoryOf({ event, markets }: Market): keyof typeof shelves {
  if (event.shape === 'up-down') return 'price_direction'
  return markets.length > 1 ? 'token_mcap_range' : 'event'
}

function questionOf({ event, markets }: Market): string {
  if (event.shape === 'up-down') return `Will $${event.series.ticker} be UP at the end of this round?`
  const [first] = markets
  return markets.length > 1 ? event.title : (first?.question ?? event.title)
}

/** A market as every answer shows it (venues/hunch/README.md). */
export function marketRef(context: FaceContext, market: Market): Readonly<Record<string, unknown>> {
  const { event, markets, id, slug } = market
  const deadline = deadlineOf(market)
  return {
    id,
    slug,
    question: questionOf(market),
    shortTitle: event.title,
    summary: event.rules,
    category: categoryOf(market),
    tokenSymbol: event.series.ticker,
    chainId: 'base',
    deadlineAt: toIso(deadline),
    deadlineLabel: dateText(deadline),
    status: statusOf(context, market),
    feeBps: 200,
    feeRecipientLabel: 'Hunch market treasury',
    defaultTicketUsd: 1,
    virtualLiquidityUsd: 10_000,
    targetMarketCapUsd: null,
    outcomes:
      markets.length === 1
        ? null
        : markets.map((one) => ({
            key: keyOf(one),
            label: one.label ?? one.question,
            shortLabel: one.code,
            lowerUsd: one.strike?.floor ?? null,
            upperUsd: one.strike?.cap ?? null,
          })),
    links: {
      app: `${SITE}/markets/${slug}`,
      quote: `${SITE}/api/partner/quote?marketId=${id}`,
      trade: `${SITE}/api/partner/trade`,
    },
  }
}
