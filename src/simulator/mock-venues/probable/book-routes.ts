import { createHash } from 'node:crypto'
import { toIso } from '../../../api/times/instant.js'
import { type Reply, requireOrRefuse, toJsonReply } from '../../http/reply.js'
import { type MockCall, type MockContext, type Route, route } from '../../mock-kit/mock-venue.js'
import type { BookLevel } from '../../world/common/types.js'
import { byToken, questionIdOf, type Token } from './ids.js'
import { PREFIX } from './market-routes.js'
import { sidesOf } from './quote.js'
import { createBookError, createNoSuchToken } from './replies.js'

/** Routes of books and current prices (README.md). */
export const bookRoutes: readonly Route[] = [
  route('GET', `${PREFIX}/book`, (call) => toJsonReply(bookOf(call, tokenFor(call, 'token_id')))),
  route('POST', `${PREFIX}/prices`, prices),
]

/** Returns the token that a parameter names. */
export function tokenFor(call: MockCall, key: string): Token {
  const id = requireOrRefuse(call.query.text(key), () =>
    createBookError(400, 'PAS-4000', `${key} is required`),
  )
  return requireOrRefuse(byToken(call, id), createNoSuchToken)
}

/** Renders a book, worst level first on both sides. */
export function bookOf(context: MockContext, token: Token): Readonly<Record<string, unknown>> {
  const { bids, asks } = sidesOf(context, token)
  const book = {
    market: questionIdOf(context.world.seed, token.market),
    asset_id: token.id,
    timestamp: `${toIso(context.now).slice(0, -1)}749Z`,
    bids: bids.map(levelText).reverse(),
    asks: asks.map(levelText).reverse(),
  }
  return {
    ...book,
    hash: createHash('sha256').update(JSON.stringify(book)).digest('hex'),
    min_order_size: '1',
    tick_size: token.market.tick.toFixed(6),
    neg_risk: false,
  }
}

/** Renders a level with six decimals; an integer size has none, as recorded. */
function levelText({ price: at, size }: BookLevel) {
  return { price: at.toFixed(6), size: Number.isInteger(size) ? String(size) : size.toFixed(6) }
}

/** Returns the price of a side: a buyer pays the best ask, or undefined for an empty side. */
function bestFor(context: MockContext, token: Token, side: 'BUY' | 'SELL'): number | undefined {
  const { bids, asks } = sidesOf(context, token)
  return (side === 'BUY' ? asks : bids)[0]?.price
}

function prices(call: MockCall): Reply {
  const { body } = call.request
  if (!Array.isArray(body)) throw createBookError(400, 'PAS-4000', 'body must be a list')
  const ids = body.map((item: unknown) =>
    typeof item === 'object' && item !== null ? String(Reflect.get(item, 'token_id')) : '',
  )
  const rows = [...new Set(ids)].flatMap((id) => {
    const token = byToken(call, id)
    if (token === undefined) return []
    const [buy, sell] = [bestFor(call, token, 'BUY'), bestFor(call, token, 'SELL')]
    const known = {
      ...(buy === undefined ? {} : { BUY: String(buy) }),
      ...(sell === undefined ? {} : { SELL: String(sell) }),
    }
    return [[id, known]]
  })
  return toJsonReply(Object.fromEntries(rows))
}
