import { describe, expect, test } from 'vitest'
import type { OrderTerms } from '../../../src/venue-kit/contract/trading.js'
import { polymarket } from '../../../src/venues/polymarket/index.js'
import { toLocated } from '../../../src/venues/polymarket/outcomes.js'
import { gammaMarket } from '../../../src/venues/polymarket/schemas.js'
import { condition, token } from '../../support/chain-ids.js'
import { failureOf, present } from '../../support/expect.js'
import { nativeMarket } from './payloads.js'
import { signedIn } from './set-up.js'

const source = present(polymarket.orders)
const [batch, cancelMany, cancelAll] = [
  present(source.batch),
  present(source.cancelMany),
  present(source.cancelAll),
]
const located = toLocated(gammaMarket.parse(nativeMarket()), token(1))
const terms = (clientOrderId: string): OrderTerms => ({
  marketId: '700101',
  outcomeId: token(1),
  side: 'buy',
  type: 'limit',
  amount: '20',
  price: '0.55',
  clientOrderId,
})
const reading = {
  [`GET clob/clob-markets/${condition(1)}`]: { c: condition(1), mts: 0.01, mos: 5, nr: true, ao: true },
  'GET clob/version': { version: 2 },
}
const reply = (orderID: string, changes: object = {}) => ({
  success: true,
  errorMsg: '',
  orderID,
  status: 'live',
  makingAmount: '',
  takingAmount: '',
  ...changes,
})

/** @param answer of the hashes of both orders */
async function place(answer: (first: string, second: string) => unknown) {
  const answers: Record<string, unknown> = { ...reading }
  const { ctx, wire } = signedIn(answers)
  const orders = await Promise.all(
    ['a', 'b'].map(async (name) => ({
      terms: terms(name),
      native: await source.build(terms(name), located, ctx),
    })),
  )
  const [first = '', second = ''] = orders.map(({ native }) => native.handle?.value)
  answers['POST clob/orders'] = answer(first, second)
  return { first, wire, work: () => batch.submit(orders, ctx) }
}

describe('several orders', () => {
  test('are an array of the bodies of single ones, each answered in its place', async () => {
    const { first, wire, work } = await place((hash) => [
      reply(hash),
      reply('', { success: false, errorMsg: 'order is invalid. Price breaks minimum tick size rules' }),
    ])
    const [placed, refused] = await work()
    expect(placed).toMatchObject({ id: first, status: 'open', price: 0.55 })
    expect(refused).toMatchObject({ code: 'INVALID_ORDER' })
    const [body] = wire.calls.filter(({ path }) => path === '/orders').map((call) => call.body)
    expect(body).toMatchObject([{ orderType: 'GTC' }, { orderType: 'GTC' }])
  })

  test.each<[string, (first: string, second: string) => unknown]>([
    ['an answer too few', (first) => [reply(first)]],
    ['answers in other places', (first, second) => [reply(second), reply(first)]],
    ['no array', () => ({})],
  ])('are all in doubt where there is %s', async (_what, answer) => {
    const { work } = await place(answer)
    expect(await failureOf(work)).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', detail: { kind: 'drift' } })
  })

  test('leave one alone in doubt that the venue failed to take', async () => {
    const { work } = await place((hash) => [
      reply(hash),
      reply('', { success: false, errorMsg: 'could not insert order' }),
    ])
    const [placed, failed] = await work()
    expect(placed).toMatchObject({ status: 'open' })
    expect(failed).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE' })
  })
})

test('an order that is held back is not refused, though its row is no success', async () => {
  // docs.polymarket.com, orders: a row of a batch may be `success: false` with the status `delayed`.
  const { first, work } = await place((one, two) => [
    reply(one, { success: false, status: 'delayed', makingAmount: '0', takingAmount: '0' }),
    reply(two, { success: false, status: 'delayed', errorMsg: 'takers of this market wait' }),
  ])
  const [silent, worded] = await work()
  expect(silent).toMatchObject({ id: first, status: 'pending' })
  expect(worded).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE' })
})

test.each(['live', 'matched', 'unmatched', 'MATCHED'])(
  'an order that is named as %s is in doubt, though its row is no success and has words',
  async (status) => {
    const { work } = await place((one, two) => [
      reply(one),
      reply(two, { success: false, status, errorMsg: 'the moon is wrong' }),
    ])
    expect((await work())[1]).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE' })
  },
)

describe('several cancels', () => {
  test('count for the orders that the answer names', async () => {
    const { ctx, wire } = signedIn({
      'DELETE clob/orders': {
        canceled: ['0xA1'],
        not_canceled: {
          '0xb2': "order can't be found - already canceled or matched",
          '0xc3': 'order is being matched',
        },
      },
    })
    const done = await cancelMany.cancel(['0xa1', '0xB2', '0xc3', '0xd4'], ctx)
    expect(done.get('0xa1')).toBe(true)
    expect(done.get('0xB2')).toMatchObject({ code: 'ORDER_NOT_FOUND' })
    expect(done.get('0xc3')).toMatchObject({ code: 'INVALID_ORDER' })
    expect(done.has('0xd4')).toBe(false)
    expect(wire.calls[0]?.body).toEqual(['0xa1', '0xB2', '0xc3', '0xd4'])
  })

  test('of all orders are those that the answer names', async () => {
    const { ctx } = signedIn({
      'DELETE clob/cancel-all': {
        canceled: ['0xa1'],
        not_canceled: { '0xb2': 'order is delayed', '0xc3': 'order not found' },
      },
    })
    const done = await cancelAll.cancel(undefined, ctx)
    expect(done.get('0xa1')).toBe(true)
    expect(done.get('0xb2')).toMatchObject({ code: 'INVALID_ORDER' })
    expect(done.get('0xc3')).toMatchObject({ code: 'ORDER_NOT_FOUND' })
    expect(done.size).toBe(3)
  })
})
