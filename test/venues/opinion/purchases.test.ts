import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { UnifiedMarket } from '../../../src/api/models/models.js'
import { assertAllowed } from '../../../src/orders/rules.js'
import type { VenueCall } from '../../../src/transport/call-types.js'
import type { Secrets } from '../../../src/venue-kit/contract/account-secrets.js'
import type { OrderTerms } from '../../../src/venue-kit/contract/trading.js'
import { takerFee } from '../../../src/venues/opinion/fees.js'
import { opinion } from '../../../src/venues/opinion/index.js'
import { token } from '../../support/chain-ids.js'
import { failureOf, present } from '../../support/expect.js'
import { type Answer, json, sentTo } from '../../support/wire.js'
import { answer, nativeBinary, nativeOrder, notFound, quoteTokens, refusal, userAuth } from './payloads.js'
import { setUp } from './set-up.js'

/** Purchases at the market, and what an order costs at least (src/venues/opinion/README.md, "Fees"). */

const source = present(opinion.orders)
const id = String(nativeOrder().orderId)
const keys: Secrets = {
  values: {
    apiKey: 'k-1',
    privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  },
  withheld: false,
}
const outcome = { outcomeId: token(71_011), facts: { marketId: '7101' } }
const terms: OrderTerms = {
  marketId: '7101',
  outcomeId: token(71_011),
  side: 'buy',
  type: 'market',
  amount: '306',
  price: '0.57',
  clientOrderId: '3b241101-e2bb-4255-8caf-4136c566a962',
}

const venue: Record<string, Answer> = {
  'GET api/market/7101': answer({ data: nativeBinary() }),
  'GET api/quoteToken': answer(quoteTokens),
  'GET api/user/auth': answer(userAuth),
}
/** The order in a state. */
const row = (status: number, filledShares = '0', filledAmount = '0') =>
  nativeOrder({
    status,
    orderShares: '306',
    filledShares,
    filledAmount,
    price: '0.57',
    orderAmount: '174.42',
  })
const told = (status: number, filledShares?: string, filledAmount?: string) =>
  answer({ orderData: row(status, filledShares, filledAmount) })

interface Replies {
  readonly placed: Answer
  readonly canceled?: Answer
  readonly read?: Answer
}

async function buy({ placed, canceled, read }: Replies, of = terms) {
  const { ctx, wire } = setUp(
    {
      ...venue,
      'POST api/order': placed,
      ...(canceled === undefined ? {} : { 'POST api/order/cancel': canceled }),
      ...(read === undefined ? {} : { [`GET api/order/${id}`]: read }),
    },
    keys,
  )
  const built = await source.build(of, outcome, ctx)
  const order = await source.submit(built, of, ctx)
  return { order, sent: sentTo(wire).filter((call) => call.includes('order')), built }
}

const yes = answer({ result: true })
const no = answer({ result: false })

describe('a purchase at the market', () => {
  test('that is filled at once is told at the price that was paid, and nothing is taken back', async () => {
    const { order, sent } = await buy({ placed: told(2, '306', '171.36') })
    expect(order).toMatchObject({
      id,
      type: 'market',
      status: 'filled',
      amount: 306,
      filled: 306,
      remaining: 0,
      price: 0.56,
    })
    expect(order).not.toHaveProperty('metadata')
    expect(sent).toEqual(['POST api/order'])
  })

  test('has its rest taken back at once', async () => {
    const { order, sent } = await buy({ placed: told(1), canceled: yes, read: told(3, '100', '55') })
    expect(sent).toEqual(['POST api/order', 'POST api/order/cancel', `GET api/order/${id}`])
    // What is filled is told once it is settled on the chain: it may be more by then.
    expect(order).toMatchObject({
      type: 'market',
      status: 'canceled',
      amount: 306,
      filled: 100,
      remaining: 206,
      price: 0.55,
      metadata: { unknown: ['filled', 'remaining'] },
    })
  })

  test('that is filled before it can be taken back is filled', async () => {
    const { order } = await buy({ placed: told(1), canceled: no, read: told(2, '306', '174.42') })
    expect(order).toMatchObject({ status: 'filled', filled: 306, remaining: 0, price: 0.57 })
    const late = await buy({ placed: told(1), canceled: yes, read: told(1, '306', '174.42') })
    expect(late.order).toMatchObject({ status: 'filled', filled: 306 })
  })

  test.each([
    ['is refused', no],
    ['fails', json(500, {})],
    ['is refused in words', refusal(1, 'busy')],
  ])('whose rest is not known to be gone is told as open: taking it back %s', async (_how, canceled) => {
    const { order, built } = await buy({ placed: told(1), canceled, read: told(1, '100', '55') })
    // So that the core goes on until it is.
    expect(built).toMatchObject({ cancelsRest: true })
    expect(order).toMatchObject({ type: 'market', status: 'open', filled: 100, remaining: 206 })
    expect(order).not.toHaveProperty('metadata')
  })

  test('that cannot be read afterwards is told as it was placed', async () => {
    const gone = await buy({ placed: told(1), canceled: yes, read: notFound })
    expect(gone.order).toMatchObject({
      status: 'canceled',
      filled: 0,
      metadata: { unknown: ['filled', 'remaining'] },
    })
    const open = await buy({ placed: told(1), canceled: no, read: notFound })
    expect(open.order).toMatchObject({ status: 'open', filled: 0, remaining: 306 })
    const unread = answer({ orderData: { orderId: id } })
    expect((await buy({ placed: unread, canceled: no, read: notFound })).order).toMatchObject({
      id,
      status: 'pending',
      amount: 306,
      metadata: { unknown: ['filled', 'remaining', 'timestamp'] },
    })
    expect((await buy({ placed: unread, canceled: yes, read: notFound })).order).toMatchObject({
      status: 'canceled',
    })
  })

  test('that failed on the chain is rejected', async () => {
    const { order } = await buy({ placed: told(5) })
    expect(order).toMatchObject({ status: 'rejected', filled: 0, remaining: 306 })
  })

  test('that is refused is an error, and nothing is taken back', async () => {
    const error = await failureOf(() => buy({ placed: refusal(1, 'Insufficient token balance') }))
    expect(error.code).toBe('INSUFFICIENT_FUNDS')
  })

  test('a limit order stays where it is', async () => {
    const { order, sent, built } = await buy({ placed: told(1) }, { ...terms, type: 'limit' })
    expect(order).toMatchObject({ type: 'limit', status: 'open' })
    expect(built).not.toHaveProperty('cancelsRest')
    expect(sent).toEqual(['POST api/order'])
  })

  test('a sale at the market is sent as one, with its worst price', async () => {
    const of = { ...terms, side: 'sell' } as const
    const { built } = await buy({ placed: answer({ orderData: { orderId: id } }) }, of)
    expect(built.call.body).toMatchObject({ tradingMethod: 1, price: '0.57', side: '1' })
  })

  test('a sale at the market that is finished before it is settled may have sold more', async () => {
    const of = { ...terms, side: 'sell' } as const
    const row = { orderId: id, status: 2, tradingMethod: 1, sideEnum: 'Sell', filledShares: '0' }
    const { order } = await buy({ placed: answer({ orderData: nativeOrder(row) }) }, of)
    expect(order.metadata?.['unknown']).toEqual(['filled', 'remaining'])
  })
})

