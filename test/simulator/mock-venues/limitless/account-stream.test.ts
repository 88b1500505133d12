import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSwitches } from '../../../../src/simulator/mock-kit/venue-switches.js'
import { loadSignatures } from '../../../../src/simulator/mock-kit/verify-order.js'
import { createLimitlessMock } from '../../../../src/simulator/mock-venues/limitless/index.js'
import { createPaperTrading } from '../../../../src/simulator/paper-trading/exchange.js'
import { busy } from '../../paper-trading/support.js'
import { dig, firstWhere } from '../../support/json.js'
import { NOON } from '../../support/stage.js'
import { world } from '../../support/world.js'
import { createTrader, plain } from './trader.js'

const trader = createTrader(world, busy)
const socket = createLimitlessMock().hosts['stream']?.socket

beforeAll(loadSignatures)
beforeEach(() => {
  trader.paper = createPaperTrading(world)
  trader.switches = createSwitches()
  trader.now = NOON
})

/** A connection that is in the namespace and has subscribed. */
function listening(name: string, headers: Readonly<Record<string, string>> = plain) {
  if (socket === undefined) throw new Error('no socket')
  const search = 'EIO=4&transport=websocket'
  const request = { method: 'GET', path: '/socket.io/', search, headers, body: undefined }
  const talk = socket.open(trader.context, request)
  talk.hear('40/markets,')
  const answered = talk.hear(`42/markets,["${name}"]`)
  const news = () =>
    talk.tick().flatMap((frame) => {
      const [, json] = /^42\/markets,(.*)$/s.exec(frame) ?? []
      return json === undefined ? [] : [JSON.parse(json) as [string, unknown]]
    })
  return { answered, news, talk }
}

const orderNews = () => {
  const { news } = listening('subscribe_order_events')
  return () => news().map(([name, payload]) => ({ name, ...Object(payload) }) as Record<string, unknown>)
}

describe('what the engine tells of orders', () => {
  test('that rest, and are taken back', () => {
    const news = orderNews()
    const id = dig(trader.buy(101, 20, {}, { clientOrderId: 'mine' }).body, 'order.id')
    expect(news()).toEqual([
      {
        name: 'orderEvent',
        source: 'OME',
        type: 'PLACEMENT',
        eventId: expect.any(Number),
        orderId: id,
        clientOrderId: 'mine',
        marketId: String(busy.number),
        token: trader.yes,
        side: 'BUY',
        price: 0.101,
        remainingSize: 20,
        timestamp: new Date(NOON).toISOString(),
        userId: expect.any(Number),
      },
    ])
    trader.call('DELETE', `/orders/${String(id)}`)
    expect(news()).toMatchObject([{ type: 'CANCELLATION', orderId: id, remainingSize: 20 }])
    expect(news()).toEqual([])
  })

  test('that take at once: how it ended, in millionths, and what the chain does with it', () => {
    const news = orderNews()
    const { body } = trader.buy(990, 10, {}, { orderType: 'FAK' })
    const id = dig(body, 'order.id')
    const settled = {
      source: 'SETTLEMENT',
      orderId: id,
      takerOrderId: id,
      tradeEventId: dig(body, 'execution.tradeEventId'),
      token: 'YES',
      tokenId: trader.yes,
      marketSlug: trader.slug,
      amountContracts: '10',
      feeAmountContracts: expect.stringMatching(/^0\.\d+$/),
    }
    const told = news()
    expect(told).toMatchObject([
      { type: 'EXECUTION', eventId: `terminal:${String(id)}`, status: 'FILLED', remainingSize: 0 },
      { ...settled, type: 'MATCHED', isEstimate: true },
      { ...settled, type: 'MINED', txHash: dig(body, 'execution.txHash') },
    ])
    expect(told[1]).not.toHaveProperty('txHash')
    trader.buy(1, 10, {}, { orderType: 'FAK' })
    expect(news()).toMatchObject([{ type: 'EXECUTION', status: 'KILLED', remainingSize: 10_000_000 }])
  })

  test('whose execution is not settled', () => {
    const news = orderNews()
    trader.switches.limitless.settlement = 'failed'
    trader.buy(990, 10, {}, { orderType: 'FAK' })
    expect(news().map(({ type }) => type)).toEqual(['EXECUTION', 'MATCHED', 'FAILED'])
    expect(news()).toEqual([])
  })

  test('that others meet while they rest: the maker pays nothing', () => {
    const news = orderNews()
    const { bids } = world.book(busy.key, NOON)
    const best = Math.round((bids[0]?.price ?? 0) * 1000)
    trader.buy(best, 1)
    news()
    trader.now = NOON + 3 * 3_600_000
    const [first, ...rest] = news()
    expect(first).toMatchObject({ source: 'OME', type: 'UPDATE' })
    const matched = firstWhere(rest, ({ type }) => type === 'MATCHED')
    expect(matched['feeAmountCollateral']).toBe('0')
    expect(matched['takerOrderId']).not.toBe(matched['orderId'])
  })
})

test('transactions are told by what the chain did with them', () => {
  const { news } = listening('subscribe_transactions')
  const { body } = trader.buy(990, 10, {}, { orderType: 'FAK' })
  trader.switches.limitless.settlement = 'failed'
  trader.buy(990, 10, { salt: 5 }, { orderType: 'FAK' })
  expect(news()).toMatchObject([
    [
      'tx',
      { status: 'CONFIRMED', txHash: dig(body, 'execution.txHash'), side: 'BUY', amountContracts: '10' },
    ],
    ['tx', { status: 'FAILED' }],
  ])
})

test('markets are told as they open and as they come to something', () => {
  const { news, talk } = listening('subscribe_market_lifecycle', {})
  expect(news()).toEqual([])
  const names = new Set<string>()
  for (let hour = 1; hour <= 48; hour++) {
    trader.now = NOON + hour * 3_600_000
    for (const [name, payload] of news()) {
      names.add(name)
      expect(dig(payload, 'type')).toBe('CLOB')
    }
    talk.hear('3')
  }
  expect([...names].toSorted()).toEqual(['marketCreated', 'marketResolved'])
  talk.hear('42/markets,["unsubscribe_market_lifecycle"]')
  trader.now += 24 * 3_600_000
  expect(news()).toEqual([])
})

describe('an exception is told', () => {
  test.each([
    ['subscribe_positions', plain, '501 not implemented by the mock venue: subscribe_positions'],
    ['subscribe_live_sports', {}, '501 not implemented by the mock venue: subscribe_live_sports'],
    ['subscribe_order_events', {}, 'Unauthorized'],
  ])('of %s', (name, headers, message) => {
    const { answered } = listening(name, headers)
    expect(answered).toEqual([`42/markets,${JSON.stringify(['exception', { status: 'error', message }])}`])
  })
})
