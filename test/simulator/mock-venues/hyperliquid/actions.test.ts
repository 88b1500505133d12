import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Action, buildAccountActionData, signAction } from '../../../../src/signing/hyperliquid.js'
import { privateKeyOf, splitSignature } from '../../../../src/signing/private-key.js'
import { hashTypedData } from '../../../../src/signing/typed-data.js'
import { describeOutcome } from '../../../../src/simulator/mock-venues/hyperliquid/descriptions.js'
import { prepare } from '../../../../src/simulator/mock-venues/hyperliquid/exchange.js'
import { outcomeOf } from '../../../../src/simulator/mock-venues/hyperliquid/ids.js'
import { createPaperTrading } from '../../../../src/simulator/paper-trading/exchange.js'
import type { WorldMarket } from '../../../../src/simulator/world/common/types.js'
import { dig, firstOf, firstWhere, type Row, rowsAt } from '../../support/json.js'
import { createStage, NOON } from '../../support/stage.js'
import { socketOf } from '../../support/talk.js'
import { info, openMarkets, probe } from './asking.js'

const key = privateKeyOf(`0x${'0123456789abcdef'.repeat(4)}`)
const user = key.address.toLowerCase()
const [first, second] = [`0x${'7b'.repeat(16)}`, `0x${'7c'.repeat(16)}`]

const stage = await createStage('hyperliquid')
const assetOf = (market: WorldMarket): number =>
  100_000_000 + outcomeOf(stage.world, { event: stage.world.eventOf(market), market }).number * 10
const isDeployed = (market: WorldMarket): boolean =>
  describeOutcome(outcomeOf(stage.world, { event: stage.world.eventOf(market), market })).isDeployed
/** Between the extremes, so that 100 contracts are worth enough on both sides. */
const middling = openMarkets(stage).filter((one) => {
  const { bids, asks } = stage.world.book(one.key, NOON)
  return (bids[0]?.price ?? 0) > 0.2 && (asks[0]?.price ?? 1) < 0.8
})
const market = firstWhere(
  middling,
  (one) =>
    one.closesAt - NOON > 2 * 3_600_000 &&
    !isDeployed(one) &&
    stage.world.trades(one.key, NOON - 180_000, NOON).length > 0,
)
const asset = assetOf(market)
const coin = `#${asset - 100_000_000}`
let nonce = NOON

beforeAll(() => prepare({ method: 'POST', path: '/exchange', search: '', headers: {}, body: undefined }))
beforeEach(() => Object.assign(stage, { paper: createPaperTrading(stage.world), now: NOON }))

const order = (changes: object = {}) => ({
  a: asset,
  b: true,
  p: '0.1',
  s: '100',
  r: false,
  t: { limit: { tif: 'Gtc' } },
  ...changes,
})

function send(action: Action): unknown {
  const terms = { nonce: nonce++ }
  const body = { action, ...terms, signature: signAction(key, action, terms, 'testnet') }
  const { status, text } = probe(stage, body, '/exchange')
  return status === 200 ? JSON.parse(text) : { httpStatus: status }
}
const statusOf = (answer: unknown) => firstOf(rowsAt(answer, 'response.data.statuses'))
const place = (changes: object = {}): Row =>
  statusOf(send({ type: 'order', orders: [order(changes)] as never, grouping: 'na' }))
const take = (changes: object = {}) => place({ p: '0.95', t: { limit: { tif: 'Ioc' } }, ...changes })
const oidOf = (status: unknown) => Number(dig(status, 'resting.oid'))
const open = () => rowsAt(info(stage, 'frontendOpenOrders', { user }))
const balance = (name: string) =>
  rowsAt(info(stage, 'spotClearinghouseState', { user }), 'balances').find((row) => row['coin'] === name)
const money = () => Number(balance('USDC')?.['total'])

