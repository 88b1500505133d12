import type { Reply } from '../../../http/reply.js'
import type { MockCall, Route } from '../../../mock-kit/mock-venue.js'
import { roundToMicros } from '../../../mock-kit/rounding.js'
import { demoWallets } from '../../../world/wallets.js'
import type { Native } from '../gamma/market.js'
import { nameOf } from './account-actions.js'
import { listClosedFacts, listPositionFacts, type PositionFacts, shareOf } from './holdings.js'
import {
  conditionsOf,
  createV2Route,
  eventIdsOf,
  readEnumParameter,
  selectPage,
  toSingleReply,
  userOf,
  V2Problem,
} from './parameters.js'

/** Routes of positions of wallets (polymarket-client 0.14.0, `models/data/portfolio.py`; ../README.md, "Data API"). */
export const positionRoutes: readonly Route[] = [
  createV2Route('/v2/positions', positions),
  // The simulation has no combos.
  createV2Route('/v2/positions/combos', (call) => {
    userOf(call)
    return selectPage(call, 'combo_positions', []).reply([])
  }),
  createV2Route('/v2/value', (call) => {
    const user = userOf(call)
    const conditions = conditionsOf(call)
    const held = listPositionFacts(call, user).filter(isOf(conditions, []))
    return toSingleReply({
      proxy_wallet: user,
      value: roundToMicros(held.reduce((sum, one) => sum + one.currentValue, 0)),
    })
  }),
]

const statuses = ['OPEN', 'REDEEMABLE', 'REDEEMABLE_LOST', 'MERGEABLE', 'CLOSED'] as const
const sorts: Readonly<Record<string, (one: PositionFacts) => number>> = {
  CURRENT_VALUE: ({ currentValue }) => currentValue,
  PRICE: ({ price }) => price,
  TOKENS: ({ holding }) => holding.size,
  UNREALIZED_PNL: ({ cashPnl }) => cashPnl,
  REALIZED_PNL: ({ holding }) => holding.realized,
  TOTAL_PNL: ({ cashPnl, holding }) => cashPnl + holding.realized,
  TIMESTAMP: ({ holding }) => holding.changedAt,
}
/** Smaller positions are omitted, shares. */
const DUST = 0.1

/** `OPEN` includes redeemable positions; archived ones are returned only on request. */
function positions(call: MockCall): Reply {
  const status = readEnumParameter(call, 'status', statuses) ?? 'OPEN'
  const conditions = conditionsOf(call)
  const users = usersOf(call, conditions)
  const withArchived = call.query.flag('include_archived') === true
  if (status === 'CLOSED' && withArchived)
    throw new V2Problem('include_archived is invalid with CLOSED', 'include_archived')
  const sort = readEnumParameter(call, 'sort_by', Object.keys(sorts)) ?? 'CURRENT_VALUE'
  const isRising = readEnumParameter(call, 'sort_direction', ['ASC', 'DESC'] as const) === 'ASC'
  const title = call.query.text('title')?.toLowerCase()
  const read = status === 'CLOSED' ? listClosedFacts : listPositionFacts
  const all = users.flatMap((user) => read(call, user).map((one) => ({ ...one, user })))
  const found = all
    .filter((one) => isIn(one, status) && (withArchived || !one.archived))
    .filter(isOf(conditions, eventIdsOf(call)))
    .filter(({ holding }) => title === undefined || holding.market.question.toLowerCase().includes(title))
    .filter(isLargeEnough(call))
  const key = sorts[sort] ?? (() => 0)
  const sorted = [...found].sort((a, b) => (isRising ? key(a) - key(b) : key(b) - key(a)))
  const { page, reply } = selectPage(call, 'positions', sorted)
  return reply(page.map((one) => positionRow(one.user, one)))
}

/** Returns the requested wallet; for a query by market, the public wallets of the simulation. */
function usersOf(call: MockCall, conditions: readonly string[]): readonly string[] {
  const isMarketAlone = !call.query.has('user') && conditions.length === 1
  return isMarketAlone ? demoWallets.map(({ address }) => address) : [userOf(call)]
}

function isIn(
  { status, price, mergeable, holding }: PositionFacts,
  wanted: (typeof statuses)[number],
): boolean {
  if (wanted === 'CLOSED') return status === 'CLOSED'
  if (holding.size < DUST) return false
  if (wanted === 'MERGEABLE') return mergeable
  if (wanted === 'OPEN') return true
  return status === 'REDEEMABLE' && (wanted === 'REDEEMABLE' || price === 0)
}

function isOf(conditions: readonly string[], eventIds: readonly string[]) {
  return ({ condition, event }: PositionFacts): boolean =>
    (conditions.length === 0 || conditions.includes(condition)) &&
    (eventIds.length === 0 || eventIds.includes(String(event.number)))
}

function isLargeEnough(call: MockCall): (one: PositionFacts) => boolean {
  const kind = readEnumParameter(call, 'filter_type', ['CASH', 'TOKENS'] as const)
  const amount = call.query.number('filter_amount')
  if (amount === 'bad' || (amount ?? 0) < 0)
    throw new V2Problem('filter_amount must be an amount', 'filter_amount')
  return ({ currentValue, holding }) => (kind === 'TOKENS' ? holding.size : currentValue) >= (amount ?? 0)
}

function positionRow(user: string, one: PositionFacts): Native {
  const { holding, event } = one
  const cost = roundToMicros(holding.totalSize * holding.entryPrice)
  const total = roundToMicros(one.cashPnl + holding.realized)
  return {
    proxy_wallet: user,
    token_id: one.tokenId,
    condition_id: one.condition,
    current_size: holding.size,
    avg_price: holding.entryPrice,
    entry_cost_usdc: one.initialValue,
    entry_fees_usdc: holding.fees,
    total_cost_usdc: cost,
    current_price: one.price,
    current_value: one.currentValue,
    total_size: holding.totalSize,
    realized_pnl: holding.realized,
    unrealized_pnl: one.cashPnl,
    total_pnl: total,
    percent_pnl: shareOf(total, cost),
    percent_realized_pnl: shareOf(holding.realized, cost),
    status: one.status,
    redeemable: one.redeemable,
    mergeable: one.mergeable,
    negative_risk: event.exclusive,
    archived: one.archived,
    verified: false,
    title: holding.market.question,
    slug: holding.market.slug,
    icon: '',
    event_id: String(event.number),
    event_slug: event.slug,
    outcome: one.outcome,
    outcome_index: one.outcomeIndex,
    opposite_outcome: one.oppositeOutcome,
    opposite_token_id: one.oppositeTokenId,
    end_date: one.endDay,
    name: nameOf(user),
    profile_image: '',
    first_entry_at: Math.floor(holding.acquiredAt / 1000),
    last_event_at: Math.floor(holding.changedAt / 1000),
  }
}
