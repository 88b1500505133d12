import { beforeAll, describe, expect, test } from 'vitest'
import { loadSignatures } from '../../../../src/simulator/mock-kit/verify-order.js'
import { haveSamples, sample } from '../../../support/samples.js'
import { dig, isObject, textAt } from '../../support/json.js'
import { differences, learnShape } from '../../support/shape.js'
import { createTrader, type Trader } from './trader.js'

let trader: Trader
beforeAll(async () => {
  await loadSignatures()
  trader = createTrader()
})

const recorded = (name: string): unknown => sample('opinion', `ccxt-${name}-1.json`)

/** What goes beyond a recording, and what of its first row is left out. `missing` may hold what the recorder added. */
function compare(emitted: unknown, name: string, row: string, documented: readonly string[] = []) {
  const recording = recorded(name)
  const members = (value: unknown): string[] => {
    const found = dig(value, row)
    return isObject(found) ? Object.keys(found) : []
  }
  const own = members(emitted)
  return {
    beyond: differences(emitted, learnShape([recording]), { documented }),
    missing: members(recording).filter((member) => !own.includes(member)),
  }
}

const alike = { beyond: [], missing: [] }

describe.runIf(haveSamples)('rows of an account have the members and types of the recorded ones', () => {
  test('POST /order and POST /order/cancel', () => {
    const placed = trader.low()
    expect(compare(placed, 'createOrder', 'result.orderData')).toEqual(alike)
    // With the shortest decimals, where lists have 18.
    const written = { filledAmount: '0', filledShares: '0', profit: '0', expiresAt: 0, status: 1, trades: [] }
    expect(dig(recorded('createOrder'), 'result.orderData')).toMatchObject(written)
    expect(dig(placed, 'result.orderData')).toMatchObject({ ...written, orderAmount: '10' })
    expect(dig(trader.get('/order'), 'result.list.0')).toMatchObject({
      orderAmount: '10.000000000000000000',
      filledAmount: '0.000000000000000000',
      profit: '',
    })
    const cancelled = trader.call('POST', '/order/cancel', {
      orderId: textAt(placed, 'result.orderData.orderId'),
    })
    expect(cancelled).toEqual(recorded('cancelOrder'))
  })

  test('GET /order, /trade, /positions and /user/balance', () => {
    trader.spend(20)
    expect(compare(trader.get('/order'), 'fetchOrders', 'result.list.0')).toEqual(alike)
    // The row of the recording was given its token by the recorder (SOURCES.md).
    expect(
      compare(trader.get('/trade'), 'fetchMyTrades', 'result.list.0', ['result.list[].feeFormatted']),
    ).toEqual({
      beyond: [],
      missing: ['tokenId'],
    })
    expect(compare(trader.get('/positions'), 'fetchPositions', 'result.list.0')).toEqual(alike)
    // As the symbol of the balance was.
    expect(compare(trader.get('/user/balance?chain_id=56'), 'fetchBalance', 'result.balances.0')).toEqual({
      beyond: [],
      missing: ['symbol'],
    })
  })
})