describe('an order that only reduces', () => {
  test('is no purchase, and a sale of what is held at most', () => {
    const token = coin.replace('#', '+')
    const words = `Reduce only order would increase position. asset=${asset}`
    expect(place({ r: true })).toEqual({ error: words })
    expect(place({ r: true, b: false })).toEqual({ error: words })
    take()
    expect(balance(token)).toMatchObject({ total: '100.0', token: asset - 100_000_000 })
    const sale = place({ r: true, b: false, p: '0.1', s: '500', t: { limit: { tif: 'Ioc' } } })
    expect(dig(sale, 'filled.totalSz')).toBe('100.0')
    expect(balance(token)).toBeUndefined()
  })

  test('is worth ten dollars at its own price, unless it is a sale of all that is held', () => {
    const words = `Order must have minimum value of $10. asset=${asset}`
    const cheap = { b: false, p: '0.00001', t: { limit: { tif: 'Ioc' } } }
    expect(place({ ...cheap, s: '100' })).toEqual({ error: words })
    take()
    expect(place({ ...cheap, s: '99' })).toEqual({ error: words })
    expect(dig(place({ ...cheap, s: '100' }), 'filled.totalSz')).toBe('100.0')
  })

  test('is told as one', () => {
    take()
    place({ r: true, b: false, p: '0.95' })
    expect(open()).toMatchObject([{ reduceOnly: true, side: 'A', origSz: '100.0' }])
  })
})

describe('a modification', () => {
  const modify = (oid: number | string, changes: object, more: object = {}) =>
    send({ type: 'modify', oid, order: order(changes) as never, ...more })

  test('cancels the order and places another under a number of its own', () => {
    const oid = oidOf(place({ c: first }))
    expect(modify(oid, { p: '0.12', c: first })).toEqual({ status: 'ok', response: { type: 'default' } })
    expect(open()).toMatchObject([{ limitPx: '0.12', cloid: first, tif: 'Alo' }])
    expect(open()[0]?.['oid']).not.toBe(oid)
    expect(dig(info(stage, 'orderStatus', { user, oid }), 'order.status')).toBe('canceled')
    expect(modify(first, { p: '0.13', c: second })).toMatchObject({ status: 'ok' })
    expect(open()).toMatchObject([{ limitPx: '0.13', cloid: second }])
  })

  test('of several answers one by one', () => {
    const oid = oidOf(place())
    const answer = send({
      type: 'batchModify',
      modifies: [
        { oid, order: order({ p: '0.11' }) },
        { oid, order: order({ p: '0.12' }) },
      ] as never,
    })
    expect(dig(answer, 'response.type')).toBe('order')
    expect(rowsAt(answer, 'response.data.statuses')).toEqual([
      { resting: { oid: expect.any(Number) } },
      { error: `Cannot modify canceled or filled order asset=${asset}` },
    ])
    expect(open()).toMatchObject([{ limitPx: '0.11' }])
  })

  test('takes nothing unless it is to be placed always', () => {
    const oid = oidOf(place())
    expect(modify(oid, { p: '0.95' })).toMatchObject({
      status: 'err',
      response: expect.stringContaining('Post only'),
    })
    expect(modify(oid, { p: '0.95' }, { a: true })).toMatchObject({ status: 'ok' })
    expect(balance(coin.replace('#', '+'))).toMatchObject({ total: '100.0' })
  })

  test('into what is no order leaves the order as it was', () => {
    const oid = oidOf(place())
    for (const changes of [{ s: '0' }, { s: '1' }, { t: { limit: { tif: 'Ioc' } } }])
      expect(modify(oid, changes)).toMatchObject({ status: 'err' })
    expect(open()).toMatchObject([{ oid }])
  })
})

