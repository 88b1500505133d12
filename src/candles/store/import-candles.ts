import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { PriceCandle } from '../../api/models/models.js'
import { alignDown } from '../../api/times/resolution.js'
import { intersect, joinSpans, type Span, subtract } from '../../api/times/span.js'
import type { CandleSeries, PriceBasis } from '../../venue-kit/contract/venue.js'
import type { Provisional } from '../series/empty-range-confirmation.js'
import type { LifecycleFact } from '../series/lifecycle-facts.js'
import type { Receipt, Restated } from '../series/receipts.js'
import { SAMPLED_ROUTE } from '../series/sampled-basis.js'
import { findBarProblem } from '../series/validate.js'
import { renderCandle } from './candle-row.js'
import {
  type CandleCommit,
  type CandleStore,
  type Coverage,
  IMPORT_ROUTE,
  type SeriesIdentity,
} from './candle-store.js'

/** A candle from a file, with its position for messages. */
export interface RestoredRow {
  readonly identity: SeriesIdentity
  readonly bar: PriceCandle
  /** Line of the file, from 1. */
  readonly line: number
}

/** Facts of a series in a file, next to its candles. */
export interface SeriesNote {
  readonly identity: SeriesIdentity
  /** Address of their source; absent for the venue's own addresses, and in files of versions without it. */
  readonly origin?: string
  /** Coverage at the export, with or without candles; ascending and disjoint. */
  readonly coverage: readonly Coverage[]
  /** Spans that only one response confirmed; ascending and disjoint. */
  readonly provisional: readonly Provisional[]
  readonly receipts: readonly Receipt[]
  readonly restated: readonly Restated[]
  /** The outcomes that have these candles. */
  readonly outcomes: readonly {
    readonly series: CandleSeries
    readonly checkedAt: number
    readonly lifecycle: readonly LifecycleFact[]
  }[]
}

/** Records of a series except its coverage. */
export type SeriesRecords = Pick<SeriesNote, 'provisional' | 'receipts' | 'restated'>

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
  /** Number of candles in the file. */
  readonly candles: number
  /** Number of candles that were not stored already. */
  readonly added: number
  /** Number of candles that are stored with other values; those stay. */
  readonly differing: number
  /** Series whose candles are much further apart than their interval. */
  readonly sparse: readonly SeriesIdentity[]
}

/** Properties of a venue's candles, so that only data that requests can use is stored. */
export interface VenueCandles {
  readonly basis: PriceBasis
  /** Absent for our own samples, whose interval depends on the settings of the sampling. */
  readonly stepsMs?: readonly number[]
}

/** A store that candles are imported into. */
export interface RestoringStore extends Pick<CandleStore, 'known' | 'remember' | 'read' | 'noteLifecycle'> {
  /**
   * Adds candles at all open times where none is stored, whatever the coverage, and coverage entries where nothing is known. An
   * entry of data replaces an entry of an empty range.
   * @returns the number of new candles
   */
  restore(identity: SeriesIdentity, commit: CandleCommit): number
  /** Adds records from elsewhere; provisional spans only where nothing is known here. */
  restoreRecords(identity: SeriesIdentity, records: SeriesRecords): void
}

/**
 * Creates a check of rows by the rules of fresh candles, in the order of the file.
 * @param now epoch ms; a candle that has not ended by then is not final
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
    const problem = findBarProblem(bar, identity.stepMs, ANY_TIME, before ?? Number.NEGATIVE_INFINITY)
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
/** Maximum number of candles that wait to be stored, of all series. */
const MAX_WAITING = 50_000

/** Candles of trading markets are closer together, in intervals. */
const SPARSE_STEPS = 60
/** Minimum number of candles for a judgment of their distances. */
const MIN_TELLING = 4

interface Waiting {
  readonly identity: SeriesIdentity
  readonly note: SeriesNote | undefined
  bars: PriceCandle[]
  count: number
  /** Candles that follow the one before them after {@link SPARSE_STEPS} or more. */
  apart: number
  /** Open time of the last row. */
  last: number | undefined
  /** End of the stored coverage of the file; undefined before the first candle. */
  toldTo: number | undefined
}

/** Stores checked candles piece by piece. */
export interface Restoring {
  row(row: RestoredRow): void
  end(): Restored
}

