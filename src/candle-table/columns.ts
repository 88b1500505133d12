import type { VenueId } from '../api/envelope/venue-ids.js'
import { type CandleColumns, createCandleColumns } from '../api/models/candle-columns.js'
import type { PriceCandle } from '../api/models/models.js'
import { createSpanTest, type Span } from '../api/times/span.js'
import { renderOutcomeId } from '../api/values/outcome-id.js'

/**
 * The table of candles, one schema for files, stdout, SQL and HTTP. Rows are sorted by venue, outcome_id and resolution (as text,
 * by bytes), then by timestamp.
 */

/** `time`: ISO 8601 UTC with milliseconds in text formats, TIMESTAMP(MILLIS, UTC) in Parquet. `number`: a double. */
export type ColumnType = 'text' | 'time' | 'number' | 'flag'

export interface TableColumn {
  readonly name: string
  readonly type: ColumnType
  /** Whether a value may be absent: NULL, an empty cell or null. */
  readonly isOptional: boolean
}

const text = (name: string, isOptional = false): TableColumn => ({ name, type: 'text', isOptional })
const number = (name: string, isOptional = false): TableColumn => ({ name, type: 'number', isOptional })
const time = (name: string, isOptional = false): TableColumn => ({ name, type: 'time', isOptional })

/** Columns with one value for all candles of a series. */
const seriesColumns: readonly TableColumn[] = [text('venue'), text('outcome_id'), text('resolution')]

/**
 * Columns of the candles themselves. `timestamp` is the opening time. `volume` is absent if the venue has none.
 * `available_at` is absent for a candle that is still open.
 */
export const valueColumns: readonly TableColumn[] = [
  time('timestamp'),
  number('open'),
  number('high'),
  number('low'),
  number('close'),
  number('volume', true),
  time('available_at', true),
]

/** The columns of every table of candles, in order. */
export const candleTableColumns: readonly TableColumn[] = [...seriesColumns, ...valueColumns]

/** A column that a table has in addition, with one value for all candles of a series. */
const additionalColumns = {
  provisional: { name: 'provisional', type: 'flag', isOptional: false },
  market_id: text('market_id', true),
  title: text('title', true),
  event: text('event', true),
  outcome: text('outcome', true),
  status: text('status', true),
  closed_at: time('closed_at', true),
  settlement_result: text('settlement_result', true),
  settlement_payout: number('settlement_payout', true),
  settlement_at: time('settlement_at', true),
  settlement_basis: text('settlement_basis', true),
} as const satisfies Readonly<Record<string, TableColumn>>

export type AdditionalColumn = keyof typeof additionalColumns

/** Values of additional columns; times are epoch ms, absent members are unknown. */
export type AdditionalValues = Readonly<
  Partial<Record<AdditionalColumn, string | number | boolean | undefined>>
>

/** The columns of one table: those of the series, then {@link valueColumns}, then additional ones. */
export interface TableLayout {
  readonly head: readonly TableColumn[]
  readonly tail: readonly TableColumn[]
}

/**
 * Creates the layout of a table.
 * @param additional columns after the others
 * @param without series columns that the table lacks, as those that the path of a partition has
 */
export function createLayout(
  additional: readonly AdditionalColumn[] = [],
  without: readonly string[] = [],
): TableLayout {
  return {
    head: seriesColumns.filter(({ name }) => !without.includes(name)),
    tail: additional.map((name) => additionalColumns[name]),
  }
}

/** Returns all columns of a layout, in order. */
export function columnsOf({ head, tail }: TableLayout): readonly TableColumn[] {
  return [...head, ...valueColumns, ...tail]
}

/** The series of some rows. */
export interface TableSeries {
  readonly venue: VenueId
  /** The venue's own id of the outcome. */
  readonly outcomeId: string
  /** The name of the interval, such as `1h`. */
  readonly resolution: string
  readonly additional?: AdditionalValues
}

/** Consecutive rows of one series. Writers receive a table slice by slice, so that it is never in memory as a whole. */
export interface CandleSlice extends CandleColumns {
  readonly series: TableSeries
  /** Epoch ms; NaN for a candle that is still open. */
  readonly availableAt: Float64Array
}

/** Returns the value of a series column or an additional column, or undefined if it is unknown. */
export function constantIn(series: TableSeries, name: string): string | number | boolean | undefined {
  if (name === 'venue') return series.venue
  if (name === 'resolution') return series.resolution
  if (name === 'outcome_id') return renderOutcomeId({ venue: series.venue, id: series.outcomeId })
  return Object.hasOwn(additionalColumns, name) ? series.additional?.[name as AdditionalColumn] : undefined
}

/**
 * Converts candles into slices for the column `provisional`, one for each run of final or provisional candles.
 * @param notFinal open times of candles that are not final
 */
export function toMarkedSlices(
  series: TableSeries,
  candles: readonly PriceCandle[],
  availableAt: (openTime: number) => number | undefined,
  notFinal: readonly Span[],
): CandleSlice[] {
  const isProvisional = createSpanTest(notFinal)
  const runs: { readonly provisional: boolean; readonly candles: PriceCandle[] }[] = []
  for (const candle of candles) {
    const provisional = isProvisional(candle.timestamp)
    const run = runs.at(-1)
    if (run?.provisional === provisional) run.candles.push(candle)
    else runs.push({ provisional, candles: [candle] })
  }
  return runs.map((run) => {
    const additional = { ...series.additional, provisional: run.provisional }
    return toCandleSlice({ ...series, additional }, run.candles, availableAt)
  })
}

/** Returns the additional columns of a table with these candles: a mark, if any of them is not final. */
export function findMarks(
  candles: readonly PriceCandle[],
  notFinal: readonly Span[],
): readonly AdditionalColumn[] {
  const isProvisional = createSpanTest(notFinal)
  return candles.some(({ timestamp }) => isProvisional(timestamp)) ? ['provisional'] : []
}

/**
 * Converts candles into a slice.
 * @param availableAt returns when a candle became available, epoch ms, or undefined while it is open
 */
export function toCandleSlice(
  series: TableSeries,
  candles: readonly PriceCandle[],
  availableAt: (openTime: number) => number | undefined,
): CandleSlice {
  const count = candles.length
  const columns = createCandleColumns(count)
  const available = new Float64Array(count)
  candles.forEach(({ timestamp, open, high, low, close, volume }, at) => {
    columns.timestamp[at] = timestamp
    columns.open[at] = open
    columns.high[at] = high
    columns.low[at] = low
    columns.close[at] = close
    columns.volume[at] = volume ?? Number.NaN
    available[at] = availableAt(timestamp) ?? Number.NaN
  })
  return { series, ...columns, count, availableAt: available }
}