describe('a scheduled cancellation', () => {
  const schedule = (time?: number) =>
    send({ type: 'scheduleCancel', ...(time === undefined ? {} : { time }) })

  test('ends all orders at its time, five seconds ahead at least', () => {
    const oid = oidOf(place())
    expect(schedule(NOON + 4_999)).toMatchObject({ status: 'err' })
    expect(schedule(NOON + 5_000)).toEqual({ status: 'ok', response: { type: 'default' } })
    stage.now = NOON + 4_999
    expect(open()).toHaveLength(1)
    stage.now = NOON + 60_000
    expect(open()).toEqual([])
    expect(info(stage, 'orderStatus', { user, oid })).toMatchObject({
      order: { status: 'scheduledCancel', statusTimestamp: NOON + 5_000 },
    })
  })

  test('is taken back without a time', () => {
    place()
    schedule(NOON + 5_000)
    expect(schedule()).toMatchObject({ status: 'ok' })
    stage.now = NOON + 60_000
    expect(open()).toHaveLength(1)
  })
})

describe('a builder', () => {
  const builder = `0x${'b1'.repeat(20)}`
  const named = (f: number, changes: object = {}): Action => ({
    type: 'order',
    orders: [order(changes)] as never,
    grouping: 'na',
    builder: { b: builder, f },
  })

  const approve = (maxFeeRate: string): unknown => {
    const action = {
      hyperliquidChain: 'Mainnet',
      signatureChainId: '0x66eee',
      maxFeeRate,
      builder,
      nonce: nonce++,
      type: 'approveBuilderFee',
    } as const
    const field = (name: string, type: string) => ({ name, type })
    const data = buildAccountActionData(
      'HyperliquidTransaction:ApproveBuilderFee',
      [
        field('hyperliquidChain', 'string'),
        field('maxFeeRate', 'string'),
        field('builder', 'address'),
        field('nonce', 'uint64'),
      ],
      { ...action, nonce: BigInt(action.nonce) },
    )
    const signature = splitSignature(key.sign(hashTypedData(data)))
    return JSON.parse(probe(stage, { action, nonce: action.nonce, signature }, '/exchange').text)
  }
  const refused = { status: 'err', response: 'Builder fee has not been approved.' }

  test('is named in an order after its approval, for what was approved at most', () => {
    expect(send(named(0))).toEqual(refused)
    expect(approve('0.001%')).toEqual({ status: 'ok', response: { type: 'default' } })
    expect(info(stage, 'approvedBuilders', { user })).toEqual([builder])
    expect(info(stage, 'maxBuilderFee', { user, builder })).toBe(1)
    expect(send(named(0))).toMatchObject({ status: 'ok' })
    expect(send(named(1))).toMatchObject({ status: 'ok' })
    expect(send(named(2))).toEqual(refused)
    expect(send(named(-1))).toEqual(refused)
  })

  test('is approved for 1 % at most, as on spot pairs', () => {
    expect(approve('1.001%')).toMatchObject({ status: 'err' })
    expect(info(stage, 'maxBuilderFee', { user, builder })).toBe(0)
    expect(approve('1%')).toMatchObject({ status: 'ok' })
    expect(info(stage, 'maxBuilderFee', { user, builder })).toBe(1_000)
  })

  test('is paid by sales alone, as a part of the fee that fills tell', () => {
    approve('1%')
    const before = money()
    send(named(1_000, { p: '0.9', t: { limit: { tif: 'Ioc' } } }))
    const bought = rowsAt(info(stage, 'userFills', { user }))
    const cost = bought.reduce((sum, { px, sz }) => sum + Number(px) * Number(sz), 0)
    expect(bought.map(({ fee, builderFee }) => [fee, builderFee])).toEqual(
      bought.map(() => ['0.0', undefined]),
    )
    expect(money()).toBeCloseTo(before - cost, 7)
    send(named(250, { b: false, p: '0.11', t: { limit: { tif: 'Ioc' } } }))
    const sold = rowsAt(info(stage, 'userFills', { user })).filter(({ dir }) => dir === 'Sell')
    const proceeds = sold.reduce((sum, { px, sz }) => sum + Number(px) * Number(sz), 0)
    const total = (name: string) => sold.reduce((sum, row) => sum + Number(row[name]), 0)
    expect(proceeds).toBeGreaterThan(10)
    expect(total('builderFee')).toBeCloseTo(proceeds * 0.0025, 7)
    expect(total('fee')).toBeCloseTo(proceeds * (0.0025 + 0.0007), 7)
    expect(money()).toBeCloseTo(before - cost + proceeds - total('fee'), 7)
    const [whole] = rowsAt(info(stage, 'userFills', { user, aggregateByTime: true }))
    expect(Number(whole?.['builderFee'])).toBeCloseTo(total('builderFee'), 7)
  })
})

