import { Refusal, type Reply, requireOrRefuse, toJsonReply } from '../../../http/reply.js'
import { type ListSpec, pageOf, readCountOf } from '../../../mock-kit/list-endpoint.js'
import { readNumber, whereAtLeast, whereFlag, whereOneOf } from '../../../mock-kit/list-filters.js'
import { type MockCall, type Route, route } from '../../../mock-kit/mock-venue.js'
import { roundToMicros } from '../../../mock-kit/rounding.js'
import { takeRows } from '../../../mock-kit/trade-feed.js'
import type { Native } from '../gamma/market.js'
import { conditionIdOf, findByCondition } from '../ids.js'
import { listPositionFacts, type PositionFacts, shareOf } from './holdings.js'
import { factsOfTrade, listPublicTrades, type TradeFacts } from './rows.js'

/**
 * Routes of the first-generation data API: plain arrays, camelCase, plain numbers. The venue retired it on 2026-10-24;
 * ccxt still calls these three.
 */
export const dataV1Routes: readonly Route[] = [
  v1('/trades', trades),
  v1('/positions', positions),
  v1('/oi', openInterest),
]

const MAX_OFFSET = 10_000

/** Returns a route that the switches of the first generation control. */
function v1(path: string, handle: (call: MockCall) => Reply): Route {
  return route('GET', path, (call) => {
    const { dataV1, throttle200 } = call.switches.polymarket
    if (dataV1 === 'gone') throw v1Error(410, 'this endpoint has been retired')
    if (dataV1 === 'missing') throw v1Error(404, 'not found')
    if (throttle200) throw v1Error(200, 'Too Many Requests')
    return handle(call)
  })
}

function v1Error(status: number, error: string): Refusal {
  return new Refusal(toJsonReply({ error }, status))
}

function userOf({ query }: MockCall): string {
  const user = requireOrRefuse(query.text('user'), () =>
    v1Error(400, "required query param 'user' not provided"),
  )
  if (!/^0x[0-9a-f]{40}$/i.test(user)) throw v1Error(400, 'invalid user address')
  return user
}

const refuse = (name: string): Refusal => v1Error(400, `invalid ${name}`)

/** Reads the limit and offset of a page. */
function paging(
  most: number,
  refuseMore: (name: string) => Refusal,
): Pick<Required<ListSpec<never>>, 'limit' | 'start'> {
  return {
    limit: readCountOf('limit', { otherwise: 100, least: 0, most, refuse }),
    start: readCountOf('offset', { otherwise: 0, least: 0, most: MAX_OFFSET, refuse, refuseMore }),
  }
}

const tape = paging(10_000, () => v1Error(400, `max historical trades offset of ${MAX_OFFSET} exceeded`))

/** Returns the open interest in dollars, by condition (recorded: clob-scalar-reads-and-oi.json). */
function openInterest(call: MockCall): Reply {
  const { world, now } = call
  const found = call.query.list('market').flatMap((id) => findByCondition(call, id) ?? [])
  return toJsonReply(
    found.map(({ market }) => ({
      market: conditionIdOf(world, market),
      value: roundToMicros(world.openInterest(market.key, now)),
    })),
  )
}

/** Returns trades, newest first. As recorded, times in the query and unknown parameters are ignored. */
function trades(call: MockCall): Reply {
  const { query } = call
  const limit = tape.limit(call)
  const offset = tape.start(call, limit)
  if (query.text('user') !== undefined) return toJsonReply(pageOf(tape, call, ownTrades(call)).rows)
  const feed = listPublicTrades(
    call,
    { conditions: query.list('market'), eventIds: query.list('eventId') },
    {},
  )
  const side = query.text('side')?.toUpperCase()
  const facts = mapped(feed, (row) => factsOfTrade(call, row))
  const wanted = filtered(facts, ({ print }) => side === undefined || print.action === side)
  return toJsonReply(takeRows(wanted, limit, offset).rows.map(tradeRow))
}

