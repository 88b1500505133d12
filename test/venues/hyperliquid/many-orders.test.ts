import { expect, test } from 'vitest'
import type { OrderTerms } from '../../../src/venue-kit/contract/trading.js'
import { hyperliquid } from '../../../src/venues/hyperliquid/index.js'
import { fakeClock } from '../../support/clock.js'
import { failureOf, present } from '../../support/expect.js'
import type { Answer } from '../../support/wire.js'
import { answered, told, unknownOid } from './order-payloads.js'
import { bodyOf, now, setUp } from './world.js'

const source = present(hyperliquid.orders)
const [batch, cancelMany] = [present(source.batch), present(source.cancelMany)]
const privateKey = '0x0123456789012345678901234567890123456789012345678901234567890123'
const facts = { ref: { outcome: 141, side: 1 }, isSettled: false }
const terms = (n: number): OrderTerms => ({
  marketId: 'hl-outcome-141',
  outcomeId: '100001411',
  side: 'buy',
  type: 'limit',
  amount: '100',
  price: '0.30',
  clientOrderId: `7b2c9a54-0d3f-4c1e-9f00-00000000000${n}`,
})

function trader(exchange: readonly Answer[], answers: Readonly<Record<string, Answer>> = {}) {
  return setUp({ userRole: { role: 'user' }, orderStatus: unknownOid, ...answers }, fakeClock(now), {
    secrets: { values: { privateKey }, withheld: false },
    exchange,
  })
}

async function place(...answers: Answer[]) {
  const { ctx, actions } = trader(answers)
  const orders = await Promise.all(
    [1, 2].map(async (n) => ({
      terms: terms(n),
      native: await source.build(terms(n), { outcomeId: '100001411', facts }, ctx),
    })),
  )
  return { actions, work: () => batch.submit(orders, ctx) }
}

test('several orders are one action, signed once, each answered in its place', async () => {
  const filled = { filled: { totalSz: '100.0', avgPx: '0.3', oid: 7 } }
  const { actions, work } = await place(answered(filled, { error: 'Insufficient spot balance asset=1' }))
  const [first, second] = await work()
  expect(first).toMatchObject({ id: '7', status: 'filled', filled: 100 })
  expect(second).toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  expect(actions()).toMatchObject([{ action: { type: 'order', orders: [{ s: '100' }, { s: '100' }] } }])
})

test('several orders are refused together where the venue looks at none', async () => {
  for (const answer of [
    { status: 'err', response: 'Order has zero size.' },
    answered({ error: 'Order has zero size.' }),
  ]) {
    const { work } = await place(answer)
    expect(await failureOf(work)).toMatchObject({ code: 'INVALID_ORDER' })
  }
})

test('several orders are all in doubt where the answer has one too few', async () => {
  const { work } = await place(answered({ resting: { oid: 7 } }))
  expect(await failureOf(work)).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', detail: { kind: 'drift' } })
})

test('several cancels are one action of those that are open', async () => {
  const states: Readonly<Record<number, unknown>> = {
    1: told('open', { oid: 1 }),
    2: told('filled', { oid: 2 }),
    4: told('open', { oid: 4 }),
    5: told('open', { oid: 5 }),
  }
  const gone = { error: 'Order was never placed, already canceled, or filled. asset=1' }
  const { ctx, actions } = trader([answered('success', gone, { error: 'Cancels are halted.' })], {
    orderStatus: (call: Parameters<typeof bodyOf>[0]) => states[Number(bodyOf(call)['oid'])] ?? unknownOid,
  })
  const done = await cancelMany.cancel(['1', '2', '3', '4', '5'], ctx)
  expect(done.get('1')).toBe(true)
  // Only one refusal of a cancel is documented: other words do not say that the order is over.
  expect(done.get('5')).toMatchObject({ code: 'INVALID_ORDER' })
  for (const id of ['2', '3', '4']) expect(done.get(id)).toMatchObject({ code: 'ORDER_NOT_FOUND' })
  expect(actions()).toMatchObject([{ action: { type: 'cancel', cancels: [{ o: 1 }, { o: 4 }, { o: 5 }] } }])
})
