import { describe, expect, test } from 'vitest'
import { type BookLevel, stateAt, type WorldMarket } from '../../../../src/simulator/world/common/types.js'
import { dig, firstOf, firstWhere, type Row, rowsAt, textAt, textsIn } from '../../support/json.js'
import { createStage, NOON } from '../../support/stage.js'

const stage = await createStage('polymarket')
const markets = stage.world
  .eventsAt(NOON)
  .filter(({ series }) => series.onlyOn === undefined)
  .flatMap((event) => event.markets)
const clob = (path: string): unknown => stage.get('clob', path)

function tokens(market: WorldMarket): readonly [string, string] {
  const [yes = '', no = ''] = textsIn(stage.get('gamma', `/markets/${market.number}`), 'clobTokenIds')
  return [yes, no]
}

function conditionOf(market: WorldMarket): string {
  return textAt(stage.get('gamma', `/markets/${market.number}`), 'conditionId')
}

const busy = firstWhere(markets, (market) => market.activity === 'busy' && stateAt(market, NOON) === 'open')
const closed = firstWhere(
  markets,
  (market) => stateAt(market, NOON) === 'resolved' && market.activity === 'busy',
)
const [yes, no] = tokens(busy)

function levels(book: unknown, side: 'bids' | 'asks'): BookLevel[] {
  return rowsAt(book, side).map((level) => ({
    price: Number(textAt(level, 'price')),
    size: Number(textAt(level, 'size')),
  }))
}

describe('books', () => {
  test('worst level first, best last, the same depth as the world has', () => {
    const book = clob(`/book?token_id=${yes}`)
    const truth = stage.world.book(busy.key, NOON)
    expect(levels(book, 'bids')).toEqual(truth.bids.toReversed())
    expect(levels(book, 'asks')).toEqual(truth.asks.toReversed())
    expect(book).toMatchObject({
      asset_id: yes,
      timestamp: String(NOON),
      min_order_size: '5',
      neg_risk: true,
    })
  })

  test('the book of NO is the mirror of YES', () => {
    const mirror = (list: readonly BookLevel[]): BookLevel[] =>
      list.map(({ price, size }) => ({ price: Math.round((1 - price) * 1000) / 1000, size }))
    const [left, right] = [clob(`/book?token_id=${yes}`), clob(`/book?token_id=${no}`)]
    expect(levels(right, 'bids')).toEqual(mirror(levels(left, 'asks')))
    expect(levels(right, 'asks')).toEqual(mirror(levels(left, 'bids')))
    expect(dig(right, 'last_trade_price')).toBe(dig(left, 'last_trade_price'))
    expect(dig(right, 'hash')).not.toBe(dig(left, 'hash'))
  })

  test('an empty book is an answer, a closed market and a condition id have none', () => {
    const empty = firstWhere(markets, (one) => stateAt(one, NOON) === 'open' && one.bookShape === 'empty')
    expect(clob(`/book?token_id=${tokens(empty)[0]}`)).toMatchObject({ bids: [], asks: [] })
    for (const id of [tokens(closed)[0], conditionOf(busy), '1'.repeat(77)]) {
      const body = { error: 'No orderbook exists for the requested token id' }
      expect(stage.probe('clob', `/book?token_id=${id}`)).toEqual({ status: 404, body })
    }
    expect(stage.probe('clob', '/book').body).toEqual({ error: 'Invalid token id' })
  })

  test('the batch leaves unknown tokens out and promises no order', () => {
    const asked = [yes, '12345', no, tokens(closed)[0]].map((token_id) => ({ token_id }))
    const orders = Array.from({ length: 12 }, () =>
      rowsAt(stage.post('clob', '/books', asked)).map(({ asset_id }) => asset_id),
    )
    for (const order of orders) expect(new Set(order)).toEqual(new Set([yes, no]))
    expect(new Set(orders.map((order) => order.join())).size).toBe(2)
  })
})

