import { expect, test } from 'vitest'
import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { Order, Position, UserTrade } from '../../../src/api/models/models.js'
import { openAccount } from '../books/accounts.js'
import { openExchange } from '../books/exchange.js'
import { tradedMarketsOf } from '../books/markets.js'

const AMOUNT = 20

/** Venues that net positions: a purchase of NO may be a sale of YES there. */
const venues: readonly VenueId[] = ['kalshi', 'polymarket_us']

test.each(venues)(
  '%s: the trades of an outcome are told as its orders, and sum to the position',
  async (venue) => {
    const [market] = (await tradedMarketsOf(venue)).lasting
    if (market === undefined) throw new Error('no market has room')
    const { marketId, yes, no } = market
    const exchange = await openExchange(venue)
    const credentials = openAccount(venue, 93)
    const ask = <Told>(method: Parameters<typeof exchange.ask>[0], args: readonly unknown[]) =>
      exchange.ask(method, args, credentials) as Promise<Told>
    const signed = ({ side, amount }: UserTrade) => (side === 'buy' ? amount : -amount)
    const sumOf = (trades: readonly UserTrade[]) => trades.reduce((sum, trade) => sum + signed(trade), 0)
    const held = async () => {
      const positions = await ask<Position[]>('fetchPositions', [])
      return positions.find(({ outcomeId }) => outcomeId === no)?.size ?? 0
    }
    const steps = [
      ['buy', AMOUNT],
      ['sell', AMOUNT / 2],
      ['sell', AMOUNT / 2],
    ] as const
    try {
      for (const [side, amount] of steps) {
        const terms = { marketId, outcomeId: no, side, type: 'market', amount }
        const { id, filled } = await ask<Order>('createOrder', [terms])
        expect(filled).toBe(amount)
        const all = await ask<UserTrade[]>('fetchMyTrades', [{}])
        const own = all.filter(({ orderId }) => orderId === id)
        expect(own.map((trade) => [trade.outcomeId, trade.side])).toEqual(own.map(() => [no, side]))
        expect(own.reduce((sum, trade) => sum + trade.amount, 0)).toBeCloseTo(amount, 6)
        const ofNo = await ask<UserTrade[]>('fetchMyTrades', [{ outcomeId: no }])
        expect(ofNo.filter(({ orderId }) => orderId === id)).toEqual(own)
        expect(ofNo.every(({ outcomeId }) => outcomeId === no)).toBe(true)
        expect(sumOf(ofNo)).toBeCloseTo(await held(), 6)
      }
      expect(sumOf(await ask<UserTrade[]>('fetchMyTrades', [{ outcomeId: yes }]))).toBeCloseTo(0, 6)
    } finally {
      await exchange.close()
    }
  },
)
