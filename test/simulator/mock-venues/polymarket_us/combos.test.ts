import { beforeEach, describe, expect, test } from 'vitest'
import { offers } from '../../../../src/simulator/mock-kit/venue-view.js'
import {
  comboKeyOf,
  type Leg,
  paidBy,
  toComboMarket,
  withCombos,
} from '../../../../src/simulator/mock-venues/polymarket_us/combo-market.js'
import type { Side } from '../../../../src/simulator/world/common/types.js'
import { present } from '../../../support/expect.js'
import { firstOf, rowsAt, textAt } from '../../support/json.js'
import { NOON } from '../../support/stage.js'
import { openAt, world } from '../../support/world.js'
import { createTrader, resting, slugOfMarket } from './trader.js'

const HOUR = 3_600_000
const games = openAt(NOON).filter((market) => {
  const { teams, series } = world.eventOf(market)
  const price = world.lastTrade(market.key, NOON)?.price ?? 0
  const isFit = teams !== undefined && offers(series, 'polymarket_us')
  return isFit && price > 0.3 && price < 0.8 && market.closesAt - NOON > HOUR
})
const [one, other] = [
  present(games[0]),
  present(games.find(({ eventKey }) => eventKey !== games[0]?.eventKey)),
]
const legsOf = (side: Side): readonly Leg[] => [
  { market: one, side: 'yes' },
  { market: other, side },
]
const sent = (side: 'SIDE_BUY' | 'SIDE_SELL') => [
  { symbol: slugOfMarket(one), side: 'SIDE_BUY' },
  { symbol: slugOfMarket(other), side },
]

describe('a combo as a market of the world', () => {
  const combos = withCombos(world)
  const key = comboKeyOf(legsOf('no'))

  test('is the same for the same legs in any order', () => {
    expect(comboKeyOf(legsOf('no').toReversed())).toBe(key)
    expect(comboKeyOf(legsOf('yes'))).not.toBe(key)
  })

  test('is quoted around the product of what its legs last traded at', () => {
    const [first, second] = [one, other].map((leg) => world.lastTrade(leg.key, NOON)?.price ?? Number.NaN)
    const { bids, asks } = combos.book(key, NOON)
    const middle = (firstOf(bids).price + firstOf(asks).price) / 2
    expect(middle).toBeCloseTo((first ?? 0) * (1 - (second ?? 0)), 2)
    expect(combos.lastTrade(key, NOON)?.price).toBeCloseTo(middle, 9)
  })

  test('has a book of another version after each trade of a leg, and of the same between', () => {
    const books = new Map<number, unknown>()
    let before = combos.bookVersion(key, NOON - HOUR)
    for (let at = NOON - HOUR; at <= NOON; at += 1_000) {
      const version = combos.bookVersion(key, at)
      const legs = [one, other].flatMap((leg) => world.trades(leg.key, at - 999, at + 1))
      expect(version > before).toBe(legs.length > 0 && at > NOON - HOUR)
      const book = combos.book(key, at)
      expect(books.get(version) ?? book).toEqual(book)
      books.set(version, book)
      before = version
    }
    expect(books.size).toBeGreaterThan(1)
  })

  test('trades with its legs, each time once, and at the prices of its last trades', () => {
    const found: { at: number; price: number; sequence: number }[] = []
    combos.scan(key, NOON - HOUR, NOON, (at, ticks, _size, sequence) =>
      found.push({ at, price: ticks / 1_000, sequence }),
    )
    const trades = [one, other].flatMap((leg) => world.trades(leg.key, NOON - HOUR, NOON))
    expect(found.map(({ at }) => at)).toEqual(trades.map(({ at }) => at).sort((a, b) => a - b))
    expect(found.length).toBeGreaterThan(0)
    const last = present(found.at(-1))
    expect(combos.lastTrade(key, NOON)).toMatchObject({ price: last.price, sequence: last.sequence })
  })

  test('pays where every leg does, and nothing as soon as one does not', () => {
    for (const side of ['yes', 'no'] as const) {
      const legs = legsOf(side)
      const market = toComboMarket(world, comboKeyOf(legs), NOON)
      const paid = legs.map(paidBy)
      expect(market.payout).toBe(paid.includes(0) ? 0 : paid.includes(0.5) ? 0.5 : 1)
      const losers = legs.filter((leg) => paidBy(leg) === 0).map((leg) => leg.market.resolvesAt)
      expect(market.resolvesAt).toBe(
        losers.length > 0 ? Math.min(...losers) : Math.max(one.resolvesAt, other.resolvesAt),
      )
      expect(market.closesAt).toBe(Math.min(one.closesAt, other.closesAt))
    }
  })

  test('is none without its legs', () => {
    expect(() => combos.book('combo|yes:nothing.0.0', NOON)).toThrow(RangeError)
  })
})

