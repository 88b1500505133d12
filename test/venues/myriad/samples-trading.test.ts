import { describe, expect, test } from 'vitest'
import { recoverAddress } from '../../../src/signing/private-key.js'
import { hashTypedData } from '../../../src/signing/typed-data.js'
import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import { orderHash, renderOrder, toBookOrderData } from '../../../src/venues/myriad/native/order.js'
import { toOrder } from '../../../src/venues/myriad/native/order-rows.js'
import { orderReply, placedReply } from '../../../src/venues/myriad/native/order-wire.js'
import { haveSamples, sample } from '../../support/samples.js'

const recorded = (file: string): unknown => sample('myriad', file)

describe.runIf(haveSamples)('recordings of orders', () => {
  const detail = () =>
    readPayload(orderReply, recorded('order-detail-ob-cancelled.json'), 'GET /orders/{hash}')

  test('the order that was canceled', () => {
    const native = detail()
    expect(toOrder(native)).toEqual({
      id: '0x758a1763c59bbe61c314f3c0c9b5bae0ad942120500eb39e3e8349bbe13990e0',
      marketId: '56:ob827',
      outcomeId: '56:ob827:0',
      side: 'buy',
      type: 'limit',
      price: 0.01,
      amount: 1,
      status: 'canceled',
      filled: 0,
      remaining: 1,
      timestamp: Date.UTC(2026, 6, 23, 8, 6, 21, 279),
    })
    expect(orderHash(native.order, 56)).toBe(native.orderHash)
  })

  test('the answers to a new order and to its end', () => {
    const told = ['order-created-ob.json', 'order-cancelled-ob.json'].map((file) =>
      readPayload(placedReply, recorded(file), file),
    )
    expect(told.map(({ status }) => status)).toEqual(['open', 'cancelled'])
    expect(new Set(told.map((one) => one.orderHash))).toEqual(new Set([detail().orderHash]))
  })

  /** Also those of which only the body is on record. */
  const bodies = (): unknown[] => [
    ...(recorded('requests-signed-ob.json') as { path: string; body: unknown }[])
      .filter(({ path }) => path === '/orders')
      .map(({ body }) => body),
    ...(recorded('requests.json') as { url: string; body?: string | null }[])
      .filter(({ url, body }) => url.endsWith('/orders') && typeof body === 'string')
      .map(({ body }) => JSON.parse(String(body)) as unknown),
  ]

  test('bodies of new orders are spelled and signed as here', () => {
    expect(bodies().length).toBeGreaterThanOrEqual(5)
    for (const body of bodies()) {
      const { order, signature, ...around } = Object(body)
      expect(around).toEqual({ network_id: 56, time_in_force: 'GTC' })
      const read = readPayload(orderReply.shape.order, order, 'an order')
      expect(JSON.stringify(renderOrder(read))).toBe(JSON.stringify(order))
      expect(recoverAddress(hashTypedData(toBookOrderData(read, 56)), signature)?.toLowerCase()).toBe(
        order.trader,
      )
    }
  })
})

test('an order that is on record hashes to its id', () => {
  const order = {
    trader: '0xd282B1436BC99A86eC24A164f7BEeed42CFE8511',
    marketId: 827n,
    outcomeId: 0,
    side: 0,
    amount: 10n ** 18n,
    price: 10n ** 16n,
    minFillAmount: 0n,
    nonce: 1_784_793_980_668n,
    expiration: 0n,
  } as const
  expect(orderHash(order, 56)).toBe('0x758a1763c59bbe61c314f3c0c9b5bae0ad942120500eb39e3e8349bbe13990e0')
})
