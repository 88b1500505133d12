import type { Reply } from '../../../http/reply.js'
import type { MockCall, MockContext, Route } from '../../../mock-kit/mock-venue.js'
import { roundToMicros } from '../../../mock-kit/rounding.js'
import { priceFor } from '../../../mock-kit/yes-no-sides.js'
import { mix, pick, toUnit } from '../../../world/common/hash.js'
import type { WorldMarket } from '../../../world/common/types.js'
import { people } from '../../../world/series/names.js'
import { findOfferedEvents, marketsIn, marketsOf } from '../catalogue.js'
import { findEventById } from '../gamma/events.js'
import type { Native } from '../gamma/market.js'
import { conditionIdOf, createHexAddress, findByCondition, tokenOf } from '../ids.js'
import { isOpen, quoteOf } from '../quote.js'
import {
  conditionsOf,
  createV2Route,
  eventIdsOf,
  selectPage,
  toSingleReply,
  V2Problem,
} from './parameters.js'

/** Routes of market figures: open interest, volume, holders (polymarket-client 0.14.0, `models/data/analytics.py`). */
export const figureRoutes: readonly Route[] = [
  createV2Route('/v2/oi', openInterest),
  createV2Route('/v2/live-volume', liveVolume),
  createV2Route('/v2/holders', holders),
]

/**
 * Returns the open interest in dollars, equal to the number of contracts; without a condition the total of all markets.
 */
function openInterest(call: MockCall): Reply {
  const { world, now } = call
  const conditions = conditionsOf(call)
  const of = (market: WorldMarket): number => roundToMicros(world.openInterest(market.key, now))
  if (conditions.length === 0) {
    const open = marketsIn(call, findOfferedEvents(call)).filter(({ market }) => isOpen(call, market))
    return toSingleReply([
      { condition_id: 'GLOBAL', value: roundToMicros(open.reduce((sum, { market }) => sum + of(market), 0)) },
    ])
  }
  return toSingleReply(
    conditions
      .flatMap((id) => findByCondition(call, id) ?? [])
      .map(({ market }) => ({ condition_id: conditionIdOf(world, market), value: of(market) })),
  )
}

/** Returns the volume in shares. */
function liveVolume(call: MockCall): Reply {
  const ids = eventIdsOf(call)
  if (ids.length === 0) throw new V2Problem('event_id is required', 'event_id')
  const events = ids.flatMap((id) => (/^\d+$/.test(id) ? (findEventById(call, id) ?? []) : []))
  const conditions = events
    .flatMap((event) => marketsOf(call, event))
    .map((market) => ({
      condition_id: conditionIdOf(call.world, market),
      taker_volume: call.world.stats(market.key, call.now).volume,
    }))
  const total = roundToMicros(conditions.reduce((sum, { taker_volume }) => sum + taker_volume, 0))
  return toSingleReply({ taker_volume_total: total, conditions })
}

const HOLDERS = 6

/** Returns holders by outcome, largest first. Holders are invented; together they hold a part of the open interest. */
function holders(call: MockCall): Reply {
  const conditions = conditionsOf(call)
  if (conditions.length === 0) throw new V2Problem('condition is required', 'condition')
  const withPnl = call.query.flag('include_pnl') === true
  if (withPnl && conditions.length !== 1)
    throw new V2Problem('include_pnl requires exactly one condition', 'include_pnl')
  const least = call.query.number('min_balance') ?? 0
  if (least === 'bad') throw new V2Problem('min_balance must be an amount', 'min_balance')
  const groups = conditions
    .flatMap((id) => findByCondition(call, id) ?? [])
    .flatMap(({ market }) =>
      (['yes', 'no'] as const).map((side) => ({
        token_id: tokenOf(call.world, market, side),
        holders: holdersOf(call, market, side, withPnl).filter(({ amount }) => amount >= least),
      })),
    )
  const { page, reply } = selectPage(call, 'holders', groups)
  return reply(page)
}

type Holder = Native & { readonly amount: number }

function holdersOf(
  context: MockContext,
  market: WorldMarket,
  side: 'yes' | 'no',
  withPnl: boolean,
): readonly Holder[] {
  const { world, now } = context
  const held = world.openInterest(market.key, now)
  const price = quoteOf(context, market, side).mid ?? 0.5
  return Array.from({ length: HOLDERS }, (_, index): Holder => {
    const chance = mix(mix(market.seed, side === 'yes' ? 0x401 : 0x402), index)
    const amount = roundToMicros(Math.floor(held * 0.5 ** (index + 1) * 100) / 100)
    const entry = priceFor('yes', Math.max(0.01, Math.min(0.99, Math.round(toUnit(chance) * 100) / 100)))
    const name = pick(people, chance)
    const pnl = roundToMicros(amount * (price - entry))
    return {
      proxy_wallet: createHexAddress(mix(chance, 1), 20),
      token_id: tokenOf(world, market, side),
      amount,
      outcome_index: side === 'yes' ? 0 : 1,
      display_username_public: true,
      verified: false,
      name,
      pseudonym: name.replace(' ', '-'),
      bio: '',
      profile_image: '',
      profile_image_optimized: '',
      ...(withPnl
        ? {
            avg_price: entry,
            entry_cost_usdc: roundToMicros(amount * entry),
            current_price: price,
            current_value: roundToMicros(amount * price),
            realized_pnl: 0,
            unrealized_pnl: pnl,
            total_pnl: pnl,
          }
        : {}),
    }
  }).filter(({ amount }) => amount > 0)
}
