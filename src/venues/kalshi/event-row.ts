import { eachRow } from '../../venue-kit/rows.js'
import { known, sumKnown } from '../../venue-kit/unify.js'
import type { EventRow, MarketRow } from '../../venue-kit/venue.js'
import type { KalshiEnvironment } from './environment.js'
import type { SeriesFacts } from './facts.js'
import { eventUrl, iso, toMarketRow } from './market-row.js'
import type { NativeEvent, NativeMarket } from './wire.js'

/** What is known around an event besides its own row. */
export interface EventSurroundings {
  readonly series?: SeriesFacts | undefined
  readonly imageUrl?: string | undefined
}

/**
 * The unified event of a native one. Volumes are contracts, summed over the markets that are here.
 * An event has no status of its own: it is open while one of its markets is, and closed without any (archived).
 */
export function toEventRow(
  native: NativeEvent,
  markets: readonly NativeMarket[],
  { series, imageUrl }: EventSurroundings,
  environment: KalshiEnvironment,
  now: number,
): EventRow {
  // A series without tags is one; only an unknown series leaves them unknown.
  const seriesTags = series && (series.tags ?? [])
  const around = { event: native, seriesTags, seriesCategory: series?.category }
  const rows = eachRow(markets, 'markets', (market) => toMarketRow(market, around, environment, now))
  const startTimes = rows.flatMap((row) => (row.startsAt === undefined ? [] : [row.startsAt]))
  return known<EventRow>({
    event: known<EventRow['event']>({
      id: native.event_ticker,
      title: native.title,
      description: toDescription(markets),
      slug: native.event_ticker,
      url: eventUrl(native.event_ticker, environment),
      volume24h: sumOf(rows, 'volume24h'),
      volume: sumOf(rows, 'volume'),
      image: imageUrl,
      category: native.category ?? series?.category,
      tags: seriesTags && [...seriesTags],
      sourceExchange: environment.id,
      sourceMetadata: toMetadata(native),
    }),
    markets: rows,
    status: rows.some((row) => row.status === 'active') ? 'active' : 'closed',
    startsAt: startTimes.length === 0 ? undefined : Math.min(...startTimes),
  })
}

function sumOf(rows: readonly MarketRow[], member: 'volume' | 'volume24h'): number | undefined {
  const sum = sumKnown(rows.map((row) => row.market[member]))
  // Counts have two decimals; adding them as binary fractions leaves dust.
  return sum === undefined ? undefined : Math.round(sum * 100) / 100
}

/**
 * The rules that most markets of the event share once each one's own name is taken out; the text itself when there is
 * one market. '' when there is none.
 */
export function toDescription(markets: readonly NativeMarket[]): string {
  const [only] = markets
  if (only !== undefined && markets.length === 1) return only.rules_primary ?? ''
  const counts = new Map<string, number>()
  for (const { rules_primary, yes_sub_title } of markets) {
    if (rules_primary === undefined) continue
    const name = yes_sub_title?.trim() ?? ''
    const rule = name === '' ? rules_primary : rules_primary.replaceAll(name, '{x}')
    counts.set(rule, (counts.get(rule) ?? 0) + 1)
  }
  // Sorting is stable: among equally frequent texts the first market's stays first.
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''
}

function toMetadata(native: NativeEvent): Record<string, unknown> {
  return known<Record<string, unknown>>({
    volumeUnit: 'contracts',
    series_ticker: native.series_ticker,
    sub_title: native.sub_title,
    mutually_exclusive: native.mutually_exclusive,
    strike_date: iso(native.strike_date),
    strike_period: native.strike_period,
    product_metadata: native.product_metadata ?? undefined,
  })
}
