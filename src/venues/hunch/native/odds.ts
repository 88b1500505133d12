import type { Odds, Stats } from '../wire.js'

/** What sides cost, cents, by their keys. */
export type Cents = ReadonlyMap<string, number>

/** The names under which odds of two sides are told, with the keys of those sides. */
const twoSides = { yesPriceCents: 'yes', noPriceCents: 'no' } as const

/** What each of two sides costs where the venue cannot read the bets. */
const FALLBACK = 50

/**
 * The odds by key, as far as the venue tells them; undefined for what it tells instead when it cannot read the bets: 50
 * and 50 for a market whose pools say otherwise, or of which it tells no pools.
 */
export function centsOf(odds: Odds | undefined, stats: Stats | undefined): Cents | undefined {
  if (odds === undefined) return undefined
  const cents = new Map<string, number>()
  for (const [name, value] of Object.entries(odds)) {
    if (value !== undefined) cents.set(isOfTwo(name) ? twoSides[name] : name, value)
  }
  const isFallback = 'yesPriceCents' in odds && [...cents.values()].every((value) => value === FALLBACK)
  return isFallback && isDoubtful(stats) ? undefined : cents
}

function isOfTwo(name: string): name is keyof typeof twoSides {
  return Object.hasOwn(twoSides, name)
}

/** Whether the pools are not such that both sides cost the same: a side costs its share of them (README.md). */
function isDoubtful(stats: Stats | undefined): boolean {
  if (stats === undefined) return true
  const { totalPoolUsd, yesPoolUsd: yes, noPoolUsd: no } = stats
  if (yes === undefined || no === undefined) return totalPoolUsd > 0
  if (yes + no === 0) return totalPoolUsd > 0
  return Math.round((100 * yes) / (yes + no)) !== FALLBACK
}

/** Whether odds are the venue's own start, of a market that nobody has bet on yet. */
export function isSeed(stats: Stats): boolean {
  return stats.totalBets === 0
}
