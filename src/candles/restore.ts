import type { PriceCandle } from '../contract/models.js'
import type { Span } from '../venues/venue.js'
import { problemOfBar } from './check.js'
import { union } from './spans.js'
import type { CandleStore, SeriesIdentity } from './store.js'

/** A candle from a file, with the place it stands at for messages. */
export interface RestoredRow {
  readonly identity: SeriesIdentity
  readonly bar: PriceCandle
  /** Line of the file, from 1. */
  readonly line: number
}

/** A row that may not be stored. */
export class BadRow extends Error {
  override readonly name = 'BadRow'
  constructor(
    readonly line: number,
    problem: string,
  ) {
    super(`Line ${line}: ${problem}.`)
  }
}

export interface Restored {
  readonly series: number
  /** Candles of the file; those of steps that were known already are not written again. */
  readonly candles: number
}

/**
 * Stores candles from elsewhere as final. Only the steps of the candles themselves count as known: between them
 * nothing is claimed, so gaps are fetched when asked.
 * @param now epoch ms; a candle that has not ended by then is no final one
 * @throws BadRow for the first row that breaks a rule of candles, before anything is stored
 */
export function restoreCandles(store: CandleStore, rows: readonly RestoredRow[], now: number): Restored {
  const bySeries = new Map<string, { identity: SeriesIdentity; bars: PriceCandle[] }>()
  for (const { identity, bar, line } of rows) {
    const key = [identity.venue, identity.seriesKey, identity.stepMs, identity.basis].join('\n')
    const series = bySeries.get(key) ?? { identity, bars: [] }
    bySeries.set(key, series)
    const ended: Span = { from: 0, to: now - identity.stepMs + 1 }
    const previous = series.bars.at(-1)?.timestamp ?? Number.NEGATIVE_INFINITY
    const problem = problemOfBar(bar, identity.stepMs, { ...ended, to: Number.POSITIVE_INFINITY }, previous)
    if (problem !== undefined) throw new BadRow(line, problem)
    if (bar.timestamp >= ended.to) throw new BadRow(line, 'the candle has not ended yet')
    series.bars.push(bar)
  }
  for (const { identity, bars } of bySeries.values()) {
    const steps = bars.map(({ timestamp }) => ({ from: timestamp, to: timestamp + identity.stepMs }))
    const facts = { kind: 'data', route: 'import', fetchedAt: now } as const
    store.commit(identity, { bars, coverage: union(steps).map((span) => ({ ...span, ...facts })) })
  }
  return { series: bySeries.size, candles: rows.length }
}
