import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadSignatures } from '../../../../src/simulator/mock-kit/verify-order.js'
import { opinionMock } from '../../../../src/simulator/mock-venues/opinion/index.js'
import { present } from '../../../support/expect.js'
import { haveSamples, sample } from '../../../support/samples.js'
import { busy } from '../../paper-trading/support.js'
import { dig, firstOf, isObject, numberAt, type Row, rowsAt, textAt } from '../../support/json.js'
import { differences, learnShape } from '../../support/shape.js'
import { world } from '../../support/world.js'
import { bid, createTrader, KEY, offer, type Trader } from './trader.js'

let trader: Trader
beforeAll(loadSignatures)
beforeEach(() => {
  trader = createTrader()
})

const marketId = busy.number
const root = world.eventOf(busy).markets.length > 1 ? world.eventOf(busy).number : 0

/** A socket of a key that follows its orders and trades in a market. */
function follow(where: object = { marketId }, key = KEY) {
  const socket = present(opinionMock.hosts['stream']?.socket)
  const request = { method: 'GET', path: '/', search: `apikey=${key}`, body: undefined, headers: {} }
  const talk = socket.open(trader.context, request)
  const parsed = (frame: string): Row => {
    const value: unknown = JSON.parse(frame)
    if (!isObject(value)) throw new TypeError(`no object: ${frame}`)
    return value
  }
  for (const channel of ['trade.order.update', 'trade.record.new']) {
    const command = { action: 'SUBSCRIBE', channel, ...where }
    expect(talk.hear(JSON.stringify(command)).map(parsed)).toEqual([command])
  }
  const frames = () => talk.tick().map(parsed)
  return {
    talk,
    frames,
    /** The news of orders, each in a word. */
    updates: () => frames().flatMap((frame) => (frame['orderUpdateType'] ? [frame['orderUpdateType']] : [])),
  }
}

describe('orders on the socket', () => {
  test('are told as they come, and as they are taken back', () => {
    const { frames } = follow()
    const order = dig(trader.low(), 'result.orderData')
    const [news, ...more] = frames()
    expect(more).toEqual([])
    expect(news).toEqual({
      orderUpdateType: 'orderNew',
      marketId,
      rootMarketId: root,
      orderId: textAt(order, 'orderId'),
      side: 1,
      outcomeSide: 1,
      price: '0.010000000000000000',
      shares: '1000',
      amount: '10.000000000000000000',
      status: 1,
      tradingMethod: 2,
      quoteToken: textAt(order, 'quoteToken'),
      createdAt: numberAt(order, 'createdAt'),
      expiresAt: 0,
      chainId: '56',
      filledShares: '0.000000000000000000',
      filledAmount: '0.000000000000000000',
      timestamp: trader.stage.now,
      msgType: 'trade.order.update',
    })
    trader.call('POST', '/order/cancel', { orderId: textAt(order, 'orderId') })
    expect(frames()).toMatchObject([{ orderUpdateType: 'orderCancel', status: 3 }])
    expect(frames()).toEqual([])
  })

  test('are matched first, and filled once the chain has confirmed it', () => {
    const { frames } = follow()
    trader.buy(20)
    const all = frames()
    const updates = all.filter(({ msgType }) => msgType === 'trade.order.update')
    expect(updates.map(({ orderUpdateType }) => orderUpdateType)).toEqual([
      'orderNew',
      'orderFill',
      'orderConfirm',
    ])
    expect(updates.map(({ status }) => status)).toEqual([1, 1, 2])
    expect(updates.map(({ filledShares }) => Number(filledShares))).toEqual([0, 0, 20])
    const records = all.filter(({ msgType }) => msgType === 'trade.record.new')
    const row = firstOf(rowsAt(trader.get('/trade'), 'result.list'))
    const { shares, amount, fee, txHash, createdAt } = row
    expect(records).toMatchObject([
      {
        orderId: updates[0]?.['orderId'],
        tradeNo: expect.stringMatching(/^[0-9a-f-]{36}$/),
        marketId,
        rootMarketId: root,
        side: 'Buy',
        outcomeSide: 1,
        status: 2,
        timestamp: trader.stage.now,
        ...{ shares, amount, fee, txHash, createdAt },
      },
    ])
  })

  test('at the market that have taken what there was are finished, and not canceled', () => {
    trader.spend(60)
    const { updates } = follow()
    const order = dig(trader.sell(60, bid.price), 'result.orderData')
    expect(Number(textAt(order, 'filledShares'))).toBe(bid.size)
    expect(order).toMatchObject({ status: 2 })
    expect(updates()).toEqual(['orderNew', 'orderFill', 'orderConfirm'])
  })

  test('that rest are filled by the world, a match at a time', () => {
    const { frames } = follow()
    trader.buy(20, bid.price)
    frames()
    const end = trader.stage.now + 3 * 3_600_000
    const seen: Row[] = []
    while (!seen.some(({ status }) => status === 2) && trader.stage.now < end) {
      trader.stage.now += 60_000
      seen.push(...frames().filter(({ msgType }) => msgType === 'trade.order.update'))
    }
    const kinds = seen.map(({ orderUpdateType }) => orderUpdateType)
    expect(kinds.filter((kind) => kind === 'orderFill').length).toBe(kinds.length / 2)
    expect(Number(seen.at(-1)?.['filledShares'])).toBe(20)
    const filled = seen.map((frame) => Number(frame['filledShares']))
    expect(filled).toEqual([...filled].sort((a, b) => a - b))
  })

  test('are those of the key of the socket, and of the market that was asked for', () => {
    const [other, elsewhere] = [follow({ marketId }, 'bob'), follow({ marketId: otherMarket() })]
    trader.buy(20)
    expect([...other.frames(), ...elsewhere.frames()]).toEqual([])
  })

  test('of all children of a market come by its number', () => {
    const event = world.eventOf(busy)
    expect(event.markets.length).toBeGreaterThan(1)
    const { updates } = follow({ rootMarketId: event.number })
    trader.low()
    expect(updates()).toEqual(['orderNew'])
  })

  test('are not told of what was before, nor after the subscription has ended', () => {
    trader.buy(20)
    const { talk, frames } = follow()
    for (const channel of ['trade.order.update', 'trade.record.new'])
      talk.hear(JSON.stringify({ action: 'UNSUBSCRIBE', channel, marketId }))
    trader.low()
    expect(frames()).toEqual([])
  })
})

