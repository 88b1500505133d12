import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { PriceCandle } from '../../api/models/models.js'
import { alignDown } from '../../api/times/resolution.js'
import { intersect, joinSpans, type Span, subtract } from '../../api/times/span.js'
import type { CandleSeries } from '../../venue-kit/contract/venue.js'
import type { Provisional } from '../series/empty-range-confirmation.js'
import type { LifecycleFact } from '../series/lifecycle-facts.js'
import type { Receipt, Restated } from '../series/receipts.js'
import { SAMPLED_ROUTE } from '../series/sampled-basis.js'
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

/** Facts about a series in a file, in addition to its candles. */
export interface SeriesNote {
  readonly identity: SeriesIdentity
  /** Address of their source. Absent for the venue's own addresses, and in files of versions without it. */
  readonly origin?: string
  /** Whether the note is in a file that has no size. Rows after the series' last row may then be cut off. */
  readonly isCuttable?: true
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
  /** Number of candles that are already stored with different values, which remain. */
  readonly differing: number
  /** Series whose candles are much further apart than one interval. */
  readonly sparse: readonly SeriesIdentity[]
}

/** A store that candles are imported into. */
export interface RestoringStore extends Pick<CandleStore, 'known' | 'remember' | 'read' | 'noteLifecycle'> {
  /**
   * Adds candles at all open times where none is stored, regardless of the coverage, and coverage entries if nothing is
   * known. An entry of data replaces an entry of an empty range.
   * @returns the number of new candles
   */
  restore(identity: SeriesIdentity, commit: CandleCommit): number
  /** Adds records from elsewhere; provisional spans only if nothing is known here. */
  restoreRecords(identity: SeriesIdentity, records: SeriesRecords): void
}

/** Number of candles per series that are stored together. */
const BARS_AT_ONCE = 5_000
/** Maximum total number of candles waiting to be stored. */
const MAX_WAITING = 50_000

/** Distance, in intervals, that candles of trading markets do not reach. */
const SPARSE_STEPS = 60
/** Minimum number of candles for evaluating their distances. */
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
  /** End of the stored coverage of the file, or undefined before the first candle. */
  toldTo: number | undefined
  /** Open time of the first row. */
  readonly first: number
  /** Open times of replaced values at which the file and the store have the same candle. */
  readonly agreed: Set<number>
}

/** Stores checked candles piece by piece. */
export interface Restoring {
  row(row: RestoredRow): void
  end(): Restored
}

/**
 * Stores imported candles as final. The file's coverage is stored with the candles of the same time. For a series without
 * coverage in the file, empty ranges between its candles are provisional, because candles that were never fetched look the same.
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

  /** Compares the waiting candles with those in the store. @returns the number that differ */
  function compare({ identity, bars, note, agreed }: Waiting): number {
    const span = { from: bars[0]?.timestamp ?? 0, to: (bars.at(-1)?.timestamp ?? 0) + 1 }
    const stored = new Map(store.read(identity, span).map((bar) => [bar.timestamp, renderCandle(bar)]))
    const isSame = (bar: PriceCandle): boolean =>
      (stored.get(bar.timestamp) ?? renderCandle(bar)) === renderCandle(bar)
    const restated = new Set(note?.restated.map(({ openTime }) => openTime))
    for (const bar of bars) if (restated.has(bar.timestamp) && isSame(bar)) agreed.add(bar.timestamp)
    return bars.filter((bar) => !isSame(bar)).length
  }

  /** Whether the replaced values in a file belong to the stored candle. Of a candle with other values they are not the history. */
  function isOfStored({ identity, agreed }: Waiting, { openTime }: Restated): boolean {
    return agreed.has(openTime) || store.read(identity, { from: openTime, to: openTime + 1 }).length === 0
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
    const coverage =
      note === undefined
        ? joinSpans(own).map((span) => ({ ...span, ...facts }))
        : toldBy(
            note.isCuttable === true ? withoutEnd(note, to) : note,
            { from: series.toldTo ?? 0, to: isEnd ? alignDown(now, identity.stepMs) : to },
            joinSpans(own),
            facts,
          )
    const isDated = note !== undefined && note.receipts.length > 0
    const begin = series.toldTo ?? first
    const isWhole =
      note !== undefined || sampled || joinSpans(own).some((part) => part.from === begin && part.to === to)
    const receipts = isDated ? [] : importReceipts({ from: first, to, isWhole }, route, now)
    differing += compare(series)
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
          agreed: new Set(),
          first: bar.timestamp,
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
        if (series.note !== undefined) {
          const records = recordsBy(series, series.note, now)
          const restated = records.restated.filter((one) => isOfStored(series, one))
          store.restoreRecords(series.identity, { ...records, restated })
        } else if (!isSampled(series.identity.venue)) {
          const { venue, seriesKey } = series.identity
          store.restoreRecords(series.identity, recordsWithoutNote(series, now))
          // Without a note the rows name their outcome, and its series may have another name.
          const known = store.known(venue, seriesKey)
          if (known !== undefined) store.remember(venue, seriesKey, known)
        }
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

/** Returns the records of a series that is in the file without a note: two responses of the venue confirm its empty ranges. */
function recordsWithoutNote({ identity, first, last = first }: Waiting, now: number): SeriesRecords {
  const span = { from: first, to: last + identity.stepMs }
  return { provisional: [unconfirmed(span, now)], receipts: [], restated: [] }
}

/** Returns a provisional span that no response confirms. */
function unconfirmed({ from, to }: Span, now: number): Provisional {
  return { from, to, route: IMPORT_ROUTE, requestedAt: now, lookAgainAt: now, looks: 0 }
}

/** Returns a note whose coverage with candles ends with the last candle of its file. */
function withoutEnd(note: SeriesNote, lastTo: number): SeriesNote {
  const coverage = note.coverage.flatMap((entry): Coverage[] => {
    const to = entry.kind === 'data' ? Math.min(entry.to, lastTo) : entry.to
    return to > entry.from ? [{ ...entry, to }] : []
  })
  return { ...note, coverage }
}

/** Returns the spans of a note that may have had candles after the last one of its file; ascending and disjoint. */
function findLostEnds({ coverage, isCuttable }: SeriesNote, lastTo: number): Span[] {
  if (isCuttable !== true) return []
  return coverage.flatMap(({ kind, from, to }) =>
    kind === 'data' && to > lastTo ? [{ from: Math.max(from, lastTo), to }] : [],
  )
}

/**
 * Returns receipts for candles without receipts in the file, which are known since the import.
 * @param span `isWhole` without provisional empty ranges
 */
function importReceipts(
  { from, to, isWhole }: { from: number | undefined; to: number; isWhole: boolean },
  source: string,
  knownAt: number,
): Receipt[] {
  return from === undefined ? [] : [{ from, to, knownAt, ...(isWhole ? { finalAt: knownAt } : {}), source }]
}

/** Returns the records of a note, without data from a clock that was ahead of ours and without those of an end that may be lost. */
function recordsBy({ identity, last = 0 }: Waiting, note: SeriesNote, now: number): SeriesRecords {
  const lost = findLostEnds(note, last + identity.stepMs)
  const received = note.receipts.filter(({ knownAt }) => knownAt <= now)
  const open = [
    ...note.provisional.filter(({ requestedAt }) => requestedAt <= now),
    ...lost.map((span) => unconfirmed(span, now)),
  ]
  return {
    provisional: open.sort((a, b) => a.from - b.from),
    receipts: received.flatMap((receipt) => subtract(receipt, lost).map((part) => ({ ...receipt, ...part }))),
    restated: note.restated.filter(({ until }) => until <= now),
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