describe('the venue', () => {
  let trader = createTrader()
  beforeEach(() => {
    trader = createTrader()
  })
  const create = (legs: readonly object[]) => trader.call('POST', '/v1/combos', { legs })
  const made = (side: 'SIDE_BUY' | 'SIDE_SELL' = 'SIDE_BUY') => textAt(create(sent(side)).body, 'combo.id')

  test('makes one of a set of legs, and finds it again by its symbol', () => {
    const id = made()
    expect(id).toMatch(/^caoc-[0-9a-f]{16}$/)
    trader.now += 1_000
    const again = create(sent('SIDE_BUY').toReversed()).body
    expect(again).toMatchObject({
      combo: { id, state: 'INSTRUMENT_STATE_OPEN', tickSize: 0.001, createdTime: '2026-11-21T12:03:20Z' },
    })
    const { combos } = Object(trader.done('GET', `/v1/combos?symbol=${id}`))
    expect(combos).toEqual([Object(again).combo])
    expect(new Set(rowsAt(combos[0], 'legs').map(({ symbol }) => symbol))).toEqual(
      new Set(sent('SIDE_BUY').map(({ symbol }) => symbol)),
    )
    expect(trader.done('GET', '/v1/combos?symbol=caoc-0123456789abcdef')).toEqual({ combos: [] })
    expect(trader.call('GET', '/v1/combos').status).toBe(400)
    expect(made('SIDE_SELL')).not.toBe(id)
  })

  test.each([
    ['one leg', sent('SIDE_BUY').slice(1)],
    ['a leg twice', [...sent('SIDE_BUY'), ...sent('SIDE_BUY').slice(1)]],
    ['a leg without a side', [{ symbol: slugOfMarket(one) }, ...sent('SIDE_BUY').slice(1)]],
    [
      'a market that there is not',
      [{ symbol: 'aec-nobody-1', side: 'SIDE_BUY' }, ...sent('SIDE_BUY').slice(1)],
    ],
    ['a market of no game', [{ symbol: resting.marketSlug, side: 'SIDE_BUY' }, ...sent('SIDE_BUY').slice(1)]],
  ])('makes none of %s', (_, legs) => {
    expect(create(legs).status).toBe(400)
  })

  test('trades it, tells its legs with the position, and sells it', () => {
    const marketSlug = made()
    const order = { marketSlug, type: 'ORDER_TYPE_MARKET', price: undefined, tif: undefined, quantity: 20 }
    const [fill] = trader.executions(order)
    const price = Number(textAt(fill, 'lastPx.value'))
    // The fee of combos, by the price of long.
    const exact = 20 * price * (0.0695 * (1 - price) + 0.04 * (1 - price) ** 4)
    expect(Number(textAt(fill, 'commissionNotionalCollected.value'))).toBeCloseTo(exact, 1)
    const { positions } = Object(trader.done('GET', '/v1/portfolio/positions'))
    expect(positions[marketSlug]).toMatchObject({
      netPositionDecimal: '20.0000',
      avgPx: { value: price.toFixed(4) },
      marketMetadata: { slug: marketSlug, title: 'Combo' },
    })
    const legs = rowsAt(positions[marketSlug], 'comboLegDetails')
    expect(legs.map(({ state, outcomeSide }) => [state, outcomeSide])).toEqual(
      Array(2).fill(['COMBO_LEG_STATE_PENDING', 'OUTCOME_SIDE_YES']),
    )
    const [activity] = rowsAt(trader.done('GET', '/v1/portfolio/activities'), 'activities')
    expect(Object(activity).trade).toMatchObject({ marketSlug, comboLegDetails: legs })
    const { body } = trader.call('POST', '/v1/order/close-position', { marketSlug })
    expect(trader.order(textAt(body, 'id'))).toMatchObject({ marketSlug, state: 'ORDER_STATE_FILLED' })
  })

  test('counts the fee of short by the price of long', () => {
    const marketSlug = made()
    const order = { marketSlug, type: 'ORDER_TYPE_MARKET', price: undefined, tif: undefined, quantity: 300 }
    const [fill] = trader.executions({ ...order, intent: 'ORDER_INTENT_BUY_SHORT' })
    const price = Number(textAt(fill, 'lastPx.value'))
    const exact = 300 * price * (0.0695 * (1 - price) + 0.04 * (1 - price) ** 4)
    expect(Number(textAt(fill, 'commissionNotionalCollected.value'))).toBeCloseTo(exact, 1)
  })

  test('fills what rests once it trades through it, and pays what is held in the end', () => {
    const marketSlug = made()
    const combo = toComboMarket(world, comboKeyOf(legsOf('yes')), NOON)
    const limit = firstOf(withCombos(world).book(combo.key, NOON).bids).price + 0.005
    const through: number[] = []
    withCombos(world).scan(combo.key, NOON + 1, combo.closesAt, (at, ticks) => {
      if (ticks / 1_000 < limit) through.push(at)
    })
    const filledAt = firstOf(through)
    const id = trader.place({
      marketSlug,
      price: { value: limit.toFixed(4), currency: 'USD' },
      quantity: 1,
    })
    trader.now = filledAt - 1
    expect(trader.order(id)['state']).toBe('ORDER_STATE_NEW')
    trader.now = filledAt
    expect(trader.order(id)['state']).toBe('ORDER_STATE_FILLED')
    trader.now = combo.resolvesAt
    const [resolved, ...rest] = rowsAt(
      trader.done('GET', '/v1/portfolio/activities?types=ACTIVITY_TYPE_POSITION_RESOLUTION'),
      'activities',
    )
    expect(rest).toEqual([])
    const { beforePosition, afterPosition } = Object(resolved).positionResolution
    expect(Number(afterPosition.realized.value)).toBeCloseTo(combo.payout - limit, 9)
    expect(
      rowsAt(beforePosition, 'comboLegDetails').some(({ state }) => state === 'COMBO_LEG_STATE_LOST'),
    ).toBe(combo.payout === 0)
  })

  test('tells nothing of it to the public, where no document says that it would', () => {
    const id = made()
    for (const path of [`/v1/market/slug/${id}`, `/v1/markets/${id}/book`, `/v1/markets/${id}/bbo`])
      expect(trader.read(path).status).toBe(501)
  })
})
