import { messageOf } from '../api/envelope/errors.js'
import type { Clock } from '../effects/clock.js'
import type { Logger } from '../observe/logger.js'
import { computeDoubledWait } from '../policy/backoff.js'
import { faultOf, isOfSchema } from './faults.js'

/** What keeps a file from being used as it should: `read_only` is read, `unusable` neither read nor written. */
export interface FileTrouble {
  readonly kind: 'read_only' | 'unusable'
  readonly reason: string
  /** Epoch ms. */
  readonly since: number
}

export interface ResilientFile<Handle> {
  /** Undefined while all is well. */
  readonly trouble: FileTrouble | undefined
  /** What was opened, worth a try or not. */
  readonly opened: Handle | undefined
  /** Written by a newer version of this program: it is read, not written. */
  readonly isNewer: boolean
  readonly isClosed: boolean
  /** How often a damaged file was given up. */
  readonly givenUp: number
  /**
   * The file, if it is worth a try; opened where it is not open yet.
   * @throws what opening throws, where that is no trouble of the file
   */
  usable(what: 'read' | 'write'): Handle | undefined
  /**
   * Judges what a use of the file threw: what is damaged is moved aside, any other trouble leaves the file alone for a
   * while.
   * @param damaged `left`: a damaged file is left alone too, as one that was begun this very moment must be: moving it
   * aside again and again would fill the disk
   * @throws what is no trouble of the file
   */
  failed(error: unknown, during: 'read' | 'write', damaged?: 'moved' | 'left'): 'moved' | 'left'
  /** All is well again. */
  worked(): void
  /** The next use tries the file, and `retry` in a moment, however long it was to be left alone. */
  endPause(): void
  /** Moves a damaged file aside and goes on with a new one. */
  quarantine(reason: string): void
  /** The next use opens the file anew, whichever it is by then. */
  reopen(): void
  /** For good: nothing opens the file again. */
  close(): void
}

export interface ResilientFileDeps<Handle> {
  /** Opens the file; throws what SQLite throws. `newer` files are readable only. */
  open(): { readonly handle: Handle; readonly newer: boolean }
  closeHandle(handle: Handle): void
  /** Moves the file aside; returns where to, or undefined when there was nothing to move. */
  moveAside(): string | undefined
  readonly words: {
    /** The file in the log and in reasons, such as `the database`. */
    readonly inLog: string
    readonly inReasons: string
    /** What is logged when the trouble begins. */
    readonly unusable: string
    readonly readOnly: string
  }
  /** A file that failed to be read is read on while it is not written: whoever reads is told each failure. */
  readonly readsGoOn?: boolean
  /** Called when a pause is over; without it the next use finds out. */
  retry?(): void
  /** Called when a new file has been begun in the place of a damaged one. */
  onBegun?(): void
  readonly clock: Clock
  readonly log: Logger
}

/** Pauses between two tries of a file that does not work, each twice as long as the one before. */
const PAUSES = { baseMs: 500, capMs: 60_000 }

/**
 * A database file that may be damaged, full, held by others or of another version: what is damaged is moved aside and
 * begun anew, what a newer version has written is read only, and what cannot be used now is left alone for a while,
 * each time for longer. It is opened by its first use.
 */
export function createResilientFile<Handle>(deps: ResilientFileDeps<Handle>): ResilientFile<Handle> {
  const { words, clock, log } = deps
  let opened: { readonly handle: Handle; readonly newer: boolean } | undefined
  let trouble: FileTrouble | undefined
  let failures = 0
  let givenUp = 0
  let retryAt = Number.NEGATIVE_INFINITY
  let isClosed = false
  let cancelRetry = (): void => undefined

  function openFile(): void {
    opened = deps.open()
    if (!opened.newer) return
    const reason = `${words.inReasons} was written by a newer version of pmx-local: it is read, not written`
    enter('read_only', reason)
  }

  function openOrJudge(): void {
    try {
      openFile()
    } catch (error) {
      if (!isOfSchema(error)) failed(error, 'read')
      else
        pause('unusable', `${words.inReasons} has tables that this version does not know: ${error.message}`)
    }
  }

  function enter(kind: FileTrouble['kind'], reason: string): void {
    if (trouble?.kind === kind && trouble.reason === reason) return
    trouble = { kind, reason, since: clock.now() }
    log.warn({ reason }, kind === 'unusable' ? words.unusable : words.readOnly)
  }

  function pause(kind: FileTrouble['kind'], reason: string): void {
    enter(kind, reason)
    const pauseMs = computeDoubledWait(failures++, PAUSES)
    retryAt = clock.monotonic() + pauseMs
    retryIn(pauseMs)
  }

  function retryIn(ms: number): void {
    cancelRetry()
    if (deps.retry !== undefined) cancelRetry = clock.setTimer(ms, () => deps.retry?.())
  }

  function failed(
    error: unknown,
    during: 'read' | 'write',
    damaged: 'moved' | 'left' = 'moved',
  ): 'moved' | 'left' {
    const fault = faultOf(error)
    if (fault === undefined) throw error
    if (fault === 'corrupt' && damaged === 'moved') {
      quarantine(messageOf(error))
      return 'moved'
    }
    const isReadable = opened !== undefined && (during === 'write' || deps.readsGoOn === true)
    pause(isReadable ? 'read_only' : 'unusable', messageOf(error))
    return 'left'
  }

  function quarantine(reason: string): void {
    if (isClosed) return
    givenUp++
    closeQuietly()
    try {
      const movedTo = deps.moveAside()
      log.warn({ reason, movedTo }, `${words.inLog} is damaged; it was moved aside and a new one is begun`)
      openFile()
      deps.onBegun?.()
    } catch (error) {
      pause('unusable', `the file cannot be begun anew: ${messageOf(error)}`)
    }
  }

  function closeQuietly(): void {
    const handle = opened?.handle
    opened = undefined
    try {
      if (handle !== undefined) deps.closeHandle(handle)
    } catch (error) {
      // A damaged or full file may refuse even to be closed properly; it is given up either way.
      log.debug({ reason: messageOf(error) }, `closing ${words.inLog} failed`)
    }
  }

  return {
    get trouble() {
      return trouble
    },
    get opened() {
      return opened?.handle
    },
    get isNewer() {
      return opened?.newer === true
    },
    get isClosed() {
      return isClosed
    },
    get givenUp() {
      return givenUp
    },
    usable(what) {
      if (isClosed) return undefined
      const isPausing = clock.monotonic() < retryAt
      if (isPausing && (what === 'write' || trouble?.kind === 'unusable')) return undefined
      if (opened === undefined) openOrJudge()
      return what === 'write' && opened?.newer === true ? undefined : opened?.handle
    },
    failed,
    worked() {
      if (trouble !== undefined) log.info({}, `${words.inLog} can be used again`)
      trouble = undefined
      failures = 0
      retryAt = Number.NEGATIVE_INFINITY
      cancelRetry()
    },
    endPause() {
      retryAt = Number.NEGATIVE_INFINITY
      retryIn(0)
    },
    quarantine,
    reopen: closeQuietly,
    close() {
      isClosed = true
      cancelRetry()
      closeQuietly()
    },
  }
}
