import type { PriceCandle } from '../../api/models/models.js'
import { createSpanTest, hullOf, type Span } from '../../api/times/span.js'
import {
  createResilientFile,
  type FileTrouble,
  type ResilientFileDeps,
} from '../../storage/resilient-file.js'
import { withEnds, withProvisional } from '../series/empty-range-confirmation.js'
import { findNewFacts } from '../series/lifecycle-facts.js'
import { withReceipt } from '../series/receipts.js'
import { renderCandles } from '../store/candle-row.js'
import {
  type CandleStore,
  type Coverage,
  findUnknownParts,
  joinEntries,
  type KnownSeries,
  leftOf,
  type SeriesIdentity,
} from '../store/candle-store.js'
import { createMemoryStore } from '../store/memory-store.js'
import type { RecheckingStore } from '../store/rechecked-memory-store.js'
import { createUnwrittenContradictions } from '../store/unwritten-contradictions.js'
import type { SharingRecords } from './change-table.js'
import type { CompactableStore, CompactionSlice } from './compaction-schedule.js'

/** State of the candle file. */
export type StoreState =
  | { readonly kind: 'ok' }
  /** `memory_only`: the file is not used. `read_only`: it is read, and new data remains in memory. */
  | {
      readonly kind: 'memory_only' | 'read_only'
      readonly reason: string
      readonly since: number
      /** Candles in memory that wait for the file to work again. Absent without a file. */
      readonly unsaved?: number
    }

export interface ResilientStore extends FileStore {
  readonly state: StoreState
  /**
   * Number of failed reads of covered data. A response that was assembled while this number grew may lack candles, and must be
   * assembled again.
   */
  readonly losses: number
  /** Number of candles passed to the store since it was opened. */
  readonly taken: number
  /** Moves a damaged file aside and continues with a new one. */
  quarantine(reason: string): void
}

/** The store of a file. */
export interface FileStore extends CandleStore, CompactableStore, RecheckingStore, SharingRecords {}

export interface ResilientDeps extends Pick<ResilientFileDeps<FileStore>, 'moveAside' | 'clock' | 'log'> {
  /** Opens the file's store. `newer` files can only be read. @throws the error of SQLite */
  open(): { readonly store: FileStore; readonly newer: boolean }
  /** Whether the opened file is still the one at its path. */
  isThere(): boolean
}

const NOTHING_SEALED: CompactionSlice = { count: 0, passed: 0, next: undefined }

/** Number of candles and outcomes written to a recovered file before other work gets a turn. */
const HANDED_OVER_AT_ONCE = 20_000

/** Interval between checks of the file. Writes to a deleted or moved file are lost when the process ends. */
const LOOKED_FOR_EVERY_MS = 1_000

/**
 * Creates the store of a file with a fallback. A damaged file is moved aside and replaced; a missing file is replaced. While the
 * disk is full or the file is read-only or locked, new data stays in memory. New data is written when the file works again. The
 * file's coverage never includes candles that the file does not contain.
 */
