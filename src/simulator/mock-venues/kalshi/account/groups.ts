import { hashText } from '../../../../effects/random.js'
import { type Reply, requireOrRefuse, toJsonReply } from '../../../http/reply.js'
import { bodyMemberOf as bodyMember, bodyTextOf } from '../../../mock-kit/body.js'
import type { Route } from '../../../mock-kit/mock-venue.js'
import { type Amount, amountOf, ONE } from '../../../paper-trading/state/amount.js'
import type { OrderGroup, PaperAccount } from '../../../paper-trading/state/types.js'
import type { NotesOf } from '../../../paper-trading/state/venue-notes.js'
import { uuidOf } from '../../../world/common/hash.js'
import { createInvalidParameter, createNotFound } from '../errors.js'
import type { Native } from '../market.js'
import { count } from '../money.js'
import { DEFAULT_SHARD, shards } from '../shards.js'
import { type KalshiCall, routesOf, type Variant } from '../variant.js'
import { accountsIn, memberOf, subaccountIn } from './member.js'

/** Routes of order groups (README.md: "Order groups"). Each group is on one shard. */
export function groupRoutes(variant: Variant): readonly Route[] {
  const route = routesOf(variant)
  const path = '/portfolio/order_groups'
  const change =
    (work: (account: PaperAccount, group: OrderGroup, call: KalshiCall) => void) =>
    (call: KalshiCall): Reply => {
      const { account, group } = groupIn(call)
      work(account, group, call)
      return toJsonReply({})
    }
  return [
    route('GET', path, list),
    route('POST', `${path}/create`, create),
    route('GET', `${path}/:group`, one),
    route(
      'DELETE',
      `${path}/:group`,
      change((account, { id }) => account.deleteGroup(id)),
    ),
    route(
      'PUT',
      `${path}/:group/reset`,
      change((account, { id }) => account.resetGroup(id)),
    ),
    route(
      'PUT',
      `${path}/:group/trigger`,
      change((account, { id }) => account.triggerGroup(id)),
    ),
    route(
      'PUT',
      `${path}/:group/limit`,
      change((account, group, call) => account.setGroup({ ...group, limit: limitIn(call) })),
    ),
  ]
}

const WINDOW_MS = 15_000

/** Returns members that a list and a single group share. */
function groupMembers({ limit, isTriggered, native }: OrderGroup): Native {
  return {
    contracts_limit_fp: count(limit),
    // Recorded as false for a group that had not been triggered; other values are inferred.
    is_auto_cancel_enabled: isTriggered,
    exchange_index: native['exchange_index'],
  }
}

function list(call: KalshiCall): Reply {
  const accounts = accountsIn(memberOf(call, 'read'), call.query.integer('subaccount'))
  const groups = accounts.flatMap(({ account }) => account.groups())
  return toJsonReply({ order_groups: groups.map((group) => ({ id: group.id, ...groupMembers(group) })) })
}

/** Returns a group of any shard. */
function one(call: KalshiCall): Reply {
  const accounts = accountsIn(memberOf(call, 'read'), call.query.integer('subaccount'))
  const found = accounts
    .flatMap(({ account }) => account.groups().map((group) => ({ account, group })))
    .find(({ group }) => group.id === call.params['group'])
  const { account, group } = requireOrRefuse(found, createNotFound)
  const orders = account.orders().filter((order) => order.group === group.id)
  return toJsonReply({ ...groupMembers(group), orders: orders.map(({ id }) => id) })
}

function create(call: KalshiCall): Reply {
  const { request } = call
  const member = memberOf(call, 'write::trade')
  const subaccount = subaccountIn(member, bodyMember(request, 'subaccount'))
  const account = member.account(subaccount)
  const exchange_index = bodyMember(request, 'exchange_index') ?? DEFAULT_SHARD
  if (!shards.some(({ index }) => index === exchange_index))
    throw createInvalidParameter('invalid exchange_index')
  const kind: NotesOf<{ readonly made: number }> = { name: `${call.variant.venue} groups` }
  const notes = call.paper.notes(kind)
  const made = (notes.get(member.id, '')?.made ?? 0) + 1
  const id = uuidOf(hashText(`${member.id} group ${made}`))
  account.setGroup({ id, limit: limitIn(call), windowMs: WINDOW_MS, native: { exchange_index } })
  notes.set(member.id, '', { made })
  return toJsonReply({ order_group_id: id, subaccount, exchange_index }, 201)
}

/** Returns the group in the path on the named shard (default: shard 0). @throws 404 when the shard does not have it */
function groupIn(call: KalshiCall): { readonly account: PaperAccount; readonly group: OrderGroup } {
  const member = memberOf(call, 'write::trade')
  const account = member.account(subaccountIn(member, call.query.integer('subaccount')))
  const index = call.query.integer('exchange_index') ?? DEFAULT_SHARD
  const group = account
    .groups()
    .find(({ id, native }) => id === call.params['group'] && native['exchange_index'] === index)
  return { account, group: requireOrRefuse(group, createNotFound) }
}

/** Reads an integer, or a text with two decimals; if both are given they must be equal. @throws 400 */
function limitIn({ request }: KalshiCall): Amount {
  const whole = bodyMember(request, 'contracts_limit') ?? undefined
  const text = bodyTextOf(request, 'contracts_limit_fp')
  const refused = () => createInvalidParameter('contracts_limit must be at least 1')
  if (whole !== undefined && (typeof whole !== 'number' || !Number.isSafeInteger(whole))) throw refused()
  const read = [
    ...(whole === undefined ? [] : [BigInt(whole) * ONE]),
    ...(text === undefined ? [] : [requireOrRefuse(amountOf(text), refused)]),
  ]
  const [limit, other = limit] = read
  if (limit === undefined || limit <= 0n) throw refused()
  if (limit !== other) throw createInvalidParameter('contracts_limit and contracts_limit_fp must match')
  return limit
}
