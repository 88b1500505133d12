import type { PriceCandle } from '../api/models.js'
import type { Span } from '../api/span.js'
import type { Clock } from '../effects/clock.js'
import type { Logger } from '../observe/logger.js'
import { faultOf, isOfSchema } from '../storage/faults.js'
import { unknownParts } from './ledger.js'
import { createMemoryStore } from './memory-store.js'
import type { CandleStore, Coverage, SeriesIdentity } from './store.js'
import { candlesText } from './text.js'

/** What the file is good for right now. */
export type StoreState =
  | { readonly kind: 'ok' }
  /** `memory_only`: the file is not used; `read_only`: it is read, and what is new is kept in memory. */
  | {
      readonly kind: 'memory_only' | 'read_only'
      readonly reason: string
      readonly since: number
      /** Candles in memory that are to be written when the file works again; absent without a file. */
      readonly unsaved?: number
    }

export interface ResilientStore extends CandleStore {
  readonly state: StoreState
  /**
   * How often what was vouched for could no longer be read. An answer put together while this grew may lack candles,
   * and must be put together again.
   */
  readonly losses: number
  /** Moves a damaged file aside and goes on with a new one. */
  quarantine(reason: string): void
}

export interface ResilientDeps {
  /** Opens the file's store; throws what SQLite throws. `newer` files are readable only. */
  open(): { readonly store: CandleStore; readonly newer: boolean }
  /** Moves the file aside; returns where to, or undefined when there was nothing to move. */
  moveAside(): string | undefined
  readonly clock: Clock
  readonly log: Logger
}

/** Pauses between two tries of a file that does not work, each twice as long as the one before. */
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 60_000
/** Candles handed over to a file that works again before others get a turn. */
const HANDED_OVER_AT_ONCE = 20_000

type Trouble = Exclude<StoreState, { readonly kind: 'ok' }>

/**
 * The file's store with a net below it: a damaged file is moved aside and begun anew; while the disk is full, the file
 * read-only or held by another process, memory takes over what is new, and hands it to the file when that works
 * again. The ledger of the file never claims what the file does not hold.
 */
