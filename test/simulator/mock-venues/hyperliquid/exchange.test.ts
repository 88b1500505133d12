import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Action, signAction } from '../../../../src/signing/hyperliquid.js'
import { privateKeyOf } from '../../../../src/signing/private-key.js'
import { prepare } from '../../../../src/simulator/mock-venues/hyperliquid/exchange.js'
import { createPaperTrading } from '../../../../src/simulator/paper-trading/exchange.js'
import { dig, firstOf, rowsAt } from '../../support/json.js'
import { createStage, NOON, type Stage } from '../../support/stage.js'
import { info, isProse, numberFinder, openMarkets, probe } from './asking.js'

const key = privateKeyOf('0x0123456789012345678901234567890123456789012345678901234567890123')
const user = key.address.toLowerCase()
const cloid = '0x7b2c9a540d3f4c1e9f00aaaaaaaaaaaa'

let stage: Stage
let asset = 0
/** A market between the extremes, so that 100 contracts are worth enough on both sides. */
let book: ReturnType<Stage['world']['book']>
let nonce = NOON

beforeAll(async () => {
  stage = await createStage('hyperliquid')
  const numberOf = numberFinder(stage)
  const market = openMarkets(stage).find((one) => {
    const { bids, asks } = stage.world.book(one.key, NOON)
    return isProse(stage, one) && (bids[0]?.price ?? 0) > 0.2 && (asks[0]?.price ?? 1) < 0.8
  })
  if (market === undefined) throw new Error('no market in the middle')
  asset = 100_000_000 + numberOf(market) * 10
  book = stage.world.book(market.key, NOON)
  await prepare({ method: 'POST', path: '/exchange', search: '', headers: {}, body: undefined })
})
beforeEach(() => {
  Object.assign(stage, { paper: createPaperTrading(stage.world), now: NOON })
  // To be asked about opens an account.
  info(stage, 'userRole', { user })
})

const order = (changes: object = {}) => ({
  a: asset,
  b: true,
  p: '0.1',
  s: '100',
  r: false,
  t: { limit: { tif: 'Gtc' } },
  ...changes,
})
const orders = (...list: readonly object[]): Action => ({
  type: 'order',
  orders: list as never,
  grouping: 'na',
})

interface Manner {
  readonly nonce?: number
  readonly expiresAfter?: number
  readonly signed?: Action
  readonly network?: 'mainnet' | 'testnet'
}

function send(action: Action, { signed = action, network = 'mainnet', ...given }: Manner = {}): unknown {
  const terms = { nonce: nonce++, ...given }
  const body = { action, ...terms, signature: signAction(key, signed, terms, network) }
  const { status, text } = probe(stage, body, '/exchange')
  return status === 200 ? JSON.parse(text) : { httpStatus: status }
}
const statusesOf = (answer: unknown) => dig(answer, 'response.data.statuses') as unknown[]
const place = (changes: object = {}) => firstOf(statusesOf(send(orders(order(changes)))))
const oidOf = (status: unknown) => Number(dig(status, 'resting.oid'))
const errorOf = (status: unknown) => String(dig(status, 'error'))

describe('who signs', () => {
  test('is the account, whose order is placed though nobody asked about it before', () => {
    Object.assign(stage, { paper: createPaperTrading(stage.world) })
    expect(statusesOf(send(orders(order())))).toMatchObject([{ resting: {} }])
    expect(info(stage, 'openOrders', { user })).toHaveLength(1)
  })

  test.each(['mainnet', 'testnet'] as const)('may name the source of the %s', (network) => {
    Object.assign(stage, { paper: createPaperTrading(stage.world) })
    for (const p of ['0.1', '0.11'])
      expect(send(orders(order({ p })), { network })).toMatchObject({ status: 'ok' })
    expect(info(stage, 'openOrders', { user })).toHaveLength(2)
    expect(send(orders(order({ p: '0.12' })))).toMatchObject({ status: 'ok' })
    expect(info(stage, 'openOrders', { user: user.toUpperCase().replace('0X', '0x') })).toHaveLength(3)
  })

  test('has signed what the venue hashes: with zeros behind a number or members in another order it is nobody', () => {
    for (const action of [
      orders(order({ p: '0.10' })),
      { grouping: 'na', type: 'order', orders: [order()] },
      { orders: [order()], type: 'order', grouping: 'na' },
    ] as readonly Action[])
      expect(send(action)).toMatchObject({
        status: 'err',
        response: expect.stringMatching(/^User or API Wallet 0x[0-9a-f]{40} does not exist\.$/),
      })
    expect(info(stage, 'openOrders', { user })).toEqual([])
  })

  test('of something else than was sent has an account of its own, and the named one has no order', () => {
    send(orders(order()), { signed: orders(order({ p: '0.2' })) })
    expect(info(stage, 'openOrders', { user })).toEqual([])
  })

  test('uses a number once, within its days, and before the action expires', () => {
    expect(send(orders(order()), { nonce: NOON })).toMatchObject({ status: 'ok' })
    for (const bad of [NOON, NOON - 3 * 86_400_000, NOON + 2 * 86_400_000])
      expect(send(orders(order()), { nonce: bad })).toMatchObject({ status: 'err' })
    expect(send(orders(order()), { expiresAfter: NOON - 1 })).toMatchObject({ status: 'err' })
    expect(send(orders(order()), { expiresAfter: NOON + 1 })).toMatchObject({ status: 'ok' })
  })
})

