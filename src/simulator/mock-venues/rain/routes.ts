import { json, orRefuse, Refusal, type Reply } from '../../http/reply.js'
import { type ListPage, type ListSpec, numbered, pageOf, readCountOf } from '../../mock-kit/list-endpoint.js'
import { phrase, same } from '../../mock-kit/list-filters.js'
import { type MockCall, type Route, route } from '../../mock-kit/mock-venue.js'
import { listedPools, type Pool, poolBy, statusOf } from './pool.js'
import { poolRow, volumeOf } from './pool-row.js'

/** Routes of lists of pools, and of one pool (venues/rain/README.md). */
export const poolRoutes: readonly Route[] = [
  route('GET', '/pools/public-pools', listPools),
  route('GET', '/pools/pool/:id', onePool),
  route('GET', '/pools/get-all-pools-count', (call) =>
    enveloped('Pools count retrieved successfully.', { poolsCount: listedPools(call).length }),
  ),
]

/** Returns a success. */
function enveloped(message: string, data: unknown): Reply {
  return json({ statusCode: 200, message, data })
}

/** Returns an error; its texts are invented. */
function refusal(statusCode: number, message: string): Refusal {
  return new Refusal(json({ statusCode, message }, statusCode))
}

const positive = (name: string, otherwise: number, most?: number) =>
  readCountOf(name, {
    otherwise,
    refuse: (key) => refusal(400, `${key} must be a positive number`),
    ...(most === undefined ? {} : { most }),
  })

/** Pages are numbered from 1 by a parameter named `offset`. */
const pools: ListSpec<Pool> = {
  limit: positive('limit', 10, 100),
  start: numbered(positive('offset', 1)),
  filters: {
    status: same((pool, { now }) => statusOf(pool, now)),
    tag: phrase(({ event }) => [event.series.category, ...event.series.tags].join('\n')),
  },
  order: ({ query }) => [{ key: sortKey(query.text('sortBy')), isFalling: true }],
}

function sortKey(name: string | undefined): (pool: Pool, call: MockCall) => number {
  if (name === 'totalVolumn' || name === 'volume') return (pool, call) => volumeOf(call, pool)
  if (name === 'totalLiquidity') return ({ event }) => event.seed % 400
  return ({ opensAt }) => opensAt
}

function listPools(call: MockCall): Reply {
  const { rows, total, limit }: ListPage<Pool> = pageOf(pools, call, listedPools(call))
  return enveloped('Public pool list retrieved successfully.', {
    pools: rows.map((pool) => poolRow(call, pool)),
    count: total,
    pages: Math.ceil(total / limit),
  })
}

function onePool(call: MockCall): Reply {
  const pool = orRefuse(poolBy(call, 'pool', call.params['id'] ?? ''), () => refusal(404, 'Pool not found'))
  return enveloped('Pool retrieved successfully.', poolRow(call, pool))
}
