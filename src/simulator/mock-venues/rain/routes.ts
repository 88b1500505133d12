import { Refusal, type Reply, requireOrRefuse, toJsonReply } from '../../http/reply.js'
import {
  type ListPage,
  type ListSpec,
  pageOf,
  readCountOf,
  startFromNumber,
} from '../../mock-kit/list-endpoint.js'
import { whereEqual, wherePhrase } from '../../mock-kit/list-filters.js'
import { type MockCall, type Route, route } from '../../mock-kit/mock-venue.js'
import { findListedPools, type Pool, poolBy, statusOf } from './pool.js'
import { toPoolRow, volumeOf } from './pool-row.js'

/** Routes of lists of pools, and of one pool (venues/rain/README.md). */
export const poolRoutes: readonly Route[] = [
  route('GET', '/pools/public-pools', listPools),
  route('GET', '/pools/pool/:id', onePool),
  route('GET', '/pools/get-all-pools-count', (call) =>
    enveloped('Pools count retrieved successfully.', { poolsCount: findListedPools(call).length }),
  ),
]

/** Returns a success. */
function enveloped(message: string, data: unknown): Reply {
  return toJsonReply({ statusCode: 200, message, data })
}

/** Returns an error; its texts are invented. */
function refusal(statusCode: number, message: string): Refusal {
  return new Refusal(toJsonReply({ statusCode, message }, statusCode))
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
  start: startFromNumber(positive('offset', 1)),
  filters: {
    status: whereEqual((pool, { now }) => statusOf(pool, now)),
    tag: wherePhrase(({ event }) => [event.series.category, ...event.series.tags].join('\n')),
  },
  order: ({ query }) => [{ key: sortKey(query.text('sortBy')), isFalling: true }],
}

function sortKey(name: string | undefined): (pool: Pool, call: MockCall) => number {
  if (name === 'totalVolumn' || name === 'volume') return (pool, call) => volumeOf(call, pool)
  if (name === 'totalLiquidity') return ({ event }) => event.seed % 400
  return ({ opensAt }) => opensAt
}

function listPools(call: MockCall): Reply {
  const { rows, total, limit }: ListPage<Pool> = pageOf(pools, call, findListedPools(call))
  return enveloped('Public pool list retrieved successfully.', {
    pools: rows.map((pool) => toPoolRow(call, pool)),
    count: total,
    pages: Math.ceil(total / limit),
  })
}

function onePool(call: MockCall): Reply {
  const pool = requireOrRefuse(poolBy(call, 'pool', call.params['id'] ?? ''), () =>
    refusal(404, 'Pool not found'),
  )
  return enveloped('Pool retrieved successfully.', toPoolRow(call, pool))
}
