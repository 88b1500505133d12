import type { SettlementDraft } from '../../../venue-kit/unify/market-settlement.js'
import type { NativePool } from '../schemas.js'
import type { State } from './states.js'

/** Stages of a pool whose trading has ended. A window opens when a result is proposed (../README.md). */
const stages: Partial<Record<State, 'closed' | 'proposed' | 'disputed'>> = {
  Waiting_for_Result: 'closed',
  Pending_Finalization: 'closed',
  Dispute_Window_Open: 'proposed',
  Appeal_Window_Open: 'proposed',
  Under_Dispute: 'disputed',
  Under_Appeal: 'disputed',
}

/**
 * Returns the settlement of a pool. The winner of a closed pool is not read. It is not known whether `winnerOption.choiceIndex`
 * counts from 0, as the options do, or from 1, as the contract does (../README.md).
 * @returns undefined while it trades
 */
export function readMarketSettlement({ status, winnerOption }: NativePool): SettlementDraft | undefined {
  const stage = stages[status]
  if (stage !== undefined) return { kind: 'undecided', stage }
  if (status !== 'Closed') return undefined
  const { choiceIndex } = winnerOption ?? {}
  const note =
    choiceIndex === undefined
      ? 'the closed pool has no winnerOption'
      : `winnerOption.choiceIndex is ${choiceIndex}: it is not known whether it counts from 0 or from 1`
  return { kind: 'absent', note }
}
