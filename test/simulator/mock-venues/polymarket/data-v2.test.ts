import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../../src/api/times/resolution.js'
import { loadCurve } from '../../../../src/simulator/mock-kit/recover-signer.js'
import { findOfferedEvents, marketsOf } from '../../../../src/simulator/mock-venues/polymarket/catalogue.js'
import {
  conditionIdOf,
  ctfTokenIdsOf,
  positionIdsOf,
  shownConditionOf,
  tokenIdsOf,
} from '../../../../src/simulator/mock-venues/polymarket/ids.js'
import { versionOf } from '../../../../src/simulator/mock-venues/polymarket/protocol.js'
import { stateAt, type WorldMarket } from '../../../../src/simulator/world/common/types.js'
import { demoWallets } from '../../../../src/simulator/world/wallets.js'
import { haveSamples, sample } from '../../../support/samples.js'
import { busy } from '../../paper-trading/support.js'
import { contextOf } from '../../support/context.js'
import { dig, firstOf, firstWhere, numberAt, type Row, rowsAt, textAt } from '../../support/json.js'
import { differences, learnShape } from '../../support/shape.js'
import { NOON } from '../../support/stage.js'
import { world } from '../../support/world.js'
import { createTrader } from './trader.js'

const context = contextOf(world, NOON)
const markets = findOfferedEvents(context).flatMap((event) => marketsOf(context, event))
const first = (state: string, version: string): WorldMarket =>
  firstWhere(markets, (market) => stateAt(market, NOON) === state && versionOf(market) === version)
const [wallet] = demoWallets
const [token] = tokenIdsOf(world, busy)
const isExclusive = world.eventOf(busy).exclusive
const ask = firstOf(world.book(busy.key, NOON).asks).price
const purchase = {
  orderType: 'FAK',
  makerAmount: '5000000',
  takerAmount: String(100 * Math.floor(5e4 / ask)),
}

const open = () => createTrader(world, { tokenId: token, isExclusive })
let trader = open()
beforeAll(loadCurve)
beforeEach(() => {
  trader = open()
})
const data = (target: string) => trader.call('GET', target, { host: 'data' })
const rows = (target: string): Row[] => rowsAt(data(target).body, 'data')
const me = () => trader.key.address.toLowerCase()

