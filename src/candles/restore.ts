import type { PriceCandle } from '../api/models.js'
import { alignDown } from '../api/resolution.js'
import { intersect, type Span, subtract, union } from '../api/span.js'
import type { VenueId } from '../api/venue-ids.js'
import type { CandleSeries, PriceBasis } from '../venue-kit/venue.js'
import { problemOfBar } from './check.js'
import { SAMPLED_ROUTE } from './sampled.js'
import {
  type CandleCommit,
  type CandleStore,
  type Coverage,
  IMPORT_ROUTE,
  type SeriesIdentity,
} from './store.js'

/** A candle from a file, with the place it stands at for messages. */
export interface RestoredRow {
  readonly identity: SeriesIdentity
  readonly bar: PriceCandle
  /** Line of the file, from 1. */
  readonly line: number
}

/** What a file tells of a series beside its candles. */
export interface SeriesNote {
  readonly identity: SeriesIdentity
  /** What was known of it where it was exported, candles or none; ascending and disjoint. */
  readonly coverage: readonly Coverage[]
  /** The outcomes whose candles these are. */
  readonly outcomes: readonly { readonly series: CandleSeries; readonly checkedAt: number }[]
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
  /** Candles of the file. */
  readonly candles: number
  /** Those that were not stored already. */
  readonly added: number
}

/** What a venue's candles are, so that nothing is stored that no question can reach. */
export interface VenueCandles {
  readonly basis: PriceBasis
  /** Absent where they are our own samples, whose step is that of whoever took them. */
  readonly stepsMs?: readonly number[]
}

/** Where candles are restored to. */
export interface RestoringStore extends Pick<CandleStore, 'known' | 'remember'> {
  /**
   * Adds candles wherever none is stored, whatever the ledger says of their time, and ledger entries where nothing is
   * known; an entry of data takes the place of one that says there is nothing.
   * @returns how many candles are new
   */
  restore(identity: SeriesIdentity, commit: CandleCommit): number
}

/**
 * Holds rows to the checks of fresh candles, in the order of the file.
 * @param now epoch ms; a candle that has not ended by then is no final one
 * @param candlesOf undefined for a venue without candles
 * @returns takes row after row; throws BadRow for the first that breaks a rule
 */
export function createRowCheck(
  now: number,
  candlesOf: (venue: VenueId) => VenueCandles | undefined,
): (row: RestoredRow) => void {
  const previous = new Map<SeriesIdentity, number>()
  return ({ identity, bar, line }) => {
    const before = previous.get(identity)
    if (before === undefined) assertReachable(identity, candlesOf(identity.venue), line)
    const problem = problemOfBar(bar, identity.stepMs, ANY_TIME, before ?? Number.NEGATIVE_INFINITY)
    if (problem !== undefined) throw new BadRow(line, problem)
    if (bar.timestamp > now - identity.stepMs) throw new BadRow(line, 'the candle has not ended yet')
    previous.set(identity, bar.timestamp)
  }
}

const ANY_TIME: Span = { from: 0, to: Number.POSITIVE_INFINITY }

function assertReachable(
  { venue, stepMs, basis }: SeriesIdentity,
  candles: VenueCandles | undefined,
  line: number,
): void {
  if (candles === undefined) throw new BadRow(line, `${venue} has no candles in this version`)
  if (candles.stepsMs?.includes(stepMs) === false) {
    const steps = candles.stepsMs.map((ms) => `${ms / 60_000} min`).join(', ')
    throw new BadRow(line, `${venue} has no candles of ${stepMs / 60_000} min; it has ${steps}`)
  }
  if (candles.basis !== basis)
    throw new BadRow(line, `candles of ${venue} are of basis '${candles.basis}', not '${basis}'`)
}

/** Candles of one series that are stored together. */
const BARS_AT_ONCE = 5_000
/** Candles that wait to be stored, of all series. */
const MOST_WAITING = 50_000

