import type { FaceCall, Route } from '../../face.js'
import { route } from '../../face.js'
import { json, Refusal, type Reply } from '../../reply.js'
import { takeRows } from '../../trade-feed.js'
import {
  named,
  openInterestOf,
  type PositionFacts,
  positionFacts,
  publicTrades,
  type TradeFacts,
  tradeFacts,
} from './data-rows.js'
import type { Native } from './gamma-market.js'
import { conditionId } from './ids.js'
import { rounded } from './quote.js'

/** The data API of the first generation: bare arrays, camelCase, plain numbers (venues/polymarket/README.md). */
export const dataV1Routes: readonly Route[] = [
  v1('/trades', trades),
  v1('/positions', positions),
  v1('/closed-positions', (call) => {
    userOf(call)
    return json([])
  }),
  v1('/activity', activity),
  v1('/holders', holders),
  v1('/oi', openInterest),
  v1('/live-volume', liveVolume),
  v1('/value', (call) => {
    const facts = positionFacts(call, userOf(call))
    return json([
      { user: userOf(call), value: rounded(facts.reduce((sum, one) => sum + one.currentValue, 0)) },
    ])
  }),
]

const MAX_TRADES = 10_000
const MAX_TRADE_OFFSET = 10_000
const MAX_POSITIONS = 500

/** A route that the switches of the first generation govern. */
function v1(path: string, handle: (call: FaceCall) => Reply): Route {
  return route('GET', path, (call) => {
    const { dataV1, throttle200 } = call.switches.polymarket
    if (dataV1 === 'gone') throw v1Error(410, 'this endpoint has been retired')
    if (dataV1 === 'missing') throw v1Error(404, 'not found')
    if (throttle200) throw v1Error(200, 'Too Many Requests')
    return handle(call)
  })
}

function v1Error(status: number, error: string): Refusal {
  return new Refusal(json({ error }, status))
}

function missing(name: string): Refusal {
  return v1Error(400, `required query param '${name}' not provided`)
}

function userOf({ query }: FaceCall): string {
  const user = query.text('user')
  if (user === undefined) throw missing('user')
  if (!/^0x[0-9a-f]{40}$/i.test(user)) throw v1Error(400, 'invalid user address')
  return user
}

function whole({ query }: FaceCall, key: string, otherwise: number): number {
  const value = query.integer(key) ?? otherwise
  if (value === 'bad' || value < 0) throw v1Error(400, `invalid ${key}`)
  return value
}

/** Newest first; times in the query are ignored, as recorded, and so is any parameter that does not exist. */
function trades(call: FaceCall): Reply {
  const { query } = call
  const limit = Math.min(whole(call, 'limit', 100), MAX_TRADES)
  const offset = whole(call, 'offset', 0)
  if (offset > MAX_TRADE_OFFSET)
    throw v1Error(400, `max historical trades offset of ${MAX_TRADE_OFFSET} exceeded`)
  if (query.text('user') !== undefined) return json(ownTrades(call).slice(offset, offset + limit))
  const feed = publicTrades(call, { conditions: query.list('market'), eventIds: query.list('eventId') }, {})
  const side = query.text('side')?.toUpperCase()
  const facts = mapped(feed, (row) => tradeFacts(call, row))
  const wanted = filtered(facts, ({ print }) => side === undefined || print.side === side)
  return json(takeRows(wanted, limit, offset).rows.map(tradeRow))
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
    side: print.side,
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

/** The purchases behind a demo wallet's holdings, newest first. */
function ownTrades(call: FaceCall): readonly Native[] {
  const user = userOf(call).toLowerCase()
  const facts = [...positionFacts(call, user)].sort((a, b) => b.holding.acquiredAt - a.holding.acquiredAt)
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

function activity(call: FaceCall): Reply {
  const rows = ownTrades(call).map((row) => ({
    ...row,
    type: 'TRADE',
    usdcSize: rounded(Number(row['size']) * Number(row['price'])),
  }))
  const offset = whole(call, 'offset', 0)
  return json(rows.slice(offset, offset + Math.min(whole(call, 'limit', 100), 500)))
}

function positions(call: FaceCall): Reply {
  const { query } = call
  const threshold = query.number('sizeThreshold') ?? 1
  if (threshold === 'bad') throw v1Error(400, 'invalid sizeThreshold')
  const markets = query.list('market').map((id) => id.toLowerCase())
  const redeemable = query.flag('redeemable')
  const offset = whole(call, 'offset', 0)
  if (offset > MAX_TRADE_OFFSET) throw v1Error(400, 'invalid offset')
  const rows = positionFacts(call, userOf(call))
    .filter(({ holding }) => holding.size >= threshold)
    .filter(({ condition }) => markets.length === 0 || markets.includes(condition))
    .filter((one) => redeemable === undefined || one.redeemable === redeemable)
    .sort((a, b) => b.holding.size - a.holding.size)
  return json(
    rows
      .slice(offset, offset + Math.min(whole(call, 'limit', 100), MAX_POSITIONS))
      .map((one) => positionRow(call, one)),
  )
}

function positionRow(call: FaceCall, one: PositionFacts): Native {
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
    percentRealizedPnl: one.initialValue === 0 ? 0 : rounded((holding.realized / one.initialValue) * 100),
    curPrice: one.price,
    redeemable: one.redeemable,
    mergeable: false,
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

function holders(call: FaceCall): Reply {
  const [condition] = call.query.list('market')
  if (condition === undefined || !condition.startsWith('0x')) throw missing('market')
  return json([])
}

function openInterest(call: FaceCall): Reply {
  const listed = named(call, call.query.list('market'), [])
  return json(
    listed.map((one) => ({
      market: conditionId(call.world.seed, one.market),
      value: openInterestOf(call, one),
    })),
  )
}

function liveVolume(call: FaceCall): Reply {
  const ids = call.query.list('id')
  if (ids.length === 0) throw missing('id')
  const markets = named(call, [], ids).map(({ market }) => ({
    market: conditionId(call.world.seed, market),
    value: call.world.stats(market.key, call.now).notional24h,
  }))
  return json([{ total: rounded(markets.reduce((sum, { value }) => sum + value, 0)), markets }])
}
