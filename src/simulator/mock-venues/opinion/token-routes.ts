import { type Reply, requireOrRefuse } from '../../http/reply.js'
import { type MockCall, type Route, route } from '../../mock-kit/mock-venue.js'
import { priceFor, seenFrom } from '../../mock-kit/yes-no-sides.js'
import type { BookLevel } from '../../world/common/types.js'
import { bookOf } from './accounts.js'
import { createBadRequest, createUnknownId, toSuccessReply } from './envelope.js'
import { MAKER_BPS, TAKER_BPS } from './fees.js'
import { historyOf } from './history.js'
import { byToken, questionIdOf, type Token } from './ids.js'
import { readWholeParameter } from './paging.js'

/** Routes of the book, prices and fees of one token (README.md). */
export const tokenRoutes: readonly Route[] = [
  route('GET', '/openapi/token/orderbook', orderbook),
  route('GET', '/openapi/token/latest-price', latestPrice),
  route('GET', '/openapi/token/price-history', priceHistory),
  route('GET', '/openapi/token/fee-rates', feeRates),
]

function tokenIn(call: MockCall): Token {
  const id = requireOrRefuse(call.query.text('token_id'), () => createBadRequest('token_id is required'))
  return requireOrRefuse(byToken(call, id), createUnknownId)
}

/** Returns one book per token, the exact complement of the other; without levels when the market no longer trades. */
function orderbook(call: MockCall): Reply {
  const { market, side, id } = tokenIn(call)
  const { bids, asks } = seenFrom(side, bookOf(call, market))
  return toSuccessReply({
    asks: asks.map(levelText),
    bids: bids.map(levelText),
    market: questionIdOf(call.world.seed, market),
    timestamp: call.now,
    tokenId: id,
  })
}

function levelText({ price, size }: BookLevel): { readonly price: string; readonly size: string } {
  return { price: String(price), size: String(size) }
}

/** Returns the last price; time 0 means that the token never traded. */
function latestPrice(call: MockCall): Reply {
  const { market, side, id } = tokenIn(call)
  const trade = call.world.lastTrade(market.key, call.now)
  if (trade === undefined)
    return toSuccessReply({ price: '0', side: '', size: '0', timestamp: 0, tokenId: id })
  return toSuccessReply({
    price: String(priceFor(side, trade.price)),
    side: trade.takerSide === side ? 'buy-limit' : 'sell-limit',
    size: String(trade.size),
    timestamp: Math.floor(trade.at / 1000) * 1000,
    tokenId: id,
  })
}

function priceHistory(call: MockCall): Reply {
  const token = tokenIn(call)
  const [startAt, endAt] = [readWholeParameter(call, 'start_at'), readWholeParameter(call, 'end_at')]
  const cuts = call.switches.opinion.historyWindow === 'honoured'
  const window = { startAt: cuts ? startAt : undefined, endAt }
  return toSuccessReply({ history: historyOf(call, token, call.query.text('interval'), window) })
}

/** Returns the coefficients of the FeeManager contract, the same for all tokens. */
function feeRates(call: MockCall): Reply {
  return toSuccessReply({
    makerFeeBps: String(MAKER_BPS),
    takerFeeBps: String(TAKER_BPS),
    tokenId: tokenIn(call).id,
  })
}
