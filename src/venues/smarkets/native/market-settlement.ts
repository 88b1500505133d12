import type { Status } from '../../../venue-kit/contract/venue.js'
import type { SettlementDraft } from '../../../venue-kit/unify/market-settlement.js'
import type { NativeContract, NativeMarket } from '../schemas.js'

type State = NativeContract['state_or_outcome']

/** The states of a contract that has a result (OpenAPI document of v3). */
const results: ReadonlySet<State> = new Set(['winner', 'loser', 'deadheat', 'reduced', 'voided'])

/**
 * Returns the settlement of a market, based on the results of its contracts. Several contracts win where `winner_count` is above
 * 1. Stakes on a voided or reduced contract are returned, so it has no payout. The payouts of a dead heat are not documented. The
 * time is the latest `outcome_timestamp`. The end of trading is not reported.
 */
export function readMarketSettlement(
  market: NativeMarket,
  contracts: readonly NativeContract[],
  status: Status,
): SettlementDraft | undefined {
  if (status === 'active') return undefined
  const times = contracts.flatMap((contract) => contract.outcome_timestamp ?? [])
  const at = times.length === 0 ? undefined : Math.max(...times)
  const areAll = (state: State): boolean => contracts.every(({ state_or_outcome: one }) => one === state)
  if (market.state === 'voided' || (market.state === 'settled' && contracts.length > 0 && areAll('voided')))
    return { kind: 'void', at }
  if (market.state === 'unavailable') return { kind: 'absent', note: 'the market was withdrawn' }
  if (market.state !== 'settled') return { kind: 'undecided', stage: 'closed' }
  const open = contracts.find(({ state_or_outcome: state }) => !results.has(state))
  if (open !== undefined)
    return {
      kind: 'absent',
      note: `contract ${open.id} of the settled market has no result: ${open.state_or_outcome}`,
    }
  if (contracts.some(({ state_or_outcome: state }) => state === 'deadheat'))
    return { kind: 'scalar', note: 'dead heat: its payouts are not documented', at }
  const winners = contracts.filter(({ state_or_outcome: state }) => state === 'winner').map(({ id }) => id)
  const payouts = Object.fromEntries(
    contracts.map(({ id, state_or_outcome: state }) => [id, { winner: 1, loser: 0 }[state as string]]),
  )
  return { kind: 'won', winners, payouts, mostWinners: market.winner_count, at }
}