export function createResilientStore({ open, moveAside, clock, log }: ResilientDeps): ResilientStore {
  const overlay = createMemoryStore()
  let file: CandleStore | undefined
  let trouble: Trouble | undefined
  let isNewer = false
  let isClosed = false
  let failures = 0
  let losses = 0
  let retryAt = Number.NEGATIVE_INFINITY
  let cancelRetry = (): void => undefined

  /** The file, if it is worth a try. */
  function fileFor(what: 'read' | 'write'): CandleStore | undefined {
    if (isClosed) return undefined
    const isPausing = clock.monotonic() < retryAt
    if (isPausing && (what === 'write' || trouble?.kind === 'memory_only')) return undefined
    if (file === undefined) reopen()
    return what === 'write' && isNewer ? undefined : file
  }

  function reopen(): void {
    try {
      const opened = open()
      file = opened.store
      isNewer = opened.newer
      if (!isNewer) return
      const reason = 'the database was written by a newer version of pmx-local: it is read, not written'
      enter('read_only', reason)
    } catch (error) {
      if (isOfSchema(error)) {
        pause('memory_only', `the database has tables that this version does not know: ${error.message}`)
      } else if (judge(error, 'read') === 'damaged') quarantine(messageOf(error))
    }
  }

  function quarantine(reason: string): void {
    if (isClosed) return
    losses++
    closeQuietly()
    try {
      const movedTo = moveAside()
      log.warn(
        { reason, movedTo },
        'the candle database is damaged; it was moved aside and a new one is begun',
      )
      const opened = open()
      file = opened.store
      isNewer = opened.newer
      recover()
    } catch (error) {
      pause('memory_only', `the file cannot be begun anew: ${messageOf(error)}`)
    }
  }

  function closeQuietly(): void {
    try {
      file?.close()
    } catch (error) {
      // A damaged or full file may refuse even to be closed properly; it is given up either way.
      log.debug({ reason: messageOf(error) }, 'closing the candle database failed')
    }
    file = undefined
  }

  function enter(kind: Trouble['kind'], reason: string): void {
    if (trouble?.kind === kind && trouble.reason === reason) return
    trouble = { kind, reason, since: clock.now() }
    log.warn(
      { reason },
      kind === 'memory_only' ? 'candles are kept in memory only' : 'new candles are kept in memory only',
    )
  }

  /** Leaves the file alone for a while, then looks by itself whether it works again. */
  function pause(kind: Trouble['kind'], reason: string): void {
    enter(kind, reason)
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++)
    retryAt = clock.monotonic() + pauseMs
    cancelRetry()
    cancelRetry = clock.setTimer(pauseMs, () => {
      if (fileFor('write') !== undefined) recover()
    })
  }

  /** Judges what SQLite threw; rethrows what is no trouble of the file. */
  function judge(error: unknown, during: 'read' | 'write'): 'damaged' | 'paused' {
    const fault = faultOf(error)
    if (fault === undefined) throw error
    if (fault === 'corrupt') return 'damaged'
    pause(file !== undefined && during === 'write' ? 'read_only' : 'memory_only', messageOf(error))
    return 'paused'
  }

  /** Hands over what memory took; only when all of it is in the file is all well. */
  function recover(most = HANDED_OVER_AT_ONCE): void {
    const to = file
    if (to === undefined || isNewer) return
    try {
      if (!handOver(to, most)) {
        cancelRetry()
        cancelRetry = clock.setTimer(0, () => recover())
        return
      }
      if (trouble !== undefined) log.info({}, 'the candle database can be written again')
      trouble = undefined
      failures = 0
      retryAt = Number.NEGATIVE_INFINITY
      cancelRetry()
    } catch (error) {
      // A new file that is damaged at once is left alone: moving it aside again and again would fill the disk.
      if (judge(error, 'write') === 'damaged') pause('read_only', messageOf(error))
    }
  }

  /** @returns whether nothing is left in memory */
  function handOver(to: CandleStore, most: number): boolean {
    let count = 0
    for (const { identity, bars, coverage } of overlay.series()) {
      if (count >= most) return false
      to.commit(identity, { bars, coverage })
      overlay.forget(identity)
      count += bars.length
    }
    for (const { venue, outcomeId, known } of overlay.located()) {
      to.remember(venue, outcomeId, known)
      overlay.forgetLocated(venue, outcomeId)
    }
    return true
  }

  /** @returns `otherwise` when the file is out of order */
  function reading<Value>(read: (store: CandleStore) => Value, otherwise: Value): Value {
    const from = fileFor('read')
    if (from === undefined) return otherwise
    try {
      return read(from)
    } catch (error) {
      if (judge(error, 'read') === 'damaged') quarantine(messageOf(error))
      else losses++
      return otherwise
    }
  }

  /** Whether the file took it; a file that was damaged is begun anew, and takes it then. */
  function writing(write: (store: CandleStore) => void): boolean {
    for (let tries = 0; tries < 2; tries++) {
      const to = fileFor('write')
      if (to === undefined) return false
      try {
        write(to)
        if (trouble !== undefined) recover()
        return true
      } catch (error) {
        if (judge(error, 'write') === 'paused') return false
        quarantine(messageOf(error))
      }
    }
    return false
  }

  function coverage(identity: SeriesIdentity, span: Span): Coverage[] {
    const filed = reading((store) => store.coverage(identity, span), [])
    const added = unknownParts(overlay.coverage(identity, span), filed)
    return added.length === 0 ? filed : [...filed, ...added].sort((a, b) => a.from - b.from)
  }

  function read(identity: SeriesIdentity, span: Span): PriceCandle[] {
    const filed = reading((store) => store.read(identity, span), [])
    const kept = overlay.read(identity, span)
    if (kept.length === 0) return filed
    const times = new Set(filed.map((bar) => bar.timestamp))
    const added = kept.filter((bar) => !times.has(bar.timestamp))
    return [...filed, ...added].sort((a, b) => a.timestamp - b.timestamp)
  }

  reopen()
  return {
    get state(): StoreState {
      return trouble === undefined ? { kind: 'ok' } : { ...trouble, unsaved: overlay.size }
    },
    get losses() {
      return losses
    },
    quarantine,
    coverage,
    read,
    readText(identity, span) {
      if (overlay.coverage(identity, span).length === 0) {
        return reading((store) => store.readText(identity, span), { text: '[]', count: 0, last: undefined })
      }
      const bars = read(identity, span)
      return { text: candlesText(bars), count: bars.length, last: bars.at(-1)?.timestamp }
    },
    count(identity, span, most) {
      if (overlay.coverage(identity, span).length > 0) return Math.min(most, read(identity, span).length)
      return reading((store) => store.count(identity, span, most), 0)
    },
    commit(identity, batch) {
      if (isClosed) return
      if (!writing((store) => store.commit(identity, batch))) overlay.commit(identity, batch)
    },
    dropFuture(now) {
      overlay.dropFuture(now)
      if (isClosed || file === undefined) return true
      if (isNewer) return false
      try {
        // Tried also while the file is left alone: mostly there is nothing to write.
        return file.dropFuture(now)
      } catch (error) {
        if (judge(error, 'write') === 'damaged') quarantine(messageOf(error))
        return false
      }
    },
    known(venue, outcomeId) {
      const filed = reading((store) => store.known(venue, outcomeId), undefined)
      const kept = overlay.known(venue, outcomeId)
      return kept !== undefined && kept.checkedAt >= (filed?.checkedAt ?? 0) ? kept : filed
    },
    remember(venue, outcomeId, known) {
      if (isClosed) return
      if (!writing((store) => store.remember(venue, outcomeId, known)))
        overlay.remember(venue, outcomeId, known)
    },
    remnant: (venue, outcomeId) => reading((store) => store.remnant(venue, outcomeId), undefined),
    close() {
      if (isClosed) return
      retryAt = Number.NEGATIVE_INFINITY
      if (trouble !== undefined && fileFor('write') !== undefined) recover(Number.POSITIVE_INFINITY)
      cancelRetry()
      if (overlay.size > 0)
        log.warn({ candles: overlay.size }, 'candles that could not be written are gone with the daemon')
      isClosed = true
      closeQuietly()
      overlay.close()
    },
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
