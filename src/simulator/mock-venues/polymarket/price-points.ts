import type { MockContext } from '../../mock-kit/mock-venue.js'
import { pricesAt as tradedAt } from '../../mock-kit/yes-no-sides.js'
import { mix, toUnit } from '../../world/common/hash.js'
import type { Rhythm } from '../../world/common/types.js'
import type { Token } from './ids.js'

/** A price at a given time. */
export interface PointRow {
  /** Epoch seconds. */
  readonly t: number
  /** Price of the token. */
  readonly p: number
}

/**
 * Returns the price of a token at given instants, forward-filled from its trades. It is absent before the first trade,
 * after the close, and after now.
 * @param instants ascending epoch ms
 */
export function pricesAt(
  context: MockContext,
  token: Token,
  instants: readonly number[],
): readonly PointRow[] {
  const end = Math.min(context.now, token.market.closesAt - 1, instants.at(-1) ?? 0)
  return tradedAt(context, token, instants, end).map(({ at, price }) => ({
    t: Math.floor(at / 1000),
    p: price,
  }))
}

const SPILL_PERIOD = 180

/**
 * Returns the times at which the venue samples a token: once per interval, some seconds after its start, not quite
 * regularly. At one minute the offset drifts, so a minute occasionally has two samples or none (recorded: 45 to 74 s
 * apart).
 * @returns ascending epoch ms within [from, to]
 */
export function sampleInstants(
  rhythm: Rhythm,
  seed: number,
  stepMs: number,
  from: number,
  to: number,
): readonly number[] {
  const instants: number[] = []
  for (let index = Math.floor(from / stepMs) - 2; index * stepMs <= to + stepMs; index++) {
    const at = index * stepMs + offsetMs(rhythm, seed, stepMs, index)
    if (at >= from && at <= to) instants.push(at)
  }
  return instants
}

function offsetMs(rhythm: Rhythm, seed: number, stepMs: number, index: number): number {
  const jitter = toUnit(mix(seed, index))
  // In metronome rhythm every minute has its trade within 5 s, and then its sample.
  if (rhythm === 'metronome') return (8 + Math.floor(jitter * 40)) * 1000
  const base = stepMs > 60_000 ? 10 : drift(seed, index)
  return (base + Math.floor(jitter * 12)) * 1000
}

/** Returns an offset that slowly varies between -10 and 64 s. */
function drift(seed: number, index: number): number {
  const cell = Math.floor(index / SPILL_PERIOD)
  const share = index / SPILL_PERIOD - cell
  const left = toUnit(mix(seed, cell + 1))
  const right = toUnit(mix(seed, cell + 2))
  return Math.floor((left + (right - left) * share) * 74) - 10
}
