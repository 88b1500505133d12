import { readQuery } from '../../../http/query.js'
import { toJsonReply } from '../../../http/reply.js'
import { bodyMemberOf } from '../../../mock-kit/body.js'
import type { MockLimit, MockRequest, Route } from '../../../mock-kit/mock-venue.js'
import type { NotesOf } from '../../../paper-trading/state/venue-notes.js'
import { createForbidden, refuseTooMany } from '../errors.js'
import { API_PREFIX, routesOf, type Scene, type Variant } from '../variant.js'
import { memberOf as callerOf, type Member } from './member.js'
import { keyIdOf } from './signature.js'

/**
 * Costs and rate limits of calls (README.md: "Rate limits"). Every caller is metered by the lowest tier, whatever tier
 * was granted.
 */

const DEFAULT_COST = 10
const read = { refill_rate: 200, bucket_capacity: 400 }
const write = { refill_rate: 100, bucket_capacity: 100 }

const advanced = {
  read: { refill_rate: 300, bucket_capacity: 600 },
  write: { refill_rate: 300, bucket_capacity: 600 },
}

function tierNotes({ paper, variant }: Pick<Scene, 'paper' | 'variant'>) {
  const kind: NotesOf<{ readonly isAdvanced: boolean }> = { name: `${variant.venue} tiers` }
  return paper.notes(kind)
}

/** Whether a member has requested the second tier. A member that has placed an order is granted it. */
export function hasAdvancedTier(scene: Pick<Scene, 'paper' | 'variant'>, { id }: Member): boolean {
  return tierNotes(scene).get(id, '')?.isAdvanced ?? false
}

const ORDERS = `${API_PREFIX}/portfolio/events/orders`

/** Calls whose cost differs from the default. A batch costs as much for each item. */
const costs = [
  { method: 'DELETE', path: `${ORDERS}/:order_id`, cost: 2 },
  { method: 'DELETE', path: `${ORDERS}/batched`, cost: 2 },
  { method: 'DELETE', path: ORDERS, cost: 2 },
  { method: 'GET', path: `${API_PREFIX}/portfolio/orders/:order_id`, cost: 2 },
  { method: 'POST', path: `${API_PREFIX}/account/api_usage_level/upgrade`, cost: 30 },
]

export function limitRoutes(variant: Variant): readonly Route[] {
  const route = routesOf(variant)
  return [
    route('GET', '/account/limits', (call) => {
      const isAdvanced = hasAdvancedTier(call, callerOf(call, 'read'))
      return toJsonReply({
        usage_tier: isAdvanced ? 'advanced' : 'basic',
        ...(isAdvanced ? advanced : { read, write }),
        grants: isAdvanced
          ? [{ exchange_instance: 'event_contract', level: 'advanced', source: 'manual' }]
          : [],
      })
    }),
    route('POST', '/account/api_usage_level/upgrade', (call) => {
      const member = callerOf(call, 'write')
      if (member.numbers.every((number) => member.account(number).orders().length === 0))
        throw createForbidden()
      tierNotes(call).set(member.id, '', { isAdvanced: true })
      return toJsonReply({}, 201)
    }),
    route('GET', '/account/endpoint_costs', () =>
      toJsonReply({ default_cost: DEFAULT_COST, endpoint_costs: costs }),
    ),
  ]
}

const BALANCE = `${API_PREFIX}/portfolio/balance`

/** Buckets for reads and for writes; all callers without a key share one bucket. */
export const limits: readonly MockLimit[] = [
  {
    // Callers without a key: observed values.
    capacity: 40,
    perSecond: 10,
    refusal: refuseTooMany,
    charge: (request) => (keyIdOf(request) === undefined ? { caller: '', tokens: 1 } : undefined),
  },
  {
    // A separate bucket without burst.
    capacity: 1,
    perSecond: 1,
    refusal: refuseTooMany,
    charge: (request) => charged(request, request.path === BALANCE, () => 1),
  },
  {
    capacity: read.bucket_capacity,
    perSecond: read.refill_rate,
    refusal: refuseTooMany,
    charge: (request) => charged(request, request.method === 'GET' && request.path !== BALANCE, costOf),
  },
  {
    capacity: write.bucket_capacity,
    perSecond: write.refill_rate,
    refusal: refuseTooMany,
    charge: (request) => charged(request, request.method !== 'GET', costOf, shardNamed(request)),
  },
]

function charged(
  request: MockRequest,
  isMine: boolean,
  tokens: (request: MockRequest) => number,
  shard = 0,
): ReturnType<NonNullable<MockLimit['charge']>> {
  const caller = keyIdOf(request)
  if (caller === undefined || !isMine) return undefined
  return { caller: shard === 0 ? caller : `${caller} ${shard}`, tokens: tokens(request) }
}

function costOf(request: MockRequest): number {
  const { method, path } = request
  const found = costs.find((one) => one.method === method && isPath(one.path, path))
  const cost = found?.cost ?? DEFAULT_COST
  const rows = path === `${ORDERS}/batched` ? bodyMemberOf(request, 'orders') : undefined
  return Array.isArray(rows) ? cost * rows.length : cost
}

function isPath(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  return (
    wanted.length === given.length &&
    wanted.every(
      (part, index) => part === given[index] || (part.startsWith(':') && given[index] !== 'batched'),
    )
  )
}

/** Returns the shard that a request names. Each shard except the default one has a separate write bucket. */
function shardNamed(request: MockRequest): number {
  const named = readQuery(new URLSearchParams(request.search)).integer('exchange_index')
  const index = named ?? bodyMemberOf(request, 'exchange_index')
  return typeof index === 'number' && index > 0 ? index : 0
}
