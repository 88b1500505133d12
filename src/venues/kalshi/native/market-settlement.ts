import type { SettlementDraft } from '../../../venue-kit/unify/market-settlement.js'
import { complementPrice } from '../../../venue-kit/unify/unified-market.js'
import { packOutcomeId } from '../ids.js'
import { isClosed, type NativeMarket } from '../schemas.js'
import { boundsOf } from './bounds.js'

/** Stages by the status (docs.kalshi.com, market lifecycle): a determined result can be disputed and amended before it is paid. */
const stages = {
  closed: 'closed',
  determined: 'determined',
  disputed: 'disputed',
  amended: 'amended',
} as const

/**
 * Returns the settlement of a closed market. Only `finalized` is final; `settled` is the word of list filters for it.
 * After its close time, a market is treated as closed even if its status lags behind.
 * @returns undefined while it trades
 */
export function readMarketSettlement(market: NativeMarket, now: number): SettlementDraft | undefined {
  if (!isClosed(market, now)) return undefined
  const { status, ticker } = market
  const closedAt = market.close_time ?? undefined
  const stage = Object.hasOwn(stages, status) ? stages[status as keyof typeof stages] : undefined
  if (stage !== undefined) return { kind: 'undecided', stage, closedAt }
  if (status !== 'finalized' && status !== 'settled') return { kind: 'undecided', stage: 'closed', closedAt }
  const times = { at: market.settlement_ts, closedAt }
  const yes = packOutcomeId({ ticker, side: 'yes' })
  const no = packOutcomeId({ ticker, side: 'no' })
  const { result, settlement_value_dollars: value } = market
  const payouts = value === undefined ? undefined : { [yes]: value, [no]: complementPrice(value) }
  switch (result) {
    case 'yes':
      return value === undefined || value === 1
        ? { kind: 'won', winners: [yes], ...times }
        : { kind: 'absent', note: `the result is yes, the value of YES ${value}`, ...times }
    case 'no':
      return { ...readLoss(market, no, payouts), ...times }
    case 'scalar':
      return payouts === undefined
        ? { kind: 'scalar', note: 'the venue does not report the value of YES', ...times }
        : { kind: 'paid', payouts, ...times }
    case 'void':
      return payouts === undefined ? { kind: 'void', ...times } : { kind: 'void', payouts, ...times }
    case undefined:
      return { kind: 'absent', note: 'the finalized market has no result', ...times }
    default:
      return { kind: 'absent', note: `the meaning of the result ${result} is not documented`, ...times }
  }
}

/** A losing YES pays nothing, or its settlement floor (bounds.ts). */
function readLoss(
  market: NativeMarket,
  no: string,
  payouts: Readonly<Record<string, number>> | undefined,
): SettlementDraft {
  const bounds = boundsOf(market)
  const value = market.settlement_value_dollars
  if (bounds.kind === 'unknown') {
    if (payouts === undefined) return { kind: 'absent', note: `the payout of YES depends on ${bounds.word}` }
    return { kind: 'won', winners: [no], payouts }
  }
  const floor = bounds.kind === 'floor' ? bounds.floor : 0
  const paid = value ?? floor
  if (paid !== floor) return { kind: 'absent', note: `the result is no, the value of YES ${paid}` }
  if (paid === 0) return { kind: 'won', winners: [no] }
  const yes = packOutcomeId({ ticker: market.ticker, side: 'yes' })
  return { kind: 'won', winners: [no], payouts: { [yes]: paid, [no]: complementPrice(paid) } }
}