interface Waiting {
  readonly identity: SeriesIdentity
  readonly note: SeriesNote | undefined
  bars: PriceCandle[]
  /** Up to here the ledger has been told what the file knows; undefined before the first candle. */
  toldTo: number | undefined
}

/** Takes checked candles into the store piece by piece. */
export interface Restoring {
  row(row: RestoredRow): void
  end(): Restored
}

/**
 * Stores candles from elsewhere as final. What the file knows of a series becomes known here with the candles of that
 * time; of a series about which it says nothing, silence between its candles counts as known.
 * @param noteOf what the file tells of a series
 * @param isSampled whether the candles of a venue are our own samples, between which silence says nothing
 */
export function createRestoring(
  store: RestoringStore,
  noteOf: (identity: SeriesIdentity) => SeriesNote | undefined,
  now: number,
  isSampled: (venue: VenueId) => boolean = () => false,
): Restoring {
  const all = new Map<SeriesIdentity, Waiting>()
  let waiting = 0
  let candles = 0
  let added = 0

  function flush(series: Waiting, isEnd: boolean): void {
    const { identity, note, bars } = series
    const first = bars[0]?.timestamp
    const last = bars.at(-1)?.timestamp
    if (first === undefined && !isEnd) return
    const to = last === undefined ? (series.toldTo ?? 0) : last + identity.stepMs
    const own = bars.map(({ timestamp }) => ({ from: timestamp, to: timestamp + identity.stepMs }))
    const sampled = note === undefined && isSampled(identity.venue)
    const route = sampled ? SAMPLED_ROUTE : IMPORT_ROUTE
    const facts = { kind: 'data', route, fetchedAt: now } as const
    const coverage = sampled
      ? union(own).map((span) => ({ ...span, ...facts }))
      : note === undefined
        ? [{ from: series.toldTo ?? first ?? to, to, ...facts }]
        : toldBy(
            note,
            { from: series.toldTo ?? 0, to: isEnd ? alignDown(now, identity.stepMs) : to },
            union(own),
            facts,
          )
    added += store.restore(identity, { bars, coverage: coverage.filter(({ from, to: end }) => from < end) })
    waiting -= bars.length
    series.bars = []
    series.toldTo = to
  }

  return {
    row({ identity, bar }) {
      let series = all.get(identity)
      if (series === undefined) {
        series = { identity, note: noteOf(identity), bars: [], toldTo: undefined }
        all.set(identity, series)
      }
      series.bars.push(bar)
      candles++
      waiting++
      if (series.bars.length >= BARS_AT_ONCE) flush(series, false)
      else if (waiting >= MOST_WAITING) for (const other of all.values()) flush(other, false)
    },
    end() {
      for (const series of all.values()) {
        flush(series, true)
        for (const { series: located, checkedAt } of series.note?.outcomes ?? []) {
          const { venue } = series.identity
          if (store.known(venue, located.outcomeId) === undefined)
            store.remember(venue, located.outcomeId, { series: located, checkedAt })
        }
      }
      return { series: all.size, candles, added }
    },
  }
}

/** What a note says of a span, and that there is data where the candles are. */
function toldBy(
  { coverage }: SeriesNote,
  span: Span,
  own: readonly Span[],
  facts: Omit<Coverage, 'from' | 'to'>,
): Coverage[] {
  const told = coverage.flatMap((entry): Coverage[] => {
    const part = intersect(entry, span)
    // What a clock that runs ahead of ours has noted is no less true: left as it is, it would be dropped as of the future.
    const fetchedAt = Math.min(entry.fetchedAt, facts.fetchedAt)
    return part === undefined ? [] : [{ ...entry, ...part, fetchedAt }]
  })
  const vouching = told.filter(({ kind }) => kind === 'data')
  const more = own
    .flatMap((part) => subtract(part, vouching))
    .map((part): Coverage => ({ ...part, ...facts }))
  const rest = told.flatMap((entry) =>
    entry.kind === 'data' ? [entry] : subtract(entry, more).map((part): Coverage => ({ ...entry, ...part })),
  )
  return [...rest, ...more].sort((a, b) => a.from - b.from)
}
