import { isObject } from '../values/json.js'
import type { UnifiedMarket } from './models.js'

/**
 * Results of a closed market. `won`: winning outcomes pay 1 and the others 0, unless `payout` has other values. `scalar`: the
 * outcomes share the payout. `void`: the market was canceled. `undecided`: trading has ended without a final result. `unknown`:
 * the venue does not report a result, or reports one that contradicts itself.
 */
export const settlementResults = ['won', 'scalar', 'void', 'undecided', 'unknown'] as const
type SettlementResult = (typeof settlementResults)[number]

/**
 * Stages of an undecided market. `closed`: trading has ended. `proposed`: a result was proposed and can be disputed. `disputed`.
 * `determined`: the venue has decided and not paid yet. `amended`: the venue has replaced its decision and not paid yet.
 */
export const settlementStages = ['closed', 'proposed', 'disputed', 'determined', 'amended'] as const
export type SettlementStage = (typeof settlementStages)[number]

/** Settlement of a closed market, as `sourceMetadata.settlement` (api/README.md, "Settlement"). Never derived from a price. */
export interface MarketSettlement {
  readonly result: SettlementResult
  /** Ids of the outcomes that won; for `won` only. Mostly one. */
  readonly winners?: readonly string[]
  /** Payout of one contract by outcome id, 0..1. Absent while undecided, and where the venue does not report it. */
  readonly payout?: Readonly<Record<string, number>>
  /** Present while undecided. */
  readonly stage?: SettlementStage
  /** Time of the settlement, ISO text. Absent if the venue does not report it. */
  readonly at?: string
  /** End of trading, ISO text. Absent if the venue does not report it. */
  readonly closedAt?: string
  /** `reported`: the venue's own fields contain the result, or that there is none yet. `absent`: they do not. */
  readonly basis: 'reported' | 'absent'
  /** Why the result is unknown, or a limit of its meaning. */
  readonly note?: string
}

/** Name of the member in `sourceMetadata`. */
export const SETTLEMENT_MEMBER = 'settlement'

/**
 * Returns the settlement of a market, or undefined for a market that still trades. A venue's own member with the same
 * name is ignored.
 */
export function settlementOf({
  sourceMetadata,
}: Pick<UnifiedMarket, 'sourceMetadata'>): MarketSettlement | undefined {
  const member = sourceMetadata?.[SETTLEMENT_MEMBER]
  return isMarketSettlement(member) ? member : undefined
}

function isMarketSettlement(member: unknown): member is MarketSettlement {
  if (!isObject(member)) return false
  const { result, basis } = member
  return (basis === 'reported' || basis === 'absent') && settlementResults.some((word) => word === result)
}

/** Results of one outcome of a closed market: {@link settlementResults}, with `lost` beside `won`. */
export const outcomeResults = ['won', 'lost', 'scalar', 'void', 'undecided', 'unknown'] as const

/** The settlement of one outcome. */
export interface OutcomeSettlement extends Omit<MarketSettlement, 'result' | 'winners' | 'payout'> {
  readonly result: (typeof outcomeResults)[number]
  /** Payout of one contract, 0..1. */
  readonly payout?: number
}

/** Returns the settlement of a market's outcome, or undefined for a market that still trades. */
export function outcomeSettlementOf(
  market: Pick<UnifiedMarket, 'sourceMetadata'>,
  outcomeId: string,
): OutcomeSettlement | undefined {
  const settlement = settlementOf(market)
  if (settlement === undefined) return undefined
  const { result, winners = [], payout, ...rest } = settlement
  const paid = payout !== undefined && Object.hasOwn(payout, outcomeId) ? payout[outcomeId] : undefined
  return {
    // An outcome of a decided market without a payout was void on its own: its stakes went back.
    result:
      result !== 'won' ? result : winners.includes(outcomeId) ? 'won' : paid === undefined ? 'void' : 'lost',
    ...(paid === undefined ? {} : { payout: paid }),
    ...rest,
  }
}
