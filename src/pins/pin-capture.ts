import type { VenueId } from '../api/envelope/venue-ids.js'
import { renderResolution } from '../api/times/resolution.js'
import type { CandleEngine } from '../candles/engine.js'
import { findFinalEnd } from '../candles/fetch/finalize.js'
import type { SharedLeases } from '../candles/shared/shared-leases.js'
import type { Clock } from '../effects/clock.js'
import type { Logger } from '../observe/logger.js'
import { createAbort } from '../policy/abort.js'
import type { Secrets } from '../venue-kit/contract/account-secrets.js'
import type { Venue } from '../venue-kit/contract/venue.js'
import { type CaptureTarget, captureStep } from './capture.js'
import { createComplaints } from './complaints.js'
import { countPins, type PinCounts } from './counts.js'
import { failureOf, isOfVenue } from './failure.js'
import { type Capture, captureKey, type Pin } from './format.js'
import {
  type CaptureFailure,
  captureSpan,
  isDue,
  lossAt,
  putOff,
  recordCapture,
  recordFailure,
} from './schedule.js'

/** Interval of checks, ms. The first check also waits for it, which keeps the start fast. */
export const LOOK_EVERY_MS = 60_000
/** When a daemon stops capturing, the others take over its venue after this time, ms. */
const LEASE_KEPT_MS = 2.5 * LOOK_EVERY_MS
/** How long after the first daemon the others capture, ms. */
export const OTHERS_FIRST_MS = 5 * LOOK_EVERY_MS
/** Consecutive failures after which the rest of a venue is postponed. */
const FAILURES_TO_REST = 3
/** Minimum interval between writes of the progress, ms. Lost progress costs no venue calls. */
const WRITE_EVERY_MS = 5_000

export interface PinCaptureDeps {
  readonly clock: Clock
  readonly log: Logger
  readonly engine: Pick<CandleEngine, 'candles'>
  /** Decides which daemon captures first if several share a history. Absent if no history is shared. */
  readonly leases?: SharedLeases | undefined
  /** Undefined for a venue that this version does not support. */
  loadVenue(id: VenueId): Promise<Venue> | undefined
  /** Credentials for the daemon's own calls to a venue. */
  secretsOf(venue: VenueId): Secrets
  /** Returns why candles cannot currently be stored permanently, or undefined if they can. */
  storeTrouble(): string | undefined
  /** Reads the pins at each check, which is cheap while nothing has changed. @throws PinsDamaged */
  readPins(): readonly Pin[]
  readCaptures(): readonly Capture[]
  writeCaptures(captures: readonly Capture[]): void
  /** Returns the state of sampled outcomes, which the sampler manages. None by default. */
  sampled?(): Iterable<Capture>
}

/** Captures pinned outcomes for as long as it runs. */
export interface PinCapture {
  /** Starts the checks, once a minute. */
  start(): void
  /** Checks once, and captures what is due: per venue, one resolution of one outcome at a time. */
  look(): Promise<void>
  /** Returns the counts, or undefined if nothing is pinned. */
  status(): PinCounts | undefined
  /** Aborts running captures. Resolves when all have ended. */
  stop(): Promise<void>
}

interface Piece extends CaptureTarget {
  readonly key: string
}

