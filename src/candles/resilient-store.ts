import type { PriceCandle } from '../contract/models.js'
import type { Clock } from '../effects/clock.js'
import type { Logger } from '../observe/logger.js'
import { faultOf, type StorageFault } from '../storage/faults.js'
import type { Span } from '../venues/venue.js'
import { createMemoryStore } from './memory-store.js'
import { subtract } from './spans.js'
import type { CandleCommit, CandleStore, Coverage, SeriesIdentity } from './store.js'
import { candlesText } from './text.js'

/** What the file is good for right now. */
export type StoreState =
  | { readonly kind: 'ok' }
  /** Kept in memory only, for the stated reason. */
  | { readonly kind: 'memory_only'; readonly reason: string; readonly since: number }
  /** The file is read; what is new is kept in memory. */
  | { readonly kind: 'read_only'; readonly reason: string; readonly since: number }

export interface ResilientStore extends CandleStore {
  readonly state: StoreState
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

/** How long to wait before trying the file again. */
const RETRY_MS = 30_000

/**
 * The file's store with a net below it: a damaged file is moved aside and begun anew, a full or read-only disk makes
 * memory take over what is new, and neither ends an answer. What memory took over is written when the file works
 * again only by being fetched again: the ledger of the file never claims what the file does not hold.
 */
export function createResilientStore({ open, moveAside, clock, log }: ResilientDeps): ResilientStore {
  const overlay = createMemoryStore()
  let file: CandleStore | undefined
  let state: StoreState = { kind: 'ok' }
  let isNewer = false
  let retryAt = 0

  function reopen(): void {
    try {
      const opened = open()
      file = opened.store
      isNewer = opened.newer
      if (isNewer) {
        const reason = 'the database was written by a newer version of pmx-local: it is read, not written'
        state = { kind: 'read_only', reason, since: clock.now() }
        log.warn({ reason }, 'candle cache is read-only')
      } else state = { kind: 'ok' }
    } catch (error) {
      handle(error, undefined)
    }
  }

  function quarantine(reason: string): void {
    closeQuietly()
    const movedTo = moveAside()
    log.warn({ reason, movedTo }, 'the candle database is damaged; it was moved aside and a new one is begun')
    try {
      const opened = open()
      file = opened.store
      isNewer = opened.newer
      state = { kind: 'ok' }
    } catch (error) {
      degrade('memory_only', `the file cannot be begun anew: ${messageOf(error)}`)
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

  function degrade(kind: 'memory_only' | 'read_only', reason: string): void {
    retryAt = clock.now() + RETRY_MS
    if (state.kind === kind && 'reason' in state && state.reason === reason) return
    state = { kind, reason, since: clock.now() }
    log.warn(
      { reason },
      kind === 'memory_only' ? 'candles are kept in memory only' : 'new candles are kept in memory only',
    )
  }

  /** Judges what SQLite threw; rethrows what is no trouble of the file. */
  function handle(error: unknown, wanted: 'read' | 'write' | undefined): void {
    const fault: StorageFault | undefined = faultOf(error)
    if (fault === undefined) throw error
    if (fault === 'corrupt') quarantine(messageOf(error))
    else if (file !== undefined && wanted === 'write') degrade('read_only', messageOf(error))
    else degrade('memory_only', messageOf(error))
  }

  function reading<Value>(read: (store: CandleStore) => Value, otherwise: Value): Value {
    if (file === undefined && clock.now() >= retryAt) reopen()
    if (file === undefined) return otherwise
    try {
      return read(file)
    } catch (error) {
      handle(error, 'read')
      return otherwise
    }
  }

  /** Whether the file took it. A write that failed is not tried again before the pause is over. */
  function writing(write: (store: CandleStore) => void): boolean {
    if (file === undefined && clock.now() >= retryAt) reopen()
    if (file === undefined || isNewer || (state.kind !== 'ok' && clock.now() < retryAt)) return false
    try {
      write(file)
      if (state.kind === 'read_only') {
        state = { kind: 'ok' }
        log.info({}, 'the candle database can be written again')
      }
      return true
    } catch (error) {
      handle(error, 'write')
      return false
    }
  }

  function coverage(identity: SeriesIdentity, span: Span): Coverage[] {
    const filed = reading((store) => store.coverage(identity, span), [])
    const added = overlay
      .coverage(identity, span)
      .flatMap((entry) => subtract(entry, filed).map((part): Coverage => ({ ...entry, ...part })))
    return added.length === 0 ? filed : [...filed, ...added].sort((a, b) => a.from - b.from)
  }

  function read(identity: SeriesIdentity, span: Span): PriceCandle[] {
    const filed = reading((store) => store.read(identity, span), [])
    const times = new Set(filed.map((bar) => bar.timestamp))
    const added = overlay.read(identity, span).filter((bar) => !times.has(bar.timestamp))
    return added.length === 0 ? filed : [...filed, ...added].sort((a, b) => a.timestamp - b.timestamp)
  }

  function commit(identity: SeriesIdentity, batch: CandleCommit): void {
    if (!writing((store) => store.commit(identity, batch))) overlay.commit(identity, batch)
  }

  reopen()
  return {
    get state() {
      return state
    },
    quarantine,
    coverage,
    read,
    readText(identity, span) {
      if (overlay.coverage(identity, span).length === 0) {
        return reading((store) => store.readText(identity, span), { text: '[]', last: undefined })
      }
      const bars = read(identity, span)
      return { text: candlesText(bars), last: bars.at(-1)?.timestamp }
    },
    commit,
    known: (venue, outcomeId) =>
      reading((store) => store.known(venue, outcomeId), undefined) ?? overlay.known(venue, outcomeId),
    remember(venue, outcomeId, known) {
      if (!writing((store) => store.remember(venue, outcomeId, known)))
        overlay.remember(venue, outcomeId, known)
    },
    close() {
      closeQuietly()
      overlay.close()
    },
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
