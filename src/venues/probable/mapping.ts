import { toIsoIfKnown } from '../../api/times/instant.js'
import type { EventRow, MarketRow, Status } from '../../venue-kit/contract/venue.js'
import { createSchemaMismatch, expectSomewhere } from '../../venue-kit/payload/payload.js'
import { toSourceMetadata } from '../../venue-kit/payload/raw-fields.js'
import { convertRows } from '../../venue-kit/requests/map-rows.js'
import {
  complementPrice,
  complementQuotes,
  type OutcomeDraft,
  omitUndefined,
  type Quotes,
  sumKnown,
  toUnifiedMarket,
} from '../../venue-kit/unify/unified-market.js'
import { readMarketSettlement } from './native/market-settlement.js'
import { promoted } from './promoted.js'
import type { NativeEvent, NativeMarket, ParentEvent } from './schemas.js'

const SITE = 'https://probable.markets'

/** The tick size, which is 0.001 on every market (README.md). */
const TICK = 0.001

/** Based on the venue's name for the figure, and on recordings (README.md). */
const volumeNote = "the venue's volume24hr. In recordings it looks like the total volume"

/** Prices of an outcome token: its price, 0..1, and the best prices of its book. */
export interface TokenPrice {
  readonly price?: number | undefined
  readonly quotes?: Quotes | undefined
}

/** Prices of outcome tokens. A missing token has no price. */
export type TokenPrices = ReadonlyMap<string, TokenPrice>

export const noPrices: TokenPrices = new Map()

/**
 * Returns whether orders can be placed. Paused markets are treated as closed, because the venue has no status for them
 * (README.md).
 */
export function statusOf(market: NativeMarket): Status {
  const open = market.active && !market.closed && !market.archived && !market.resolved
  return open ? 'active' : 'closed'
}

function nativeStatusOf(market: NativeMarket): string {
  if (market.resolved) return 'resolved'
  if (market.archived) return 'archived'
  return statusOf(market)
}

/**
 * Returns a market's tokens with their labels, in the venue's order.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when the market's lists contradict each other
 */
export function tokensOf(
  market: NativeMarket,
  what: string,
): readonly { readonly tokenId: string; readonly label: string; readonly winner?: boolean | undefined }[] {
  const { outcomes, clobTokenIds, tokens } = market
  const at = `market ${market.id}`
  if (clobTokenIds.length !== outcomes.length) {
    throw createSchemaMismatch(
      what,
      `${at}.clobTokenIds`,
      `${clobTokenIds.length} values for ${outcomes.length} outcomes`,
    )
  }
  if (tokens === undefined || tokens.length === 0) {
    return clobTokenIds.map((tokenId, index) => ({ tokenId, label: outcomes[index] ?? '' }))
  }
  if (tokens.map((token) => token.token_id).join() !== clobTokenIds.join()) {
    throw createSchemaMismatch(
      what,
      `${at}.tokens`,
      'tokens other than clobTokenIds, or in a different order',
    )
  }
  return tokens.map((token) => ({ tokenId: token.token_id, label: token.outcome, winner: token.winner }))
}

/**
 * Converts a native market.
 * @param parent the data of its event, if known; a list of markets has only the event's number
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when the market contradicts itself
 */
export function toMarketRow(
  market: NativeMarket,
  what: string,
  prices: TokenPrices,
  parent?: ParentEvent,
): MarketRow {
  const tags = labelsOf(market.tags) ?? labelsOf(parent?.tags)
  const own = market.groupItemTitle
  const status = statusOf(market)
  return omitUndefined<MarketRow>({
    status,
    startsAt: market.startDate ?? market.createdAt,
    market: toUnifiedMarket('probable', {
      marketId: market.id,
      eventId: market.event_id,
      title: market.question,
      description: market.description ?? parent?.description,
      slug: market.market_slug,
      outcomes: toOutcomes(market, what, prices),
      // On markets that stand alone the short name repeats the question.
      candidate: own === undefined || market.question.startsWith(own) ? undefined : own,
      resolvesAt: market.endDate,
      volume24h: market.volume24hr,
      volume: market.volume,
      liquidity: market.liquidity,
      url: `${eventUrl(parent?.slug ?? market.event_id)}?market=${encodeURIComponent(market.id)}`,
      image: market.icon ?? market.image ?? parent?.icon ?? parent?.image,
      category: market.category ?? parent?.category ?? tags?.[0],
      tags,
      tickSize: TICK,
      nativeStatus: nativeStatusOf(market),
      contractAddress: market.condition_id,
      metadata: toSourceMetadata(market, promoted.market, marketMetadata(market)),
      settlement: status === 'closed' ? readMarketSettlement(market, tokensOf(market, what)) : undefined,
    }),
  })
}

