import type { Odds, OddsTable, Stats } from '../schemas.js'

/** Prices of sides, in cents, by their keys. */
export type Cents = ReadonlyMap<string, number>

/** Price of each of two sides if the venue cannot read the bets. */
const FALLBACK = 50

/**
 * Returns the odds by key, if the venue reports them: those of a ladder, otherwise those of two sides. Returns undefined
 * for 50 and 50 that contradict the two pools: according to the documents, partner responses returned that when the bets
 * could not be read.
 */
export function centsOf(
  odds: Odds | undefined,
  ladder: OddsTable | undefined,
  stats: Stats | undefined,
): Cents | undefined {
  if (ladder !== undefined) return known(ladder.outcomes.map(({ key, impliedPct }) => [key, impliedPct]))
  if (odds === undefined) return undefined
  const { yesPriceCents: yes, noPriceCents: no } = odds
  const isFallback = yes === FALLBACK && no === FALLBACK
  if (isFallback && contradicts(stats)) return undefined
  return known([
    ['yes', yes],
    ['no', no],
  ])
}

function known(entries: readonly (readonly [key: string, cents: number | undefined])[]): Cents {
  return new Map(entries.flatMap(([key, cents]) => (cents === undefined ? [] : [[key, cents] as const])))
}

/** Whether the pools imply unequal prices: a side costs its share of them (../README.md). */
function contradicts({ totalPoolUsd, yesPoolUsd: yes, noPoolUsd: no }: Stats = emptyStats): boolean {
  if (yes === undefined || no === undefined) return false
  if (yes + no === 0) return totalPoolUsd !== undefined && totalPoolUsd > 0
  return Math.round((100 * yes) / (yes + no)) !== FALLBACK
}

const emptyStats: Stats = {
  totalBets: undefined,
  totalPoolUsd: undefined,
  yesPoolUsd: undefined,
  noPoolUsd: undefined,
}