/** Creates the capture of a daemon's pins. It does nothing until it is started. */
export function createPinCapture(deps: PinCaptureDeps): PinCapture {
  const { clock, log } = deps
  const stopping = createAbort()
  const { signal } = stopping
  const captures = new Map(deps.readCaptures().map((capture) => [captureKey(capture), capture]))
  let lastPins: readonly Pin[] | undefined
  let writtenAt = clock.monotonic()
  let isWritten = true
  let cancelTimer = (): void => undefined
  const running = new Set<Promise<void>>()
  /** The pinned pieces at the last check. */
  let current: readonly Piece[] = []
  const lanes = new Map<VenueId, Promise<void>>()
  const complain = createComplaints(log)

  /** Returns the current pins: earlier ones while the file cannot be read, or undefined if it never could. */
  function currentPins(): readonly Pin[] | undefined {
    try {
      lastPins = deps.readPins()
      complain.settled('pins')
    } catch (error) {
      complain.once('pins', error, 'cannot read the pins; the earlier pins stay in effect')
    }
    return lastPins
  }

  async function piecesOf(pins: readonly Pin[]): Promise<readonly Piece[]> {
    const pieces = new Map<string, Piece>()
    for (const { venue: id, outcomes } of pins) {
      const venue = await deps.loadVenue(id)
      for (const { outcomeId } of outcomes) {
        for (const step of venue?.candles?.steps ?? []) {
          const key = captureKey({ venue: id, outcomeId, resolution: renderResolution(step.stepMs) })
          if (venue !== undefined) pieces.set(key, { key, venue, outcomeId, step })
        }
      }
    }
    return [...pieces.values()]
  }

  function put(key: string, capture: Capture): void {
    captures.set(key, capture)
    isWritten = false
  }

  /** Creates a record for every piece, and deletes the records of outcomes that are no longer pinned. */
  function keepRecordsOf(pieces: readonly Piece[]): void {
    const wanted = new Set(pieces.map(({ key }) => key))
    for (const key of captures.keys()) {
      if (wanted.has(key)) continue
      captures.delete(key)
      isWritten = false
    }
    for (const { key, venue, outcomeId, step } of pieces) {
      if (captures.has(key)) continue
      const resolution = renderResolution(step.stepMs)
      put(key, { venue: venue.id, outcomeId, resolution, nextAt: clock.now() })
    }
  }

  function write(): void {
    if (isWritten) return
    writtenAt = clock.monotonic()
    try {
      deps.writeCaptures([...captures.values()])
      isWritten = true
      complain.settled('captures')
    } catch (error) {
      complain.once('captures', error, 'cannot write the progress of the pins')
    }
  }

  /**
   * Returns the due pieces of a venue: first those whose candles are lost soonest, then those tried longest ago. Pieces that
   * failed last come last, so that a permanent failure delays no others.
   */
  function dueOf(id: VenueId): Piece[] {
    const rankOf = ({ key, step }: Piece): readonly number[] => {
      const { problem, capturedTo, triedAt = 0 } = captures.get(key) ?? {}
      return [
        problem === undefined ? 0 : 1,
        lossAt(step, capturedTo === undefined ? {} : { capturedTo }),
        triedAt,
      ]
    }
    return current
      .filter((piece) => piece.venue.id === id && isPieceDue(piece))
      .map((piece) => ({ piece, rank: rankOf(piece) }))
      .sort((a, b) => byRank(a.rank, b.rank))
      .map(({ piece }) => piece)
  }

  function isPieceDue({ key }: Piece): boolean {
    const capture = captures.get(key)
    return capture !== undefined && isDue(capture, clock.now())
  }

  /** @returns why it failed, or undefined if it succeeded, or was aborted */
  async function capture(piece: Piece): Promise<CaptureFailure | undefined> {
    const { key, venue, step } = piece
    const before = captures.get(key)
    const source = venue.candles
    if (before === undefined || source === undefined) return undefined
    const to = findFinalEnd({ source, step }, clock.now())
    let reached = before.capturedTo
    const begunAt = clock.monotonic()
    try {
      const { isOver } = await captureStep(
        piece,
        captureSpan(step, before, to, clock.now()),
        { ...deps, signal, secrets: deps.secretsOf(venue.id) },
        (upTo) => {
          reached = upTo
        },
      )
      const failure = notKept()
      put(
        key,
        failure === undefined
          ? recordCapture(before, step, to, isOver, clock.now(), Math.round(clock.monotonic() - begunAt))
          : recordFailure(before, step, failure, before.capturedTo, clock.now()),
      )
      return failure
    } catch (error) {
      if (signal.aborted) return undefined
      const failure = failureOf(error)
      if (before.problem === undefined) tellOf(before, failure, error)
      put(key, recordFailure(before, step, failure, reached, clock.now()))
      return failure
    }
  }

  /** Candles that are only in memory are not captured, since they are lost when the daemon ends. */
  function notKept(): CaptureFailure | undefined {
    const trouble = deps.storeTrouble()
    if (trouble === undefined) return undefined
    return { message: `candles cannot be stored: ${trouble}`, mayPass: true }
  }

  function tellOf(
    { venue, outcomeId, resolution }: Capture,
    { message }: CaptureFailure,
    error: unknown,
  ): void {
    const fields = { venue, outcomeId, resolution, reason: message }
    if (isOfVenue(error)) log.warn(fields, 'a pinned outcome could not be captured')
    // Anything else is a bug, which needs the stack.
    else log.error({ ...fields, stack: error instanceof Error ? error.stack : undefined }, 'a capture failed')
  }

  /**
   * Whether this daemon captures a venue first. If several share a history, one of them calls the venue, and the others later use
   * the candles that it uploaded.
   */
  async function holdVenue(id: VenueId): Promise<boolean> {
    if (deps.leases === undefined || dueOf(id).length === 0) return true
    const held = await deps.leases.hold(`capture ${id}`, LEASE_KEPT_MS, signal).catch(() => 'mine')
    return held === 'mine'
  }

  /** Whether a piece has been due for so long that the other daemon would have uploaded it. That daemon may have different pins. */
  function isOverdue(key: string): boolean {
    const { nextAt = 0 } = captures.get(key) ?? {}
    return clock.now() - nextAt >= OTHERS_FIRST_MS
  }

  /** Captures the due pieces of one venue one after another, the most urgent first. */
  async function captureVenue(id: VenueId): Promise<void> {
    const tried = new Set<string>()
    const isMine = await holdVenue(id)
    const next = (): Piece | undefined =>
      dueOf(id).find(({ key }) => !tried.has(key) && (isMine || isOverdue(key)))
    let failures = 0
    for (let piece = next(); piece !== undefined && !signal.aborted; piece = next()) {
      tried.add(piece.key)
      if (isMine && tried.size > 1) await holdVenue(id)
      const failure = await capture(piece)
      if (clock.monotonic() - writtenAt >= WRITE_EVERY_MS) write()
      failures = failure?.mayPass === true ? failures + 1 : 0
      if (failure === undefined) continue
      if (notKept() !== undefined) rest(current, failure)
      else if (failures >= FAILURES_TO_REST || failure.waitMs !== undefined) rest(dueOf(id), failure)
    }
  }

  /** Runs one queue for each venue, so that a slow venue does not delay the others, and none runs twice. */
  async function captureAll(): Promise<void> {
    const idle = [...new Set(current.map(({ venue }) => venue.id))].filter((id) => !lanes.has(id))
    for (const id of idle)
      lanes.set(
        id,
        captureVenue(id).finally(() => lanes.delete(id)),
      )
    await Promise.all(idle.map((id) => lanes.get(id)))
  }

  /** Postpones the due pieces, which would fail for the same reason. */
  function rest(pieces: readonly Piece[], failure: CaptureFailure): void {
    for (const piece of pieces.filter(isPieceDue)) {
      const before = captures.get(piece.key)
      if (before !== undefined) put(piece.key, putOff(before, piece.step, failure, clock.now()))
    }
  }

  async function look(): Promise<void> {
    try {
      const pins = currentPins()
      if (pins === undefined || (pins.length === 0 && captures.size === 0)) return
      current = await piecesOf(pins)
      keepRecordsOf(current)
      await captureAll()
      complain.settled('look')
    } catch (error) {
      complain.once('look', error, 'a round of pin captures failed')
    } finally {
      write()
    }
  }

  function lookLater(): void {
    cancelTimer = clock.setTimer(LOOK_EVERY_MS, () => {
      const looking = look().finally(() => running.delete(looking))
      running.add(looking)
      lookLater()
    })
  }

  return {
    look,
    start: lookLater,
    status: () =>
      countPins(currentPins() ?? [], [...captures.values(), ...(deps.sampled?.() ?? [])], clock.now()),
    async stop() {
      cancelTimer()
      stopping.abort(new Error('the daemon is stopping'))
      await Promise.all(running)
    },
  }
}

function byRank(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  if (at === -1) return 0
  return (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1
}
