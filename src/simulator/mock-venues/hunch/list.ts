import { type Reply, requireOrRefuse, toJsonReply } from '../../http/reply.js'
import {
  type ListSpec,
  pageOf,
  readCountOf,
  type SortKey,
  type SortPosition,
  sortPositionOf,
} from '../../mock-kit/list-endpoint.js'
import { readCommaSeparated, whereOneOf, whereWord } from '../../mock-kit/list-filters.js'
import type { MockCall } from '../../mock-kit/mock-venue.js'
import type { Market } from './kinds.js'
import {
  categoryOf,
  deadlineOf,
  findListedMarkets,
  findMarketByName,
  statusOf,
  symbolOf,
  toMarketRef,
} from './market.js'
import { createRefusal, metaAt } from './replies.js'

const MAX_ROWS = 200

/** Closing soonest first. */
const order: readonly SortKey<Market>[] = [
  { key: deadlineOf, isFalling: false },
  { key: ({ id }) => id, isFalling: false },
]

/** Reads the last row of the previous page from its cursor. @throws 400 when it is not a cursor */
function after({ query }: MockCall): SortPosition | undefined {
  const cursor = query.text('cursor')
  if (cursor === undefined) return undefined
  const [deadline = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ')
  if (!/^\d+$/.test(deadline) || id === '') throw createRefusal('invalid_request', 'The cursor is not valid.')
  return [Number(deadline), id]
}

const badCount = (name: string) =>
  createRefusal('invalid_request', `${name} must be a whole number from 1 to ${MAX_ROWS}.`)

const spec: ListSpec<Market> = {
  filters: {
    status: (call, name) =>
      call.query.text(name) === undefined
        ? (market) => statusOf(call, market) === 'open'
        : whereWord<Market, MockCall>(
            { open: (market) => statusOf(call, market) === 'open', all: () => true },
            () => createRefusal('invalid_request', 'status must be open or all.'),
          )(call, name),
    type: whereOneOf((query, name) => query.all(name).slice(0, 1), categoryOf),
    token: (call, name) => {
      const token = call.query.text(name)?.toLowerCase()
      return token === undefined ? undefined : (market) => symbolOf(market).toLowerCase() === token
    },
    ids: whereOneOf(readCommaSeparated, ({ id, slug }) => [id, slug]),
  },
  order: () => order,
  limit: readCountOf('limit', {
    otherwise: MAX_ROWS,
    most: MAX_ROWS,
    refuse: badCount,
    refuseMore: badCount,
  }),
  after,
}

/** `GET /markets`: the cursor of the next page is present while there is one. */
export function listMarkets(call: MockCall): Reply {
  const { rows, more } = pageOf(spec, call, findListedMarkets(call))
  const last = rows.at(-1)
  const place = last === undefined || !more ? undefined : sortPositionOf(order, last, call)
  return toJsonReply({
    meta: metaAt(call),
    count: rows.length,
    markets: rows.map((market) => toMarketRef(call, market)),
    ...(place === undefined ? {} : { nextCursor: Buffer.from(place.join(' ')).toString('base64url') }),
  })
}

/** Returns the market that a call names by id or slug. @throws 404 */
export function marketIn(call: MockCall, name: string): Market {
  return requireOrRefuse(findMarketByName(call, name), () =>
    createRefusal('market_not_found', `There is no market '${name}'.`),
  )
}

/** `GET /markets/:id` */
export function getMarket(call: MockCall): Reply {
  return toJsonReply({
    meta: metaAt(call),
    market: toMarketRef(call, marketIn(call, call.params['id'] ?? '')),
  })
}
