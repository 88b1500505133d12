import { type Reply, toJsonReply } from '../../http/reply.js'
import { type MockCall, type MockContext, type Route, route } from '../../mock-kit/mock-venue.js'
import { readTradeFeed, takeRows } from '../../mock-kit/trade-feed.js'
import { seenFrom } from '../../mock-kit/yes-no-sides.js'
import { type Amount, divideAmounts, ONE, toAmountText } from '../../paper-trading/state/amount.js'
import { inWholeCents } from '../../world/cents.js'
import type { BookLevel, WorldBook, WorldMarket, WorldTrade } from '../../world/common/types.js'
import { createApiError, createBadParams } from './errors.js'
import { fillsIn } from './fills.js'
import { readMarket } from './lookup.js'
import type { Native } from './market-row.js'
import { type Conversion, findConversionBefore, type Leg, matchOf } from './matches.js'
import type { NativeMarket } from './native-market.js'
import { toWeiText } from './native-order.js'
import { paged, readPositive } from './paging.js'
import { bookOf as yesBook } from './paper.js'

/** Routes of books and trades of order-book markets (README.md). */
export const bookRoutes: readonly Route[] = [
  route('GET', '/markets/:id/orderbook', (call) =>
    toJsonReply(bookOf(call, bookAsked(call), outcomeAsked(call) ?? 0)),
  ),
  route('GET', '/markets/:id/trades', listTrades),
]

function bookAsked(call: MockCall): NativeMarket {
  const market = readMarket(call)
  if (market.model === 'amm') throw createApiError(400, 'Market is not an order book market')
  return market
}

function outcomeAsked({ query }: MockCall): 0 | 1 | undefined {
  const value = query.integer('outcome')
  if (value === undefined || value === 0 || value === 1) return value
  throw createBadParams('outcome must be 0 or 1')
}

/** Returns open orders of one outcome, aggregated by price, in units of 1e-18. */
function bookOf(context: MockContext, { legs: [leg] }: NativeMarket, outcome: 0 | 1): Native {
  const { bids, asks } = levelsOf(context, leg, outcome)
  return { bids: bids.map(levelOf), asks: asks.map(levelOf) }
}

/** Returns the book of one outcome, including orders of paper accounts. */
export function levelsOf(context: MockContext, leg: WorldMarket, outcome: 0 | 1): WorldBook {
  return seenFrom(outcome === 0 ? 'yes' : 'no', yesBook(context, leg))
}

function levelOf({ price, size }: BookLevel): readonly [string, string] {
  return [weiOf(price), weiOf(size)]
}

/** Renders a decimal of at most eight places as an integer of 1e-18. */
export function weiOf(value: number): string {
  return String(BigInt(Math.round(value * 1e8)) * 10n ** 10n)
}

const tradePages = { limit: readPositive('limit', 50, 200), start: paged.start }

/** Returns a plain list, newest first. The query has no times, so older rows need paging. */
function listTrades(call: MockCall): Reply {
  const market = bookAsked(call)
  const outcome = outcomeAsked(call)
  const limit = tradePages.limit(call)
  const wanted = rowsOf(call, market, outcome)
  return toJsonReply(takeRows(wanted, limit, tradePages.start(call, limit)).rows.map((make) => make()))
}

/** Returns every leg of every match, the taker's first, and between them minted or merged shares. */
function* rowsOf(call: MockCall, market: NativeMarket, outcome: 0 | 1 | undefined): Generator<() => Native> {
  const fills = fillsIn(call, market.legs[0])
  const world = inWholeCents(call.world)
  for (const { market: leg, trade } of readTradeFeed(world, market.legs, { from: 0, to: call.now })) {
    const { taker, makers, txHash } = matchOf(market, leg, trade, fills)
    for (const one of [taker, ...makers])
      if (outcome === undefined || one.outcome === outcome) yield () => legRow(one, txHash, trade)
    const conversion = outcome === 1 ? undefined : findConversionBefore(leg, trade)
    if (conversion !== undefined) yield () => conversionRow(conversion, trade)
  }
}

/** Decimals for prices, integers of 1e-18 for amounts and fees. */
function legRow({ price, size, side, outcome, fee }: Leg, txHash: string, { at }: WorldTrade): Native {
  const perShare = divideAmounts(fee, size)
  return {
    price: toAmountText(price),
    priceAfterFees: toAmountText(side === 'buy' ? price + perShare : price - perShare),
    amount: toWeiText(size),
    side,
    outcome,
    txHash,
    timestamp: Math.floor(at / 1000),
    fees: feesOf(fee),
  }
}

/** Splits a fee in half; an odd trillionth goes to the treasury. */
function feesOf(fee: Amount): Native {
  const distributor = fee / 2n
  return {
    total: toWeiText(fee),
    lp: '0',
    treasury: toWeiText(fee - distributor),
    distributor: toWeiText(distributor),
  }
}

function conversionRow({ side, size, txHash }: Conversion, { at }: WorldTrade): Native {
  const half = toAmountText(ONE / 2n)
  return {
    price: half,
    priceAfterFees: half,
    amount: toWeiText(size),
    side,
    outcome: 0,
    txHash,
    timestamp: Math.floor(at / 1000),
    fees: feesOf(0n),
  }
}
