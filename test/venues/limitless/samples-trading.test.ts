import { describe, expect, test } from 'vitest'
import { recoverAddress } from '../../../src/signing/private-key.js'
import { hashTypedData } from '../../../src/signing/typed-data.js'
import { exchangeOrderTypes } from '../../../src/venue-kit/orders/exchange-order.js'
import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import { limitless } from '../../../src/venues/limitless/index.js'
import { toListed } from '../../../src/venues/limitless/native/order-rows.js'
import { userOrdersReply } from '../../../src/venues/limitless/native/order-wire.js'
import { present } from '../../support/expect.js'
import { haveSamples, sample } from '../../support/samples.js'
import { setUpVenue } from '../../support/venue.js'

const recorded = (file: string): unknown => sample('limitless', file)
const mine = { values: { apiKey: 'lmts_x' }, withheld: false }

describe.runIf(haveSamples)('recordings of accounts', () => {
  const doge = '46235703925185836960484608024734446969378108670784413458211837874003718039438'
  const slug = 'doge-above-dollar010859-on-may-4-2000-utc-1777838401426'

  test('an order that took what was offered', async () => {
    const { ctx } = setUpVenue(
      limitless,
      { 'POST api/orders/status/batch': recorded('orders-status-batch.json') },
      undefined,
      mine,
    )
    const order = await present(limitless.account?.order)('ff0dcbf1-f7de-43f0-b6f1-16b972a17f49', ctx)
    expect(order).toEqual({
      id: 'ff0dcbf1-f7de-43f0-b6f1-16b972a17f49',
      marketId: slug,
      outcomeId: doge,
      side: 'buy',
      type: 'market',
      price: 0.93,
      amount: 10.752,
      status: 'filled',
      filled: 10.752,
      remaining: 0,
      timestamp: Date.UTC(2026, 4, 4, 10, 26, 1, 334),
      // 0.063436 contracts at 0.93: 59 basis points of 9.99936
      fee: 0.058995,
      feeRateBps: 59,
      txHash: '0x101cda4b605007440b382c35a27531605c7fc1b29a7c803b19237586a74c10e8',
    })
  })

  test('its signature is that of the embedded account, over exactly these members', () => {
    const { results } = Object(recorded('orders-status-batch.json'))
    const { order } = results[0].data
    const data = {
      domain: {
        name: 'Limitless CTF Exchange',
        version: '1',
        chainId: 8453,
        verifyingContract: '0x05c748E2f4DcDe0ec9Fa8DDc40DE6b867f923fa5',
      },
      types: exchangeOrderTypes,
      primaryType: 'Order',
      message: { ...order, expiration: order.expiration ?? '0' },
    } as const
    expect(recoverAddress(hashTypedData(data), order.signature)).toBe(order.signer)
  })

  test('an order that rests', () => {
    const { orders } = readPayload(userOrdersReply, recorded('user-orders.json'), 'user orders')
    expect(orders.map((row) => toListed(row, slug))).toEqual([
      {
        id: 'c4b1a83a-219f-48db-a9be-1ddadf0bc14c',
        marketId: slug,
        outcomeId: doge,
        side: 'buy',
        type: 'limit',
        price: 0.092,
        amount: 10.87,
        status: 'open',
        filled: 0,
        remaining: 10.87,
        timestamp: Date.UTC(2026, 4, 4, 8, 57, 6, 448),
      },
    ])
  })

  test("one's own positions", async () => {
    const answers = { 'GET api/portfolio/positions': recorded('portfolio-positions.json') }
    const { ctx } = setUpVenue(limitless, answers, undefined, mine)
    expect(await present(limitless.account?.positions)(ctx)).toMatchObject([
      {
        marketId: 'btc-above-dollar7982448-on-may-11-1000-utc-1777888806248',
        size: 1.004763,
        entryPrice: 0.991,
        currentPrice: 0.991,
      },
    ])
  })
})
