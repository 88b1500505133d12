import { MINUTE_MS } from '../../../../api/times/span.js'
import type { Reply } from '../../../http/reply.js'
import type { MockCall, MockContext, Route } from '../../../mock-kit/mock-venue.js'
import type { Token } from '../../../mock-kit/native-ids.js'
import type { ListedMarket } from '../../../mock-kit/venue-view.js'
import { toSecondIso } from '../../../world/common/dates.js'
import { mix } from '../../../world/common/hash.js'
import { stateAt, type WorldMarket } from '../../../world/common/types.js'
import { eventOf, findOfferedEvents, marketsIn } from '../catalogue.js'
import { findEventById } from '../gamma/events.js'
import type { Native } from '../gamma/market.js'
import {
  conditionIdOf,
  createHexAddress,
  findByCondition,
  findByCtfToken,
  findByPosition,
  findByShownCondition,
  negRiskIdOf,
  onchainEventOf,
  questionIdOf,
  tokenOf,
} from '../ids.js'
import { versionOf } from '../protocol.js'
import { conditionsOf, createV2Route, eventIdsOf, toSingleReply, V2Problem, valuesOf } from './parameters.js'

/** Routes that resolve ids, and return results of markets (polymarket-client 0.14.0; recordings of October 2026). */
export const tokenRoutes: readonly Route[] = [
  createV2Route('/v2/tokens', tokens),
  createV2Route('/v2/resolutions', resolutions),
]

const MAX_TOKENS = 50
const MAX_CONDITIONS = 10

/** Accepts any mix of ids of both protocols; unknown ids are omitted. */
function tokens(call: MockCall): Reply {
  const ids = valuesOf(call, MAX_TOKENS, 'token_id', 'tokenId')
  const conditions = valuesOf(call, MAX_CONDITIONS, 'condition', 'condition_id', 'conditionId')
  if (ids.length === 0 && conditions.length === 0)
    throw new V2Problem('one of token_id or condition is required', 'token_id')
  if (ids.length > 0 && conditions.length > 0)
    throw new V2Problem('token_id and condition are mutually exclusive', 'condition')
  const named = ids.flatMap((id) => findByPosition(call, id) ?? findByCtfToken(call, id) ?? [])
  const ofConditions = conditions.flatMap((id) => {
    const listed = findByCondition(call, id) ?? findByShownCondition(call, id)
    return listed === undefined ? [] : sidesOf(call, listed)
  })
  return toSingleReply(
    [...named, ...ofConditions]
      .filter((token) => isTraded(call, token))
      .map((token) => tokenRow(call, token)),
  )
}

function sidesOf({ world }: MockContext, listed: ListedMarket): readonly Token[] {
  return (['yes', 'no'] as const).map((side) => ({
    ...listed,
    side,
    id: tokenOf(world, listed.market, side),
  }))
}

/** Whether an id trades; ids of the other protocol of a market are not on chain. */
function isTraded({ world }: MockContext, { id, market, side }: Token): boolean {
  return tokenOf(world, market, side) === id
}

function tokenRow(context: MockContext, { market, side, id }: Token): Native {
  const { world, now } = context
  const event = eventOf(context, market)
  const condition = conditionIdOf(world, market)
  const isV2 = versionOf(market) === 'v2'
  const isResolved = stateAt(market, now) === 'resolved'
  const index = side === 'yes' ? 0 : 1
  return {
    token_id: id,
    condition_id: condition,
    structural_condition_id: isV2 ? condition : null,
    module: isV2 ? (event.exclusive ? 'neg_risk' : 'binary') : 'v1_ctf',
    outcome_index: index,
    clob_index: index,
    outcome: index === 0 ? market.yesLabel : market.noLabel,
    opposite_token_id: tokenOf(world, market, side === 'yes' ? 'no' : 'yes'),
    resolved: isResolved,
    final_price: isResolved ? (side === 'yes' ? market.payout : 1 - market.payout) : null,
    title: market.question,
    market_slug: market.slug,
    closed: stateAt(market, now) !== 'open',
    neg_risk: event.exclusive,
    neg_risk_market_id: event.exclusive
      ? isV2
        ? onchainEventOf(world, market)
        : negRiskIdOf(world, event)
      : null,
    question_index: event.exclusive ? market.index : null,
    event_id: event.number,
    event_slug: event.slug,
  }
}