test('fills of one order at one time are one row on request, with the same sums', () => {
  take({ s: '3000', p: '0.99' })
  const rows = rowsAt(info(stage, 'userFills', { user }))
  expect(rows.length).toBeGreaterThan(1)
  const [whole, ...others] = rowsAt(info(stage, 'userFills', { user, aggregateByTime: true }))
  expect(others).toEqual([])
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0)
  expect(Number(whole?.['sz'])).toBe(sum(({ sz }) => Number(sz)))
  const money = sum(({ px, sz }) => Number(px) * Number(sz))
  expect(Number(whole?.['px']) * Number(whole?.['sz'])).toBeCloseTo(money, 4)
  expect(info(stage, 'userFillsByTime', { user, startTime: 0, aggregateByTime: true })).toEqual([whole])
})

test('a noop is done', () => {
  expect(send({ type: 'noop' })).toEqual({ status: 'ok', response: { type: 'default' } })
})

describe('fees', () => {
  test.each([
    ['the venue’s own', market, 0.0007],
    ['a deployed', firstWhere(middling, isDeployed), 0.0014],
  ])('of %s outcome are free to buy, and a rate of the money of a sale', (_name, of, rate) => {
    const a = assetOf(of)
    const before = money()
    take({ a })
    const [bought] = rowsAt(info(stage, 'userFills', { user }))
    expect(bought).toMatchObject({ dir: 'Buy', fee: '0.0' })
    const cost = before - money()
    take({ a, b: false, p: '0.11' })
    const sold = rowsAt(info(stage, 'userFills', { user })).filter(({ dir }) => dir === 'Sell')
    const proceeds = sold.reduce((sum, { px, sz }) => sum + Number(px) * Number(sz), 0)
    const fees = sold.reduce((sum, { fee }) => sum + Number(fee), 0)
    expect(fees).toBeCloseTo(proceeds * rate, 7)
    expect(money()).toBeCloseTo(before - cost + proceeds - fees, 7)
  })

  test('of a settlement are a rate of what it pays, as recorded: 0.18582 of 163 at 6 basis points less 5 %, twice', () => {
    // The recording's account paid 0.0006 x 0.95; the demo's pays 0.0007.
    expect(163 * 0.0006 * 0.95 * 2).toBeCloseTo(0.18582, 9)
    for (const side of [0, 1]) take({ a: asset + side })
    const before = money()
    stage.now = market.resolvesAt + 1
    const settled = rowsAt(info(stage, 'userFills', { user })).filter(({ dir }) => dir === 'Settlement')
    const paid = settled.reduce((sum, { px, sz }) => sum + Number(px) * Number(sz), 0)
    const fees = settled.reduce((sum, { fee }) => sum + Number(fee), 0)
    expect(paid).toBe(100)
    expect(fees).toBeCloseTo(0.07, 9)
    expect(money()).toBeCloseTo(before + paid - fees, 7)
  })
})

