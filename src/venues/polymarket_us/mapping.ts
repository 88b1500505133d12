import { toIsoIfKnown } from '../../api/times/instant.js'
import type { EventRow, MarketRow, Status } from '../../venue-kit/contract/venue.js'
import { expectSomewhere } from '../../venue-kit/payload/payload.js'
import { toSourceMetadata } from '../../venue-kit/payload/raw-fields.js'
import { convertRows } from '../../venue-kit/requests/map-rows.js'
import {
  type OutcomeDraft,
  omitUndefined,
  sumKnown,
  toUnifiedMarket,
} from '../../venue-kit/unify/unified-market.js'
import { outcomeIdOf, type Side } from './ids.js'
import { readMarketSettlement } from './native/market-settlement.js'
import { longPriceOf, priceFor, quotesOf } from './native/prices.js'
import { assertState, isOver } from './native/states.js'
import { promoted } from './promoted.js'
import type { NativeEvent, NativeMarket } from './schemas.js'

export const SITE = 'https://polymarket.us'

/** The event's data that its markets need but lack. */
export type EventFacts = Omit<NativeEvent, 'markets'>

/** Returns the id of an event, as it is used here and in the lists of its markets. */
export function eventIdOf({ slug, ticker, id }: EventFacts): string {
  return slug ?? ticker ?? id
}

/**
 * Converts an event with its markets. Volumes are in contracts, if the venue reports any.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when a market contradicts itself
 */
export function toEventRow(event: NativeEvent, what: string): EventRow {
  const natives = event.markets ?? []
  const markets = convertRows(natives, 'markets', (market) => toMarketRow(market, what, event))
  const eventId = eventIdOf(event)
  return omitUndefined<EventRow>({
    status: eventStatus(event),
    // The start date of a game is its kick-off.
    startsAt: event.createdAt ?? event.startDate,
    markets,
    aliases: [event.id],
    event: omitUndefined<EventRow['event']>({
      id: eventId,
      title: event.title ?? eventId,
      description: event.description ?? '',
      slug: event.slug,
      url: `${SITE}/event/${encodeURIComponent(eventId)}`,
      volume24h: event.volume24hr ?? sumKnown(natives.map((market) => market.volume24hr)),
      volume: event.volume ?? sumKnown(natives.map((market) => market.volume)),
      image: event.image,
      category: categoryOf(event),
      tags: labelsOf(event),
      sourceExchange: 'polymarket_us',
      sourceMetadata: toSourceMetadata(event, promoted.event, eventMetadata(event)),
    }),
  })
}

/** Returns the status from the event's own flags. Without flags, an event is open as long as one of its markets is. */
function eventStatus({ closed, archived, markets = [] }: NativeEvent): Status {
  if (closed !== undefined || archived === true)
    return closed === true || archived === true ? 'closed' : 'active'
  return markets.some((market) => !isOver(market)) ? 'active' : 'closed'
}

/**
 * Converts a market.
 * @param event its event, if known, because single markets do not contain it
 * @throws EXCHANGE_NOT_AVAILABLE (drift) for a market that does not report whether it is open
 */
export function toMarketRow(market: NativeMarket, what: string, event?: EventFacts): MarketRow {
  assertState(market, what)
  const status: Status = isOver(market) ? 'closed' : 'active'
  const tags = labelsOf(market)
  return omitUndefined<MarketRow>({
    status,
    startsAt: listedAt(market),
    aliases: [market.id],
    market: toUnifiedMarket('polymarket_us', {
      marketId: market.slug,
      eventId: event && eventIdOf(event),
      title: titleOf(market),
      description: market.description ?? event?.description,
      slug: market.slug,
      outcomes: [toOutcome(market, 'long'), toOutcome(market, 'short')],
      yesIndex: 0,
      quotes: isOver(market) ? undefined : quotesOf(market),
      candidate: market.title,
      resolvesAt: market.assetPriceTerms?.windowEnd ?? market.endDate ?? event?.endDate,
      volume24h: market.volume24hr,
      volume: market.volume,
      liquidity: market.liquidity,
      url: `${SITE}/market/${encodeURIComponent(market.slug)}`,
      image: market.image ?? event?.image,
      category: market.category ?? (event && categoryOf(event)),
      tags: tags ?? (event && labelsOf(event)),
      tickSize: market.orderPriceMinTickSize,
      nativeStatus: market.status,
      isOver: status === 'closed',
      metadata: toSourceMetadata(market, promoted.market, marketMetadata(market)),
      settlement: readMarketSettlement(market),
    }),
  })
}

/**
 * Returns the listing time, before which there is no data. This is the start date, because rows of older markets were recreated
 * later.
 */