function toOutcomes(market: NativeMarket, what: string, prices: TokenPrices): OutcomeDraft[] {
  const tokens = tokensOf(market, what)
  const paid = market.resolved && tokens.filter((token) => token.winner === true).length === 1
  const [first] = tokens
  const ofFirst = first === undefined ? undefined : prices.get(first.tokenId)
  return tokens.map(({ tokenId, label, winner }, index) => {
    const { price, quotes } = prices.get(tokenId) ?? ofOther(index, tokens.length, ofFirst)
    return { outcomeId: tokenId, label, price: paid ? Number(winner === true) : price, quotes }
  })
}

/** Returns the complement of a price. The books of a pair are exact complements, so one price determines the other. */
function ofOther(index: number, count: number, { price, quotes }: TokenPrice = {}): TokenPrice {
  if (count !== 2 || index !== 1) return {}
  return {
    price: price === undefined ? undefined : complementPrice(price),
    quotes: quotes && complementQuotes(quotes),
  }
}

/**
 * Converts a native event with its markets. Its 24 h volume is the sum over its markets. Its volume is its own, or that of its
 * markets if they report one.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when a market contradicts itself
 */
export function toEventRow(event: NativeEvent, what: string, prices: TokenPrices): EventRow {
  const natives = event.markets ?? []
  const tags = labelsOf(event.tags)
  return omitUndefined<EventRow>({
    status: eventStatus(event),
    startsAt: event.startTime ?? event.startDate,
    markets: convertRows(natives, 'markets', (market) => toMarketRow(market, what, prices, event)),
    event: omitUndefined<EventRow['event']>({
      id: event.id,
      title: event.title,
      description: event.description ?? '',
      slug: event.slug ?? '',
      url: eventUrl(event.slug ?? event.id),
      volume24h: sumKnown(natives.map((market) => market.volume24hr)),
      volume: event.volume ?? sumKnown(natives.map((market) => market.volume)),
      image: event.icon ?? event.image,
      category: event.category ?? tags?.[0],
      tags,
      sourceExchange: 'probable',
      sourceMetadata: toSourceMetadata(event, promoted.event, {
        status: event.status,
        endDate: toIsoIfKnown(event.endTime ?? event.endDate),
        volume24hNote: volumeNote,
      }),
    }),
  })
}

const openWords: ReadonlySet<NativeEvent['status']> = new Set(['active', 'live'])
const closedWords: ReadonlySet<NativeEvent['status']> = new Set(['closed', 'archived', 'ended'])

/** Returns the event's own status if it is conclusive. For `restricted`, `unknown` or no status, the markets decide. */
function eventStatus(event: NativeEvent): Status {
  if (openWords.has(event.status)) return 'active'
  if (closedWords.has(event.status)) return 'closed'
  return (event.markets ?? []).some((market) => statusOf(market) === 'active') ? 'active' : 'closed'
}

function eventUrl(slugOrId: string): string {
  return `${SITE}/event/${encodeURIComponent(slugOrId)}`
}

/** Undefined if there are none, so that an event's tags can replace a market's. */
function labelsOf(tags: readonly string[] | undefined): string[] | undefined {
  const labels = tags?.filter((label) => label !== '')
  return labels === undefined || labels.length === 0 ? undefined : labels
}

function marketMetadata(market: NativeMarket): Record<string, unknown> {
  return omitUndefined<Record<string, unknown>>({
    conditionId: market.condition_id,
    questionId: market.question_id,
    groupItemTitle: market.groupItemTitle,
    startDate: toIsoIfKnown(market.startDate),
    closedTime: toIsoIfKnown(market.closedTime),
    disputed: market.disputed,
    livenessSeconds: market.liveness,
    resolutionLabel: market.resolution_label,
    volume24hNote: market.volume24hr === undefined ? undefined : volumeNote,
  })
}

/** Members that single markets may lack, but never a whole page. */
const usual = ['market_slug', 'tokens', 'volume24hr', 'liquidity', 'startDate']

/**
 * Checks the markets of a page for members that all of them lack.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when the venue seems to have renamed one
 */
export function assertMarketPage(markets: readonly NativeMarket[], what: string, at: string): void {
  expectSomewhere(markets, usual, what, at)
}

/**
 * Checks a page of events in the same way.
 * @throws EXCHANGE_NOT_AVAILABLE (drift)
 */
export function assertEventPage(events: readonly NativeEvent[], what: string): void {
  expectSomewhere(events, ['markets', 'slug', 'status'], what, 'events')
  const markets = events.flatMap((event) => event.markets ?? [])
  assertMarketPage(markets, what, 'events[*].markets')
}