describe('the socket tells an account', () => {
  test('its fills: those there are, oldest first, then each new one', async () => {
    take()
    const { say, at } = (await socketOf('hyperliquid', stage, 'api')).open()
    const [, snapshot] = say({ method: 'subscribe', subscription: { type: 'userFills', user } })
    const known = rowsAt(info(stage, 'userFills', { user })).toReversed()
    expect(snapshot).toEqual({ channel: 'userFills', data: { isSnapshot: true, user, fills: known } })
    expect(at(NOON + 100)).toEqual([])
    take({ b: false, p: '0.11' })
    const [news] = at(NOON + 200)
    const all = rowsAt(info(stage, 'userFills', { user })).toReversed()
    expect(news).toEqual({ channel: 'userFills', data: { user, fills: all.slice(known.length) } })
  })

  test('what becomes of its orders, and both kinds of its events', async () => {
    const { say, at } = (await socketOf('hyperliquid', stage)).open()
    for (const type of ['orderUpdates', 'userEvents'])
      expect(say({ method: 'subscribe', subscription: { type, user } })).toHaveLength(1)
    const oid = oidOf(place({ c: first }))
    send({ type: 'cancel', cancels: [{ a: asset, o: oid }] })
    const [updates] = at(NOON + 100)
    const row = { coin, side: 'B', limitPx: '0.1', oid, origSz: '100.0', cloid: first }
    expect(updates).toMatchObject({
      channel: 'orderUpdates',
      data: [
        { order: { ...row, sz: '100.0' }, status: 'open' },
        { order: row, status: 'canceled' },
      ],
    })
    take()
    const frames = at(NOON + 200)
    expect(frames.map(({ channel }) => channel)).toEqual(['orderUpdates', 'user'])
    const words = rowsAt(frames[0], 'data').map(({ status }) => status)
    expect([words[0], words.at(-1)]).toEqual(['open', 'filled'])
    expect(dig(frames[1], 'data.fills')).toEqual(rowsAt(info(stage, 'userFills', { user })).toReversed())
  })

  test('nothing of who is none', async () => {
    const { say } = (await socketOf('hyperliquid', stage)).open()
    const [refused] = say({ method: 'subscribe', subscription: { type: 'orderUpdates', user: 'me' } })
    expect(refused).toMatchObject({ channel: 'error', data: expect.stringMatching(/^Invalid subscription/) })
  })
})

describe('the socket tells everybody', () => {
  test.each([
    ['bbo', { coin }, 'bbo', ['coin', 'time', 'bbo']],
    ['candle', { coin, interval: '1h' }, 'candle', ['t', 'T', 's', 'i', 'o', 'c', 'h', 'l', 'v', 'n']],
    ['allMids', {}, 'allMids', ['mids']],
    ['activeAssetCtx', { coin }, 'activeSpotAssetCtx', ['coin', 'ctx']],
  ])('%s at once, and again when it changes', async (type, rest, channel, members) => {
    const { say, at } = (await socketOf('hyperliquid', stage, 'api')).open()
    const [, told] = say({ method: 'subscribe', subscription: { type, ...rest } })
    expect(told?.['channel']).toBe(channel)
    expect(Object.keys(Object(told?.['data'])).sort()).toEqual([...members].sort())
    const texts = new Set([JSON.stringify(told)])
    for (let ms = 60_000; ms <= 3_600_000; ms += 60_000)
      for (const frame of at(NOON + ms)) texts.add(JSON.stringify(frame))
    expect(texts.size).toBeGreaterThan(1)
  })

  test('candles and middles as the questions do', async () => {
    const { say } = (await socketOf('hyperliquid', stage)).open()
    const [, candle] = say({ method: 'subscribe', subscription: { type: 'candle', coin, interval: '1h' } })
    const rows = rowsAt(
      info(stage, 'candleSnapshot', { req: { coin, interval: '1h', startTime: NOON - 7_200_000 } }),
    )
    expect(candle?.['data']).toEqual(rows.at(-1))
    const [, mids] = say({ method: 'subscribe', subscription: { type: 'allMids' } })
    expect(dig(mids, 'data.mids')).toEqual(info(stage, 'allMids'))
  })
})
