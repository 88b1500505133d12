import { describe, expect, test } from 'vitest'
import { toOrderOutcome } from '../../../src/core/trading/place/unknown-outcome.js'
import type { VenueCall } from '../../../src/transport/call-types.js'
import type { OrderTerms } from '../../../src/venue-kit/contract/trading.js'
import { geminiTitan } from '../../../src/venues/gemini-titan/index.js'
import { fakeClock, settle } from '../../support/clock.js'
import { failureOf, present } from '../../support/expect.js'
import { haveSamples, sample } from '../../support/samples.js'
import { json } from '../../support/wire.js'
import { setUp } from './set-up.js'

const [orders, account] = [present(geminiTitan.orders), present(geminiTitan.account)]
const balance = present(account.balance)
/** Somewhere within a second. */
const NOW = 1_795_819_043_358
const keys = { values: { apiKey: 'account-A', apiSecret: 'sekrit' }, withheld: false }
const money = [{ type: 'exchange', currency: 'USD', amount: '150.5', available: '100.25' }]
const symbol = 'GEMI-DEM2028-DEMADA'
const terms: OrderTerms = {
  marketId: `gemi-${symbol}`,
  outcomeId: `GEMI:${symbol}:no`,
  side: 'buy',
  type: 'limit',
  amount: '20',
  price: '0.36',
  clientOrderId: 'mine',
}
const placed = {
  orderId: 7,
  status: 'open',
  symbol,
  side: 'buy',
  outcome: 'no',
  orderType: 'limit',
  quantity: '20',
  filledQuantity: '0',
  remainingQuantity: '20',
  price: '0.36',
  createdAt: '2026-11-27T10:00:00.000Z',
}

const located = { outcomeId: terms.outcomeId, facts: { symbol, side: 'no', isSettled: false } } as const

const nonceOf = (call: VenueCall): unknown =>
  JSON.parse(Buffer.from(call.secretHeaders['X-GEMINI-PAYLOAD'] ?? '', 'base64').toString()).nonce

const engineError = (reason: string, message: string) => json(400, { result: 'error', reason, message })

interface Rule {
  /** Ms that the venue's clock is ahead. */
  readonly ahead?: number
  /** Whether a number that came before is refused. */
  readonly takesNoRepeats?: boolean
  /** Whether a server in between sends each call twice, and passes on the second response. */
  readonly sendsTwice?: boolean
  /** Ms between the two copies. */
  delay?: number
}

/** Keys with time based nonces: Unix seconds, within 30 of the server's (developer.gemini.com, authentication, API keys). */
function timeBased(rule: Rule = {}) {
  const { ahead = 0, takesNoRepeats = false, sendsTwice = false } = rule
  const clock = fakeClock(NOW)
  const seen = new Set<unknown>()
  const guarded = (reply: unknown) => async (call: VenueCall) => {
    if (sendsTwice) take(reply, call)
    if (rule.delay !== undefined) await clock.sleep(rule.delay)
    return take(reply, call)
  }
  const take = (reply: unknown, call: VenueCall) => {
    const nonce = nonceOf(call)
    const server = Math.floor((clock.now() + ahead) / 1000)
    if (typeof nonce !== 'number' || Math.abs(nonce - server) > 30)
      return engineError(
        'InvalidNonce',
        `Nonce '${String(nonce)}' is not within 30 seconds of server time '${server}'`,
      )
    if (takesNoRepeats && seen.has(nonce))
      return engineError('InvalidNonce', `Nonce '${nonce}' has not increased since your last call.`)
    seen.add(nonce)
    return reply
  }
  const answers = {
    'POST account/v1/balances': guarded(money),
    'POST account/v1/prediction-markets/order': guarded(json(201, placed)),
  }
  return setUp(answers, clock, keys)
}

