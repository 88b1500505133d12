import { beforeEach, describe, expect, test } from 'vitest'
import { contractIdOf } from '../../../../src/simulator/mock-venues/smarkets/ids.js'
import { smarketsMock } from '../../../../src/simulator/mock-venues/smarkets/index.js'
import { marketsOf } from '../../../../src/simulator/mock-venues/smarkets/market.js'
import { findStepAbove } from '../../../../src/simulator/mock-venues/smarkets/tick-prices.js'
import { createPaperTrading } from '../../../../src/simulator/paper-trading/exchange.js'
import { answer } from '../../../../src/simulator/server/router.js'
import type { WorldEvent } from '../../../../src/simulator/world/common/types.js'
import { busy } from '../../paper-trading/support.js'
import { contextOf } from '../../support/context.js'
import { dig, firstOf, firstWhere, rowsAt, textAt } from '../../support/json.js'
import { NOON } from '../../support/stage.js'
import { world } from '../../support/world.js'

const host = firstOf(Object.values(smarketsMock.hosts))
const { apiKey = '', privateKey = '' } = smarketsMock.paperCredentials?.() ?? {}
const contract = contractIdOf(busy, 'yes')
const market = marketsOf(world.eventOf(busy)).find(({ contracts }) =>
  contracts.some(({ id }) => id === contract),
)
const price = findStepAbove(Math.round(firstOf(world.book(busy.key, NOON).asks).price * 10_000)) ?? 0

let paper = createPaperTrading(world)
let now = NOON
beforeEach(() => {
  paper = createPaperTrading(world)
  now = NOON
})

function call(method: string, target: string, body?: unknown, token?: string) {
  const [path = '', search = ''] = target.split('?')
  const headers: Readonly<Record<string, string>> =
    token === undefined ? {} : { authorization: `Session-Token ${token}` }
  const reply = answer(host, { method, path, search, headers, body }, contextOf(world, now, { paper }))
  return { status: reply.status, body: JSON.parse(reply.body) as unknown }
}
const login = (username = apiKey, password = privateKey) =>
  call('POST', '/v3/sessions/', { username, password })
const tokenOf = (username?: string, password?: string) => textAt(login(username, password).body, 'token')
const wanted = {
  market_id: market?.id,
  contract_id: contract,
  side: 'buy',
  price,
  quantity: 20_000,
  type: 'immediate_or_cancel',
}
const place = (changes: object = {}) => call('POST', '/v3/orders/', { ...wanted, ...changes }, tokenOf())
const ordersOf = (token = tokenOf(), query = '') =>
  rowsAt(call('GET', `/v3/orders/${query}`, undefined, token).body, 'orders')

describe('a session', () => {
  test('is opened by e-mail and password, and ends after half an hour', () => {
    const { status, body } = login()
    expect([status, dig(body, 'factor'), textAt(body, 'stop')]).toEqual([
      201,
      'complete',
      '2026-11-21T12:33:20.000',
    ])
    const token = textAt(body, 'token')
    now += 30 * 60_000 - 1
    expect(call('GET', '/v3/accounts/', undefined, token).status).toBe(200)
    now += 1
    expect(call('GET', '/v3/accounts/', undefined, token).status).toBe(401)
  })

  test('is nobody’s with another password, without a token, or with one that was made up', () => {
    expect(dig(login(apiKey, 'guess').body, 'error_type')).toBe('INVALID_CREDENTIALS')
    expect(call('GET', '/v3/orders/').status).toBe(401)
    const [owner, stop] = tokenOf().split('.')
    expect(call('GET', '/v3/orders/', undefined, `${owner}.${stop}9.x`).status).toBe(401)
  })

  test('is closed by its token alone, and in the words of a login', () => {
    expect(call('DELETE', '/v3/sessions/', undefined, tokenOf()).body).toEqual({ success: true })
    const { status, body } = call('DELETE', '/v3/sessions/')
    expect([status, dig(body, 'error_type')]).toEqual([401, 'INVALID_CREDENTIALS'])
  })

  test('of another account has other orders', () => {
    place({ price: 10, type: 'good_til_halted' })
    expect([ordersOf().length, ordersOf(tokenOf('b@c.example', 'x')).length]).toEqual([1, 0])
  })
})

