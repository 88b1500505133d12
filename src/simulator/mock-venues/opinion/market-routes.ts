import { type Reply, requireOrRefuse } from '../../http/reply.js'
import { type Key, type ListSpec, pageOf, type SortKey } from '../../mock-kit/list-endpoint.js'
import { whereEqual, whereWord } from '../../mock-kit/list-filters.js'
import { type MockCall, type Route, route } from '../../mock-kit/mock-venue.js'
import { findListedEvents } from '../../mock-kit/venue-view.js'
import { stateAt, type WorldEvent, type WorldMarket } from '../../world/common/types.js'
import { collectionOf, findCurrentInstances, isCollected } from './collection.js'
import { createBadRequest, createUnknownId, toSuccessReply } from './envelope.js'
import { findBinaryByNumber, findBySlug, findCategoricalByNumber, isCategorical } from './ids.js'
import { labelsOf } from './labels.js'
import { CHAIN_ID, listRow, type Native, toBinaryDetail, toCategoricalDetail } from './market.js'
import { paged, readWholeParameter, resultOf, whereChoice } from './paging.js'
import { type NativeStatus, rowStatusOf, statuses } from './status.js'
import { type Turnover, totalOf } from './turnover.js'

/** Routes of the list of markets and the three lookups (README.md). */
export const marketRoutes: readonly Route[] = [
  route('GET', '/openapi/market', list),
  route('GET', '/openapi/market/categorical/:id', (call) => {
    const event = requireOrRefuse(findCategoricalByNumber(call, idIn(call)), createUnknownId)
    return toSuccessReply({ data: toCategoricalDetail(call, event) })
  }),
  route('GET', '/openapi/market/slug/:slug', (call) => {
    const found = requireOrRefuse(findBySlug(call, call.params['slug'] ?? ''), createUnknownId)
    return toSuccessReply({
      data: 'market' in found ? toBinaryDetail(call, found) : toCategoricalDetail(call, found),
    })
  }),
  route('GET', '/openapi/market/:id', (call) => {
    const listed = requireOrRefuse(findBinaryByNumber(call, idIn(call)), createUnknownId)
    return toSuccessReply({ data: toBinaryDetail(call, listed) })
  }),
]

function idIn({ params }: MockCall): number {
  const id = params['id'] ?? ''
  if (!/^\d{1,15}$/.test(id)) throw createBadRequest('invalid marketId')
  return Number(id)
}

/** A call with the current instances of recurring markets. */
interface ListCall extends MockCall {
  readonly current: ReturnType<typeof findCurrentInstances>
}

function list(asked: MockCall): Reply {
  const call: ListCall = { ...asked, current: findCurrentInstances(asked) }
  const showsChild = childFilter(call)
  return toSuccessReply(
    resultOf(pageOf(markets, call, findListedEvents(call, 'opinion')), (event): Native => {
      const row = listRow(call, event, showsChild)
      return isCollected(event)
        ? { ...row, collection: collectionOf(call, event, call.current.get(event.series)) }
        : row
    }),
  )
}

const hasState =
  ({ status }: NativeStatus) =>
  (event: WorldEvent, { now }: MockCall): boolean =>
    rowStatusOf(event, now).status === status

const bySize =
  (name: keyof Turnover): Key<WorldEvent> =>
  (event, call) =>
    totalOf(call, event)[name]
const created: Key<WorldEvent> = (event) => event.opensAt
const newest: SortKey<WorldEvent> = { key: (event) => event.number, isFalling: true }

/** By `sortBy`: sort key and direction. 0 is equal to 1 (opinion-clob-sdk 0.7.0). */
const orders: readonly SortKey<WorldEvent>[] = [
  { key: created, isFalling: true },
  { key: created, isFalling: true },
  { key: (event) => event.endsAt, isFalling: false },
  ...(['volume', 'volume24h', 'volume7d'] as const).flatMap((name) => [
    { key: bySize(name), isFalling: true },
    { key: bySize(name), isFalling: false },
  ]),
]

const markets: ListSpec<WorldEvent, ListCall> = {
  ...paged,
  filters: {
    chainId: whereEqual(() => CHAIN_ID),
    // Other words are ignored.
    status: whereWord({ activated: hasState(statuses.activated), resolved: hasState(statuses.resolved) }),
    marketType: whereChoice((event, type) => type === 2 || isCategorical(event) === (type === 1), 2),
    labelId: whereChoice((event, id, call) => id === 0 || labelsOf(call, event.series).labelIds.includes(id)),
    // 0: current instances of recurring markets; 1: recurring markets only, every instance; 2: all others.
    collectionType: whereChoice((event, type, { current }) => {
      if (!isCollected(event)) return type !== 1
      return type === 1 || (type === 0 && current.get(event.series)?.key === event.key)
    }),
  },
  order(call) {
    const order = requireOrRefuse(orders[readWholeParameter(call, 'sortBy') ?? 0], () =>
      createBadRequest('invalid sortBy'),
    )
    return [order, newest]
  },
}

/** Returns the filter of children. In a query for activated rows, others are omitted silently. */
function childFilter({ query, now }: MockCall): (market: WorldMarket) => boolean {
  const isActivated = query.text('status') === 'activated'
  return (market) => !isActivated || stateAt(market, now) === 'open'
}
