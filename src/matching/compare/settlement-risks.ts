import { toIso } from '../../api/times/instant.js'
import { compareSources } from '../words/resolution-sources.js'
import type { Features } from './features.js'

/** Markets whose ends are further apart than this may have different results, ms. */
const FAR_APART_MS = 3_600_000

type Settled = Pick<Features, 'venue' | 'sources' | 'when' | 'contest'>

/** Returns why two markets with the same question may settle differently, one sentence each. */
export function settlementRisksOf(a: Settled, b: Settled): readonly string[] {
  return [
    ...ofSources(a, b),
    ...ofEnds(a, b),
    ...(a.contest === undefined && b.contest === undefined
      ? []
      : ['a contest that is postponed, abandoned or canceled may be paid differently at each venue']),
    `${a.venue} and ${b.venue} have their own rules, and only titles, end times and sources were compared`,
  ]
}

function ofSources(a: Settled, b: Settled): string[] {
  const named = ({ venue, sources }: Settled): string => `${venue} names ${sources.join(', ')}`
  if (compareSources(a.sources, b.sources) === 'other')
    return [`the sources differ: ${named(a)}, ${named(b)}`]
  const [known] = [a, b].filter(({ sources }) => sources.length > 0)
  if (known === undefined || (a.sources.length > 0 && b.sources.length > 0)) return []
  const silent = known === a ? b : a
  return [`${named(known)} as its source, but ${silent.venue} names no known source`]
}

function ofEnds(a: Settled, b: Settled): string[] {
  const unknown = [a, b].filter(({ when }) => when.end === undefined).map(({ venue }) => venue)
  if (unknown.length > 0)
    return [`${unknown.join(' and ')} ${unknown.length === 1 ? 'reports' : 'report'} no end time`]
  const [endA, endB] = [a.when.end ?? 0, b.when.end ?? 0]
  if (Math.abs(endA - endB) <= FAR_APART_MS) return []
  return [`the end times differ: ${a.venue} ${toIso(endA)}, ${b.venue} ${toIso(endB)}`]
}
