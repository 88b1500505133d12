import type { SourceId } from '../../../api/envelope/source-ids.js'
import { hashText } from '../../../effects/random.js'
import { mix, pick, scaleBetween, toUnit } from '../common/hash.js'

/** How the prices of one venue differ from the shared price of a question. Payouts and times never differ. */
export interface Quoting {
  /** Returns the venue's own seed of a market or an event, for its trades, sizes and noise. */
  own(seed: number): number
  /** Delay of a venue's prices after the shared price; shorter in markets with a short trading period. */
  readonly lagMs: number
  /** Amplitude of the noise around the shared price, in logits: 0.04 is one cent at a price of 0.5. */
  readonly noise: number
  /** Fee of the venue per contract, in cents; it widens the quotes on both sides. */
  readonly feeCents: number
  /** Sizes of trades, as a share of the shared ones. */
  readonly turnover: number
  /** Whether orders come and go between the trades of busy markets. */
  readonly hasTurns: boolean
}

/** `by-venue`: each venue quotes its own price of a question (`quotingOf`); `shared`: all have one. */
export type Prices = 'by-venue' | 'shared'

/** The shared price itself, which no venue quotes. */
export const sharedQuoting: Quoting = {
  own: (seed) => seed,
  lagMs: 0,
  noise: 0,
  feeCents: 0,
  turnover: 1,
  hasTurns: false,
}

/** One of them leads prices: the venues with the most trading. */
const leaders = ['polymarket', 'kalshi'] as const satisfies readonly SourceId[]
const MIN_LAG_MS = 5_000
const MAX_LAG_MS = 180_000
const MAX_FEE_CENTS = 1.5

/** Returns the quoting of a venue in the world of a seed. */
export function quotingOf(seed: number, venue: SourceId): Quoting {
  const own = mix(mix(seed, 0x9007), hashText(venue))
  const isLeader = venue === pick(leaders, mix(seed, 0x1ead))
  const lag = scaleBetween(mix(own, 1), MIN_LAG_MS, MAX_LAG_MS)
  return {
    own: (shared) => mix(shared, own),
    lagMs: isLeader ? 0 : Math.round(lag / 1_000) * 1_000,
    noise: scaleBetween(mix(own, 2), 0.04, 0.12),
    feeCents: Math.round(toUnit(mix(own, 3)) * MAX_FEE_CENTS * 100) / 100,
    turnover: isLeader ? 1 : scaleBetween(mix(own, 4), 0.3, 1),
    hasTurns: true,
  }
}
