import { toIso } from '../../../api/times/instant.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { slugOf } from '../../world/common/dates.js'
import { mix } from '../../world/common/hash.js'
import { type Side, stateAt, type WorldEvent, type WorldMarket } from '../../world/common/types.js'
import { toLeafNode } from './event.js'
import { contractIdOf, eventIdOf, marketIdOf } from './ids.js'
import { toMicroStamp } from './stamps.js'

/** One contract of a market: a side of a world market with a separate book. */
export interface Contract {
  readonly id: string
  readonly market: WorldMarket
  readonly side: Side
  readonly name: string
  readonly type: ContractType | null
}

interface ContractType {
  readonly name: string
}

/**
 * A market with its contracts. The markets of an exclusive event are the contracts of one market; any other market has
 * one contract for each side.
 */
export interface NativeMarket {
  readonly id: string
  readonly event: WorldEvent
  readonly position: number
  readonly name: string
  readonly slug: string
  readonly category: string
  readonly type: { readonly name: string; readonly param?: string } | null
  readonly contracts: readonly Contract[]
  /** Its world markets, each once. */
  readonly parts: readonly WorldMarket[]
}

/** Returns the markets of an event in their order. */
export function marketsOf(event: WorldEvent): readonly NativeMarket[] {
  const [first] = event.markets
  if (first === undefined) return []
  return event.exclusive ? [winnerMarket(event, first)] : event.markets.map((one) => sidedMarket(event, one))
}

function winnerMarket(event: WorldEvent, first: WorldMarket): NativeMarket {
  const isMatch = event.shape === 'match'
  return {
    id: marketIdOf(first),
    event,
    position: 0,
    name: isMatch ? 'Full-time result' : 'Winner',
    slug: 'winner',
    category: 'winner',
    type: isMatch ? { name: `WINNER_${event.markets.length}_WAY` } : typed(first, 'WINNER'),
    contracts: event.markets.map((market, index) => ({
      id: contractIdOf(market, 'yes'),
      market,
      side: 'yes',
      name: market.label ?? market.question,
      type: isMatch ? { name: matchTypes[index] ?? 'DRAW' } : typed(market, 'RUNNER'),
    })),
    parts: event.markets,
  }
}

const matchTypes = ['HOME', 'AWAY', 'DRAW'] as const

function sidedMarket(event: WorldEvent, market: WorldMarket): NativeMarket {
  const name = event.markets.length === 1 ? market.question : (market.label ?? market.question)
  const isTotal = market.yesLabel === 'Over'
  const contract = (side: Side, label: string): Contract => ({
    id: contractIdOf(market, side),
    market,
    side,
    name: label,
    type: sideTypes.has(label) ? { name: label.toUpperCase() } : typed(market, sideNames[side]),
  })
  return {
    id: marketIdOf(market),
    event,
    position: market.index,
    name,
    slug: slugOf(name) || 'market',
    category: isTotal ? 'totals' : 'winner',
    type: isTotal
      ? { name: 'OVER_UNDER', param: String(market.strike?.floor ?? '') }
      : typed(market, 'WINNER_2_WAY'),
    contracts: [contract('yes', market.yesLabel), contract('no', market.noLabel)],
    parts: [market],
  }
}

/**
 * Returns types of contracts without a documented type. They are nullable, but every recorded market has one; here a
 * few have none.
 */
function typed({ seed }: WorldMarket, name: string): ContractType | null {
  return mix(seed, 6) % 8 === 0 ? null : { name }
}

const sideNames: Readonly<Record<Side, string>> = { yes: 'PLAYER_A', no: 'PLAYER_B' }
const sideTypes: ReadonlySet<string> = new Set(['Yes', 'No', 'Over', 'Under'])

type MarketState = 'open' | 'live' | 'halted' | 'settled'

/** Returns the state: open while one of its contracts is, settled when all are. */
function stateOf(context: MockContext, { event, parts }: NativeMarket): MarketState {
  const states = parts.map((part) => stateAt(part, context.now))
  if (states.includes('open')) return toLeafNode(context, event).state === 'live' ? 'live' : 'open'
  return states.every((state) => state === 'resolved') ? 'settled' : 'halted'
}

/** Renders a market (venues/smarkets/README.md). */
export function toMarketRow(context: MockContext, native: NativeMarket) {
  const { event, position } = native
  return {
    bet_delay: 0,
    cashout_enabled: true,
    categories: [native.category, 'popular'],
    category: native.category,
    complete: true,
    contract_selections: null,
    created: toIso(event.opensAt),
    description: '',
    display_order: position,
    display_type: 'default',
    event_id: eventIdOf(event),
    hidden: false,
    id: native.id,
    info: { commission_rate: null, reason: '' },
    inplay_enabled: event.startsAt !== undefined,
    market_type: native.type,
    modified: toIso(toLeafNode(context, event).modifiedAt),
    name: native.name,
    slug: native.slug,
    state: stateOf(context, native),
    winner_count: 1,
  }
}

/** Renders a contract (venues/smarkets/README.md). */
export function toContractRow(
  context: MockContext,
  native: NativeMarket,
  { id, market, side, name, type }: Contract,
) {
  const { now } = context
  const isResolved = stateAt(market, now) === 'resolved'
  return {
    contract_type: type,
    created: toMicroStamp(market.opensAt, mix(market.seed, 3)),
    display_order: native.contracts.findIndex((contract) => contract.id === id),
    hidden: false,
    id,
    info: {},
    market_id: native.id,
    modified: toMicroStamp(isResolved ? market.resolvesAt : market.opensAt, mix(market.seed, 4)),
    name,
    outcome_timestamp: isResolved ? toMicroStamp(market.resolvesAt, mix(market.seed, 5)) : null,
    slug: slugOf(name) || 'contract',
    state_or_outcome: outcomeOf(context, native, market, side),
  }
}

function outcomeOf(context: MockContext, native: NativeMarket, market: WorldMarket, side: Side): string {
  const state = stateAt(market, context.now)
  if (state === 'open') return toLeafNode(context, native.event).state === 'live' ? 'live' : 'open'
  if (state !== 'resolved') return 'halted'
  if (market.payout === 0.5) return 'deadheat'
  return (market.payout === 1) === (side === 'yes') ? 'winner' : 'loser'
}
