import type { MarketSettlement, SettlementStage } from '../../api/models/market-settlement.js'
import { toIso } from '../../api/times/instant.js'

/** Times of a settlement, epoch ms. Absent if the venue does not report them. */
interface SettlementTimes {
  /** Time of the settlement. */
  readonly at?: number | undefined
  /** End of trading. */
  readonly closedAt?: number | undefined
}

/** Payouts of one contract by outcome id, 0..1, or undefined if the venue does not report one. */
type Payouts = Readonly<Record<string, number | undefined>>

/** The settlement of a closed market as an adapter reports it; {@link createMarketSettlement} checks it. */
export type SettlementDraft = SettlementTimes &
  (
    | {
        readonly kind: 'won'
        readonly winners: readonly string[]
        /** Payouts that are not 1 and 0, or undefined for an outcome whose stakes went back. */
        readonly payouts?: Payouts
        /** Number of winners that the market can have, 1 by default. */
        readonly mostWinners?: number | undefined
      }
    /** Payouts that add up to 1. An outcome that gets all of it has won. */
    | { readonly kind: 'paid'; readonly payouts: Payouts }
    /** Payouts that the venue does not report, other than 1 and 0. */
    | { readonly kind: 'scalar'; readonly note: string }
    /** A canceled market. If there are no payouts, stakes are returned, or the venue does not report the payouts. */
    | { readonly kind: 'void'; readonly payouts?: Payouts }
    | { readonly kind: 'undecided'; readonly stage: SettlementStage }
    | { readonly kind: 'absent'; readonly note?: string | undefined }
  )

/** Largest deviation of a sum of payouts from 1. */
const ROUNDING = 1e-6

/**
 * Checks a settlement and returns it for clients. A result that contradicts the market becomes `unknown` with a note: winners
 * that are not among the outcomes, more winners than the market can have, payouts outside of 0..1, unknown ones, or ones that do
 * not add up to 1.
 * @param outcomeIds the outcomes of the market
 */
export function createMarketSettlement(
  outcomeIds: readonly string[],
  draft: SettlementDraft,
): MarketSettlement {
  const times = {
    ...(draft.at === undefined ? {} : { at: toIso(draft.at) }),
    ...(draft.closedAt === undefined ? {} : { closedAt: toIso(draft.closedAt) }),
  }
  const reported = { ...times, basis: 'reported' } as const
  switch (draft.kind) {
    case 'won': {
      const problem = findWinnerProblem(outcomeIds, draft.winners, draft.mostWinners ?? 1)
      if (problem !== undefined) return unknownResult(problem, times)
      const payouts = draft.payouts ?? payWinners(outcomeIds, draft.winners)
      const paid = outcomeIds.filter((id) => payouts[id] !== undefined)
      const wrong = findPayoutProblem(paid, payouts, draft.winners.length === 1)
      if (wrong !== undefined) return unknownResult(wrong, times)
      return { result: 'won', winners: [...draft.winners], payout: pickPayouts(paid, payouts), ...reported }
    }
    case 'paid': {
      const problem = findPayoutProblem(outcomeIds, draft.payouts, true)
      if (problem !== undefined) return unknownResult(problem, times)
      const payout = pickPayouts(outcomeIds, draft.payouts)
      const winner = outcomeIds.find((id) => payout[id] === 1)
      return winner === undefined
        ? { result: 'scalar', payout, ...reported }
        : { result: 'won', winners: [winner], payout, ...reported }
    }
    case 'scalar':
      return { result: 'scalar', ...reported, note: draft.note }
    case 'void': {
      if (draft.payouts === undefined) return { result: 'void', ...reported }
      const problem = findPayoutProblem(outcomeIds, draft.payouts, false)
      return problem === undefined
        ? { result: 'void', payout: pickPayouts(outcomeIds, draft.payouts), ...reported }
        : { result: 'void', ...reported, note: problem }
    }
    case 'undecided':
      return { result: 'undecided', stage: draft.stage, ...reported }
    case 'absent':
      return unknownResult(draft.note, times)
  }
}

function unknownResult(
  note: string | undefined,
  times: Pick<MarketSettlement, 'at' | 'closedAt'>,
): MarketSettlement {
  return { result: 'unknown', ...times, basis: 'absent', ...(note === undefined ? {} : { note }) }
}

function findWinnerProblem(
  outcomeIds: readonly string[],
  winners: readonly string[],
  most: number,
): string | undefined {
  const stranger = winners.find((id) => !outcomeIds.includes(id))
  if (stranger !== undefined)
    return `the reported winner is not one of the market's outcomes: ${stranger.slice(0, 100)}`
  if (winners.length === 0) return 'the venue reports no winner'
  if (new Set(winners).size > most || winners.length > most)
    return `the venue reports ${winners.length} winners for a market that allows at most ${most}`
  return undefined
}

function findPayoutProblem(
  outcomeIds: readonly string[],
  payouts: Payouts,
  isWhole: boolean,
): string | undefined {
  const values = outcomeIds.map((id) => payouts[id])
  if (values.length === 0 || values.some((value) => value === undefined))
    return 'the venue does not report the payout of each outcome'
  if (values.some((value = 0) => !(value >= 0 && value <= 1)))
    return 'a reported payout is not between 0 and 1'
  const sum = values.reduce((total: number, value = 0) => total + value, 0)
  return isWhole && Math.abs(sum - 1) > ROUNDING
    ? `the reported payouts add up to ${sum}, not to 1`
    : undefined
}

function payWinners(outcomeIds: readonly string[], winners: readonly string[]): Payouts {
  return Object.fromEntries(outcomeIds.map((id) => [id, winners.includes(id) ? 1 : 0]))
}

function pickPayouts(outcomeIds: readonly string[], payouts: Payouts): Readonly<Record<string, number>> {
  return Object.fromEntries(outcomeIds.map((id) => [id, payouts[id] ?? 0]))
}
