import type { Reply } from '../../../http/reply.js'
import type { MockCall, Route } from '../../../mock-kit/mock-venue.js'
import { type TradeCursor, takeRows, tradeCursorOf } from '../../../mock-kit/trade-feed.js'
import type { Native } from '../gamma/market.js'
import { type Deed, deedsOf, toOwnTradeRow } from './account-actions.js'
import {
  conditionsOf,
  createV2Route,
  eventIdsOf,
  readWholeParameter,
  selectPage,
  signCursor,
  spanOf,
  toPageReply,
  userOf,
  V2Problem,
  verifyCursor,
} from './parameters.js'
import { factsOfTrade, listPublicTrades, type TradeFacts } from './rows.js'

/** Routes of trades of markets, of events, of a wallet, or of all (../README.md, "Data API"). */
export const tradeRoutes: readonly Route[] = [createV2Route('/v2/trades', trades)]

const DEFAULT_TRADES = 100
const MAX_TRADES = 1_000

/**
 * Returns trades, newest first, with both outcomes of a market in one feed. A condition of another length matches no
 * market.
 */
function trades(call: MockCall): Reply {
  const conditions = conditionsOf(call)
  const eventIds = eventIdsOf(call)
  if (conditions.length > 0 && eventIds.length > 0) {
    throw new V2Problem('event_id and condition are mutually exclusive', 'event_id')
  }
  const side = call.query.text('side')?.toUpperCase()
  if (call.query.has('user')) return ownTrades(call, conditions, eventIds, side)
  const limit = readWholeParameter(call, DEFAULT_TRADES, MAX_TRADES, 'limit')
  const cursor = call.query.text('cursor')
  const after = cursor === undefined ? undefined : placeIn(verifyCursor('trades', cursor))
  const feed = listPublicTrades(call, { conditions, eventIds }, { after })
  const { rows, more } = takeRows(feed, limit)
  const last = rows.at(-1)
  const next = more && last !== undefined ? tradeCursor(limit, tradeCursorOf(last)) : undefined
  const facts = rows.map((row) => factsOfTrade(call, row))
  return toPageReply(
    facts.filter(({ print }) => side === undefined || print.action === side).map(tradeRow),
    limit,
    next,
  )
}

function ownTrades(
  call: MockCall,
  conditions: readonly string[],
  eventIds: readonly string[],
  side: string | undefined,
): Reply {
  const user = userOf(call)
  const { from, to } = spanOf(call)
  const isWanted = (deed: Deed): boolean =>
    deed.type === 'TRADE' &&
    deed.at >= from &&
    deed.at <= to &&
    (side === undefined || deed.side === side) &&
    (conditions.length === 0 || conditions.includes(deed.condition)) &&
    (eventIds.length === 0 || eventIds.includes(String(deed.event.number)))
  const { page, reply } = selectPage(call, 'user_trades', deedsOf(call, user).filter(isWanted))
  return reply(page.map((deed) => toOwnTradeRow(user, deed)))
}

function tradeCursor(limit: number, place: TradeCursor): string {
  const sq = `${place.at}:${place.marketNumber}:${place.sequence}`
  return signCursor('trades', { l: limit, ts: Math.floor(place.at / 1000), sq, d: 2 })
}

function placeIn(params: Native): TradeCursor {
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
    // The feed does not contain the index.
    outcome_index: 999,
    name: facts.name,
    pseudonym: facts.name.replace(' ', '-'),
    bio: '',
    profile_image: '',
    profile_image_optimized: '',
    transaction_hash: facts.transaction,
  }
}