function otherMarket(): number {
  return present(world.eventsAt(trader.stage.now).find(({ key }) => key !== busy.eventKey)?.markets[0]).number
}

describe('with settlement a second after the match', () => {
  beforeEach(() => {
    trader.switches.opinion.settlement = 'later'
  })

  const balance = (): Row => firstOf(rowsAt(trader.get('/user/balance?chain_id=56'), 'result.balances'))

  test('what is filled, owned and paid moves with it', () => {
    const gross = 20 * offer.price
    const order = dig(trader.buy(20), 'result.orderData')
    expect(order).toMatchObject({ status: 1, filledShares: '0' })
    expect(rowsAt(trader.get('/order?status=1'), 'result.list')).toHaveLength(1)
    for (const path of ['/trade', '/positions']) expect(rowsAt(trader.get(path), 'result.list')).toEqual([])
    expect(balance()).toMatchObject({
      totalBalance: '10000',
      frozenBalance: String(gross),
      availableBalance: String(10_000 - gross),
    })
    trader.stage.now += 1_000
    const id = textAt(order, 'orderId')
    expect(dig(trader.get(`/order/${id}`), 'result.orderData')).toMatchObject({
      status: 2,
      filledShares: '20.000000000000000000',
    })
    for (const path of ['/trade', '/positions'])
      expect(rowsAt(trader.get(path), 'result.list')).toHaveLength(1)
    expect(balance()).toMatchObject({ totalBalance: String(10_000 - gross), frozenBalance: '0' })
  })

  test('what a sale brings is there with it', () => {
    trader.buy(20)
    trader.stage.now += 1_000
    const before = Number(balance()['totalBalance'])
    trader.sell(10)
    expect(Number(balance()['totalBalance'])).toBe(before)
    expect(Number(balance()['availableBalance'])).toBe(before)
    trader.stage.now += 1_000
    expect(Number(balance()['totalBalance'])).toBeCloseTo(before + 10 * bid.price - 0.25, 9)
  })

  test('the socket confirms and records it then, also for who subscribed in between', () => {
    const early = follow()
    trader.buy(20)
    expect(early.updates()).toEqual(['orderNew', 'orderFill'])
    const late = follow()
    trader.stage.now += 1_000
    for (const { frames } of [early, late])
      expect(frames()).toMatchObject([
        { orderUpdateType: 'orderConfirm', status: 2, timestamp: trader.stage.now },
        { msgType: 'trade.record.new', timestamp: trader.stage.now },
      ])
  })
})

test.runIf(haveSamples)('frames have the members of the documented ones', () => {
  const payloads = dig(sample('opinion', 'small-payloads.json'), 'payloads')
  const { frames } = follow()
  trader.buy(20)
  for (const frame of frames()) {
    const kind = frame['msgType'] === 'trade.record.new' ? 'ws_trade_record' : 'ws_order_update'
    const example = dig(payloads, `${kind}.body`)
    // The rest is documented by the classes of opinion-clob-sdk 0.7.0.
    const documented = ['timestamp', 'quoteTokenUsdPrice', 'usdAmount']
    expect(differences(frame, learnShape([example]), { documented })).toEqual([])
    expect(Object.keys(frame)).toEqual(expect.arrayContaining(Object.keys(isObject(example) ? example : {})))
  }
})