describe('positions', () => {
  const required = [
    'proxy_wallet token_id condition_id current_size avg_price entry_cost_usdc entry_fees_usdc total_cost_usdc',
    'current_price current_value total_size realized_pnl unrealized_pnl total_pnl percent_pnl percent_realized_pnl',
    'status redeemable mergeable negative_risk archived verified',
  ]
    .join(' ')
    .split(' ')

  test('have every member that the official client requires', () => {
    trader.place(purchase)
    for (const row of [
      ...rows(`/v2/positions?user=${wallet.address}`),
      ...rows(`/v2/positions?user=${me()}`),
    ])
      expect(required.filter((name) => row[name] === undefined || row[name] === null)).toEqual([])
  })

  test('of a paper account add up', () => {
    trader.place(purchase)
    const row = firstOf(rows(`/v2/positions?user=${me()}`))
    const [size, price, cost] = ['current_size', 'avg_price', 'entry_cost_usdc'].map((name) =>
      numberAt(row, name),
    )
    expect(cost).toBeCloseTo((size ?? 0) * (price ?? 0), 4)
    expect(numberAt(row, 'total_size')).toBeCloseTo(size ?? 0, 6)
    expect(numberAt(row, 'unrealized_pnl')).toBeCloseTo(numberAt(row, 'current_value') - (cost ?? 0), 4)
    expect(row).toMatchObject({ status: 'OPEN', redeemable: false, archived: false })
    const value = dig(data(`/v2/value?user=${me()}`).body, 'data.value')
    expect(value).toBe(numberAt(row, 'current_value'))
  })

  test('that are redeemable are open, those long resolved are archived', () => {
    const all = rows(`/v2/positions?user=${wallet.address}&include_archived=true&limit=1000`)
    const open_ = rows(`/v2/positions?user=${wallet.address}&limit=1000`)
    const redeemable = rows(`/v2/positions?user=${wallet.address}&status=REDEEMABLE&limit=1000`)
    expect(all.length).toBeGreaterThan(open_.length)
    expect(open_.every(({ archived }) => archived === false)).toBe(true)
    expect(redeemable.length).toBeGreaterThan(0)
    expect(redeemable.every(({ status }) => status === 'REDEEMABLE')).toBe(true)
    expect(open_.filter(({ status }) => status === 'REDEEMABLE')).toHaveLength(redeemable.length)
  })

  test('sold out, or paid at the result, are closed', () => {
    const { body } = trader.place(purchase)
    expect(rows(`/v2/positions?user=${me()}&status=CLOSED`)).toEqual([])
    trader.now = busy.resolvesAt + HOUR_MS
    const [closed] = rows(`/v2/positions?user=${me()}&status=CLOSED`)
    expect(closed).toMatchObject({ status: 'CLOSED', current_size: 0, token_id: token })
    expect(numberAt(closed, 'total_size')).toBeCloseTo(Number(textAt(body, 'takingAmount')), 6)
    expect(rows(`/v2/positions?user=${me()}`)).toEqual([])
    const redeemed = rows(`/v2/activity?user=${me()}&type=REDEEM`)
    expect(redeemed).toHaveLength(busy.payout === 0 ? 0 : 1)
  })

  test('are sorted and paged', () => {
    const target = `/v2/positions?user=${wallet.address}&include_archived=true&sort_by=TOKENS`
    const whole = rows(`${target}&limit=1000`).map((row) => numberAt(row, 'current_size'))
    expect(whole).toEqual([...whole].sort((a, b) => b - a))
    const page = data(`${target}&limit=2`).body
    const cursor = textAt(page, 'pagination.next_cursor')
    const both = [...rowsAt(page, 'data'), ...rows(`${target}&limit=2&cursor=${cursor}`)]
    expect(both.map((row) => numberAt(row, 'current_size'))).toEqual(whole.slice(0, 4))
  })

  test.each([
    ['status=SOLD', 'status'],
    ['status=CLOSED&include_archived=true', 'include_archived'],
    ['sort_by=SIZE', 'sort_by'],
    ['offset=1', 'offset'],
  ])('with %s are refused by name', (query, parameter) => {
    expect(data(`/v2/positions?user=${me()}&${query}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', parameter },
    })
  })
})

describe('tokens', () => {
  const v1 = first('open', 'v1')
  const v2 = first('open', 'v2')

  test('of any mixture are explained by one call', () => {
    const ids = [firstOf(tokenIdsOf(world, v1)), ...positionIdsOf(world, v2), '12345']
    const found = rows(`/v2/tokens?token_id=${ids.join(',')}`)
    expect(found.map(({ token_id, module }) => [token_id, module])).toEqual([
      [ids[0], 'v1_ctf'],
      [ids[1], world.eventOf(v2).exclusive ? 'neg_risk' : 'binary'],
      [ids[2], world.eventOf(v2).exclusive ? 'neg_risk' : 'binary'],
    ])
    expect(found.map(({ condition_id }) => condition_id)).toEqual([
      conditionIdOf(world, v1),
      conditionIdOf(world, v2),
      conditionIdOf(world, v2),
    ])
    expect(typeof found[0]?.['event_id']).toBe('number')
    expect(found[1]?.['opposite_token_id']).toBe(ids[2])
  })

  test('are named by conditions of either width', () => {
    for (const condition of [conditionIdOf(world, v2), shownConditionOf(world, v2)])
      expect(rows(`/v2/tokens?condition=${condition}`).map(({ token_id }) => token_id)).toEqual([
        ...positionIdsOf(world, v2),
      ])
  })

  test('that trade nothing are unknown', () => {
    expect(rows(`/v2/tokens?token_id=${firstOf(ctfTokenIdsOf(world, v2))}`)).toEqual([])
  })
})

describe.runIf(haveSamples)('resolutions', () => {
  const recorded = (name: string): unknown => sample('polymarket', name)
  const of = (market: WorldMarket) => data(`/v2/resolutions?condition=${conditionIdOf(world, market)}`).body

  test('of a market of Protocol V2 that is open are as recorded', () => {
    const active = recorded('v2-data-resolutions-active.json')
    expect(differences(of(first('open', 'v2')), learnShape([active]))).toEqual([])
    expect(dig(firstOf(rowsAt(of(first('open', 'v2')), 'data')), 'status')).toBe('active')
  })

  test('of a v1 market that is resolved are as recorded, with its question', () => {
    const resolved = recorded('v1-data-resolutions-resolved.json')
    const shape = learnShape([resolved])
    const market = first('resolved', 'v1')
    expect(differences(of(market), shape, { documented: ['data[].question_id'] })).toEqual([])
    expect(dig(firstOf(rowsAt(of(market), 'data')), 'payouts')).toEqual([
      market.payout * 1e6,
      (1 - market.payout) * 1e6,
    ])
  })

  test('refuse a condition of 62 digits word for word', () => {
    const market = first('open', 'v2')
    const { status, body } = data(`/v2/resolutions?condition=${shownConditionOf(world, market)}`)
    const refusal = recorded('v2-data-resolutions-62hex-400.json')
    const text = textAt(refusal, 'error').replace(/0x\w+/, shownConditionOf(world, market))
    expect([status, dig(body, 'error')]).toEqual([400, text])
    expect(differences(body, learnShape([refusal]))).toEqual([])
  })
})

describe('what wallets did', () => {
  test('is told as activity, and its trades as trades of the wallet', () => {
    trader.place(purchase)
    const [deed] = rows(`/v2/activity?user=${me()}`)
    expect(deed).toMatchObject({ type: 'TRADE', side: 'BUY', token_id: token, is_combo: false })
    expect(numberAt(deed, 'usdc_size')).toBeCloseTo(numberAt(deed, 'size') * numberAt(deed, 'price'), 5)
    const [trade] = rows(`/v2/trades?user=${me()}`)
    expect(trade).toMatchObject({ token_id: token, transaction_hash: deed?.['transaction_hash'] })
    expect(rows(`/v2/activity?user=${me()}&side=SELL`)).toEqual([])
    expect(rows(`/v2/trades?user=${me()}&end=${Math.floor(NOON / 1000) - 60}`)).toEqual([])
    const { body } = data(`/v2/user-volume?user=${me()}`)
    expect(dig(body, 'data.trade_count')).toBe(rows(`/v2/trades?user=${me()}`).length)
  })

  test('adds up over time', () => {
    const { body } = data(`/v2/user-pnl?user=${wallet.address}&interval=1m&fidelity=1d`)
    const points = rowsAt(body, 'data.points')
    const counts = points.map((point) => numberAt(point, 'trade_count'))
    expect(counts).toEqual([...counts].sort((a, b) => a - b))
    expect(numberAt(points.at(-1), 'timestamp')).toBe(Math.floor(NOON / 1000))
    const stats = data(`/v2/user-stats?user=${wallet.address}`).body
    expect(dig(stats, 'data.proxy_wallet')).toBe(wallet.address)
    expect(dig(data(`/v2/user-stats?user=0x${'9'.repeat(40)}`).body, 'data')).toBeNull()
  })

  test('has approvals, that of ExchangeV3 by a switch', () => {
    const missing = () =>
      rowsAt(data(`/v2/approvals?user=${me()}`).body, 'data.contracts').filter(
        ({ approved }) => approved !== true,
      )
    expect(missing()).toEqual([])
    trader.switches.polymarket.exchangeV3 = 'not-approved'
    expect(missing().map(({ standard }) => standard)).toEqual(['ERC20', 'ERC1155'])
  })
})

describe('figures', () => {
  const condition = conditionIdOf(world, busy)

  test('of a market are those of the world', () => {
    expect(rows(`/v2/oi?condition=${condition}`)).toEqual([
      { condition_id: condition, value: expect.closeTo(world.openInterest(busy.key, NOON), 5) },
    ])
    expect(firstOf(rows('/v2/oi'))).toMatchObject({ condition_id: 'GLOBAL' })
    const event = world.eventOf(busy)
    const volume = data(`/v2/live-volume?event_id=${event.number}`).body
    expect(rowsAt(volume, 'data.conditions')).toHaveLength(event.markets.length)
    const [yes] = rows(`/v2/holders?condition=${condition}`)
    expect(yes?.['token_id']).toBe(token)
    const amounts = rowsAt(yes, 'holders').map((holder) => numberAt(holder, 'amount'))
    expect(amounts).toEqual([...amounts].sort((a, b) => b - a))
  })

  test('of boards are ranked', () => {
    const board = rows('/v2/leaderboard?time_period=week&sort_by=VOLUME')
    const volumes = board.map((row) => numberAt(row, 'volume'))
    expect(volumes).toEqual([...volumes].sort((a, b) => b - a))
    const user = textAt(board[2], 'user_id')
    const standing = data(`/v2/leaderboard?time_period=week&user=${user}`).body
    expect(dig(standing, 'data.rank_volume')).toBe(3)
    const winners = rows('/v2/biggest-winners?time_period=week')
    expect(winners.map(({ win_rank }) => win_rank)).toEqual(winners.map((_, index) => index + 1))
    expect(rows('/v2/builders/leaderboard')).not.toEqual([])
    expect(rows('/v2/builders/volume?interval=week&limit=2')).not.toEqual([])
  })
})

test('ccxt’s open interest of the first generation is as recorded', () => {
  const condition = conditionIdOf(world, busy)
  expect(rowsAt(data(`/oi?market=${condition}`).body)).toEqual([
    { market: condition, value: expect.closeTo(world.openInterest(busy.key, NOON), 5) },
  ])
  trader.switches.polymarket.dataV1 = 'gone'
  expect(data(`/oi?market=${condition}`).status).toBe(410)
})

test('combos are not played: nobody holds one', () => {
  for (const path of ['positions', 'activity'])
    expect(data(`/v2/${path}/combos?user=${me()}`).body).toEqual({
      data: [],
      pagination: { limit: 100, offset: 0, has_more: false, next_cursor: null },
    })
})

test('days before anything happened have no points', () => {
  expect(NOON - DAY_MS).toBeLessThan(NOON)
  const points = rowsAt(data(`/v2/user-pnl?user=${me()}`).body, 'data.points')
  expect(points).toHaveLength(1)
})
