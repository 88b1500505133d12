import { beforeEach, describe, expect, test } from 'vitest'
import { polymarketUsMock } from '../../../../src/simulator/mock-venues/polymarket_us/index.js'
import { present } from '../../../support/expect.js'
import { busy } from '../../paper-trading/support.js'
import { dig, firstOf, type Row } from '../../support/json.js'
import { NOON } from '../../support/stage.js'
import { world } from '../../support/world.js'
import { createTrader, resting } from './trader.js'

const socket = present(polymarketUsMock.hosts['api']?.otherSockets?.[0])
const ask = firstOf(world.book(busy.key, NOON).asks)
const take = {
  price: { value: ask.price.toFixed(4), currency: 'USD' },
  quantity: 2,
  tif: 'TIME_IN_FORCE_IMMEDIATE_OR_CANCEL',
}
const { apiKey = '' } = present(polymarketUsMock.paperCredentials)()

let trader = createTrader()
beforeEach(() => {
  trader = createTrader()
})

/** One connection of the account that is lent, or of another. */
function connect(key = apiKey) {
  const request = {
    method: 'GET',
    path: socket.path,
    search: '',
    body: undefined,
    headers: { 'x-pm-access-key': key },
  }
  const talk = socket.open(trader.context, request)
  const parsed = (frames: readonly string[]) => frames.map((frame) => JSON.parse(frame) as Row)
  return {
    subscribe: (requestId: string, kind: string, marketSlugs?: readonly string[]) =>
      parsed(
        talk.hear(
          JSON.stringify({
            subscribe: { requestId, subscriptionType: `SUBSCRIPTION_TYPE_${kind}`, marketSlugs },
          }),
        ),
      ),
    end: (requestId: string) => parsed(talk.hear(JSON.stringify({ unsubscribe: { requestId } }))),
    tick: () => parsed(talk.tick()),
  }
}

const typesIn = (frames: readonly Row[]) =>
  frames.map((frame) => dig(frame, 'orderSubscriptionUpdate.execution.type'))

test('is opened by who signs its own path', () => {
  const headers = { 'x-pm-access-key': apiKey, 'x-pm-timestamp': String(NOON), 'x-pm-signature': '' }
  const request = { method: 'GET', path: socket.path, search: '', body: undefined, headers }
  expect(socket.refuse?.(request, trader.context())).toBe(401)
})

describe('orders', () => {
  test('are told from their arrival to their end, and nobody else hears of them', () => {
    const [own, others] = [connect(), connect('somebody-else')]
    expect([own.subscribe('o', 'ORDER'), others.subscribe('o', 'ORDER')]).toEqual([[], []])
    const id = trader.place()
    trader.done('POST', `/v1/order/${id}/modify`, { marketSlug: resting.marketSlug, quantity: 3 })
    trader.done('POST', `/v1/order/${id}/cancel`, { marketSlug: resting.marketSlug })
    trader.place(take)
    const frames = own.tick()
    expect(typesIn(frames)).toEqual(
      ['NEW', 'REPLACE', 'CANCELED', 'NEW', 'FILL'].map((type) => `EXECUTION_TYPE_${type}`),
    )
    expect(frames[0]).toMatchObject({
      requestId: 'o',
      subscriptionType: 'SUBSCRIPTION_TYPE_ORDER',
      orderSubscriptionUpdate: { execution: { order: { id, state: 'ORDER_STATE_NEW' } } },
    })
    expect([own.tick(), others.tick()]).toEqual([[], []])
  })

  test('that expire, and those of a batch that are refused, say so', () => {
    const own = connect()
    own.subscribe('o', 'ORDER')
    trader.place({
      tif: 'TIME_IN_FORCE_GOOD_TILL_DATE',
      goodTillTime: new Date(NOON + 1_000).toISOString(),
    })
    trader.done('POST', '/v1/orders/batched', { orders: [{ ...resting, quantity: 10_000_000 }] })
    expect(typesIn(own.tick())).toEqual(['EXECUTION_TYPE_NEW', 'EXECUTION_TYPE_REJECTED'])
    trader.now += 1_000
    expect(typesIn(own.tick())).toEqual(['EXECUTION_TYPE_EXPIRED'])
  })

  test('of other markets than those that were named are not told', () => {
    const own = connect()
    own.subscribe('o', 'ORDER', ['aec-another'])
    trader.place()
    expect(own.tick()).toEqual([])
  })

  test('that are open are told once to who asks for a snapshot', () => {
    const id = trader.place()
    const own = connect()
    const snapshot = own.subscribe('s', 'ORDER_SNAPSHOT')
    expect(snapshot).toMatchObject([
      {
        requestId: 's',
        subscriptionType: 'SUBSCRIPTION_TYPE_ORDER_SNAPSHOT',
        orderSubscriptionSnapshot: { orders: [{ id }], eof: true },
      },
    ])
    trader.place()
    expect(own.tick()).toEqual([])
  })
})

test('a position is told with what it was before', () => {
  const own = connect()
  expect(own.subscribe('p', 'POSITION')).toEqual([])
  trader.place(take)
  expect(own.tick()).toMatchObject([
    {
      subscriptionType: 'SUBSCRIPTION_TYPE_POSITION',
      positionSubscription: {
        beforePosition: null,
        afterPosition: { netPositionDecimal: '2.0000' },
        entryType: 'LEDGER_ENTRY_TYPE_ORDER_EXECUTION',
        tradeId: expect.any(String),
      },
    },
  ])
  trader.place({ ...take, quantity: 1 })
  expect(own.tick()).toMatchObject([
    {
      positionSubscription: {
        beforePosition: { netPositionDecimal: '2.0000' },
        afterPosition: { netPositionDecimal: '3.0000' },
      },
    },
  ])
})

test('money is told at once, and whenever it moves', () => {
  const own = connect()
  expect(own.subscribe('b', 'ACCOUNT_BALANCE')).toMatchObject([
    { accountBalancesSnapshot: { balances: [{ currentBalance: 10_000, currency: 'USD' }] } },
  ])
  trader.place()
  expect(own.tick()).toEqual([])
  trader.place(take)
  const [frame] = own.tick()
  const change = 'accountBalancesUpdate.balanceChange'
  expect(dig(frame, `${change}.beforeBalance.currentBalance`)).toBe(10_000)
  expect(dig(frame, `${change}.afterBalance.currentBalance`)).toBe(
    dig(trader.done('GET', '/v1/account/balances'), 'balances.0.currentBalance'),
  )
})

test.each([
  ['MARKET_DATA', [], 'does not play'],
  ['ORDER', Array.from({ length: 101 }, () => 'x'), 'more than 100'],
  ['RFQ', ['x'], 'no market filter'],
])('a subscription to %s is refused in words', (kind, slugs, words) => {
  expect(connect().subscribe('x', kind, slugs)).toEqual([
    {
      requestId: 'x',
      subscriptionType: `SUBSCRIPTION_TYPE_${kind}`,
      error: expect.stringContaining(words),
    },
  ])
})

test('a subscription ends when it is told to, and the heart beats on', () => {
  const own = connect()
  own.subscribe('o', 'ORDER')
  expect(own.subscribe('o', 'POSITION')).toMatchObject([{ error: expect.stringContaining('exists') }])
  own.end('o')
  trader.place()
  trader.now += 5_000
  expect(own.tick()).toEqual([{ heartbeat: {} }])
})