test('whatever the book is by then, no more than was asked for is bought, and none beyond the bound', async () => {
  const level = fc.record({ price: fc.integer({ min: 1, max: 999 }), size: fc.integer({ min: 1, max: 400 }) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(level, { maxLength: 6 }),
      fc.integer({ min: 10, max: 500 }),
      fc.integer({ min: 20, max: 990 }),
      fc.constantFrom('yes', 'no', 'fails'),
      fc.boolean(),
      async (asks, amount, bound, canceling, settlesLate) => {
        const of = { ...terms, amount: String(amount), price: String(bound / 1000) }
        let [shares, money, isOpen] = [0, 0, true]
        /** The exchange fills what it was sent: contracts at a limit, or as many as the money buys. */
        const fill = ({ body }: VenueCall): void => {
          const { tradingMethod, takerAmount, makerAmount, price } = Object(body)
          const isLimit = tradingMethod === 2
          let left = Number(isLimit ? takerAmount : makerAmount) / 1e18
          for (const ask of [...asks].sort((a, b) => a.price - b.price)) {
            const at = ask.price / 1000
            if (isLimit && at > Number(price) + 1e-12) break
            const taken = Math.min(ask.size, isLimit ? left : left / at)
            left -= isLimit ? taken : taken * at
            shares += taken
            money += taken * at
          }
          isOpen = isLimit && left > 1e-9
        }
        const state = (seen = true) =>
          answer({
            orderData: nativeOrder({
              status: isOpen ? 1 : shares >= amount - 1e-9 ? 2 : 3,
              orderShares: String(amount),
              filledShares: String(seen ? shares : 0),
              filledAmount: String(seen ? money : 0),
              price: of.price,
            }),
          })
        const { order } = await buy(
          {
            placed: (call: VenueCall) => {
              fill(call)
              return state(!settlesLate)
            },
            canceled: () => {
              if (canceling === 'fails') return json(500, {})
              if (canceling === 'yes') isOpen = false
              return answer({ result: canceling === 'yes' })
            },
            read: () => state(),
          },
          of,
        )
        expect(shares).toBeLessThanOrEqual(amount + 1e-9)
        expect(money).toBeLessThanOrEqual((shares * bound) / 1000 + 1e-9)
        expect(order).toMatchObject({ type: 'market', amount })
        expect(order.filled).toBeLessThanOrEqual(amount)
        // What may still rest is told as open, and nothing else is.
        expect(order.status === 'open').toBe(isOpen)
        if (shares > 0 && order.filled > 0) expect(order.price).toBeLessThanOrEqual(bound / 1000 + 1e-9)
      },
    ),
    { numRuns: 500 },
  )
})

describe('the least order', () => {
  const check = async (amount: string, price: string) => {
    const { ctx } = setUp(venue, keys)
    const rules = await source.rules(outcome, ctx)
    return assertAllowed({ ...terms, type: 'limit', amount, price }, rules)
  }

  test('is worth 5 USDT, and less is refused before anything is signed', async () => {
    await expect(check('10', '0.5')).resolves.toBeUndefined()
    const error = await failureOf(() => check('9.99', '0.5'))
    expect(error).toMatchObject({
      code: 'INVALID_ORDER',
      field: 'amount',
      detail: { kind: 'order_rule', allowed: { minCost: '5' } },
    })
  })
})

describe('estimates', () => {
  const fee = (price: number, size: number) =>
    takerFee({ market: {} as UnifiedMarket, side: 'buy', price, size })

  test.each([
    [0.5, 1_000, 5],
    [0.9, 1_000, 3.24],
    [0.1, 1_000, 0.36],
  ])('at %f for %i contracts are %f', (price, size, expected) => {
    expect(fee(price, size)).toBeCloseTo(expected, 9)
  })

  test('are never below the least fee', () => {
    expect(fee(0.5, 10)).toBe(0.25)
    expect(fee(0.01, 100)).toBe(0.25)
  })
})
