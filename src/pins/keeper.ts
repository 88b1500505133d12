import type { CandleEngine } from '../candles/engine.js'
import { finalEnd } from '../candles/fetcher.js'
import { resolutionName } from '../contract/resolution.js'
import type { VenueId } from '../contract/venue-ids.js'
import type { Clock } from '../effects/clock.js'
import type { Logger } from '../observe/logger.js'
import type { Secrets } from '../venues/secrets.js'
import type { Venue } from '../venues/venue.js'
import { type CaptureTarget, captureStep } from './capture.js'
import { countsOf, type PinCounts } from './counts.js'
import { failureOf, isOfVenue } from './failure.js'
import { type Capture, captureKey, type Pin } from './format.js'
import { captured, captureSpan, type Failure, failed, isDue, putOff } from './schedule.js'

/** Time from one look at the pins to the next, and from the start to the first: starting is not burdened. */
export const LOOK_EVERY_MS = 60_000
/** Failures in a row after which the rest of a venue is put off. */
const FAILURES_TO_REST = 3
/** Progress is written down at most this often; what is lost of it costs the venue nothing. */
const WRITE_EVERY_MS = 5_000

export interface KeeperDeps {
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
}

/** Captures what is pinned, in time and for as long as it runs. */
export interface PinKeeper {
  /** Looks from now on, once a minute. */
  start(): void
  /** Looks once: captures what is due, one step of one outcome after another. */
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
export function createPinKeeper(deps: KeeperDeps): PinKeeper {
  const { clock, log } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  const captures = new Map(deps.readCaptures().map((capture) => [captureKey(capture), capture]))
  let lastPins: readonly Pin[] | undefined
  let writtenAt = clock.now()
  let isWritten = true
  let cancelTimer = (): void => undefined
  let running: Promise<void> = Promise.resolve()
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
          const key = captureKey({ venue: id, outcomeId, resolution: resolutionName(step.stepMs) })
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
      const resolution = resolutionName(step.stepMs)
      put(key, { venue: venue.id, outcomeId, resolution, nextAt: clock.now() })
    }
  }

  function write(): void {
    if (isWritten) return
    writtenAt = clock.now()
    try {
      deps.writeCaptures([...captures.values()])
      isWritten = true
      complain.settled('captures')
    } catch (error) {
      complain.once('captures', error, 'the progress of the pins cannot be written down')
    }
  }

  /** What is due, longest untried first, so that nothing waits behind what always fails. */
  function dueOf(pieces: readonly Piece[]): Piece[] {
    const triedAt = ({ key }: Piece): number => captures.get(key)?.triedAt ?? 0
    return pieces.filter(isPieceDue).sort((a, b) => triedAt(a) - triedAt(b))
  }

  function isPieceDue({ key }: Piece): boolean {
    const capture = captures.get(key)
    return capture !== undefined && isDue(capture, clock.now())
  }

  /** @returns why it failed; undefined when it worked, or was broken off */
  async function capture(piece: Piece): Promise<Failure | undefined> {
    const { key, venue, step } = piece
    const before = captures.get(key)
    const source = venue.candles
    if (before === undefined || source === undefined) return undefined
    const to = finalEnd({ source, step }, clock.now())
    let reached = before.capturedTo
    try {
      const { isClosed } = await captureStep(
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
          ? captured(before, step, to, isClosed, clock.now())
          : failed(before, step, failure, before.capturedTo, clock.now()),
      )
      return failure
    } catch (error) {
      if (signal.aborted) return undefined
      const failure = failureOf(error)
      if (before.problem === undefined) tellOf(before, failure, error)
      put(key, failed(before, step, failure, reached, clock.now()))
      return failure
    }
  }

  /** What went into memory only is not captured: it would be gone with the daemon. */
  function notKept(): Failure | undefined {
    const trouble = deps.storeTrouble()
    if (trouble === undefined) return undefined
    return { message: `candles cannot be stored for good: ${trouble}`, mayPass: true }
  }

  function tellOf({ venue, outcomeId, resolution }: Capture, { message }: Failure, error: unknown): void {
    const fields = { venue, outcomeId, resolution, reason: message }
    if (isOfVenue(error)) log.warn(fields, 'a pinned outcome could not be captured')
    // Anything else is a bug: whoever looks for it needs the stack.
    else log.error({ ...fields, stack: error instanceof Error ? error.stack : undefined }, 'a capture broke')
  }

  async function captureAll(pieces: readonly Piece[]): Promise<void> {
    const failuresInARow = new Map<VenueId, number>()
    for (const piece of dueOf(pieces)) {
      if (signal.aborted) return
      const venue = piece.venue.id
      // Put off meanwhile, because others of its venue failed.
      if (!isPieceDue(piece)) continue
      const failure = await capture(piece)
      if (clock.now() - writtenAt >= WRITE_EVERY_MS) write()
      const failures = failure?.mayPass === true ? (failuresInARow.get(venue) ?? 0) + 1 : 0
      failuresInARow.set(venue, failures)
      if (failure === undefined) continue
      if (notKept() !== undefined) rest(pieces, failure)
      else if (failures >= FAILURES_TO_REST || failure.waitMs !== undefined)
        rest(
          pieces.filter((other) => other.venue.id === venue),
          failure,
        )
    }
  }

  /** Puts off what is due of them: what made one fail will make the others. */
  function rest(pieces: readonly Piece[], failure: Failure): void {
    for (const piece of pieces.filter(isPieceDue)) {
      const before = captures.get(piece.key)
      if (before !== undefined) put(piece.key, putOff(before, piece.step, failure, clock.now()))
    }
  }

  async function look(): Promise<void> {
    try {
      const pins = currentPins()
      if (pins === undefined || (pins.length === 0 && captures.size === 0)) return
      const pieces = await piecesOf(pins)
      keepRecordsOf(pieces)
      await captureAll(pieces)
      complain.settled('look')
    } catch (error) {
      complain.once('look', error, 'looking after the pins failed')
    } finally {
      write()
    }
  }

  function lookLater(): void {
    cancelTimer = clock.setTimer(LOOK_EVERY_MS, () => {
      running = look().finally(() => {
        if (!signal.aborted) lookLater()
      })
    })
  }

  return {
    look,
    start: lookLater,
    status: () => countsOf(currentPins() ?? [], captures.values(), clock.now()),
    async stop() {
      cancelTimer()
      stopping.abort(new Error('the daemon stops'))
      await running
    },
  }
}

/** Tells of a lasting trouble once, not at every look. */
function createComplaints(log: Logger) {
  const told = new Map<string, string>()
  return {
    once(what: string, error: unknown, message: string): void {
      const reason = error instanceof Error ? error.message : String(error)
      if (told.get(what) === reason) return
      told.set(what, reason)
      log.warn({ reason }, message)
    },
    settled: (what: string): void => void told.delete(what),
  }
}
