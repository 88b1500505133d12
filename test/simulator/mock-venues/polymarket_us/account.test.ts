import { beforeEach, describe, expect, test } from 'vitest'
import { ed25519KeyOf } from '../../../../src/signing/ed25519.js'
import { marketSlugOf } from '../../../../src/simulator/mock-venues/polymarket_us/ids.js'
import { polymarketUsMock } from '../../../../src/simulator/mock-venues/polymarket_us/index.js'
import { createPaperTrading } from '../../../../src/simulator/paper-trading/exchange.js'
import { answer } from '../../../../src/simulator/server/router.js'
import { busy } from '../../paper-trading/support.js'
import { contextOf } from '../../support/context.js'
import { dig, firstOf, rowsAt, textAt } from '../../support/json.js'
import { NOON } from '../../support/stage.js'
import { world } from '../../support/world.js'

const [gateway, api] = Object.values(polymarketUsMock.hosts)
if (gateway === undefined || api === undefined) throw new Error('two hosts')
const lent = { apiKey: '', privateKey: '', ...polymarketUsMock.paperCredentials?.() }
const key = ed25519KeyOf(lent.privateKey)
const slug = marketSlugOf({ event: world.eventOf(busy), market: busy })
const quotes = world.book(busy.key, NOON)
const [ask, bid] = [firstOf(quotes.asks), firstOf(quotes.bids)]

let paper = createPaperTrading(world)
beforeEach(() => {
  paper = createPaperTrading(world)
})

interface Asked {
  readonly body?: unknown
  readonly id?: string
  /** What is signed in the place of the call's own text. */
  readonly signs?: string
  readonly at?: number
}

function call(method: string, target: string, { body, id = lent.apiKey, signs, at = NOON }: Asked = {}) {
  const [path = '', search = ''] = target.split('?')
  const headers = {
    'x-pm-access-key': id,
    'x-pm-timestamp': String(at),
    'x-pm-signature': key.sign(signs ?? `${at}${method}${path}`).toString('base64'),
  }
  const reply = answer(
    api as NonNullable<typeof api>,
    { method, path, search, headers, body },
    contextOf(world, NOON, { paper }),
  )
  return { status: reply.status, body: JSON.parse(reply.body) as unknown }
}
const get = (target: string) => call('GET', target).body
const wanted = {
  marketSlug: slug,
  intent: 'ORDER_INTENT_BUY_LONG',
  type: 'ORDER_TYPE_LIMIT',
  price: { value: ask.price.toFixed(4), currency: 'USD' },
  quantity: 2,
  tif: 'TIME_IN_FORCE_IMMEDIATE_OR_CANCEL',
  synchronousExecution: true,
}
const place = (changes: object = {}) => call('POST', '/v1/orders', { body: { ...wanted, ...changes } })

describe('a call', () => {
  test('is the account’s where time, method and path are signed', () => {
    expect(call('GET', '/v1/account/balances').status).toBe(200)
  })

  test.each([
    ['of another path', { signs: `${NOON}GET/v1/orders/open` }],
    ['with its query signed', { signs: `${NOON}GET/v1/account/balances?x=1` }],
    ['of 31 seconds ago', { at: NOON - 31_000 }],
    ['without a key', { id: '' }],
  ])('%s is none', (_, asked) => {
    expect(call('GET', '/v1/account/balances?x=1', asked).status).toBe(401)
  })

  test('by another key is another account’s', () => {
    const id = textAt(
      place({ price: { value: '0.01' }, tif: undefined, synchronousExecution: false }).body,
      'id',
    )
    expect(call('GET', `/v1/order/${id}`, { id: 'someone' }).status).toBe(404)
    expect(call('GET', `/v1/order/${id}`).status).toBe(200)
  })
})

