import { compareSides } from '../contests/compare-sides.js'
import type { Contest } from '../contests/contest.js'
import { compareGameDays, compareSeriesEnds } from '../contests/game-days.js'
import type { Comparison, ConflictReason } from '../terms/relation-types.js'
import { compareSources } from '../words/resolution-sources.js'
import { type ComparedBets, compareBets } from './compare-bets.js'
import { pairContestOutcomes } from './contest-outcomes.js'
import type { Features } from './features.js'

/** Compares two bets on contests: the sides, the time, the bet, and the pick. */
export function compareContestMarkets(a: Features, b: Features, first: Contest, second: Contest): Comparison {
  const sides = compareSides(first, second)
  const told = `${sidesText(first)} at ${a.venue}, ${sidesText(second)} at ${b.venue}`
  if (sides === 'other') return otherContest(first, second, told)
  const leagues = compareLeagues(first, second)
  const isSeries = first.bet.period === 'series' && second.bet.period === 'series'
  const times = isSeries ? compareSeriesEnds(a.when, b.when) : compareGameDays(a.when, b.when)
  const bets = compareBets(a, b, first, second)
  const evidence = [
    `both are about ${sidesText(first.sides === undefined ? second : first)}`,
    ...leagues.words,
    times.words,
    ...bets.words,
  ]
  const reasons: ConflictReason[] = []
  if (leagues.order === 'other') reasons.push('other subject')
  if (times.order === 'apart') reasons.push('other deadline')
  if (bets.order === 'other') reasons.push('other subject')
  if (bets.order === 'contrary') reasons.push('reversed polarity')
  if (bets.order === 'line') reasons.push('other threshold')
  if (compareSources(a.sources, b.sources) === 'other') reasons.push('other source')
  const isSure = sides !== 'unknown' && leagues.order === 'same' && times.order === 'same'
  const outcomes = isSure && bets.areOutcomesSure ? pairContestOutcomes(a, b, first, second, bets) : []
  if (reasons.length > 0) {
    const isExact = reasons.length === 1 && bets.order === 'contrary'
    return {
      relation: 'conflict',
      confidence: 0.9,
      evidence,
      reasons: [...new Set(reasons)],
      outcomes: isExact ? outcomes : [],
    }
  }
  if (!isSure || bets.order === 'unknown')
    return { relation: 'related', confidence: 0.5, evidence, reasons: [], outcomes: [] }
  return relationOfBets(bets, { evidence, trust: times.trust, outcomes })
}

function relationOfBets(
  { order }: ComparedBets,
  { evidence, trust, outcomes }: Pick<Comparison, 'evidence' | 'outcomes'> & { readonly trust: number },
): Comparison {
  const confidence = Math.round(0.96 * trust * 100) / 100
  if (order === 'within' || order === 'around')
    return {
      relation: order === 'within' ? 'subset' : 'superset',
      confidence,
      evidence,
      reasons: [],
      outcomes: [],
    }
  if (order === 'same' && outcomes.length > 0)
    return { relation: 'identity', confidence, evidence, reasons: [], outcomes }
  return order === 'across' && outcomes.length > 0
    ? { relation: 'overlap', confidence, evidence, reasons: [], outcomes }
    : { relation: 'related', confidence: 0.5, evidence, reasons: [], outcomes: [] }
}

/** Compares the leagues. A different league means a different contest. If only one market has a league, the names must imply it. */
function compareLeagues(
  a: Contest,
  b: Contest,
): { readonly order: 'same' | 'other' | 'unknown'; readonly words: readonly string[] } {
  const words = [`${a.leagues.join(', ') || a.sport} and ${b.leagues.join(', ') || b.sport}`]
  if (a.sport !== undefined && b.sport !== undefined && a.sport !== b.sport) return { order: 'other', words }
  const unknown = a.unknownLeague ?? b.unknownLeague
  if (unknown !== undefined && a.unknownLeague?.toLowerCase() !== b.unknownLeague?.toLowerCase())
    return { order: 'unknown', words: [`no known league begins with ${unknown}`] }
  if (a.leagues.length > 0 && b.leagues.length > 0) {
    const isShared = a.leagues.some((league) => b.leagues.includes(league))
    return isShared ? { order: 'same', words: [] } : { order: 'other', words }
  }
  if (a.sport !== undefined && a.sport === b.sport) return { order: 'same', words: [] }
  if (a.sport === undefined && b.sport === undefined) return { order: 'same', words: [] }
  return {
    order: 'unknown',
    words: [`only one of them names ${a.leagues[0] ?? a.sport ?? b.leagues[0] ?? b.sport}`],
  }
}

function sidesText({ sides, codes, slugCodes }: Contest): string {
  return (
    sides?.map(({ words }) => words.join(' ')).join(' against ') ??
    codes ??
    slugCodes?.join(' against ') ??
    ''
  )
}

function otherContest(a: Contest, b: Contest, told: string): Comparison {
  const meets = a.sides?.some((side) =>
    b.sides?.some((other) => side.words.some((word) => other.words.includes(word))),
  )
  return meets
    ? { relation: 'conflict', confidence: 0.9, evidence: [told], reasons: ['other subject'], outcomes: [] }
    : { relation: 'unrelated', confidence: 0.9, evidence: [told], reasons: [], outcomes: [] }
}
