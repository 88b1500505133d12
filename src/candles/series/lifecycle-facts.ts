import type { KnownTradingPeriod } from './trading-period.js'

/** Events of an outcome, in terms common to all venues. */
export const lifecycleFacts = [
  'listed',
  'opened',
  'halted',
  'closed',
  'proposed',
  'disputed',
  'determined',
  'amended',
  'settled',
  'voided',
  'result',
] as const

/** A dated fact of an outcome. Facts are added and never changed: a correction is a newer fact of the same kind. */
export interface LifecycleFact {
  readonly fact: (typeof lifecycleFacts)[number]
  /** When it happened, epoch ms. Absent if the venue does not report it. */
  readonly at?: number
  /** When the venue reported it, epoch ms. */
  readonly knownAt: number
  /** For a result: the payout of one contract, 0..1. */
  readonly value?: number
  /** Source of the report, such as `lookup`. */
  readonly source: string
}

const LOOKUP_SOURCE = 'lookup'

/** Returns the facts that a lookup adds about the trading period of an outcome. @param before the known facts until then */
export function lifecycleOf(
  before: KnownTradingPeriod | undefined,
  known: KnownTradingPeriod,
): LifecycleFact[] {
  if (known.isUnknown === true) return []
  const { listedAt, closedAt, isSettled } = known.series
  const reported = { knownAt: known.checkedAt, source: LOOKUP_SOURCE }
  const isReopened = closedAt === undefined && before?.series.closedAt !== undefined
  return [
    ...(listedAt === undefined ? [] : [{ fact: 'listed', at: listedAt, ...reported } as const]),
    ...(isReopened ? [{ fact: 'opened', ...reported } as const] : []),
    ...(closedAt === undefined ? [] : [{ fact: 'closed', at: closedAt, ...reported } as const]),
    ...(isSettled === true ? [{ fact: 'settled', ...reported } as const] : []),
  ]
}

/**
 * Returns the new facts in a list, oldest first. Each fact is compared with the facts known at its time, because an
 * import may contain an earlier time for a known fact.
 */
export function findNewFacts(
  known: readonly LifecycleFact[],
  reported: readonly LifecycleFact[],
): LifecycleFact[] {
  const all = [...known]
  return [...reported]
    .sort((a, b) => a.knownAt - b.knownAt)
    .filter((fact) => {
      // A market that opened again has another closing, even at the same time.
      const until = all.filter((one) => one.knownAt <= fact.knownAt && isSameKind(one, fact))
      const last = until.reduce<LifecycleFact | undefined>(
        (latest, one) => (latest !== undefined && latest.knownAt > one.knownAt ? latest : one),
        undefined,
      )
      const isKnown = last?.fact === fact.fact && last.at === fact.at && last.value === fact.value
      const isNew = !isKnown && !all.some((one) => one.fact === fact.fact && one.knownAt === fact.knownAt)
      if (isNew) all.push(fact)
      return isNew
    })
}

function isSameKind({ fact }: LifecycleFact, other: LifecycleFact): boolean {
  const trading = ['opened', 'closed']
  return fact === other.fact || (trading.includes(fact) && trading.includes(other.fact))
}
