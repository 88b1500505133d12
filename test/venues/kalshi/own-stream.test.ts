import { describe, expect, test } from 'vitest'
import { credentialsOf } from '../../../src/simulator/mock-venues/kalshi/account/lent-keys.js'
import type { OwnRows } from '../../../src/venue-kit/contract/account-rows.js'
import type { VenueContext } from '../../../src/venue-kit/contract/venue.js'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { present } from '../../support/expect.js'

const ctx = {
  secrets: { values: credentialsOf('ed25519'), withheld: false },
  clock: { now: () => 1_700_000_000_000 },
  memo: { get: () => undefined, set: () => undefined, delete: () => undefined },
} as unknown as VenueContext
const { protocol, handshake } = await present(kalshi.ownStream).open(ctx)

async function rowsIn(frame: object): Promise<OwnRows> {
  const [message] = protocol.read(JSON.stringify(frame), 0)
  if (message?.kind !== 'own') throw new Error('no rows')
  return message.read(ctx)
}

test('the opening is signed, and one command subscribes all three channels', () => {
  expect(Object.keys(handshake.secretHeaders ?? {})).toEqual([
    'KALSHI-ACCESS-KEY',
    'KALSHI-ACCESS-TIMESTAMP',
    'KALSHI-ACCESS-SIGNATURE',
  ])
  expect(protocol.begin().map((frame) => JSON.parse(frame))).toEqual([
    { id: 1, cmd: 'subscribe', params: { channels: ['user_orders', 'fill', 'market_positions'] } },
  ])
})

test('it stands once all three are acknowledged', async () => {
  const fresh = (await present(kalshi.ownStream).open(ctx)).protocol
  const acknowledge = (channel: string, sid: number) =>
    fresh.read(JSON.stringify({ id: 1, type: 'subscribed', msg: { channel, sid } }), 0)
  expect([acknowledge('user_orders', 1), acknowledge('fill', 2)]).toEqual([[], []])
  expect(acknowledge('market_positions', 3)).toEqual([{ kind: 'ready' }])
})

test('a refused command ends it for good', () => {
  const frame = { id: 1, type: 'error', msg: { code: 9, msg: 'Authentication required' } }
  expect(protocol.read(JSON.stringify(frame), 0)).toMatchObject([{ kind: 'failed', isFinal: true }])
})

/** Examples of the document (AsyncAPI, websockets: user fills, user orders, market positions). */
describe('a documented frame', () => {
  const fill = {
    trade_id: 'd91bc706-ee49-470d-82d8-11418bda6fed',
    order_id: 'ee587a1c-8b87-4dcf-b721-9f6f790619fa',
    market_ticker: 'HIGHNY-22DEC23-B53.5',
    exchange_index: 2,
    is_taker: true,
    side: 'yes',
    yes_price_dollars: '0.750',
    count_fp: '278.00',
    action: 'buy',
    ts: 1671899397,
    ts_ms: 1671899397000,
    post_position_fp: '500.00',
    purchased_side: 'yes',
    subaccount: 3,
  }
  test('of a fill is a trade', async () => {
    expect(await rowsIn({ type: 'fill', sid: 13, msg: fill })).toEqual({
      trades: [
        {
          id: 'd91bc706-ee49-470d-82d8-11418bda6fed',
          timestamp: 1671899397000,
          price: 0.75,
          amount: 278,
          side: 'buy',
          outcomeId: 'HIGHNY-22DEC23-B53.5',
          orderId: 'ee587a1c-8b87-4dcf-b721-9f6f790619fa',
          marketId: 'HIGHNY-22DEC23-B53.5',
        },
      ],
    })
  })

  test('of a sale is one of what was sold, and none where the direction is not told', async () => {
    const sale = { ...fill, action: 'sell', side: 'no', purchased_side: 'no' }
    const told = { ...sale, outcome_side: 'no', book_side: 'ask' }
    expect(await rowsIn({ type: 'fill', sid: 13, msg: told })).toMatchObject({
      trades: [{ side: 'sell', outcomeId: 'HIGHNY-22DEC23-B53.5', price: 0.75 }],
    })
    await expect(async () => rowsIn({ type: 'fill', sid: 13, msg: sale })).rejects.toThrow('outcome_side')
  })

  const ordered = {
    order_id: 'ee587a1c-8b87-4dcf-b721-9f6f790619fa',
    ticker: 'FED-23DEC-T3.00',
    status: 'resting',
    yes_price_dollars: '0.3500',
    fill_count_fp: '0.00',
    remaining_count_fp: '10.00',
    initial_count_fp: '10.00',
    client_order_id: 'my-order-1',
    created_time: '2024-12-01T10:00:00Z',
    subaccount_number: 0,
  }

  test('of an order', async () => {
    const msg = { ...ordered, side: 'yes', is_yes: true }
    expect(await rowsIn({ type: 'user_order', sid: 22, msg })).toMatchObject({
      orders: [
        {
          id: msg.order_id,
          clientOrderId: 'my-order-1',
          outcomeId: 'FED-23DEC-T3.00',
          side: 'buy',
          price: 0.35,
          amount: 10,
          status: 'open',
          timestamp: Date.UTC(2024, 11, 1, 10),
        },
      ],
    })
  })

  /** docs.kalshi.com, order direction: what `is_yes` and `purchased_side` were replaced by, and what a sale is called. */
  test.each([
    ['the newer names', { side: 'yes', outcome_side: 'no', book_side: 'ask' }],
    ['the older names', { side: 'yes', is_yes: false }],
  ])('of an order to sell says so by %s, though it names no action', async (_, direction) => {
    expect(await rowsIn({ type: 'user_order', sid: 22, msg: { ...ordered, ...direction } })).toMatchObject({
      orders: [{ outcomeId: 'FED-23DEC-T3.00', side: 'sell', price: 0.35 }],
    })
  })

  test('of an order says nothing of its direction by the side alone', async () => {
    const msg = { ...ordered, side: 'yes' }
    await expect(async () => rowsIn({ type: 'user_order', sid: 22, msg })).rejects.toThrow('outcome_side')
  })

  test('of a position holds both sides, and none of another subaccount', async () => {
    const msg = {
      market_ticker: 'FED-23DEC-T3.00',
      position_fp: '100.00',
      position_cost_dollars: '50.0000',
      realized_pnl_dollars: '10.0000',
    }
    const positions = async (more: object) =>
      (await rowsIn({ type: 'market_position', sid: 14, msg: { ...msg, ...more } })).positions
    const of = (side: string) => `FED-23DEC-T3.00${side}`
    expect(await positions({})).toMatchObject([
      { outcomeId: of('-NO'), size: 0 },
      { outcomeId: of(''), size: 100, entryPrice: 0.5, realizedPnL: 10 },
    ])
    expect(await positions({ position_fp: '-100.00' })).toMatchObject([
      { outcomeId: of(''), size: 0 },
      { outcomeId: of('-NO'), size: 100, entryPrice: 0.5 },
    ])
    expect(await positions({ position_fp: '0.00' })).toMatchObject([{ size: 0 }, { size: 0 }])
    expect(await positions({ subaccount: 3 })).toEqual([])
  })
})