function* mapped<From, To>(rows: Iterable<From>, change: (row: From) => To): Generator<To> {
  for (const row of rows) yield change(row)
}

function* filtered<Row>(rows: Iterable<Row>, accepts: (row: Row) => boolean): Generator<Row> {
  for (const row of rows) if (accepts(row)) yield row
}

function tradeRow({ event, row, print, ...facts }: TradeFacts): Native {
  return {
    proxyWallet: facts.wallet,
    side: print.action,
    asset: facts.tokenId,
    conditionId: facts.condition,
    size: row.trade.size,
    price: print.price,
    timestamp: Math.floor(row.trade.at / 1000),
    title: row.market.question,
    slug: row.market.slug,
    icon: facts.icon,
    eventSlug: event.slug,
    outcome: facts.outcome,
    outcomeIndex: facts.outcomeIndex,
    name: facts.name,
    pseudonym: facts.name.replace(' ', '-'),
    bio: '',
    profileImage: '',
    profileImageOptimized: '',
    transactionHash: facts.transaction,
  }
}

/** Returns the purchases behind the holdings of a wallet of the simulation, newest first. */
function ownTrades(call: MockCall): readonly Native[] {
  const user = userOf(call).toLowerCase()
  const facts = [...listPositionFacts(call, user)].sort((a, b) => b.holding.acquiredAt - a.holding.acquiredAt)
  return facts.map((one) => ({
    proxyWallet: user,
    side: 'BUY',
    asset: one.tokenId,
    conditionId: one.condition,
    size: one.holding.size,
    price: one.holding.entryPrice,
    timestamp: Math.floor(one.holding.acquiredAt / 1000),
    title: one.holding.market.question,
    slug: one.holding.market.slug,
    eventSlug: one.event.slug,
    outcome: one.outcome,
    outcomeIndex: one.outcomeIndex,
    transactionHash: `${one.condition.slice(0, 58)}${user.slice(-8)}`,
  }))
}

/** Largest first. */
const held: ListSpec<PositionFacts> = {
  ...paging(500, refuse),
  filters: {
    sizeThreshold: whereAtLeast(
      (query, name) => readNumber(refuse)(query, name) ?? 1,
      ({ holding }) => holding.size,
    ),
    market: whereOneOf(
      (query, name) => query.list(name).map((id) => id.toLowerCase()),
      ({ condition }) => condition,
    ),
    redeemable: whereFlag(({ redeemable }) => redeemable),
  },
  order: () => [{ key: ({ holding }) => holding.size, isFalling: true }],
}

function positions(call: MockCall): Reply {
  const { rows } = pageOf(held, call, listPositionFacts(call, userOf(call)))
  return toJsonReply(rows.map((one) => positionRow(call, one)))
}

function positionRow(call: MockCall, one: PositionFacts): Native {
  const { holding, event } = one
  return {
    proxyWallet: userOf(call).toLowerCase(),
    asset: one.tokenId,
    conditionId: one.condition,
    size: holding.size,
    avgPrice: holding.entryPrice,
    initialValue: one.initialValue,
    currentValue: one.currentValue,
    cashPnl: one.cashPnl,
    percentPnl: one.percentPnl,
    totalBought: holding.size,
    realizedPnl: holding.realized,
    percentRealizedPnl: shareOf(holding.realized, one.initialValue),
    curPrice: one.price,
    redeemable: one.redeemable,
    mergeable: one.mergeable,
    title: holding.market.question,
    slug: holding.market.slug,
    icon: '',
    eventId: String(event.number),
    eventSlug: event.slug,
    outcome: one.outcome,
    outcomeIndex: one.outcomeIndex,
    oppositeOutcome: one.oppositeOutcome,
    oppositeAsset: one.oppositeTokenId,
    endDate: one.endDay,
    negativeRisk: event.exclusive,
  }
}