describe('a key with nonces by the time', () => {
  test('is found out by the first refusal, and remembered', async () => {
    const { ctx, wire } = timeBased()
    expect(await balance(ctx)).toMatchObject([{ currency: 'USD', total: 150.5 }])
    await balance(ctx)
    expect(wire.calls.map(nonceOf)).toEqual([NOW, 1_795_819_043, 1_795_819_043])
  })

  test('places an order that was refused for its nonce: that one was not placed', async () => {
    const { ctx, wire } = timeBased()
    const order = await orders.submit(await orders.build(terms, located, ctx), terms, ctx)
    expect(order).toMatchObject({ id: '7', status: 'open' })
    expect(wire.calls.map(nonceOf)).toEqual([NOW, 1_795_819_043])
  })

  test('waits for the next second where the venue refuses the same number again', async () => {
    const { ctx, wire, clock } = timeBased({ takesNoRepeats: true })
    await balance(ctx)
    const again = balance(ctx)
    await settle()
    expect(wire.calls).toHaveLength(3)
    await clock.advance(641)
    expect(wire.calls).toHaveLength(3)
    await clock.advance(1)
    expect(await again).toMatchObject([{ currency: 'USD' }])
    expect(wire.calls.map(nonceOf)).toEqual([NOW, 1_795_819_043, 1_795_819_043, 1_795_819_044])
  })

  test('whose caller waits no longer has the refusal, which is certain', async () => {
    const { ctx, clock } = timeBased({ takesNoRepeats: true })
    await balance(ctx)
    const controller = new AbortController()
    const failure = failureOf(() => balance({ ...ctx, signal: controller.signal }))
    await settle()
    controller.abort(new Error('gone'))
    expect(toOrderOutcome(await failure, true).state).toBe('refused')
    expect(clock.pendingTimers).toBe(1)
  })

  test('is told of the clock where that is what is wrong, and nothing was done', async () => {
    const { ctx, wire } = timeBased({ ahead: 95_000 })
    const error = await failureOf(() => balance(ctx))
    expect(error).toMatchObject({ code: 'AUTHENTICATION_ERROR', detail: { upstreamCode: 'InvalidNonce' } })
    expect(error.message).toMatch(/clock.*95 s behind the venue's/)
    expect(error.message).toMatch(/no order was placed/)
    expect(error.message).not.toMatch(/another program/)
    expect(wire.calls).toHaveLength(2)
    expect(toOrderOutcome(error, true).state).toBe('refused')
    expect((await failureOf(() => balance(timeBased({ ahead: -40_000 }).ctx))).message).toMatch(
      /40 s ahead of/,
    )
  })

  test('does not place an order again whose fresh second was refused: a copy of the call may have been carried out', async () => {
    const { ctx, wire, clock } = timeBased({ takesNoRepeats: true, sendsTwice: true })
    const failure = failureOf(async () => orders.submit(await orders.build(terms, located, ctx), terms, ctx))
    await clock.advance(2_000)
    expect(toOrderOutcome(await failure, true).state).toBe('unknown')
    expect(wire.calls.map(nonceOf)).toEqual([NOW, 1_795_819_043])
  })

  test.each([
    [25_000, 'unknown'],
    [40_000, 'refused'],
  ])('that is %i ms behind: an order whose second copy came late is %s', async (ahead, state) => {
    const rule: Rule = { ahead, sendsTwice: true }
    const { ctx, clock } = timeBased(rule)
    await balance(ctx).catch(() => undefined)
    rule.delay = 8_000
    const order = orders.build(terms, located, ctx).then((native) => orders.submit(native, terms, ctx))
    const failure = failureOf(() => order)
    await settle()
    await clock.advance(8_000)
    expect(toOrderOutcome(await failure, true).state).toBe(state)
  })

  test('places an order in the next second whose second an earlier call had: no copy of it was carried out', async () => {
    const { ctx, wire, clock } = timeBased({ takesNoRepeats: true })
    await balance(ctx)
    const order = orders.build(terms, located, ctx).then((native) => orders.submit(native, terms, ctx))
    await clock.advance(2_000)
    expect(await order).toMatchObject({ id: '7' })
    expect(wire.calls.map(nonceOf)).toEqual([NOW, 1_795_819_043, 1_795_819_043, 1_795_819_044])
  })

  test('that is refused twice in the next second as well is an error', async () => {
    const clock = fakeClock(NOW)
    const refusal = engineError('InvalidNonce', "Nonce '1' has not increased since your last call.")
    let calls = 0
    const window = engineError(
      'InvalidNonce',
      `Nonce '${NOW}' is not within 30 seconds of server time '1795819043'`,
    )
    const { ctx } = setUp(
      { 'POST account/v1/balances': () => (calls++ === 0 ? window : refusal) },
      clock,
      keys,
    )
    const failure = failureOf(() => balance(ctx))
    await clock.advance(1_000)
    expect(await failure).toMatchObject({ code: 'AUTHENTICATION_ERROR' })
    expect(calls).toBe(3)
  })
})

describe('a key with rising nonces', () => {
  test('sends milliseconds that rise, also within one', async () => {
    const { ctx, wire } = setUp({ 'POST account/v1/balances': money }, fakeClock(NOW), keys)
    for (let call = 0; call < 3; call++) await balance(ctx)
    expect(wire.calls.map(nonceOf)).toEqual([NOW, NOW + 1, NOW + 2])
  })

  test('that another program uses too is refused, and not repeated', async () => {
    const refusal = engineError('InvalidNonce', `Nonce '${NOW}' has not increased since your last call.`)
    const { ctx, wire } = setUp({ 'POST account/v1/balances': refusal }, fakeClock(NOW), keys)
    expect((await failureOf(() => balance(ctx))).message).toMatch(/nother program.*no order was placed/)
    expect(wire.calls).toHaveLength(1)
  })

  test.each(['order', 'order/batch'])(
    'does not show whether a copy of a call to %s was carried out',
    async (path) => {
      const refusal = json(409, { result: 'error', reason: 'InvalidNonce', message: 'It has not increased.' })
      const { ctx, wire } = setUp(
        { [`POST account/v1/prediction-markets/${path}`]: refusal },
        fakeClock(NOW),
        keys,
      )
      const native = await orders.build(terms, located, ctx)
      const two = [terms, terms].map((one) => ({ terms: one, native }))
      const error = await failureOf(() =>
        path === 'order' ? orders.submit(native, terms, ctx) : present(orders.batch).submit(two, ctx),
      )
      expect(toOrderOutcome(error, true).state).toBe('unknown')
      expect(error.message).not.toMatch(/no order was placed/)
      expect(wire.calls).toHaveLength(1)
    },
  )
})

test.runIf(haveSamples)('the recorded refusal is known', async () => {
  const { response } = Object(sample('gemini-titan', 'drift-error-nonce-not-within-30s.json'))
  let calls = 0
  const { ctx } = setUp(
    { 'POST account/v1/balances': () => (calls++ === 0 ? json(400, response) : money) },
    fakeClock(NOW),
    keys,
  )
  expect(await balance(ctx)).toMatchObject([{ currency: 'USD' }])
  expect(calls).toBe(2)
})