describe('prices of a token', () => {
  const truth = stage.world.book(busy.key, NOON)
  const bid = firstOf(truth.bids).price
  const ask = firstOf(truth.asks).price

  test('price, midpoint, spread and last trade agree with the book', () => {
    expect(clob(`/price?token_id=${yes}&side=BUY`)).toEqual({ price: String(bid) })
    expect(clob(`/price?token_id=${yes}&side=sell`)).toEqual({ price: String(ask) })
    const last = stage.world.lastTrade(busy.key, NOON)?.price ?? Number.NaN
    expect(clob(`/midpoint?token_id=${yes}`)).toEqual({ mid: String(last) })
    expect(Number(textAt(clob(`/midpoint?token_id=${no}`), 'mid'))).toBeCloseTo(1 - last, 9)
    expect(Number(textAt(clob(`/spread?token_id=${yes}`), 'spread'))).toBeCloseTo(ask - bid, 9)
    expect(textAt(clob(`/last-trade-price?token_id=${yes}`), 'price')).toBe(String(last))
  })

  test('who buys YES sells NO', () => {
    const side = (token: string): string => textAt(clob(`/last-trade-price?token_id=${token}`), 'side')
    expect(new Set([side(yes), side(no)])).toEqual(new Set(['BUY', 'SELL']))
  })

  test('a token that never traded has an empty side', () => {
    const never = firstWhere(markets, (one) => stateAt(one, NOON) === 'open' && one.activity === 'never')
    expect(clob(`/last-trade-price?token_id=${tokens(never)[0]}`)).toEqual({ price: '0.5', side: '' })
  })

  test('a batch leaves out a token whose book is empty, and answers for the others', () => {
    const bare = firstWhere(
      markets,
      (one) =>
        stateAt(one, NOON) === 'open' &&
        stage.world.lastTrade(one.key, NOON) === undefined &&
        stage.world.book(one.key, NOON).bids.length * stage.world.book(one.key, NOON).asks.length === 0,
    )
    const items = [{ token_id: tokens(bare)[0] }, { token_id: yes }]
    expect(Object.keys(Object(stage.post('clob', '/midpoints', items)))).toEqual([yes])
  })

  test('the POST forms are maps by token', () => {
    const ids = [{ token_id: yes, side: 'BUY' }, { token_id: '77' }, { token_id: no }]
    expect(Object.keys(Object(stage.post('clob', '/midpoints', ids))).toSorted()).toEqual(
      [yes, no].toSorted(),
    )
    expect(stage.post('clob', '/prices', ids)).toMatchObject({
      [yes]: { BUY: String(bid) },
      [no]: { SELL: expect.any(String) },
    })
  })

  test('facts of a token', () => {
    expect(clob(`/tick-size?token_id=${yes}`)).toEqual({ minimum_tick_size: busy.tick })
    expect(clob(`/neg-risk?token_id=${yes}`)).toEqual({ neg_risk: true })
    expect(rowsAt(clob(`/clob-markets/${conditionOf(busy)}`), 't')).toEqual([
      { t: yes, o: 'Yes' },
      { t: no, o: 'No' },
    ])
    expect(clob('/time')).toBe(Math.floor(NOON / 1000))
    expect(clob('/ok')).toBe('OK')
  })
})

describe('market lists', () => {
  test('cursors walk through everything, closed ones too, and end at -1', () => {
    const rows: Row[] = []
    let cursor = 'MA=='
    while (cursor !== 'LTE=') {
      const page = clob(`/simplified-markets?next_cursor=${cursor}`)
      rows.push(...rowsAt(page, 'data'))
      cursor = textAt(page, 'next_cursor')
    }
    expect(rows.length).toBe(new Set(rows.map(({ condition_id }) => condition_id)).size)
    expect(rows.some((row) => row['closed'] === true)).toBe(true)
    expect(rows.length).toBeGreaterThan(2000)
  })

  test('the winner is told only after the result', () => {
    const winners = (market: WorldMarket): unknown[] =>
      rowsAt(clob(`/markets/${conditionOf(market)}`), 'tokens').map(({ winner }) => winner)
    expect(winners(closed)).toEqual([closed.payout === 1, closed.payout === 0])
    expect(winners(busy)).toEqual([false, false])
    expect(stage.probe('clob', '/markets/0x12')).toEqual({ status: 404, body: { error: 'market not found' } })
  })
})
