import { DAY_MS, HOUR_MS } from '../../../../api/times/resolution.js'
import type { Reply } from '../../../http/reply.js'
import type { MockCall, MockContext, Route } from '../../../mock-kit/mock-venue.js'
import { roundToMicros } from '../../../mock-kit/rounding.js'
import { approvals, isApproved, UNLIMITED } from '../contracts.js'
import type { Native } from '../gamma/market.js'
import { POLYGON } from '../signed-data.js'
import { type Deed, deedsOf, toActivityRow } from './account-actions.js'
import { listPositionFacts } from './holdings.js'
import {
  conditionsOf,
  createV2Route,
  eventIdsOf,
  readEnumParameter,
  selectPage,
  spanOf,
  toSingleReply,
  userOf,
  V2Problem,
  valuesOf,
} from './parameters.js'

/**
 * Routes of the activity and results of wallets (polymarket-client 0.14.0, `models/data/activity.py`, `portfolio.py`).
 */
export const walletRoutes: readonly Route[] = [
  createV2Route('/v2/activity', activity),
  // The simulation has no combos.
  createV2Route('/v2/activity/combos', (call) => {
    userOf(call)
    return selectPage(call, 'combo_activity', []).reply([])
  }),
  createV2Route('/v2/user-stats', userStats),
  createV2Route('/v2/user-pnl', userPnl),
  createV2Route('/v2/user-volume', (call) => {
    const { from, to } = spanOf(call)
    return toSingleReply(volumeOf(tradesOf(call, userOf(call)).filter(({ at }) => at >= from && at <= to)))
  }),
  createV2Route('/v2/approvals', (call) =>
    toSingleReply({
      address: userOf(call),
      chain_id: POLYGON,
      contracts: approvals.map(({ token, spender, standard }) => ({
        token,
        spender,
        standard,
        approved: isApproved(call, spender),
        ...(standard === 'ERC20' ? { amount: isApproved(call, spender) ? UNLIMITED : '0' } : {}),
      })),
    }),
  ),
]

const types = [
  'TRADE',
  'SPLIT',
  'MERGE',
  'REDEEM',
  'REWARD',
  'CONVERSION',
  'MIGRATION',
  'DEPOSIT',
  'WITHDRAWAL',
  'YIELD',
  'MAKER_REBATE',
  'TAKER_REBATE',
  'REFERRAL_REWARD',
  'TIP',
] as const

function activity(call: MockCall): Reply {
  const user = userOf(call)
  const wanted = valuesOf(call, types.length, 'type')
  const unknown = wanted.find((type) => !(types as readonly string[]).includes(type))
  if (unknown !== undefined) throw new V2Problem(`type must be one of ${types.join(', ')}`, 'type')
  const [conditions, events, { from, to }] = [conditionsOf(call), eventIdsOf(call), spanOf(call)]
  const side = readEnumParameter(call, 'side', ['BUY', 'SELL'] as const)
  const isRising = readEnumParameter(call, 'sort_direction', ['ASC', 'DESC'] as const) === 'ASC'
  const found = deedsOf(call, user)
    .filter(({ at }) => at >= from && at <= to)
    .filter((deed) => wanted.length === 0 || wanted.includes(deed.type))
    .filter((deed) => side === undefined || deed.side === side)
    .filter(({ condition }) => conditions.length === 0 || conditions.includes(condition))
    .filter(({ event }) => events.length === 0 || events.includes(String(event.number)))
  const { page, reply } = selectPage(call, 'activity', isRising ? found.toReversed() : found)
  return reply(page.map((deed) => toActivityRow(user, deed)))
}

function tradesOf(context: MockContext, user: string): readonly Deed[] {
  return deedsOf(context, user).filter(({ type }) => type === 'TRADE')
}

function volumeOf(trades: readonly Deed[]): Native {
  return {
    volume: roundToMicros(trades.reduce((sum, { size }) => sum + size, 0)),
    volume_usdc: roundToMicros(trades.reduce((sum, { money }) => sum + money, 0)),
    trade_count: trades.length,
  }
}

/** Returns null for a wallet without activity. */
function userStats(call: MockCall): Reply {
  const user = userOf(call)
  const deeds = deedsOf(call, user)
  const first = deeds.at(-1)
  if (first === undefined) return toSingleReply(null)
  return toSingleReply({
    proxy_wallet: user,
    trades: new Set(deeds.map(({ market }) => market.key)).size,
    biggest_win: Math.max(0, ...deeds.map(({ realized }) => realized)),
    views: 0,
    join_date: Math.floor(first.at / 1000),
    all_time_pnl: pointOf(call, user, call.now, deeds),
  })
}

const intervals = {
  max: 365 * DAY_MS,
  all: 365 * DAY_MS,
  '1m': 30 * DAY_MS,
  '1w': 7 * DAY_MS,
  '1d': DAY_MS,
  '12h': 12 * HOUR_MS,
  '6h': 6 * HOUR_MS,
} as const
const fidelities = {
  '1d': DAY_MS,
  '18h': 18 * HOUR_MS,
  '12h': 12 * HOUR_MS,
  '3h': 3 * HOUR_MS,
  '1h': HOUR_MS,
} as const

const namesIn = <Table extends object>(table: Table) => Object.keys(table) as (keyof Table & string)[]

/** Returns one point per interval; the last one is at the current time. */
function userPnl(call: MockCall): Reply {
  const user = userOf(call)
  const interval = readEnumParameter(call, 'interval', namesIn(intervals)) ?? '1d'
  const span = intervals[interval]
  const fidelity =
    readEnumParameter(call, 'fidelity', namesIn(fidelities)) ?? (span > 7 * DAY_MS ? '1d' : '1h')
  const step = fidelities[fidelity]
  const deeds = deedsOf(call, user)
  const from = Math.max(call.now - span, deeds.at(-1)?.at ?? call.now)
  const instants: number[] = []
  for (let at = Math.ceil(from / step) * step; at < call.now; at += step) instants.push(at)
  const points = [...instants, call.now].map((at) => pointOf(call, user, at, deeds))
  return toSingleReply({ proxy_wallet: user, interval, fidelity, source_fidelity: fidelity, points })
}

/** Renders the sums up to a given time. Unsold holdings have a value only at the current time. */
function pointOf(context: MockContext, user: string, at: number, deeds: readonly Deed[]): Native {
  const past = deeds.filter((deed) => deed.at <= at)
  const realized = roundToMicros(past.reduce((sum, deed) => sum + deed.realized, 0))
  const { volume, volume_usdc, trade_count } = volumeOf(past.filter(({ type }) => type === 'TRADE'))
  const unrealized =
    at === context.now
      ? roundToMicros(listPositionFacts(context, user).reduce((sum, { cashPnl }) => sum + cashPnl, 0))
      : null
  return {
    timestamp: Math.floor(at / 1000),
    source_block: 60_000_000 + Math.floor(at / 2_000_000),
    trade_count,
    realized_market_pnl: realized,
    realized_lp_pnl: 0,
    realized_combo_pnl: 0,
    realized_pnl: realized,
    unrealized_pnl: unrealized,
    volume,
    volume_usdc,
  }
}
