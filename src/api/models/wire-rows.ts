import type { UnifiedEvent, UnifiedMarket, UnifiedSeries, WireMetadata } from './models.js'

/**
 * The last step before the HTTP API. Clients require some members (api/README.md, "Models"). Unknown volumes and liquidity become
 * 0, with their names in `metadata.unknown`, and tags are always a list. All earlier code works with absent members. An unknown
 * price stays absent.
 */

/** Members of a market that repeat an outcome by its side. */
export const outcomeShortcuts = ['yes', 'no', 'up', 'down'] as const

/**
 * Converts a market for clients. Each member is named: copying all present members takes ten times as long and slows the
 * serialization further. JSON leaves out undefined members.
 */
export function toWireMarket(market: UnifiedMarket): UnifiedMarket {
  const { volume24h, volume, liquidity, tags = [] } = market
  const isKnown = volume24h !== undefined && volume !== undefined && liquidity !== undefined
  const wire: Record<keyof UnifiedMarket, unknown> = {
    // The ids come first: code that replaces them need not read the rest (catalog/cross-venue/row-text.ts).
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

/** Converts an event for clients, with its markets. */
export function toWireEvent(event: UnifiedEvent): UnifiedEvent {
  const wire = toWireHead(event)
  wire.markets = event.markets.map(toWireMarket)
  return wire
}

/** Converts an event that may have no markets, without converting its markets. */
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

/** Converts a series for clients, with the events it has. */
export function toWireSeries(series: UnifiedSeries): UnifiedSeries {
  return series.events === undefined ? series : { ...series, events: series.events.map(toWireEvent) }
}

function unknownAmong(numbers: Readonly<Record<string, number | undefined>>): WireMetadata {
  return { unknown: Object.keys(numbers).filter((name) => numbers[name] === undefined) }
}