function resolutions(call: MockCall): Reply {
  const conditions = conditionsOf(call)
  const events = eventIdsOf(call)
  const question = call.query.text('question_id')?.toLowerCase()
  if ([conditions.length > 0, events.length > 0, question !== undefined].filter(Boolean).length !== 1)
    throw new V2Problem('exactly one of condition, event_id or question_id is required', 'condition')
  const wrong = conditions.find((id) => !/^0x[0-9a-f]{64}$/.test(id))
  if (wrong !== undefined) throw new V2Problem(`invalid resolution condition id: ${wrong}`, 'condition')
  const found: readonly ListedMarket[] = [
    ...conditions.flatMap((id) => findByCondition(call, id) ?? []),
    ...marketsIn(
      call,
      events.flatMap((id) => (/^\d+$/.test(id) ? (findEventById(call, id) ?? []) : [])),
    ),
    ...(question === undefined ? [] : asked(call, question)),
  ]
  return toSingleReply(found.map(({ market }) => resolutionRow(call, market)))
}

function asked(call: MockCall, question: string): readonly ListedMarket[] {
  const { world } = call
  return marketsIn(call, findOfferedEvents(call)).filter(
    ({ event, market }) => questionIdOf(world, event, market) === question,
  )
}

/** Dispute period of a proposal. */
const LIVENESS_MS = 120 * MINUTE_MS

/** Returns members as recorded: empty texts for a v2 market, a transaction for a v1 one. */
function resolutionRow(context: MockContext, market: WorldMarket): Native {
  const { world, now } = context
  const event = eventOf(context, market)
  const state = stateAt(market, now)
  const isV2 = versionOf(market) === 'v2'
  const changedAt =
    state === 'open' ? market.opensAt : state === 'closed' ? market.closesAt : market.resolvesAt
  const common = {
    condition_id: conditionIdOf(world, market),
    status:
      state === 'resolved' ? 'resolved' : isV2 ? 'active' : state === 'open' ? 'initialized' : 'proposed',
    extended_review: false,
    was_disputed: false,
    new_version_q: false,
    transaction_hash: isV2 || state === 'open' ? '' : createHexAddress(mix(market.seed, 0x7e5), 32),
    log_index: isV2 || state === 'open' ? '' : String(market.seed % 2000),
    last_update_timestamp: toSecondIso(changedAt),
  }
  const kind = isV2
    ? { market_type: event.exclusive ? 'ATOMIC_NEGRISK' : 'BINARY', was_arbitrated: false }
    : {}
  const question = isV2 ? {} : { question_id: questionIdOf(world, event, market) }
  if (state === 'closed' && !isV2)
    return {
      ...common,
      ...question,
      proposed_price: market.payout,
      expected_settlement_time: toSecondIso(market.closesAt + LIVENESS_MS),
      settlement_time_basis: 'liveness',
    }
  if (state !== 'resolved') return { ...common, ...question, ...kind }
  return {
    ...common,
    ...question,
    payouts: [market.payout, 1 - market.payout].map((payout) => Math.round(payout * 1_000_000)),
    resolution_source: 'reported',
    ...(isV2 ? { reporter: event.shape === 'up-down' ? 'CHAINLINK' : 'UMA_OO' } : {}),
    resolved_block: 60_000_000 + Math.floor(market.resolvesAt / 2_000_000),
    resolved_at: toSecondIso(market.resolvesAt),
    ...kind,
  }
}
