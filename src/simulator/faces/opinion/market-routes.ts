import { type FaceCall, type Route, route } from '../../face.js'
import type { Reply } from '../../reply.js'
import { listedEvents } from '../../venue-view.js'
import { stateAt, type WorldEvent, type WorldMarket } from '../../world/types.js'
import { collectionOf, currentInstances, isCollected } from './collection.js'
import { badRequest, success, unknownId } from './envelope.js'
import { binaryByNumber, bySlug, categoricalByNumber, isCategorical } from './ids.js'
import { labelsOf } from './labels.js'
import { binaryDetail, CHAIN_ID, categoricalDetail, listRow, type Native } from './market.js'
import { pageOf, wholeNumber } from './paging.js'
import { rowStatusOf, statuses } from './status.js'
import { totalOf } from './turnover.js'

/** The list of markets and the three ways to one (venues/opinion/README.md). */
export const marketRoutes: readonly Route[] = [
  route('GET', '/openapi/market', list),
  route('GET', '/openapi/market/categorical/:id', (call) => {
    const event = categoricalByNumber(call, idIn(call))
    if (event === undefined) throw unknownId()
    return success({ data: categoricalDetail(call, event) })
  }),
  route('GET', '/openapi/market/slug/:slug', (call) => {
    const found = bySlug(call, call.params['slug'] ?? '')
    if (found === undefined) throw unknownId()
    return success({ data: 'market' in found ? binaryDetail(call, found) : categoricalDetail(call, found) })
  }),
  route('GET', '/openapi/market/:id', (call) => {
    const listed = binaryByNumber(call, idIn(call))
    if (listed === undefined) throw unknownId()
    return success({ data: binaryDetail(call, listed) })
  }),
]

function idIn({ params }: FaceCall): number {
  const id = params['id'] ?? ''
  if (!/^\d{1,15}$/.test(id)) throw badRequest('invalid marketId')
  return Number(id)
}

function list(call: FaceCall): Reply {
  const current = currentInstances(call)
  const rows = listedEvents(call, 'opinion').filter(rowFilter(call, current))
  const showsChild = childFilter(call)
  return success(
    pageOf(call, inOrder(call, rows), (event): Native => {
      const row = listRow(call, event, showsChild)
      return isCollected(event) ? { ...row, collection: collectionOf(event, current.get(event.series)) } : row
    }),
  )
}

/** Words that filter, and the state of the rows that each leaves. Other words filter nothing. */
const statusWords: Readonly<Record<string, number>> = {
  activated: statuses.activated.status,
  resolved: statuses.resolved.status,
}

function statusWord({ query }: FaceCall): number | undefined {
  const word = query.text('status') ?? ''
  return Object.hasOwn(statusWords, word) ? statusWords[word] : undefined
}

type CurrentInstances = ReturnType<typeof currentInstances>

function rowFilter(call: FaceCall, current: CurrentInstances): (event: WorldEvent) => boolean {
  const status = statusWord(call)
  const marketType = wholeNumber(call, 'marketType') ?? 2
  const labelId = wholeNumber(call, 'labelId') ?? 0
  const collectionType = wholeNumber(call, 'collectionType') ?? 0
  const chainId = call.query.text('chainId') ?? CHAIN_ID
  return (event) =>
    chainId === CHAIN_ID &&
    (status === undefined || rowStatusOf(event, call.now).status === status) &&
    (marketType === 2 || isCategorical(event) === (marketType === 1)) &&
    (labelId === 0 || labelsOf(call, event.series).labelIds.includes(labelId)) &&
    isCollectionWanted(event, collectionType, current)
}

/** 0: of recurring markets the current instance; 1: recurring markets only, every instance; 2: all others. */
function isCollectionWanted(event: WorldEvent, collectionType: number, current: CurrentInstances): boolean {
  if (!isCollected(event)) return collectionType !== 1
  return collectionType === 1 || (collectionType === 0 && current.get(event.series)?.key === event.key)
}

/** Asked for activated rows, children that no longer are one are left out without a word. */
function childFilter(call: FaceCall): (market: WorldMarket) => boolean {
  const status = statusWord(call)
  return (market) => status !== statuses.activated.status || stateAt(market, call.now) === 'open'
}

type Key = (event: WorldEvent) => number

/** By `sortBy`: what is sorted by, and the direction. 0 leaves the order of creation. */
function inOrder(call: FaceCall, rows: readonly WorldEvent[]): readonly WorldEvent[] {
  const volume: Key = (event) => totalOf(call, event).volume
  const volume24h: Key = (event) => totalOf(call, event).volume24h
  const volume7d: Key = (event) => totalOf(call, event).volume7d
  const orders: readonly (readonly [Key, 1 | -1])[] = [
    [(event) => event.opensAt, 1],
    [(event) => event.opensAt, -1],
    [(event) => event.endsAt, 1],
    [volume, -1],
    [volume, 1],
    [volume24h, -1],
    [volume24h, 1],
    [volume7d, -1],
    [volume7d, 1],
  ]
  const order = orders[wholeNumber(call, 'sortBy') ?? 0]
  if (order === undefined) throw badRequest('invalid sortBy')
  const [key, direction] = order
  return rows
    .map((event) => ({ event, value: key(event) }))
    .sort((a, b) => direction * (a.value - b.value) || b.event.number - a.event.number)
    .map(({ event }) => event)
}