describe('an order', () => {
  test('that takes is told with its average, and paid by stake', () => {
    const { body } = place()
    expect(body).toMatchObject({
      contract_id: contract,
      total_executed_quantity: 20_000,
      available_quantity: 0,
    })
    const paid = 2 * (Number(dig(body, 'executed_avg_price')) / 10_000)
    const left = Number(dig(call('GET', '/v3/accounts/', undefined, tokenOf()).body, 'account.balance'))
    expect(Math.abs(10_000 - paid - left)).toBeLessThan(0.011)
    expect(firstOf(ordersOf())).toMatchObject({
      state: 'filled',
      quantity_filled: 20_000,
      token_used: { bet_token_type: null, boost_percent: null },
      quantity_traded_out_user_currency: 0,
      stake_traded_out_user_currency: 0,
    })
  })

  test('rests until it is taken back, and vanishes', () => {
    const id = textAt(place({ price: 10, type: 'good_til_halted' }).body, 'order_id')
    expect(ordersOf(undefined, `?state=created&market_id=${market?.id}`)).toHaveLength(1)
    expect(ordersOf(undefined, '?state=filled')).toEqual([])
    expect(call('DELETE', `/v3/orders/${id}/`, undefined, tokenOf()).body).toEqual({})
    expect(ordersOf()).toEqual([])
    expect(dig(call('DELETE', `/v3/orders/${id}/`, undefined, tokenOf()).body, 'error_type')).toBe(
      'ORDER_CANCEL_REJECTED_NOT_FOUND',
    )
  })

  test('is read by its id, whatever became of it', () => {
    const id = textAt(place({ price: 10, type: 'good_til_halted' }).body, 'order_id')
    const read = () => call('GET', `/v3/orders/${id}/`, undefined, tokenOf())
    expect(read().body).toEqual(firstOf(ordersOf()))
    call('DELETE', `/v3/orders/${id}/`, undefined, tokenOf())
    expect(read()).toMatchObject({ status: 200, body: { id, state: 'created', quantity_unfilled: 0 } })
    expect(call('GET', '/v3/orders/1/', undefined, tokenOf()).status).toBe(404)
    expect(call('GET', `/v3/orders/${id}/`).status).toBe(401)
  })

  test('with a least quantity is filled by that much, or not at all', () => {
    const everything = { quantity: 4_000_000_000, price: 9_999 }
    const most = Number(dig(place({ price, quantity: 90_000_000 }).body, 'total_executed_quantity'))
    paper = createPaperTrading(world)
    const all = place({ quantity: most, minimum_accepted_quantity: most })
    expect(all.body).toMatchObject({ total_executed_quantity: most })
    paper = createPaperTrading(world)
    const some = place({ quantity: most + 10_000, minimum_accepted_quantity: most })
    expect(some.body).toMatchObject({ total_executed_quantity: most, available_quantity: 0 })
    paper = createPaperTrading(world)
    const none = place({ quantity: most + 10_000, minimum_accepted_quantity: most + 10_000 })
    expect(dig(none.body, 'error_type')).toBe('ORDER_CANCELLED_INSUFFICIENT_LIQUIDITY')
    expect(ordersOf()).toEqual([])
    const resting = place({ ...everything, type: 'good_til_halted', minimum_accepted_quantity: 1 })
    expect(dig(resting.body, 'error_type')).toBe('REQUEST_VALIDATION_ERROR')
  })

  test('that was filled in part is settled with the rest that was canceled', () => {
    const best = Number(dig(place({ quantity: 90_000_000 }).body, 'total_executed_quantity'))
    paper = createPaperTrading(world)
    const id = textAt(place({ quantity: best + 50_000, type: 'good_til_halted' }).body, 'order_id')
    call('DELETE', `/v3/orders/${id}/`, undefined, tokenOf())
    expect(firstOf(ordersOf())).toMatchObject({ id, state: 'partial', quantity_unfilled: 0, outcome: null })
    now = busy.resolvesAt + 1
    const row = firstOf(ordersOf(undefined, '?state=settled'))
    expect(row).toMatchObject({
      id,
      quantity: best + 50_000,
      quantity_filled: best,
      quantity_unfilled: 50_000,
    })
    expect(['winner', 'loser']).toContain(row['outcome'])
  })

  test('that is good until it is canceled ends where the market goes in play', () => {
    const orderIn = (event: WorldEvent) => {
      const played = firstOf(event.markets)
      const contract_id = contractIdOf(played, 'yes')
      const native = marketsOf(event).find(({ contracts }) => contracts.some(({ id }) => id === contract_id))
      return { market_id: native?.id, contract_id, price: 10, quantity: 10_000 }
    }
    // The venue lists some of the matches; the first of those takes the order.
    const match = firstWhere(
      world.eventsAt(NOON),
      (event) =>
        event.teams !== undefined &&
        (event.startsAt ?? 0) > NOON &&
        event.opensAt < NOON &&
        place({ ...orderIn(event), type: 'good_til_cancelled' }).status < 300,
    )
    const inMatch = orderIn(match)
    place({ ...inMatch, type: 'keep_in_play' })
    expect(ordersOf()).toHaveLength(2)
    now = match.startsAt ?? 0
    expect(ordersOf().map(({ type }) => type)).toEqual(['keep_in_play'])
  })

  test('to lay risks what the backer may win', () => {
    place({ side: 'sell', price: 9_009, quantity: 100_000, type: 'good_til_halted' })
    const { account } = Object(call('GET', '/v3/accounts/', undefined, tokenOf()).body)
    expect(account).toMatchObject({ available_balance: '9999.00', balance: '10000.00', exposure: '-0.99' })
  })

  test.each([
    [{ price: 9_998 }, 'ORDER_INVALID_INVALID_PRICE'],
    [{ quantity: 0.5 }, 'ORDER_INVALID_INVALID_QUANTITY'],
    [{ quantity: 4_294_967_295 }, 'ORDER_REJECTED_INSUFFICIENT_FUNDS'],
    [{ contract_id: '1' }, 'ORDER_REJECTED_CONTRACT_NOT_FOUND'],
    [{ market_id: '4' }, 'ORDER_REJECTED_MARKET_NOT_FOUND'],
  ])('with %o is refused', (changes, word) => {
    const { status, body } = place({ type: 'good_til_halted', ...changes })
    expect([status, dig(body, 'error_type')]).toEqual([400, word])
  })
})
