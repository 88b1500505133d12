import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { symbolOf } from '../../../../src/simulator/faces/gemini-titan/ids.js'
import { geminiTitanFace } from '../../../../src/simulator/faces/gemini-titan/index.js'
import { createPaperDesk } from '../../../../src/simulator/paper/desk.js'
import { answer } from '../../../../src/simulator/router.js'
import { busy } from '../../paper/support.js'
import { contextOf } from '../../support/context.js'
import { dig, firstOf, rowsAt } from '../../support/json.js'
import { NOON } from '../../support/stage.js'
import { world } from '../../support/world.js'

const host = firstOf(Object.values(geminiTitanFace.hosts))
const { apiKey = '', apiSecret = '' } = geminiTitanFace.paperCredentials?.() ?? {}
const symbol = symbolOf(world.eventOf(busy), busy)
const { asks } = world.book(busy.key, NOON)
const ask = firstOf(asks)

let paper = createPaperDesk(world)
beforeEach(() => {
  paper = createPaperDesk(world)
})

interface Asked {
  readonly key?: string
  readonly secret?: string
  readonly members?: object
}

function call(
  path: string,
  parameters: object = {},
  { key = apiKey, secret = apiSecret, members = {} }: Asked = {},
) {
  const whole = { request: path, nonce: NOON, ...parameters, ...members }
  const text = JSON.stringify(whole).replace(/"orderId":"(\d+)"/, '"orderId":$1')
  const payload = Buffer.from(text).toString('base64')
  const headers = {
    'x-gemini-apikey': key,
    'x-gemini-payload': payload,
    'x-gemini-signature': createHmac('sha384', secret).update(payload).digest('hex'),
  }
  const request = { method: 'POST', path, search: '', headers, body: undefined }
  const { status, body } = answer(host, request, contextOf(world, NOON, { paper }))
  return { status, text: body, body: JSON.parse(body) as unknown }
}
const PATH = '/v1/prediction-markets'
const wanted = {
  symbol,
  orderType: 'limit',
  side: 'buy',
  quantity: '2',
  price: String(ask.price),
  outcome: 'yes',
  timeInForce: 'immediate-or-cancel',
}
const place = (changes: object = {}, asked: Asked = {}) =>
  call(`${PATH}/order`, { ...wanted, ...changes }, asked)
const idIn = (text: string): string => /"orderId":(\d+)/.exec(text)?.[1] ?? ''

describe('a call', () => {
  test.each([
    ['signed with another secret', { secret: 'another' }, 'InvalidSignature'],
    ['for another path', { members: { request: '/v1/balance' } }, 'EndpointMismatch'],
    ['without a nonce', { members: { nonce: null } }, 'InvalidNonce'],
    ['without a key', { key: '' }, 'MissingApikeyHeader'],
  ])('%s is refused', (_, asked, reason) => {
    const { status, body } = call('/v1/balances', {}, asked)
    expect([status, dig(body, 'reason')]).toEqual([400, reason])
  })

  test('by another key is another account’s', () => {
    place({ price: '0.01', timeInForce: 'good-til-cancel' })
    const of = (asked: Asked) => rowsAt(call(`${PATH}/orders/active`, {}, asked).body, 'orders')
    expect([of({}).length, of({ key: 'account-B', secret: 'x' }).length]).toEqual([1, 0])
  })
})

describe('an order', () => {
  test('has an id of eighteen digits that no double holds, and is taken back by it', () => {
    const made = place({ price: '0.01', timeInForce: 'good-til-cancel' })
    const id = idIn(made.text)
    expect(id).toMatch(/^\d{18}$/)
    expect(made.body).toMatchObject({
      status: 'open',
      filledQuantity: '0',
      remainingQuantity: '2',
      price: '0.01',
    })
    expect(call(`${PATH}/order/cancel`, { orderId: id }).body).toMatchObject({ result: 'ok' })
    const closed = call(`${PATH}/orders/history`, { status: 'cancelled' })
    expect(idIn(closed.text)).toBe(id)
    expect(call(`${PATH}/order/cancel`, { orderId: id }).status).toBe(404)
    expect(call(`${PATH}/orders/history`, { status: 'open' }).status).toBe(400)
  })

  test('that takes is a position of its own side, which alone can be sold', () => {
    expect(place().body).toMatchObject({ status: 'filled', avgExecutionPrice: String(ask.price) })
    expect(firstOf(rowsAt(call(`${PATH}/positions`).body, 'positions'))).toMatchObject({
      symbol,
      outcome: 'yes',
      totalQuantity: '2',
      avgPrice: String(ask.price),
    })
    const sold = place({ side: 'sell', outcome: 'no', price: '0.01' })
    expect([sold.status, dig(sold.body, 'error')]).toEqual([422, 'InsufficientFunds'])
    expect(dig(call('/v1/balances').body, '0')).toMatchObject({
      currency: 'USD',
      amount: String(10_000 - 2 * ask.price),
    })
  })

  test.each([
    [{ price: '0.0150001' }, 422, 'LimitPriceOffTick'],
    [{ quantity: '0' }, 422, 'InvalidQuantity'],
    [{ symbol: 'GEMI-X-Y' }, 404, 'NOT_FOUND'],
    [{ outcome: 'maybe' }, 400, 'INVALID_INPUT'],
    [{ orderType: 'stop-limit' }, 501, 'not played by the demo venue: orders with a stop'],
  ])('with %o is refused', (changes, status, error) => {
    const refused = place(changes)
    expect([refused.status, dig(refused.body, 'error')]).toEqual([status, error])
  })
})
