import type { VenueId } from '../api/envelope/venue-ids.js'
import { renderResolution } from '../api/times/resolution.js'
import type { CandleEngine } from '../candles/engine.js'
import { findFinalEnd } from '../candles/fetch/finalize.js'
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

/** Time from one look at the pins to the next, and from the start to the first: starting is not burdened. */
export const LOOK_EVERY_MS = 60_000
/** Failures in a row after which the rest of a venue is put off. */
const FAILURES_TO_REST = 3
/** Progress is written down at most this often; what is lost of it costs the venue nothing. */
const WRITE_EVERY_MS = 5_000

export interface PinCaptureDeps {
  readonly clock: Clock
  readonly log: Logger
  readonly engine: Pick<CandleEngine, 'candles'>
  /** Undefined for a venue that this version does not serve. */
  loadVenue(id: VenueId): Promise<Venue> | undefined
  /** Credentials for the daemon's own work at a venue. */
  secretsOf(venue: VenueId): Secrets
  /** Why candles cannot be stored for good right now; undefined when they can. */
  storeTrouble(): string | undefined
  /** Called at each look: cheap while nothing changed. @throws PinsDamaged */
  readPins(): readonly Pin[]
  readCaptures(): readonly Capture[]
  writeCaptures(captures: readonly Capture[]): void
  /** How those are doing that are sampled, which is the work of another; none by default. */
  sampled?(): Iterable<Capture>
}

/** Captures what is pinned, in time and for as long as it runs. */
export interface PinCapture {
  /** Looks from now on, once a minute. */
  start(): void
  /** Looks once: captures what is due, of each venue one step of one outcome after another. */
  look(): Promise<void>
  /** Undefined when nothing is pinned. */
  status(): PinCounts | undefined
  /** Breaks off what is under way; when it resolves, nothing of it is left. */
  stop(): Promise<void>
}

interface Piece extends CaptureTarget {
  readonly key: string
}

/** Makes the keeper of a daemon's pins; it does nothing until it is started. */
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
  /** What is pinned, as of the last look. */
  let current: readonly Piece[] = []
  const lanes = new Map<VenueId, Promise<void>>()
  const complain = createComplaints(log)

  /** The pins of now; those of before while they cannot be read, undefined when they never could. */
  function currentPins(): readonly Pin[] | undefined {
    try {
      lastPins = deps.readPins()
      complain.settled('pins')
    } catch (error) {
      complain.once('pins', error, 'the pins cannot be read: what was pinned before stays pinned')
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

  /** Gives every piece a record, and forgets the records of what is pinned no more. */
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
      complain.once('captures', error, 'the progress of the pins cannot be written down')
    }
  }

  /**
   * What is due of a venue, nearest loss first, then longest untried; what failed the last time waits behind the
   * others, so that nothing waits behind what always fails.
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

  /** @returns why it failed; undefined when it worked, or was broken off */
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

  /** What went into memory only is not captured: it would be gone with the daemon. */
  function notKept(): CaptureFailure | undefined {
    const trouble = deps.storeTrouble()
    if (trouble === undefined) return undefined
    return { message: `candles cannot be stored for good: ${trouble}`, mayPass: true }
  }

  function tellOf(
    { venue, outcomeId, resolution }: Capture,
    { message }: CaptureFailure,
    error: unknown,
  ): void {
    const fields = { venue, outcomeId, resolution, reason: message }
    if (isOfVenue(error)) log.warn(fields, 'a pinned outcome could not be captured')
    // Anything else is a bug: whoever looks for it needs the stack.
    else log.error({ ...fields, stack: error instanceof Error ? error.stack : undefined }, 'a capture broke')
  }

  /** Captures what is due of one venue, one after another; what becomes more urgent meanwhile comes first. */
  async function captureVenue(id: VenueId): Promise<void> {
    const tried = new Set<string>()
    const next = (): Piece | undefined => dueOf(id).find(({ key }) => !tried.has(key))
    let failures = 0
    for (let piece = next(); piece !== undefined && !signal.aborted; piece = next()) {
      tried.add(piece.key)
      const failure = await capture(piece)
      if (clock.monotonic() - writtenAt >= WRITE_EVERY_MS) write()
      failures = failure?.mayPass === true ? failures + 1 : 0
      if (failure === undefined) continue
      if (notKept() !== undefined) rest(current, failure)
      else if (failures >= FAILURES_TO_REST || failure.waitMs !== undefined) rest(dueOf(id), failure)
    }
  }

  /** A lane a venue: one that is slow or down makes no other wait, and is not begun twice. */
  async function captureAll(): Promise<void> {
    const idle = [...new Set(current.map(({ venue }) => venue.id))].filter((id) => !lanes.has(id))
    for (const id of idle)
      lanes.set(
        id,
        captureVenue(id).finally(() => lanes.delete(id)),
      )
    await Promise.all(idle.map((id) => lanes.get(id)))
  }

  /** Puts off what is due of them: what made one fail will make the others. */
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
      complain.once('look', error, 'looking after the pins failed')
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
      stopping.abort(new Error('the daemon stops'))
      await Promise.all(running)
    },
  }
}

function byRank(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  if (at === -1) return 0
  return (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1
}