export function listedAt({ startDate, createdAt }: NativeMarket): number | undefined {
  const starts = [startDate, createdAt].filter((at) => at !== undefined)
  return starts.length === 0 ? undefined : Math.min(...starts)
}

/** The text between a question and its leg. */
export const TITLE_JOINT = ' - '

/** Returns the question. If several markets of an event share it, the leg is added, which only yes-or-no markets use. */
function titleOf(market: NativeMarket): string {
  const { slug, question, title } = market
  if (question === undefined || title === undefined) return question ?? title ?? slug
  const isLeg = nameOf(market, 'long')?.toLowerCase() === 'yes'
  const isSaid = question.toLowerCase().includes(title.toLowerCase())
  return isLeg && !isSaid ? `${question}${TITLE_JOINT}${title}` : question
}

/** Returns the venue's name of a side, such as a team or a handicap. */
function nameOf({ marketSides = [] }: NativeMarket, side: Side): string | undefined {
  return marketSides.find(({ long }) => long === (side === 'long'))?.description
}

function toOutcome(market: NativeMarket, side: Side): OutcomeDraft {
  const longPrice = longPriceOf(market)
  const name = nameOf(market, side)
  return {
    outcomeId: outcomeIdOf(market.slug, side),
    label: name ?? (side === 'long' ? 'Yes' : 'No'),
    price: longPrice === undefined ? undefined : priceFor(side, longPrice),
    metadata: omitUndefined<Record<string, unknown>>({ side, sideDescription: name }),
  }
}

function categoryOf(event: EventFacts): string | undefined {
  return event.category ?? labelsOf(event)?.[0]
}

/** Undefined if there are none, so that an event's tags can replace a market's. */
function labelsOf({ tags = [] }: Pick<EventFacts, 'tags'>): string[] | undefined {
  const labels = tags.flatMap(({ label, slug }) => label ?? slug ?? [])
  return labels.length === 0 ? undefined : labels
}

function eventMetadata(event: EventFacts): Record<string, unknown> {
  return omitUndefined<Record<string, unknown>>({
    volumeUnit: 'contracts',
    eventNumber: event.id,
    seriesSlug: event.seriesSlug,
    startDate: toIsoIfKnown(event.startDate),
    startTime: toIsoIfKnown(event.startTime),
    endDate: toIsoIfKnown(event.endDate),
    closedTime: toIsoIfKnown(event.closedTime),
    liquidity: event.liquidity,
    openInterest: event.openInterest,
    period: event.period,
    score: event.score,
    live: event.live,
    gameId: event.gameId,
    sportradarGameId: event.sportradarGameId,
  })
}

function marketMetadata(market: NativeMarket): Record<string, unknown> {
  const { bid, ask } = quotesOf(market)
  const terms = market.assetPriceTerms
  return omitUndefined<Record<string, unknown>>({
    volumeUnit: 'contracts',
    marketNumber: market.id,
    nativeStatus: market.status ?? market.ep3Status,
    leg: market.title,
    titleShort: market.titleShort,
    bestBid: isOver(market) ? undefined : bid,
    bestAsk: isOver(market) ? undefined : ask,
    startDate: toIsoIfKnown(market.startDate),
    gameStartTime: toIsoIfKnown(market.gameStartTime),
    marketType: market.marketType,
    sportsMarketType: market.sportsMarketType,
    sportsMarketTypeV2: market.sportsMarketTypeV2,
    line: market.line,
    feeCoefficient: market.feeCoefficient,
    minimumOrderSize: market.minimumTradeQty,
    assetPriceTerms:
      terms === undefined
        ? undefined
        : omitUndefined<Record<string, unknown>>({
            ...terms,
            windowStart: toIsoIfKnown(terms.windowStart),
            windowEnd: toIsoIfKnown(terms.windowEnd),
          }),
  })
}

/**
 * Checks the markets of a page for members that single markets may lack, but not all of them.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when the venue seems to have renamed one
 */
export function assertMarketPage(markets: readonly NativeMarket[], what: string, at: string): void {
  expectSomewhere(markets, ['marketSides', 'question', 'startDate', 'closed'], what, at)
}

/**
 * Checks a page of events in the same way.
 * @throws EXCHANGE_NOT_AVAILABLE (drift)
 */
export function assertEventPage(events: readonly NativeEvent[], what: string): void {
  expectSomewhere(events, ['markets', 'slug', 'title', 'closed', 'createdAt'], what, 'events')
  assertMarketPage(
    events.flatMap(({ markets = [] }) => markets),
    what,
    'events[*].markets',
  )
}
