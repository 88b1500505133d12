import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadSignatures } from '../../../../src/simulator/mock-kit/verify-order.js'
import { feeOf } from '../../../../src/simulator/mock-venues/opinion/fees.js'
import { createPaperTrading } from '../../../../src/simulator/paper-trading/exchange.js'
import { haveSamples, sample } from '../../../support/samples.js'
import { busy, exact } from '../../paper-trading/support.js'
import { dig, firstOf, numberAt, type Row, rowsAt, textAt } from '../../support/json.js'
import { world } from '../../support/world.js'
import { bid, createTrader, offer, type Trader } from './trader.js'

let trader: Trader
beforeAll(loadSignatures)
beforeEach(() => {
  trader = createTrader()
})

const trades = (): Row[] => rowsAt(trader.get('/trade'), 'result.list')
const held = (): Row => firstOf(rowsAt(trader.get('/positions'), 'result.list'))
const money = (): number =>
  Number(firstOf(rowsAt(trader.get('/user/balance?chain_id=56'), 'result.balances'))['totalBalance'])

describe('a taker', () => {
  test('who buys pays the curve in contracts', () => {
    const size = 76
    expect(size).toBeLessThan(offer.size)
    const order = dig(trader.buy(size), 'result.orderData')
    const gross = size * offer.price
    const fee = 0.04 * offer.price * (1 - offer.price) * gross
    expect(fee).toBeGreaterThan(0.25)
    // Orders show what was met, trades and positions what came in.
    expect(Number(textAt(order, 'filledShares'))).toBe(size)
    expect(Number(textAt(order, 'filledAmount'))).toBeCloseTo(gross, 9)
    const trade = firstOf(trades())
    expect(Number(trade['fee'])).toBeCloseTo(fee, 9)
    expect(trade['feeFormatted']).toBe(trade['fee'])
    expect(Number(trade['amount'])).toBeCloseTo(gross, 9)
    expect(Number(trade['shares'])).toBeCloseTo((gross - fee) / offer.price, 5)
    expect(held()['sharesOwned']).toBe(trade['shares'])
    expect(Number(held()['avgEntryPrice'])).toBeCloseTo(offer.price, 9)
    expect(money()).toBeCloseTo(10_000 - gross, 9)
  })

  test('pays 0.25 USDT at least, once an order', () => {
    trader.buy(20)
    expect(trades().map(({ fee }) => fee)).toEqual(['0.250000000000000000'])
    expect(Number(held()['sharesOwned'])).toBeCloseTo(20 - 0.25 / offer.price, 5)
  })

  test('pays the least with the last thing that he takes', () => {
    trader.spend(20)
    const sold = dig(trader.sell(18), 'result.orderData')
    const [last, first] = trades()
    expect(Number(textAt(sold, 'filledShares'))).toBe(18)
    expect(Number(first?.['fee'])).toBeCloseTo(0.04 * bid.price * (1 - bid.price) * bid.price * bid.size, 9)
    expect(last?.['fee']).toBe('0.250000000000000000')
  })

  test('who sells pays in money', () => {
    trader.spend(20)
    const before = money()
    trader.sell(10)
    const trade = firstOf(trades())
    expect(trade).toMatchObject({ side: 'Sell', shares: '10', fee: '0.250000000000000000' })
    expect(Number(trade['amount'])).toBeCloseTo(10 * bid.price - 0.25, 9)
    expect(money() - before).toBeCloseTo(10 * bid.price - 0.25, 9)
    expect(Number(trade['profit'])).toBeCloseTo(10 * (bid.price - offer.price), 9)
  })
})

test('a maker pays nothing', () => {
  const id = textAt(trader.buy(20, bid.price), 'result.orderData.orderId')
  const end = trader.stage.now + 3 * 3_600_000
  while (trades().length === 0 && trader.stage.now < end) trader.stage.now += 60_000
  const rows = trades()
  expect(rows.length).toBeGreaterThan(0)
  expect(new Set(rows.map(({ fee }) => Number(fee)))).toEqual(new Set([0]))
  const filled = Number(textAt(trader.get(`/order/${id}`), 'result.orderData.filledShares'))
  expect(Number(held()['sharesOwned'])).toBe(filled)
})

describe('an order below 5 USDT is refused', () => {
  test.each([
    ['a limit to buy', () => trader.buy(8)],
    ['a limit far from the market', () => trader.low(499)],
    ['a purchase at the market', () => trader.spend(4.99)],
    [
      'a sale at the market',
      () => {
        trader.stage.paper = createPaperTrading(world)
        return trader.sell(8)
      },
    ],
  ])('%s', (_what, send) => {
    expect(8 * offer.price).toBeLessThan(5)
    expect(send()).toEqual({
      errno: 10000,
      errmsg: 'The order is below the minimum required value',
      result: null,
    })
    expect(numberAt(trader.get('/order'), 'result.total')).toBe(0)
  })

  test('and one of exactly so much is taken', () => {
    expect(numberAt(trader.low(500), 'errno')).toBe(0)
    expect(numberAt(trader.spend(5), 'errno')).toBe(0)
  })
})

test.runIf(haveSamples)('the curve is that of the recorded trade above the least', () => {
  const row = rowsAt(sample('opinion', 'ccxt-fetchMyTrades-1.json'), 'result.list')[1]
  const [price, amount] = [exact('0.027'), exact(textAt(row, 'amount'))]
  const size = (amount * 10n ** 12n) / price
  const fee = feeOf({ market: busy, action: 'buy', price, size, liquidity: 'taker', at: 0 })
  expect(Number(fee) / 1e12).toBeCloseTo(Number(textAt(row, 'fee')), 10)
  // What came in is what the money buys after the fee.
  expect((Number(textAt(row, 'amount')) - Number(textAt(row, 'fee'))) / 0.027).toBeCloseTo(
    Number(textAt(row, 'shares')),
    9,
  )
})

test('the coefficients of a token are those of the contract', () => {
  const token = textAt(held0(), 'tokenId')
  expect(trader.get(`/token/fee-rates?token_id=${token}&chain_id=56`)).toEqual({
    errmsg: '',
    errno: 0,
    result: { makerFeeBps: '0', takerFeeBps: '400', tokenId: token },
  })
})

function held0(): Row {
  trader.buy(20)
  return held()
}