/**
 * Stores candles from elsewhere as final. The coverage of the file is stored with the candles of its time. For a series without
 * coverage in the file, empty ranges between its candles count as known.
 * @param noteOf returns the facts of a series in the file
 * @param isSampled whether the candles of a venue are our own samples, between which empty ranges confirm nothing
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
  let differing = 0

  function countDiffering({ identity, bars }: Waiting): number {
    const span = { from: bars[0]?.timestamp ?? 0, to: (bars.at(-1)?.timestamp ?? 0) + 1 }
    const stored = new Map(store.read(identity, span).map((bar) => [bar.timestamp, renderCandle(bar)]))
    return bars.filter((bar) => (stored.get(bar.timestamp) ?? renderCandle(bar)) !== renderCandle(bar)).length
  }

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
      ? joinSpans(own).map((span) => ({ ...span, ...facts }))
      : note === undefined
        ? [{ from: series.toldTo ?? first ?? to, to, ...facts }]
        : toldBy(
            note,
            { from: series.toldTo ?? 0, to: isEnd ? alignDown(now, identity.stepMs) : to },
            joinSpans(own),
            facts,
          )
    const isDated = note !== undefined && note.receipts.length > 0
    const receipts = isDated ? [] : importReceipts(first, to, route, now)
    differing += countDiffering(series)
    added += store.restore(identity, {
      bars,
      coverage: coverage.filter(({ from, to: end }) => from < end),
      receipts,
    })
    waiting -= bars.length
    series.bars = []
    series.toldTo = to
  }

  return {
    row({ identity, bar }) {
      let series = all.get(identity)
      if (series === undefined) {
        series = {
          identity,
          note: noteOf(identity),
          bars: [],
          count: 0,
          apart: 0,
          last: undefined,
          toldTo: undefined,
        }
        all.set(identity, series)
      }
      series.bars.push(bar)
      series.count++
      const sinceLast = bar.timestamp - (series.last ?? bar.timestamp)
      if (sinceLast >= SPARSE_STEPS * identity.stepMs) series.apart++
      series.last = bar.timestamp
      candles++
      waiting++
      if (series.bars.length >= BARS_AT_ONCE) flush(series, false)
      else if (waiting >= MAX_WAITING) for (const other of all.values()) flush(other, false)
    },
    end() {
      for (const series of all.values()) {
        flush(series, true)
        if (series.note !== undefined) store.restoreRecords(series.identity, recordsBy(series.note, now))
        for (const { series: located, checkedAt, lifecycle } of series.note?.outcomes ?? []) {
          const { venue } = series.identity
          store.noteLifecycle(
            venue,
            located.outcomeId,
            lifecycle.filter(({ knownAt }) => knownAt <= now),
          )
          if (store.known(venue, located.outcomeId) === undefined)
            store.remember(venue, located.outcomeId, { series: located, checkedAt })
        }
      }
      const sparse = [...all.values()].filter(({ count, apart }) => count >= MIN_TELLING && 2 * apart > count)
      return { series: all.size, candles, added, differing, sparse: sparse.map(({ identity }) => identity) }
    },
  }
}

/** Returns receipts for candles without receipts in the file: they are known since the import. */
function importReceipts(from: number | undefined, to: number, source: string, knownAt: number): Receipt[] {
  return from === undefined ? [] : [{ from, to, knownAt, finalAt: knownAt, source }]
}

/** Returns the records of a note without data of a clock that was ahead of ours. */
function recordsBy({ provisional, receipts, restated }: SeriesNote, now: number): SeriesRecords {
  return {
    provisional: provisional.filter(({ requestedAt }) => requestedAt <= now),
    receipts: receipts.filter(({ knownAt }) => knownAt <= now),
    restated: restated.filter(({ until }) => until <= now),
  }
}

/** Returns the coverage of a note within a span, with data where the candles are. */
function toldBy(
  { coverage }: SeriesNote,
  span: Span,
  own: readonly Span[],
  facts: Omit<Coverage, 'from' | 'to'>,
): Coverage[] {
  const told = coverage.flatMap((entry): Coverage[] => {
    const part = intersect(entry, span)
    // An entry of a clock ahead of ours is still valid: with its own time it would be dropped as one of the future.
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
