import { json, Refusal, type Reply } from '../../../http/reply.js'
import { bodyMemberOf as bodyMember, bodyTextOf } from '../../../mock-kit/body.js'
import type { Route } from '../../../mock-kit/mock-venue.js'
import type { NotesOf } from '../../../paper-trading/state/venue-notes.js'
import { forbidden, invalidParameter, kalshiError } from '../errors.js'
import { balanceDollars } from '../money.js'
import { shards } from '../shards.js'
import { type KalshiCall, routesOf, type Scene, type Variant } from '../variant.js'
import { hasAdvancedTier } from './limits.js'
import { memberOf, openSubaccount } from './member.js'

/** Routes of subaccounts and of the allocation of cash to shards (README.md: "Collateral"). */
export function subaccountRoutes(variant: Variant): readonly Route[] {
  const route = routesOf(variant)
  return [
    route('POST', '/portfolio/subaccounts', (call) => {
      const member = memberOf(call, 'write')
      if (member.only !== undefined) throw forbidden()
      // Reported by pykalshi 2.0.0.
      if (!hasAdvancedTier(call, member))
        throw new Refusal(kalshiError(403, 'subaccount_creation_requires_advanced_api_usage_level'))
      return json({ subaccount_number: openSubaccount(call, member) }, 201)
    }),
    route('GET', '/portfolio/subaccounts/balances', balances),
    route('GET', '/portfolio/subaccounts/netting', netting),
    route('PUT', '/portfolio/subaccounts/netting', setNetting),
    route('GET', '/portfolio/target_balance_allocation', allocation),
    route('POST', '/portfolio/target_balance_allocation', setAllocation),
  ]
}

/** Returns one row per subaccount and shard. */
function balances(call: KalshiCall): Reply {
  const member = memberOf(call, 'read')
  const subaccount_balances = member.numbers.flatMap((number) =>
    [...member.account(number).pools()].map(([shard, { available }]) => ({
      subaccount_number: number,
      exchange_index: shard,
      balance: balanceDollars(available),
      updated_ts: Math.floor(call.now / 1000),
    })),
  )
  return json({ subaccount_balances })
}

function nettingNotes({ paper, variant }: Pick<Scene, 'paper' | 'variant'>) {
  const kind: NotesOf<{ readonly enabled: boolean }> = { name: `${variant.venue} netting` }
  return paper.notes(kind)
}

/** Returns the netting settings. The simulation stores them but nets nothing between markets. */
function netting(call: KalshiCall): Reply {
  const member = memberOf(call, 'read')
  const notes = nettingNotes(call)
  const netting_configs = member.numbers.flatMap((number) =>
    shards.map(({ index }) => ({
      subaccount_number: number,
      exchange_index: index,
      enabled: notes.get(member.id, String(number))?.enabled ?? false,
    })),
  )
  return json({ netting_configs })
}

function setNetting(call: KalshiCall): Reply {
  const member = memberOf(call, 'write')
  const [number, enabled] = ['subaccount_number', 'enabled'].map((name) => bodyMember(call.request, name))
  if (!member.numbers.some((one) => one === number)) throw invalidParameter('invalid subaccount_number')
  if (typeof enabled !== 'boolean') throw invalidParameter('invalid enabled')
  nettingNotes(call).set(member.id, String(number), { enabled })
  return json({})
}

interface Allocation {
  readonly allocations: readonly { readonly exchange_index: number; readonly percent: number }[]
  readonly resting_margin_reservation: string
}

function allocationNotes({ paper, variant }: Pick<Scene, 'paper' | 'variant'>) {
  const kind: NotesOf<Allocation> = { name: `${variant.venue} allocation` }
  return paper.notes(kind)
}

function allocation(call: KalshiCall): Reply {
  const { id } = memberOf(call, 'read')
  const known = allocationNotes(call).get(id, '')
  return json(known ?? { allocations: [], resting_margin_reservation: 'sum' })
}

/**
 * Sets the allocation; percentages must add up to 100, or be absent. The venue does not document when it moves cash;
 * the simulation moves none.
 */
function setAllocation(call: KalshiCall): Reply {
  const member = memberOf(call, 'write::transfer')
  if (member.only !== undefined) throw forbidden()
  const rows = bodyMember(call.request, 'allocations')
  if (!Array.isArray(rows)) throw invalidParameter('allocations is required')
  const allocations = rows.map((row: unknown) => {
    const [index, percent] = ['exchange_index', 'percent'].map((name) => bodyMember({ body: row }, name))
    if (!shards.some((shard) => shard.index === index)) throw invalidParameter('invalid exchange_index')
    if (!Number.isInteger(percent) || Number(percent) < 0) throw invalidParameter('invalid percent')
    return { exchange_index: Number(index), percent: Number(percent) }
  })
  const whole = allocations.reduce((sum, { percent }) => sum + percent, 0)
  if (allocations.length > 0 && whole !== 100) throw invalidParameter('percentages must total 100')
  const resting_margin_reservation = bodyTextOf(call.request, 'resting_margin_reservation') ?? 'sum'
  if (!['none', 'max', 'sum'].includes(resting_margin_reservation))
    throw invalidParameter('invalid resting_margin_reservation')
  allocationNotes(call).set(member.id, '', { allocations, resting_margin_reservation })
  return json({})
}
