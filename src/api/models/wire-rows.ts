import type { UnifiedEvent, UnifiedMarket, UnifiedSeries, WireMetadata } from './models.js'

/**
 * The last step before the wire. Clients take some members for granted (api/README.md, "Models"): volumes and
 * liquidity that nobody knows are 0 there, with their names in `metadata.unknown` so that nobody is lied to, and tags
 * are always a list. Everything before works with absent members. A price that is unknown stays absent.
 */

/** Members of a market that repeat an outcome by its side. */
export const outcomeShortcuts = ['yes', 'no', 'up', 'down'] as const

/**
 * A market as clients get it. Each member by its name: a copy of whatever there is takes ten times as long, and longer
 * again when it is made text; what is undefined is none in JSON.
 */
export function toWireMarket(market: UnifiedMarket): UnifiedMarket {
  const { volume24h, volume, liquidity, tags = [] } = market
  const isKnown = volume24h !== undefined && volume !== undefined && liquidity !== undefined
  const wire: Record<keyof UnifiedMarket, unknown> = {
    // The ids come first: who gives others in their place need not read the rest (catalog/cross-venue/row-text.ts).
    marketId: market.marketId,
    id: market.marketId,
    eventId: market.eventId,
    title: market.title,
    description: market.description,
    slug: market.slug,
    outcomes: market.outcomes,
    resolutionDate: market.resolutionDate,
    volume24h: volume24h ?? 0,
    volume: volume ?? 0,
    liquidity: liquidity ?? 0,
    openInterest: market.openInterest,
    url: market.url,
    image: market.image,
    category: market.category,
    tags,
    tickSize: market.tickSize,
    status: market.status,
    nativeStatus: market.nativeStatus,
    contractAddress: market.contractAddress,
    sourceExchange: market.sourceExchange,
    sourceMetadata: market.sourceMetadata,
    yes: market.yes,
    no: market.no,
    up: market.up,
    down: market.down,
    metadata: isKnown ? market.metadata : unknownAmong({ volume24h, volume, liquidity }),
  }
  return wire as unknown as UnifiedMarket
}

/** An event as clients get it, with its markets. */
export function toWireEvent(event: UnifiedEvent): UnifiedEvent {
  const wire = toWireHead(event)
  wire.markets = event.markets.map(toWireMarket)
  return wire
}

/** The same of an event that may be without its markets: those that it has are left as they are. */
export function toWireHead<Event extends Omit<UnifiedEvent, 'markets'>>(event: Event): Writable<Event> {
  const { volume24h, volume, tags = [] } = event
  const isKnown = volume24h !== undefined && volume !== undefined
  return {
    id: event.id,
    eventId: event.id,
    ...(event as Omit<Event, 'id'>),
    volume24h: volume24h ?? 0,
    volume: volume ?? 0,
    tags,
    ...(isKnown ? {} : { metadata: unknownAmong({ volume24h, volume }) }),
  } as Writable<Event>
}

type Writable<Value> = { -readonly [Name in keyof Value]: Value[Name] }

/** A series as clients get it, with the events it came with. */
export function toWireSeries(series: UnifiedSeries): UnifiedSeries {
  return series.events === undefined ? series : { ...series, events: series.events.map(toWireEvent) }
}

function unknownAmong(numbers: Readonly<Record<string, number | undefined>>): WireMetadata {
  return { unknown: Object.keys(numbers).filter((name) => numbers[name] === undefined) }
}
