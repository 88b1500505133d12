import * as z from 'zod'
import { messageOf } from '../api/envelope/errors.js'
import { type VenueId, venueIds } from '../api/envelope/venue-ids.js'
import { HOUR_MS } from '../api/times/resolution.js'

/** The shortest pace of samples: books of a venue that is asked more often belong on a stream. */
export const MIN_PACE_MS = 10_000
/** The longest: a single middle says nothing of more than an hour. */
export const MAX_PACE_MS = HOUR_MS

/** An outcome whose candles are to be kept. */
interface PinnedOutcome {
  readonly outcomeId: string
  /** Absent when the id that was pinned was an outcome's itself. */
  readonly label?: string
  /** Title of its market; absent when the id that was pinned was an outcome's itself. */
  readonly market?: string
}

/** What somebody asked to keep: an outcome, or the outcomes that a market or event had when it was pinned. */
export interface Pin {
  readonly venue: VenueId
  /** As it was asked for. */
  readonly id: string
  readonly outcomes: readonly PinnedOutcome[]
  /** Epoch ms. */
  readonly pinnedAt: number
  /** How often its books are sampled, ms, at a venue that has no candles; absent where candles are captured. */
  readonly sampleMs?: number
}

/** How far one native step of a pinned outcome is, or its samples are; times in epoch ms. */
export interface Capture {
  readonly venue: VenueId
  readonly outcomeId: string
  /** Name of the native step, or of that of the bars of its samples, such as `1m`. */
  readonly resolution: string
  /** Final candles before this time are stored, as far as the venue still held them; absent before the first ones. */
  readonly capturedTo?: number
  /** When it was last captured to the end, or sampled; absent until then. */
  readonly at?: number
  /** When the venue was last asked, with or without success. */
  readonly triedAt?: number
  /** How long the last capture to the end took, in ms; absent until then. */
  readonly tookMs?: number
  readonly nextAt: number
  /** The market has closed and its last candle is stored: there is nothing more to come. */
  readonly done?: true
  /** What stood in the way the last time; absent when it worked. */
  readonly problem?: string
}

/** The file of pins cannot be read as such; it is never overwritten then. */
export class PinsDamaged extends Error {
  override readonly name = 'PinsDamaged'
  constructor(path: string, problem: string) {
    super(
      `The pins in ${path} cannot be read: ${problem}.\n` +
        '  The file is left as it is: repair it, or move it away and pin again. What was captured stays stored.',
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
 * The pins in the text of their file.
 * @param path for the message
 * @throws PinsDamaged naming the file and the place in it
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

/** What the file of pins holds. */
export function toPinFile(pins: readonly Pin[]): z.input<typeof pinFile> {
  return {
    version: 1,
    pins: pins.map(({ outcomes, ...pin }) => ({
      ...pin,
      outcomes: outcomes.map((outcome) => ({ ...outcome })),
    })),
  }
}

/** The captures in the parsed file; none when it is absent or damaged: the daemon finds them out again. */
export function parseCaptures(value: unknown): readonly Capture[] {
  const result = captureFile.safeParse(value)
  return result.success ? result.data.captures : []
}

/** What the file of captures holds. */
export function toCaptureFile(captures: Iterable<Capture>): z.input<typeof captureFile> {
  return { version: 1, captures: [...captures] }
}

/** Names a capture: one native step of one outcome. */
export function captureKey({
  venue: at,
  outcomeId,
  resolution,
}: Pick<Capture, 'venue' | 'outcomeId' | 'resolution'>): string {
  return `${at} ${resolution} ${outcomeId}`
}

/** The pins with one more, and whether it takes the place of an earlier one of the same id. */
export function withPin(
  pins: readonly Pin[],
  pin: Pin,
): { readonly pins: readonly Pin[]; readonly earlier: Pin | undefined } {
  const earlier = pins.find((known) => isSame(known, pin))
  const others = pins.map((known) => (known === earlier ? pin : known))
  return { pins: earlier === undefined ? [...pins, pin] : others, earlier }
}

/** The pins without one; the same list when it is not among them. */
export function withoutPin(pins: readonly Pin[], gone: Pick<Pin, 'venue' | 'id'>): readonly Pin[] {
  return pins.some((pin) => isSame(pin, gone)) ? pins.filter((pin) => !isSame(pin, gone)) : pins
}

function isSame(a: Pick<Pin, 'venue' | 'id'>, b: Pick<Pin, 'venue' | 'id'>): boolean {
  return a.venue === b.venue && a.id === b.id
}
