import { parseIso } from '../api/instant.js'
import { toWireEvent, toWireMarket } from '../api/wire-rows.js'
import type { EventRow, MarketRow, Status } from '../venue-kit/venue.js'
import { eventKeys, keySpelling, marketKeys } from './keys.js'
import { eventNumbers, marketNumbers, type OrderNumber } from './order.js'

export type RowKind = 'event' | 'market'

/** Numbers by which rows are ordered and filtered, in the order of the columns; times are epoch ms. */
export const numberNames = ['volume24h', 'volume', 'liquidity', 'startsAt', 'endsAt'] as const
export type NumberName = (typeof numberNames)[number]
type RowNumbers = Readonly<Record<OrderNumber | NumberName, number | undefined>>

/** A row as it is kept: what is asked for stands beside the text that is answered. */
export interface ReadyRow {
  readonly kind: RowKind
  /** The venue's own id. */
  readonly id: string
  readonly status: Status
  readonly numbers: RowNumbers
  readonly title: string
  readonly description: string
  readonly category: string | undefined
  readonly tags: readonly string[]
  /** Everything that names it, in the spelling of `keys.ts`, each once. */
  readonly names: readonly string[]
  /** What clients get, as JSON; of an event without its markets. */
  readonly json: string
}

/** An event with all its markets, whatever their status. */
export interface ReadyEvent extends ReadyRow {
  readonly markets: readonly ReadyRow[]
}

export function readyMarket(row: MarketRow): ReadyRow {
  const { market, status } = row
  const { resolutionDate } = market
  const endsAt = resolutionDate === undefined ? undefined : parseIso(resolutionDate)
  return {
    kind: 'market',
    id: market.marketId,
    status,
    numbers: { ...marketNumbers(row), endsAt },
    title: market.title,
    description: market.description,
    category: market.category,
    tags: market.tags ?? [],
    names: spelled(marketKeys(row)),
    json: JSON.stringify(toWireMarket(market)),
  }
}

export function readyEvent(row: EventRow): ReadyEvent {
  const { event, status } = row
  const { markets: _none, ...head } = toWireEvent({ ...event, markets: [] })
  return {
    kind: 'event',
    id: event.id,
    status,
    // An event ends with its markets, each at its own time.
    numbers: { ...eventNumbers(row), endsAt: undefined },
    title: event.title,
    description: event.description,
    category: event.category,
    tags: event.tags ?? [],
    names: spelled(eventKeys(row)),
    json: JSON.stringify(head),
    markets: row.markets.map(readyMarket),
  }
}

function spelled(keys: readonly string[]): readonly string[] {
  return [...new Set(keys.map(keySpelling))]
}