export function createResilientStore({
  open,
  isThere,
  moveAside,
  clock,
  log,
}: ResilientDeps): ResilientStore {
  // Its entries are written to the file one by one, so that a part that the file lacks retains its own kind.
  const overlay = createMemoryStore(undefined, undefined, joinEntries)
  const file = createResilientFile<FileStore>({
    open() {
      const { store, newer } = open()
      return { handle: store, newer }
    },
    closeHandle: (store) => store.close(),
    moveAside,
    words: {
      inLog: 'the candle database',
      inReasons: 'the database',
      unusable: 'candles are stored in memory only',
      readOnly: 'new candles are stored in memory only',
    },
    retry: () => recover(usable('write')),
    onBegun: () => recover(file.opened),
    clock,
    log,
  })
  /** Failed reads after which the file remained in use, and files that disappeared. */
  let lost = 0
  let taken = 0
  const contradictions = createUnwrittenContradictions()
  let lookAt = Number.NEGATIVE_INFINITY

  /** Returns the store of the file at its path, if an attempt is worthwhile. */
  function usable(what: 'read' | 'write'): FileStore | undefined {
    const now = clock.monotonic()
    // Data in memory must not be written to a file that is gone.
    if (file.opened !== undefined && (now >= lookAt || file.trouble !== undefined)) {
      lookAt = now + LOOKED_FOR_EVERY_MS
      if (!isThere()) {
        lost++
        log.warn({}, 'the candle database was deleted or moved; a new one was created')
        file.reopen()
      }
    }
    return file.usable(what)
  }

  /** Writes the data in memory to the file. The file counts as healthy only when all of it is written. */
  function recover(to: FileStore | undefined, most = HANDED_OVER_AT_ONCE): void {
    if (to === undefined) return
    try {
      if (handOver(to, most)) file.worked()
      else file.endPause()
    } catch (error) {
      file.failed(error, 'write', 'left')
    }
  }

  /** @returns whether memory is empty */
  function handOver(to: FileStore, most: number): boolean {
    contradictions.writeTo(to)
    let count = 0
    for (const { identity, bars, coverage, unproven, ends, receipts, restated } of overlay.series()) {
      if (count >= most) return false
      const hull = hullOf(unproven)
      const endHull = hullOf(ends)
      to.commit(identity, {
        bars,
        coverage,
        receipts,
        restated,
        ...(hull === undefined ? {} : { provisional: { within: hull, entries: unproven } }),
        ...(endHull === undefined ? {} : { ends: { within: endHull, entries: ends } }),
      })
      overlay.forget(identity)
      count += bars.length
    }
    for (const { venue, outcomeId, known, facts } of overlay.located()) {
      if (count++ >= most) return false
      if (facts.length > 0) to.noteLifecycle(venue, outcomeId, facts)
      if (known !== undefined && isAsNew(known, to.known(venue, outcomeId)))
        to.remember(venue, outcomeId, known)
      overlay.forgetLocated(venue, outcomeId)
    }
    return true
  }

  /** @returns `otherwise` when the file does not work */
  function reading<Value>(read: (store: FileStore) => Value, otherwise: Value): Value {
    const from = usable('read')
    if (from === undefined) return otherwise
    try {
      return read(from)
    } catch (error) {
      if (file.failed(error, 'read') === 'left') lost++
      return otherwise
    }
  }

  /** Writes to the file, and returns whether this worked. A damaged file is replaced, and the write is retried once. */
  function writing(write: (store: FileStore) => void, damaged: 'moved' | 'left' = 'moved'): boolean {
    const to = usable('write')
    if (to === undefined) return false
    try {
      write(to)
    } catch (error) {
      return file.failed(error, 'write', damaged) === 'moved' && writing(write, 'left')
    }
    if (file.trouble !== undefined) recover(to)
    return true
  }

  /** Whether memory has data about a span. Memory is usually empty, and is then not searched. */
  function isOverlaid(identity: SeriesIdentity, span: Span): boolean {
    return !overlay.isEmpty && overlay.coverage(identity, span).length > 0
  }

  function filedCoverage(identity: SeriesIdentity, span: Span): Coverage[] {
    return reading((store) => store.coverage(identity, span), [])
  }

  function coverage(identity: SeriesIdentity, span: Span): Coverage[] {
    const filed = filedCoverage(identity, span)
    if (!isOverlaid(identity, span)) return filed
    const added = findUnknownParts(overlay.coverage(identity, span), filed)
    const left = filed.flatMap((entry) => leftOf(entry, added))
    return [...left, ...added].sort((a, b) => a.from - b.from)
  }

  function read(identity: SeriesIdentity, span: Span): PriceCandle[] {
    const filed = reading((store) => store.read(identity, span), [])
    if (!isOverlaid(identity, span)) return filed
    // The file's own coverage is used for its spans: data in memory about them will not be written.
    const isAdded = createSpanTest(
      findUnknownParts(overlay.coverage(identity, span), filedCoverage(identity, span)),
    )
    const times = new Set(filed.map(({ timestamp }) => timestamp))
    const added = overlay
      .read(identity, span)
      .filter(({ timestamp }) => isAdded(timestamp) && !times.has(timestamp))
    return [...filed, ...added].sort((a, b) => a.timestamp - b.timestamp)
  }

  file.usable('read')
  return {
    get state(): StoreState {
      return file.trouble === undefined ? { kind: 'ok' } : { ...told(file.trouble), unsaved: overlay.size }
    },
    get losses() {
      return lost + file.givenUp
    },
    get taken() {
      return taken
    },
    quarantine: file.quarantine,
    coverage,
    provisional(identity, span) {
      const filed = reading((store) => store.provisional(identity, span), [])
      const kept = overlay.isEmpty ? [] : overlay.provisional(identity, span)
      return kept.reduce((all, entry) => withProvisional(all, [entry], entry), filed)
    },
    ends(identity, span) {
      const filed = reading((store) => store.ends(identity, span), [])
      const kept = overlay.isEmpty ? [] : overlay.ends(identity, span)
      return kept.reduce((all, entry) => withEnds(all, [entry], entry), filed)
    },
    receipts(identity, span) {
      const filed = reading((store) => store.receipts(identity, span), [])
      return overlay.isEmpty ? filed : overlay.receipts(identity, span).reduce(withReceipt, filed)
    },
    // Candles in memory are not rechecked: their replaced values are those of a shared history.
    restated(identity, span) {
      const filed = reading((store) => store.restated(identity, span), [])
      return overlay.isEmpty ? filed : [...filed, ...overlay.restated(identity, span)]
    },
    read,
    readText(identity, span) {
      if (!isOverlaid(identity, span)) {
        return reading((store) => store.readText(identity, span), { text: '[]', count: 0, last: undefined })
      }
      const bars = read(identity, span)
      return { text: renderCandles(bars), count: bars.length, last: bars.at(-1)?.timestamp }
    },
    extents(series) {
      const all = [...reading((store) => store.extents(series), []), ...overlay.extents(series)]
      const steps = [...new Set(all.map(({ stepMs }) => stepMs))].sort((a, b) => a - b)
      return steps.flatMap((stepMs) => {
        const hull = hullOf(all.filter((extent) => extent.stepMs === stepMs))
        return hull === undefined ? [] : [{ stepMs, ...hull }]
      })
    },
    count(identity, span, most) {
      if (isOverlaid(identity, span)) return Math.min(most, read(identity, span).length)
      return reading((store) => store.count(identity, span, most), 0)
    },
    commit(identity, batch) {
      if (file.isClosed) return
      taken += batch.bars.length
      if (writing((store) => store.commit(identity, batch))) return
      overlay.commit(identity, batch)
    },
    remove(identity, span) {
      overlay.remove(identity, span)
      return !file.isClosed && writing((store) => void store.remove(identity, span))
    },
    notePending(...pending) {
      let number: number | undefined
      if (file.isClosed) return undefined
      writing((store) => {
        number = store.notePending(...pending)
      })
      return number
    },
    changes: (...asked) => reading((store) => store.changes(...asked), undefined),
    pending: (...asked) => reading((store) => store.pending(...asked), []),
    dropPending: (numbers) => void (file.isClosed || writing((store) => store.dropPending(numbers))),
    retractionCursor: (tier) => reading((store) => store.retractionCursor(tier), undefined),
    noteRetractionCursor: (...noted) =>
      void (file.isClosed || writing((store) => store.noteRetractionCursor(...noted))),
    noteWithdrawn: (...noted) => !file.isClosed && writing((store) => void store.noteWithdrawn(...noted)),
    withdrawn: (...asked) => reading((store) => store.withdrawn(...asked), []),
    forgottenAt: (...asked) => reading((store) => store.forgottenAt(...asked), undefined),
    dropFuture(now, isClockRight) {
      overlay.dropFuture(now, isClockRight)
      const kept = file.opened
      if (kept === undefined) return true
      if (file.isNewer) return false
      try {
        // Runs also while the file is not in use: usually there is nothing to write.
        return kept.dropFuture(now, isClockRight)
      } catch (error) {
        file.failed(error, 'write')
        return false
      }
    },
    known(venue, outcomeId) {
      const filed = reading((store) => store.known(venue, outcomeId), undefined)
      const kept = overlay.known(venue, outcomeId)
      return kept !== undefined && isAsNew(kept, filed) ? kept : filed
    },
    remember(venue, outcomeId, known) {
      if (file.isClosed) return
      if (writing((store) => store.remember(venue, outcomeId, known))) return
      overlay.remember(venue, outcomeId, known)
    },
    dropShared(venue) {
      overlay.dropShared(venue)
      return !file.isClosed && writing((store) => void store.dropShared(venue))
    },
    lifecycle(venue, outcomeId) {
      const filed = reading((store) => store.lifecycle(venue, outcomeId), [])
      return overlay.isEmpty ? filed : [...filed, ...findNewFacts(filed, overlay.lifecycle(venue, outcomeId))]
    },
    noteLifecycle(venue, outcomeId, facts) {
      if (file.isClosed) return
      if (writing((store) => store.noteLifecycle(venue, outcomeId, facts))) return
      overlay.noteLifecycle(venue, outcomeId, facts)
    },
    compact(place, before) {
      let slice = NOTHING_SEALED
      // Compaction continues when the file works.
      if (file.trouble !== undefined) return slice
      writing((store) => {
        slice = store.compact(place, before)
      })
      return slice
    },
    // Spans that are only in memory are rechecked once they are in the file.
    dueProvisional: (now, most) => reading((store) => store.dueProvisional(now, most), []),
    dueConfirmations: (now) => reading((store) => store.dueConfirmations(now), []),
    openDifferences: (...asked) => reading((store) => store.openDifferences(...asked), []),
    dueWindows: (after, now, choose) =>
      reading((store) => store.dueWindows(after, now, choose), { windows: [], next: undefined }),
    outcomeOf: (venue, seriesKey) => reading((store) => store.outcomeOf(venue, seriesKey), undefined),
    noteLook(window, compared, terms, onDecided) {
      if (file.isClosed || writing((store) => store.noteLook(window, compared, terms, onDecided))) return
      contradictions.note(window, compared, terms)
    },
    seriesCount: () => reading((store) => store.seriesCount(), 0),
    remnant: (venue, outcomeId) => reading((store) => store.remnant(venue, outcomeId), undefined),
    close() {
      if (file.isClosed) return
      file.endPause()
      if (file.trouble !== undefined) recover(usable('write'), Number.POSITIVE_INFINITY)
      if (overlay.size > 0)
        log.warn(
          { candles: overlay.size },
          'candles that could not be written were lost when the daemon stopped',
        )
      file.close()
      overlay.close()
    },
  }
}

/** Returns the state of a file that does not work. */
function told({ kind, reason, since }: FileTrouble) {
  return { kind: kind === 'unusable' ? ('memory_only' as const) : kind, reason, since }
}

/** Whether the outcome in memory is at least as new as the one in the file. */
function isAsNew(kept: KnownSeries, filed: KnownSeries | undefined): boolean {
  return filed === undefined || kept.checkedAt >= filed.checkedAt
}
