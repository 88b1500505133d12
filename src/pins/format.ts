import * as z from 'zod'
import { messageOf } from '../api/envelope/errors.js'
import { type VenueId, venueIds } from '../api/envelope/venue-ids.js'
import { HOUR_MS } from '../api/times/resolution.js'

/** The shortest sampling interval; for shorter ones, use a stream. */
export const MIN_PACE_MS = 10_000
/** The longest sampling interval, since one mid price does not represent more than an hour. */
export const MAX_PACE_MS = HOUR_MS

/** An outcome whose candles are stored. */
interface PinnedOutcome {
  readonly outcomeId: string
  /** Absent if the pinned id was that of an outcome. */
  readonly label?: string
  /** Title of its market. Absent if the pinned id was that of an outcome. */
  readonly market?: string
}

/** A user's pin: an outcome, or the outcomes that a market or event had when it was pinned. */
export interface Pin {
  readonly venue: VenueId
  /** The id as given by the user. */
  readonly id: string
  readonly outcomes: readonly PinnedOutcome[]
  /** Epoch ms. */
  readonly pinnedAt: number
  /** Interval of book samples on a venue without candles, ms. Absent if candles are captured. */
  readonly sampleMs?: number
}

/** The capture progress of a pinned outcome in one native resolution, or of its samples. Times are in epoch ms. */
export interface Capture {
  readonly venue: VenueId
  readonly outcomeId: string
  /** Name of the native resolution, or of the sampled bars' resolution, such as `1m`. */
  readonly resolution: string
  /** Final candles before this time are stored, as far as the venue still had them. Absent until the first are stored. */
  readonly capturedTo?: number
  /** Time of the last complete capture or sample. Absent until then. */
  readonly at?: number
  /** Time of the last venue call, successful or not. */
  readonly triedAt?: number
  /** Duration of the last complete capture, ms. Absent until then. */
  readonly tookMs?: number
  readonly nextAt: number
  /** The market has closed and its last candle is stored, so no candles will follow. */
  readonly done?: true
  /** The last error. Absent after a success. */
  readonly problem?: string
}

/** The pins file cannot be read. It is then never overwritten. */
export class PinsDamaged extends Error {
  override readonly name = 'PinsDamaged'
  constructor(path: string, problem: string) {
    super(
      `The pins in ${path} cannot be read: ${problem}.\n` +
        '  The file was not changed. Repair it, or move it aside and pin again. Stored candles remain stored.',
    )
  }
}

const venue = z.enum(venueIds)
const instant = z.number().int().nonnegative()

const pinFile = z.strictObject({
  version: z.literal(1),
  pins: z.array(
    z.strictObject({
      venue,
      id: z.string().min(1),
      outcomes: z.array(
        z.strictObject({
          outcomeId: z.string().min(1),
          label: z.string().exactOptional(),
          market: z.string().exactOptional(),
        }),
      ),
      pinnedAt: instant,
      sampleMs: z.number().int().min(MIN_PACE_MS).max(MAX_PACE_MS).exactOptional(),
    }),
  ),
})

const captureFile = z.strictObject({
  version: z.literal(1),
  captures: z.array(
    z.strictObject({
      venue,
      outcomeId: z.string(),
      resolution: z.string(),
      capturedTo: instant.exactOptional(),
      at: instant.exactOptional(),
      triedAt: instant.exactOptional(),
      tookMs: z.number().nonnegative().exactOptional(),
      nextAt: instant,
      done: z.literal(true).exactOptional(),
      problem: z.string().exactOptional(),
    }),
  ),
})

/**
 * Parses the pins file.
 * @param path for the message
 * @throws PinsDamaged with the file and the position in it
 */
export function parsePins(text: string, path: string): readonly Pin[] {
  const result = pinFile.safeParse(parseJson(text, path))
  if (result.success) return result.data.pins
  const [issue] = result.error.issues
  throw new PinsDamaged(path, `at '${issue?.path.join('.') ?? ''}': ${issue?.message ?? 'not as expected'}`)
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new PinsDamaged(path, `it is not JSON: ${messageOf(error)}`)
  }
}

/** Returns the content of the pins file. */
export function toPinFile(pins: readonly Pin[]): z.input<typeof pinFile> {
  return {
    version: 1,
    pins: pins.map(({ outcomes, ...pin }) => ({
      ...pin,
      outcomes: outcomes.map((outcome) => ({ ...outcome })),
    })),
  }
}

/** Returns the captures in the parsed file, or none if it is absent or damaged, since the daemon can rebuild them. */
export function parseCaptures(value: unknown): readonly Capture[] {
  const result = captureFile.safeParse(value)
  return result.success ? result.data.captures : []
}

/** Returns the content of the captures file. */
export function toCaptureFile(captures: Iterable<Capture>): z.input<typeof captureFile> {
  return { version: 1, captures: [...captures] }
}

/** Returns the key of a capture: one native resolution of one outcome. */
export function captureKey({
  venue: at,
  outcomeId,
  resolution,
}: Pick<Capture, 'venue' | 'outcomeId' | 'resolution'>): string {
  return `${at} ${resolution} ${outcomeId}`
}

/** Returns the pins with one more, and the earlier pin with the same id that it replaces. */
export function withPin(
  pins: readonly Pin[],
  pin: Pin,
): { readonly pins: readonly Pin[]; readonly earlier: Pin | undefined } {
  const earlier = pins.find((known) => isSame(known, pin))
  const others = pins.map((known) => (known === earlier ? pin : known))
  return { pins: earlier === undefined ? [...pins, pin] : others, earlier }
}

/** Returns the pins without one, or the same list if it does not contain the pin. */
export function withoutPin(pins: readonly Pin[], gone: Pick<Pin, 'venue' | 'id'>): readonly Pin[] {
  return pins.some((pin) => isSame(pin, gone)) ? pins.filter((pin) => !isSame(pin, gone)) : pins
}

function isSame(a: Pick<Pin, 'venue' | 'id'>, b: Pick<Pin, 'venue' | 'id'>): boolean {
  return a.venue === b.venue && a.id === b.id
}
