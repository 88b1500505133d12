import { beforeEach, describe, expect, test } from 'vitest'
import { createSwitches } from '../../../../src/simulator/mock-kit/venue-switches.js'
import { stateAt } from '../../../../src/simulator/world/common/types.js'
import { busy } from '../../paper-trading/support.js'
import { dig, firstOf, firstWhere, rowsAt, textAt } from '../../support/json.js'
import { NOON } from '../../support/stage.js'
import { openAt, world } from '../../support/world.js'
import { createTrader, resting, slugOfMarket } from './trader.js'

const { asks, bids } = world.book(busy.key, NOON)
const [ask, bid] = [firstOf(asks), firstOf(bids)]
const at = (price: number) => ({ value: price.toFixed(4), currency: 'USD' })
const take = { price: at(ask.price), quantity: 3, tif: 'TIME_IN_FORCE_IMMEDIATE_OR_CANCEL' }

const switches = createSwitches()
let trader = createTrader({ switches })
beforeEach(() => {
  switches.polymarketUs.trades = 'cleared'
  trader = createTrader({ switches })
})
const positionOf = (slug: string) =>
  dig(trader.done('GET', `/v1/portfolio/positions?market=${slug}`), 'positions') as Record<string, object>
const activities = (query = '') =>
  rowsAt(trader.done('GET', `/v1/portfolio/activities?${query}`), 'activities')
const money = () => Number(dig(trader.done('GET', '/v1/account/balances'), 'balances.0.currentBalance'))

describe('a position', () => {
  test('tells what it cost, with and without fees, and what it was on average', () => {
    const before = money()
    trader.place(take)
    const position = Object(positionOf(resting.marketSlug)[resting.marketSlug])
    const [base, fees, cost] = ['baseCost', 'fees', 'cost'].map((name) => Number(position[name].value))
    expect(base).toBeCloseTo(3 * ask.price, 9)
    expect(fees).toBeGreaterThan(0)
    expect(cost).toBeCloseTo((base ?? 0) + (fees ?? 0), 9)
    expect(before - money()).toBeCloseTo(cost ?? 0, 9)
    expect(position).toMatchObject({
      avgPx: at(ask.price),
      qtyBought: '3',
      qtyBoughtDecimal: '3.0000',
      qtySoldDecimal: '0.0000',
      bodPositionDecimal: '0.0000',
      comboLegDetails: [],
    })
    expect(Number(position.costPerShare.value)).toBeCloseTo((cost ?? 0) / 3, 4)
  })

  test('of short is in prices of short', () => {
    trader.place({ ...take, intent: 'ORDER_INTENT_BUY_SHORT', price: at(bid.price) })
    expect(positionOf(resting.marketSlug)).toMatchObject({
      [resting.marketSlug]: { netPositionDecimal: '-3.0000', avgPx: at(1 - bid.price) },
    })
  })

  test('that was sold has no average', () => {
    trader.place(take)
    trader.done('POST', '/v1/order/close-position', { marketSlug: resting.marketSlug })
    expect(positionOf(resting.marketSlug)).toMatchObject({
      [resting.marketSlug]: {
        avgPx: null,
        cost: at(0),
        qtyBoughtDecimal: '3.0000',
        qtySoldDecimal: '3.0000',
      },
    })
  })

  test('ends with its market, and tells what it was', () => {
    const short = firstWhere(openAt(NOON), (market) => {
      const book = world.book(market.key, NOON)
      return market.payout !== 0.5 && book.asks.length > 0 && (book.asks[0]?.price ?? 1) < 0.9
    })
    const marketSlug = slugOfMarket(short)
    trader.place({
      ...take,
      marketSlug,
      price: at(world.book(short.key, NOON).asks[0]?.price ?? 0),
      quantity: 1,
    })
    const before = money()
    trader.now = short.resolvesAt
    expect(stateAt(short, trader.now)).toBe('resolved')
    expect(money() - before).toBeCloseTo(short.payout, 9)
    const [resolved] = activities('types=ACTIVITY_TYPE_POSITION_RESOLUTION')
    expect(Object(resolved).positionResolution).toMatchObject({
      marketSlug,
      side: `POSITION_RESOLUTION_SIDE_${short.payout === 1 ? 'LONG' : 'SHORT'}`,
      beforePosition: { netPositionDecimal: '1.0000', realized: at(0) },
      afterPosition: { netPositionDecimal: '0.0000', expired: true },
    })
    expect(activities().map(({ type }) => type)).toEqual([
      'ACTIVITY_TYPE_POSITION_RESOLUTION',
      'ACTIVITY_TYPE_TRADE',
    ])
  })
})

describe('a busted trade', () => {
  test('was executed, stays in the history, and is nobody’s', () => {
    const before = money()
    switches.polymarketUs.trades = 'busted'
    const [fill] = trader.executions(take)
    expect(fill).toMatchObject({ type: 'EXECUTION_TYPE_FILL', lastPx: at(ask.price) })
    expect(trader.order(textAt(fill, 'order.id'))).toMatchObject({ state: 'ORDER_STATE_FILLED' })
    expect(activities().map(({ trade }) => [Object(trade).id, Object(trade).state])).toEqual([
      [fill?.['tradeId'], 'TRADE_STATE_BUSTED'],
    ])
    expect(money()).toBe(before)
    expect(positionOf(resting.marketSlug)).toEqual({})
    switches.polymarketUs.trades = 'cleared'
    trader.place(take)
    expect(activities().map(({ trade }) => Object(trade).state)).toEqual([
      'TRADE_STATE_CLEARED',
      'TRADE_STATE_BUSTED',
    ])
  })

  test('takes nothing from who rests, and every one has an id of its own', () => {
    switches.polymarketUs.trades = 'busted'
    const id = trader.place()
    expect(trader.order(id)['state']).toBe('ORDER_STATE_NEW')
    const ids = [1, 2].map(() => textAt(trader.executions(take)[0], 'tradeId'))
    expect(new Set(ids).size).toBe(2)
  })
})
