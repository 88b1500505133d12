import type { FaceCall, Route } from '../../../face.js'
import type { Reply } from '../../../reply.js'
import { type FeedPlace, placeOf, takeRows } from '../../../trade-feed.js'
import type { Native } from '../gamma/market.js'
import { aliased, cursorParams, paged, signedCursor, V2Problem, v2, wholeNumber } from './manner.js'
import { type PositionFacts, positionFacts, publicTrades, type TradeFacts, tradeFacts } from './rows.js'

const DEFAULT_TRADES = 100
const MAX_TRADES = 1_000
const MAX_KEYS = 20

/** Reads of the second generation besides price history (venues/polymarket/README.md). */
export const dataV2Routes: readonly Route[] = [v2('/v2/trades', trades), v2('/v2/positions', positions)]

function conditionsOf(call: FaceCall): readonly string[] {
  return keysOf(aliased(call, 'condition', 'condition_id', 'conditionId'), 'condition')
}

function eventIdsOf(call: FaceCall): readonly string[] {
  return keysOf(aliased(call, 'event_id', 'eventId'), 'event_id')
}

function keysOf(text: string | undefined, parameter: string): readonly string[] {
  const keys = (text ?? '').split(',').filter((key) => key !== '')
  if (keys.length > MAX_KEYS) throw new V2Problem(`at most ${MAX_KEYS} values are allowed`, parameter)
  return keys
}

function userOf(call: FaceCall): string {
  const user = call.query.text('user')
  if (user === undefined || !/^0x[0-9a-f]{40}$/i.test(user))
    throw new V2Problem('user must be an address', 'user')
  return user
}

/** Newest first, both outcomes of a market in one feed. */
function trades(call: FaceCall): Reply {
  const conditions = conditionsOf(call)
  const eventIds = eventIdsOf(call)
  if (conditions.length > 0 && eventIds.length > 0) {
    throw new V2Problem('event_id and condition are mutually exclusive', 'event_id')
  }
  const limit = wholeNumber(call, DEFAULT_TRADES, MAX_TRADES, 'limit')
  const cursor = call.query.text('cursor')
  const after = cursor === undefined ? undefined : placeIn(cursorParams('trades', cursor))
  const side = call.query.text('side')?.toUpperCase()
  const feed = publicTrades(call, { conditions, eventIds }, { after })
  const { rows, more } = takeRows(feed, limit)
  const last = rows.at(-1)
  const next = more && last !== undefined ? tradeCursor(limit, placeOf(last)) : undefined
  const facts = rows.map((row) => tradeFacts(call, row))
  return paged(
    facts.filter(({ print }) => side === undefined || print.action === side).map(tradeRow),
    limit,
    next,
  )
}

function tradeCursor(limit: number, place: FeedPlace): string {
  const sq = `${place.at}:${place.marketNumber}:${place.sequence}`
  return signedCursor('trades', { l: limit, ts: Math.floor(place.at / 1000), sq, d: 2 })
}

function placeIn(params: Native): FeedPlace {
  const [at, marketNumber, sequence] = String(params['sq']).split(':').map(Number)
  return { at: at ?? 0, marketNumber: marketNumber ?? 0, sequence: sequence ?? 0 }
}

function tradeRow({ row, print, ...facts }: TradeFacts): Native {
  return {
    proxy_wallet: facts.wallet,
    side: print.action,
    token_id: facts.tokenId,
    condition_id: facts.condition,
    size: row.trade.size,
    price: print.price,
    timestamp: Math.floor(row.trade.at / 1000),
    title: row.market.question,
    slug: row.market.slug,
    icon: facts.icon,
    event_slug: '',
    outcome: facts.outcome,
    // The feed does not know which of the two it is.
    outcome_index: 999,
    name: facts.name,
    pseudonym: facts.name.replace(' ', '-'),
    bio: '',
    profile_image: '',
    profile_image_optimized: '',
    transaction_hash: facts.transaction,
  }
}

function positions(call: FaceCall): Reply {
  const status = (call.query.text('status') ?? 'OPEN').toUpperCase()
  if (status !== 'OPEN' && status !== 'CLOSED') throw new V2Problem('status must be OPEN or CLOSED', 'status')
  const user = userOf(call).toLowerCase()
  const rows = status === 'OPEN' ? positionFacts(call, user) : []
  return paged(
    rows.map((one) => positionRow(user, one)),
    DEFAULT_TRADES,
    undefined,
  )
}

function positionRow(user: string, one: PositionFacts): Native {
  const { holding, event } = one
  return {
    proxy_wallet: user,
    token_id: one.tokenId,
    condition_id: one.condition,
    current_size: holding.size,
    avg_price: holding.entryPrice,
    current_price: one.price,
    current_value: one.currentValue,
    unrealized_pnl: one.cashPnl,
    realized_pnl: holding.realized,
    redeemable: one.redeemable,
    mergeable: false,
    title: holding.market.question,
    slug: holding.market.slug,
    event_id: String(event.number),
    event_slug: event.slug,
    outcome: one.outcome,
    outcome_index: one.outcomeIndex,
    opposite_outcome: one.oppositeOutcome,
    opposite_token_id: one.oppositeTokenId,
    end_date: one.endDay,
    negative_risk: event.exclusive,
  }
}
