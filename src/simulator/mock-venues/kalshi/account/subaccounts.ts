import { Refusal, type Reply, toJsonReply } from '../../../http/reply.js'
import { bodyMemberOf as bodyMember, bodyTextOf } from '../../../mock-kit/body.js'
import type { Route } from '../../../mock-kit/mock-venue.js'
import type { NotesOf } from '../../../paper-trading/state/venue-notes.js'
import { createForbidden, createInvalidParameter, toErrorReply } from '../errors.js'
import { toBalanceDollars } from '../money.js'
import { shards } from '../shards.js'
import { type KalshiCall, routesOf, type Scene, type Variant } from '../variant.js'
import { hasAdvancedTier } from './limits.js'
import { memberOf, openSubaccount } from './member.js'

/** Routes of subaccounts and of the allocation of cash to shards (README.md: "Collateral"). */
export function createSubaccountRoutes(variant: Variant): readonly Route[] {
  const route = routesOf(variant)
  return [
    route('POST', '/portfolio/subaccounts', (call) => {
      const member = memberOf(call, 'write')
      if (member.only !== undefined) throw createForbidden()
      // Reported by pykalshi 2.0.0.
      if (!hasAdvancedTier(call, member))
        throw new Refusal(toErrorReply(403, 'subaccount_creation_requires_advanced_api_usage_level'))
      return toJsonReply({ subaccount_number: openSubaccount(call, member) }, 201)
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
      balance: toBalanceDollars(available),
      updated_ts: Math.floor(call.now / 1000),
    })),
  )
  return toJsonReply({ subaccount_balances })
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
  return toJsonReply({ netting_configs })
}

function setNetting(call: KalshiCall): Reply {
  const member = memberOf(call, 'write')
  const [number, enabled] = ['subaccount_number', 'enabled'].map((name) => bodyMember(call.request, name))
  if (!member.numbers.some((one) => one === number)) throw createInvalidParameter('invalid subaccount_number')
  if (typeof enabled !== 'boolean') throw createInvalidParameter('invalid enabled')
  nettingNotes(call).set(member.id, String(number), { enabled })
  return toJsonReply({})
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
  return toJsonReply(known ?? { allocations: [], resting_margin_reservation: 'sum' })
}

/**
 * Sets the allocation; percentages must add up to 100, or be absent. The venue does not document when it moves cash;
 * the simulation moves none.
 */
function setAllocation(call: KalshiCall): Reply {
  const member = memberOf(call, 'write::transfer')
  if (member.only !== undefined) throw createForbidden()
  const rows = bodyMember(call.request, 'allocations')
  if (!Array.isArray(rows)) throw createInvalidParameter('allocations is required')
  const allocations = rows.map((row: unknown) => {
    const [index, percent] = ['exchange_index', 'percent'].map((name) => bodyMember({ body: row }, name))
    if (!shards.some((shard) => shard.index === index)) throw createInvalidParameter('invalid exchange_index')
    if (!Number.isInteger(percent) || Number(percent) < 0) throw createInvalidParameter('invalid percent')
    return { exchange_index: Number(index), percent: Number(percent) }
  })
  const whole = allocations.reduce((sum, { percent }) => sum + percent, 0)
  if (allocations.length > 0 && whole !== 100) throw createInvalidParameter('percentages must total 100')
  const resting_margin_reservation = bodyTextOf(call.request, 'resting_margin_reservation') ?? 'sum'
  if (!['none', 'max', 'sum'].includes(resting_margin_reservation))
    throw createInvalidParameter('invalid resting_margin_reservation')
  allocationNotes(call).set(member.id, '', { allocations, resting_margin_reservation })
  return toJsonReply({})
}