describe('an order', () => {
  test('that is waited for is told with its executions, and is a trade without a side', () => {
    const { body } = place()
    const [execution] = rowsAt(body, 'executions')
    expect(execution).toMatchObject({
      lastPx: { value: ask.price.toFixed(4) },
      lastShares: '2.0000',
      order: { state: 'ORDER_STATE_FILLED', cumQuantity: 2, leavesQuantity: 0 },
    })
    const { trade } = Object(firstOf(rowsAt(get('/v1/portfolio/activities'), 'activities')))
    expect(trade).toMatchObject({
      marketSlug: slug,
      qtyDecimal: '2.0000',
      price: { value: ask.price.toFixed(4) },
    })
    expect(Object.keys(trade)).not.toContain('side')
    expect(dig(get('/v1/portfolio/positions'), 'positions')).toMatchObject({
      [slug]: { netPositionDecimal: '2.0000', baseCost: { value: (2 * ask.price).toFixed(4) } },
    })
  })

  test('for short is sent at the price of long, and takes its bids', () => {
    const price = { value: bid.price.toFixed(4), currency: 'USD' }
    const { body } = place({ intent: 'ORDER_INTENT_BUY_SHORT', price, quantity: 1 })
    expect(firstOf(rowsAt(body, 'executions'))).toMatchObject({ lastPx: price, order: { price } })
    expect(dig(get('/v1/portfolio/positions'), 'positions')).toMatchObject({
      [slug]: { netPositionDecimal: '-1.0000', baseCost: { value: (1 - bid.price).toFixed(4) } },
    })
  })

  test('that is finer than the tick is cut off', () => {
    const rest = { tif: 'TIME_IN_FORCE_GOOD_TILL_CANCEL', synchronousExecution: false }
    const id = textAt(place({ ...rest, price: { value: '0.01999' } }).body, 'id')
    const tick = busy.tick === 0.01 ? '0.0100' : '0.0190'
    expect(dig(get(`/v1/order/${id}`), 'order.price.value')).toBe(tick)
  })

  test('rests in the public book until it is taken back with its market’s slug', () => {
    const book = () =>
      JSON.stringify(
        answer(
          gateway,
          { method: 'GET', path: `/v1/markets/${slug}/book`, search: '', headers: {}, body: undefined },
          contextOf(world, NOON, { paper }),
        ).body,
      )
    const before = book()
    const id = textAt(
      place({ price: { value: '0.01' }, tif: undefined, synchronousExecution: false }).body,
      'id',
    )
    expect(book()).not.toBe(before)
    expect(rowsAt(get('/v1/orders/open'), 'orders')).toHaveLength(1)
    expect(call('POST', `/v1/order/${id}/cancel`, { body: {} }).status).toBe(400)
    expect(call('POST', `/v1/order/${id}/cancel`, { body: { marketSlug: slug } }).body).toEqual({})
    expect(book()).toBe(before)
    expect(dig(get(`/v1/order/${id}`), 'order.state')).toBe('ORDER_STATE_CANCELED')
    expect(rowsAt(get('/v1/orders/open'), 'orders')).toEqual([])
  })

  test('that cannot be paid is refused, among the executions or with a status', () => {
    const rich = { quantity: 2_000_000, price: { value: '0.5' }, tif: 'TIME_IN_FORCE_GOOD_TILL_CANCEL' }
    expect(firstOf(rowsAt(place(rich).body, 'executions'))).toMatchObject({
      type: 'EXECUTION_TYPE_REJECTED',
      text: 'insufficient buying power',
    })
    expect(place({ ...rich, synchronousExecution: false }).status).toBe(400)
  })
})

test('lists go on behind their cursor', () => {
  for (const price of ['0.01', '0.02'])
    place({ quantity: 1, price: { value: price }, tif: 'TIME_IN_FORCE_GOOD_TILL_CANCEL' })
  place({ quantity: 1 })
  place({ quantity: 1 })
  const first = get('/v1/portfolio/activities?limit=1')
  expect(Object(first)).toMatchObject({ eof: false, nextCursor: '1' })
  const second = get('/v1/portfolio/activities?limit=1&cursor=1')
  expect(Object(second)).toMatchObject({ eof: true, nextCursor: '' })
  expect(dig(first, 'activities.0.trade.id')).not.toBe(dig(second, 'activities.0.trade.id'))
})
