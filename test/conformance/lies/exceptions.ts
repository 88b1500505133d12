import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { Rhythm } from '../../../src/simulator/world/common/types.js'
import type { Rule } from './judge.js'

/** In what a venue's candles differ from those of the world's trades, and what is too slow to be asked often. */
interface Quirks {
  /** Candles are made of points, middles or one price an interval: an honest daemon is the reference. */
  readonly notTrades?: { readonly why: string }
  /** History is a list of trades, some hundred a page: only short windows of markets that trade little. */
  readonly isTape?: true
  /** Resolutions that can be asked for; all when absent. */
  readonly resolutions?: readonly Resolution[]
  /** Furthest back that a window begins, days. */
  readonly reachDays?: { readonly days: number; readonly why: string }
  /** The world in which it is played: natural when absent. */
  readonly rhythm?: { readonly kind: Rhythm; readonly why: string }
  /** Volumes may differ by this share, and by this many contracts more. */
  readonly volumeWithin?: { readonly share: number; readonly contracts: number; readonly why: string }
  /** Another route of the venue has candles at times that lie between two of these, so far from each. */
  readonly otherRoute?: { readonly gapMs: number; readonly why: string }
  /** Questions of one seed in the suite; 12 when absent. */
  readonly questions?: number
  /** Seeds in the suite; 3 when absent. */
  readonly seeds?: { readonly count: number; readonly why: string }
  /** A market that has closed is found only by a daemon that saw it before. */
  readonly findsOpenOnly?: { readonly why: string }
  /** The venue reports the end of a market when it is resolved, and has candles until then. */
  readonly endsWhenResolved?: { readonly why: string }
  /** Only markets that are alone in their event. */
  readonly onlySingles?: { readonly why: string }
}

export const resolutions = ['1m', '5m', '1h', '6h', '1d'] as const
export type Resolution = (typeof resolutions)[number]

const quirks: Partial<Record<VenueId, Quirks>> = {
  hunch: {
    isTape: true,
    onlySingles: {
      why: 'odds of a ladder follow from bets on all its rungs (src/simulator/mock-venues/hunch)',
    },
  },
  hyperliquid: {
    volumeWithin: { share: 0.03, contracts: 3, why: 'sizes are whole contracts' },
  },
  limitless: {
    isTape: true,
    findsOpenOnly: { why: 'the venue finds markets by slug, and lists the open ones with their tokens' },
  },
  metaculus: {
    notTrades: { why: 'the middle of what its members predict' },
    questions: 6,
    seeds: { count: 1, why: 'every response is made of a million trades of the demo world' },
    resolutions: ['1h', '6h', '1d'],
    reachDays: { days: 5, why: 'changes older than 12 days are thinned out' },
    rhythm: {
      kind: 'metronome',
      why: 'its history is thinned out with age, so that what a candle is depends on when it is read',
    },
  },
  myriad: {
    isTape: true,
    notTrades: { why: 'pools trade along a curve, and not at the prices of the world' },
  },
  opinion: {
    resolutions: ['1h', '6h', '1d'],
    notTrades: { why: 'one price an hour or a day, also where nobody trades' },
    endsWhenResolved: { why: '`resolvedAt` is the only time of its end; `cutoffAt` is planned' },
  },
  polymarket: {
    notTrades: { why: 'one point a minute, also where nobody trades' },
    reachDays: { days: 3, why: 'points older than 7 days come by another route, with other times' },
    otherRoute: {
      gapMs: 60_000,
      why: 'samples of the older route lie up to 75 s apart and skip a minute, for which the newer one has a point',
    },
  },
  probable: { isTape: true },
  rain: { isTape: true },
}

export function quirksOf(venue: VenueId): Quirks {
  return quirks[venue] ?? {}
}

/** Rules that are still broken, by venue. A rule that is broken no more must leave this table. */
export const unmendedRules: Partial<Record<VenueId, readonly Rule[]>> = {}

/**
 * Values that a venue restates for some minutes are healed by the recheck, which looks at a share of all candles in the
 * background: of which ones, and how soon, depends on what else it has to do.
 */
export const recheckedRules: readonly Rule[] = ['said restated', 'healed restated', 'stored restated']