describe('an order', () => {
  test('rests on its coin, locks its money, is found by both names, and is taken back', () => {
    const oid = oidOf(place({ c: cloid }))
    const row = { coin: `#${asset - 100_000_000}`, side: 'B', limitPx: '0.1', sz: '100.0', oid, cloid }
    expect(info(stage, 'openOrders', { user })).toMatchObject([row])
    expect(info(stage, 'frontendOpenOrders', { user })).toMatchObject([{ ...row, tif: 'Gtc' }])
    for (const name of [oid, cloid])
      expect(info(stage, 'orderStatus', { user, oid: name })).toMatchObject({
        status: 'order',
        order: { order: row, status: 'open' },
      })
    const money = () => firstOf(rowsAt(info(stage, 'spotClearinghouseState', { user }), 'balances'))
    expect(money()).toMatchObject({ coin: 'USDC', total: '10000.0', hold: '10.0' })
    const bids = rowsAt(info(stage, 'l2Book', { coin: row.coin }), 'levels.0')
    expect(bids.some(({ px }) => px === '0.1') || bids.length === 20).toBe(true)
    const cancel = (a: number): Action => ({ type: 'cancel', cancels: [{ a, o: oid }] })
    expect(errorOf(firstOf(statusesOf(send(cancel(asset + 1)))))).toContain('never placed')
    expect(statusesOf(send(cancel(asset)))).toEqual(['success'])
    expect(errorOf(firstOf(statusesOf(send(cancel(asset)))))).toContain('never placed')
    expect(money()).toMatchObject({ hold: '0.0' })
    expect(rowsAt(info(stage, 'historicalOrders', { user })).map(({ status }) => status)).toEqual([
      'open',
      'canceled',
    ])
    const byCloid: Action = { type: 'cancelByCloid', cancels: [{ asset, cloid }] }
    expect(errorOf(firstOf(statusesOf(send(byCloid))))).toContain('never placed')
  })

  test('that takes is a position with its cost, a fill, and can be sold again, no more than is held', () => {
    const taken = place({ p: '0.99', t: { limit: { tif: 'Ioc' } } })
    expect(Number(dig(taken, 'filled.totalSz'))).toBe(100)
    expect(Number(dig(taken, 'filled.avgPx'))).toBeGreaterThanOrEqual(firstOf(book.asks).price)
    const token = `+${asset - 100_000_000}`
    const held = () =>
      rowsAt(info(stage, 'spotClearinghouseState', { user }), 'balances').find(({ coin }) => coin === token)
    expect(held()).toMatchObject({ total: '100.0' })
    const down = { b: false, p: '0.11' }
    expect(errorOf(place({ ...down, s: '101' }))).toMatch(/^Insufficient spot balance asset=/)
    expect(dig(place({ ...down, s: '100' }), 'filled.totalSz')).toBe('100.0')
    expect(held()).toBeUndefined()
    const all = { user, startTime: 0 }
    const newest = rowsAt(info(stage, 'userFillsByTime', { ...all, reversed: true }))
    expect(newest[0]).toMatchObject({ side: 'A', dir: 'Sell', crossed: true, feeToken: 'USDC' })
    expect(newest.at(-1)).toMatchObject({ side: 'B', dir: 'Buy', startPosition: '0.0' })
    expect(rowsAt(info(stage, 'userFills', { user }))).toEqual(newest)
    expect(rowsAt(info(stage, 'userFillsByTime', { ...all, endTime: NOON - 1 }))).toEqual([])
  })

  test.each([
    [{ s: '0' }, 'Order has zero size.'],
    [{ s: '100.5' }, 'Order has invalid size.'],
    [{ s: '99' }, 'Order must have minimum value of $10.'],
    [{ p: '0.01', s: '999' }, 'Order must have minimum value of $10.'],
    [{ p: '0.100001' }, 'Order has invalid price.'],
    [{ p: '1.2' }, 'Order has invalid price.'],
    [{ s: '200000' }, 'Insufficient spot balance'],
    [
      { p: '0.01', s: '1000', t: { limit: { tif: 'Ioc' } } },
      'Order could not immediately match against any resting orders.',
    ],
    [{ p: '0.99', t: { limit: { tif: 'Alo' } } }, 'Post only order would have immediately matched.'],
  ])('of %j is refused with HTTP 200 and words', (changes, words) => {
    expect(errorOf(place(changes))).toBe(`${words} asset=${asset}`)
  })

  test('among several is refused alone', () => {
    const answer = statusesOf(send(orders(order(), order({ s: '0' }), order({ p: '0.12' }))))
    expect(answer.map((one) => Object.keys(one as object)[0])).toEqual(['resting', 'error', 'resting'])
  })

  test('that the demo leaves out is said to be', () => {
    for (const action of [
      orders(order({ a: 0 })),
      orders(order({ t: { trigger: { isMarket: true, triggerPx: '0.5', tpsl: 'tp' } } })),
      { type: 'userOutcome', splitOutcome: { outcome: 5, amount: '12.5' } },
    ] as readonly Action[])
      expect(send(action)).toEqual({ httpStatus: 501 })
    expect(send({ type: 'gibberish' })).toEqual({ httpStatus: 422 })
    expect(send(orders(order({ p: 'much' })))).toEqual({ httpStatus: 422 })
  })
})

test('what is held when an outcome is settled is paid, and told as a fill of the settlement', () => {
  place({ p: '0.99', t: { limit: { tif: 'Ioc' } } })
  const oid = oidOf(place())
  const { market } = firstOf(
    stage.paper.exchange({ venue: 'hyperliquid', netting: 'tokens' }).account(user, NOON).positions(),
  )
  stage.now = market.resolvesAt + 1
  const [last] = rowsAt(info(stage, 'userFills', { user }))
  expect(last).toMatchObject({
    dir: 'Settlement',
    side: 'A',
    sz: '100.0',
    px: market.payout === 1 ? '1.0' : '0.0',
  })
  expect(dig(info(stage, 'orderStatus', { user, oid }), 'order.status')).toBe('outcomeSettledCanceled')
})
