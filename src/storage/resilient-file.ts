import { messageOf } from '../api/envelope/errors.js'
import type { Clock } from '../effects/clock.js'
import type { Logger } from '../observe/logger.js'
import { computeDoubledWait } from '../policy/backoff.js'
import { faultOf, isOfSchema } from './faults.js'

/** Why a file cannot be used normally. `read_only`: it is read but not written. `unusable`: neither. */
export interface FileTrouble {
  readonly kind: 'read_only' | 'unusable'
  readonly reason: string
  /** Epoch ms. */
  readonly since: number
}

export interface ResilientFile<Handle> {
  /** Undefined while there is no problem. */
  readonly trouble: FileTrouble | undefined
  /** The opened handle, whether it can be used or not. */
  readonly opened: Handle | undefined
  /** Written by a newer version of this program: it is read, not written. */
  readonly isNewer: boolean
  readonly isClosed: boolean
  /** Number of times that a damaged file was replaced. */
  readonly givenUp: number
  /**
   * Returns the file, unless it is paused, and opens it if necessary. @throws the error of opening, if the file is not its cause
   */
  usable(what: 'read' | 'write'): Handle | undefined
  /**
   * Handles an error of the file: a damaged file is moved aside, any other trouble pauses its use.
   * @param damaged `left`: a damaged file is only paused too. A file that was just created must be, since moving it aside
   * repeatedly would fill the disk
   * @throws an error that is not trouble of the file
   */
  failed(error: unknown, during: 'read' | 'write', damaged?: 'moved' | 'left'): 'moved' | 'left'
  /** Reports a success, which ends the problem. */
  worked(): void
  /** Ends the pause: the next use tries the file, and `retry` is called soon. */
  endPause(): void
  /** Moves a damaged file aside and continues with a new one. */
  quarantine(reason: string): void
  /** Closes the handle. The next use opens the file that is then at the path. */
  reopen(): void
  /** Closes the file permanently. */
  close(): void
}

export interface ResilientFileDeps<Handle> {
  /** Opens the file; throws the errors of SQLite. `newer` files are read-only. */
  open(): { readonly handle: Handle; readonly newer: boolean }
  closeHandle(handle: Handle): void
  /** Moves the file aside; returns the new path, or undefined if there was no file. */
  moveAside(): string | undefined
  readonly words: {
    /** The name of the file in the log and in reasons, such as `the database`. */
    readonly inLog: string
    readonly inReasons: string
    /** Logged when the problem begins. */
    readonly unusable: string
    readonly readOnly: string
  }
  /** Whether reads continue after a failed read, while writes are paused; each failed read is reported to its caller. */
  readonly readsGoOn?: boolean
  /** Called when a pause is over. Without it, the next use tries the file. */
  retry?(): void
  /** Called when a new file has replaced a damaged one. */
  onBegun?(): void
  readonly clock: Clock
  readonly log: Logger
}

/** Pauses between attempts to use an unusable file, doubled each time. */
const PAUSES = { baseMs: 500, capMs: 60_000 }

/**
 * Creates a database file that handles damage, a full disk, locks and other versions. A damaged file is moved aside and replaced,
 * and one of a newer version is only read. A file that cannot be used is paused, each time for longer. It is opened by its first
 * use.
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
    const reason = `${words.inReasons} was written by a newer version of pmx-local, so it is opened read-only. Update pmx-local, or move the file aside`
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
      log.warn(
        { reason, movedTo },
        `${words.inLog} is damaged: it was moved aside, and a new one was created`,
      )
      openFile()
      deps.onBegun?.()
    } catch (error) {
      pause('unusable', `the file cannot be created again: ${messageOf(error)}`)
    }
  }

  function closeQuietly(): void {
    const handle = opened?.handle
    opened = undefined
    try {
      if (handle !== undefined) deps.closeHandle(handle)
    } catch (error) {
      // A damaged or full file may fail to close; it is dropped anyway.
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
      if (trouble !== undefined) log.info({}, `${words.inLog} is usable again`)
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
