import type { UnifiedMarket } from '../../api/models/models.js'
import { toWireHead } from '../../api/models/wire-rows.js'
import { findEventEnd } from '../../api/times/event-end.js'
import { parseIso } from '../../api/times/instant.js'
import { catalogIdOf } from '../../api/values/catalog-id.js'
import type { EventRow, MarketRow, Status } from '../../venue-kit/contract/venue.js'
import { eventKeysOf, marketKeysOf, normalizeKey } from './lookup-keys.js'
import { packMarket, type RowText } from './packed-rows.js'
import { eventSortNumbersOf, marketSortNumbersOf, type OrderNumber } from './sort-numbers.js'

export type RowKind = 'event' | 'market'
/** `bare` rows lack `sourceMetadata`, which takes as long to read as all the rest. */
export type Extent = 'whole' | 'bare'

/** Numbers for sorting and frequent filters, in the order of the columns; times are epoch ms. */
export const numberNames = ['volume24h', 'volume', 'liquidity', 'startsAt', 'closesAt'] as const
export type NumberName = (typeof numberNames)[number]

/** Numbers that few filters need, with their columns; they are read on demand. */
export const lateNumbers = {
  endsAt: 'ends_at',
  openInterest: 'open_interest',
  marketCount: 'market_count',
  totalVolume: 'total_volume',
  yesPrice: 'yes_price',
  noPrice: 'no_price',
  upPrice: 'up_price',
  downPrice: 'down_price',
  yesChange: 'yes_change',
  noChange: 'no_change',
  upChange: 'up_change',
  downChange: 'down_change',
} as const
export type LateNumberName = keyof typeof lateNumbers
export const lateNames = Object.keys(lateNumbers) as LateNumberName[]

type RowNumbers = Readonly<Record<OrderNumber | NumberName, number | undefined>>

/** A row as it is stored: fields for queries, and the response text. */
export interface ReadyRow {
  readonly kind: RowKind
  /** The venue's native id. */
  readonly id: string
  readonly status: Status
  readonly numbers: RowNumbers
  readonly late: Readonly<Partial<Record<LateNumberName, number | undefined>>>
  readonly title: string
  readonly slug: string
  readonly description: string
  readonly category: string | undefined
  readonly tags: readonly string[]
  /** Labels of a market's outcomes. */
  readonly labels: readonly string[]
  /** All keys of the row, in the spelling of `lookup-keys.ts`, each once. */
  readonly names: readonly string[]
  /**
   * Returns the JSON for clients without `sourceMetadata`. An event lacks its markets, and a market is packed (`packed-rows.ts`).
   */
  text(): RowText
  /** Returns its `sourceMetadata` as JSON; '' if there is none. */
  metadata(): string
}

export function readMarketNumbers(row: MarketRow): ReadyRow {
  const { market, status } = row
  const { resolutionDate } = market
  const endsAt = resolutionDate === undefined ? undefined : parseIso(resolutionDate)
  return {
    kind: 'market',
    id: market.marketId,
    status,
    numbers: marketSortNumbersOf(row),
    late: { ...lateNumbersOf(market), endsAt },
    title: market.title,
    slug: market.slug ?? '',
    description: market.description,
    category: market.category,
    tags: market.tags ?? [],
    labels: market.outcomes.map(({ label }) => label),
    names: spelled([...marketKeysOf(row), catalogIdOf(market.sourceExchange, 'market', market.marketId)]),
    text: () => packMarket(market),
    metadata: () => metadataText(market),
  }
}

/** Returns the fields of an event without its markets. */
export function readEventNumbers(row: EventRow): ReadyRow {
  const { event, status } = row
  return {
    kind: 'event',
    id: event.id,
    status,
    numbers: eventSortNumbersOf(row),
    late: {
      endsAt: findEventEnd(row.markets.map(({ market }) => market)),
      marketCount: row.markets.length,
      totalVolume: volumeOf(row),
    },
    title: event.title,
    slug: event.slug,
    description: event.description,
    category: event.category,
    tags: event.tags ?? [],
    labels: [],
    names: spelled([...eventKeysOf(row), catalogIdOf(event.sourceExchange, 'event', event.id)]),
    text: () => ({ object: JSON.stringify({ ...toWireHead(event), sourceMetadata: undefined }), rest: '' }),
    metadata: () => metadataText(event),
  }
}

function metadataText({ sourceMetadata }: Pick<UnifiedMarket, 'sourceMetadata'>): string {
  return sourceMetadata === undefined ? '' : JSON.stringify(sourceMetadata)
}

function lateNumbersOf({ openInterest, yes, no, up, down }: UnifiedMarket): ReadyRow['late'] {
  return {
    openInterest,
    yesPrice: yes?.price,
    noPrice: no?.price,
    upPrice: up?.price,
    downPrice: down?.price,
    yesChange: yes?.priceChange24h,
    noChange: no?.priceChange24h,
    upChange: up?.priceChange24h,
    downChange: down?.priceChange24h,
  }
}

/** Returns the 24 h volume of an event's markets, if known. */
function volumeOf({ markets }: EventRow): number | undefined {
  const known = markets.map(({ market }) => market.volume24h).filter((volume) => volume !== undefined)
  return known.length === 0 ? undefined : known.reduce((sum, volume) => sum + volume, 0)
}

/** Removes duplicates. The names are few, so a scan is faster than a set. */
function spelled(keys: readonly string[]): readonly string[] {
  const names: string[] = []
  for (const key of keys) {
    const name = normalizeKey(key)
    if (!names.includes(name)) names.push(name)
  }
  return names
}
