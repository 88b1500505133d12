import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../../src/api/times/resolution.js'
import { stateAt, type WorldMarket } from '../../../../src/simulator/world/common/types.js'
import { dig, firstWhere, numberAt, type Row, rowsAt, textAt } from '../../support/json.js'
import { createStage, NOON, type Stage } from '../../support/stage.js'
import { resultOf } from './read.js'

const stage = await createStage('opinion')
const strict = await createStage('opinion', { rhythm: 'metronome' })

const marketsOf = (on: Stage): WorldMarket[] =>
  on.world
    .eventsAt(NOON)
    .filter(({ series }) => series.onlyOn === undefined)
    .flatMap((event) => event.markets)

function pick(on: Stage, fits: (market: WorldMarket) => boolean) {
  const market = firstWhere(marketsOf(on), fits)
  const row = dig(resultOf(on, `/market/${market.number}`), 'data')
  return { market, row, yes: textAt(row, 'yesTokenId'), no: textAt(row, 'noTokenId') }
}

const isOpen = (market: WorldMarket): boolean => stateAt(market, NOON) === 'open'
const old = (market: WorldMarket): boolean =>
  market.activity === 'busy' && NOON - market.opensAt > 100 * DAY_MS && isOpen(market)
const busy = pick(stage, (market) => old(market) && market.bookShape === 'two-sided')
const young = pick(stage, (market) => isOpen(market) && NOON - market.opensAt < 6 * DAY_MS)
const never = pick(stage, (market) => market.activity === 'never' && isOpen(market))
const over = pick(stage, (market) => market.activity === 'busy' && stateAt(market, NOON) === 'resolved')

const mirrored = (levels: readonly Row[]) =>
  levels.map(({ price, size }) => ({ price: String(Math.round((1 - Number(price)) * 1000) / 1000), size }))

describe('the book', () => {
  test('is that of the world, in texts', () => {
    const book = resultOf(stage, '/token/orderbook', { token_id: busy.yes })
    const { bids, asks } = stage.world.book(busy.market.key, NOON)
    const text = ({ price, size }: { price: number; size: number }) => ({
      price: String(price),
      size: String(size),
    })
    expect(book).toEqual({
      bids: bids.map(text),
      asks: asks.map(text),
      market: textAt(busy.row, 'questionId'),
      timestamp: NOON,
      tokenId: busy.yes,
    })
  })

  test('of NO is the mirror of that of YES, digit for digit', () => {
    const yes = resultOf(stage, '/token/orderbook', { token_id: busy.yes })
    const no = resultOf(stage, '/token/orderbook', { token_id: busy.no })
    expect(rowsAt(no, 'bids')).toEqual(mirrored(rowsAt(yes, 'asks')))
    expect(rowsAt(no, 'asks')).toEqual(mirrored(rowsAt(yes, 'bids')))
  })

  test('is empty once the market is over', () => {
    expect(resultOf(stage, '/token/orderbook', { token_id: over.yes })).toMatchObject({ bids: [], asks: [] })
  })
})

describe('the latest price', () => {
  test('is the last trade, seen from the token', () => {
    const trade = stage.world.lastTrade(busy.market.key, NOON)
    const yes = resultOf(stage, '/token/latest-price', { token_id: busy.yes })
    const no = resultOf(stage, '/token/latest-price', { token_id: busy.no })
    expect(yes).toMatchObject({ price: String(trade?.price), size: String(trade?.size) })
    expect(Number(textAt(yes, 'price')) + Number(textAt(no, 'price'))).toBeCloseTo(1, 9)
    expect(textAt(yes, 'side')).not.toBe(textAt(no, 'side'))
    expect(numberAt(yes, 'timestamp') % 1000).toBe(0)
  })

  test('of a token that never traded has time 0', () => {
    const price = resultOf(stage, '/token/latest-price', { token_id: never.yes })
    expect(price).toMatchObject({ price: '0', timestamp: 0 })
  })
})

interface Point {
  readonly t: number
  readonly p: string
}

function history(on: Stage, query: Readonly<Record<string, string | number>>): Point[] {
  return rowsAt(resultOf(on, '/token/price-history', query), 'history').map((row) => ({
    t: numberAt(row, 't'),
    p: textAt(row, 'p'),
  }))
}

describe('the price history', () => {
  test.each([
    ['1h', HOUR_MS, 227],
    ['1d', DAY_MS, 90],
    ['1m', DAY_MS, 90],
    ['1w', DAY_MS, 90],
    ['max', DAY_MS, 90],
    ['', DAY_MS, 90],
  ])('asked for %s comes newest first and without gaps', (interval, stepMs, count) => {
    const points = history(stage, { token_id: busy.yes, interval })
    expect(points).toHaveLength(count)
    const newest = Math.floor(NOON / stepMs) * stepMs
    expect(points.map(({ t }) => t * 1000)).toEqual(points.map((_point, index) => newest - index * stepMs))
  })

  test.each([
    ['1h', HOUR_MS],
    ['1d', DAY_MS],
  ])('%s: a point is the close of the world’s candle, or the price before it', (interval, stepMs) => {
    const { market, yes } = pick(strict, old)
    const points = history(strict, { token_id: yes, interval })
    const from = (points.at(-1)?.t ?? 0) * 1000
    const closes = new Map(
      strict.world
        .bars(market.key, stepMs, from, NOON + stepMs, NOON + 1)
        .map(({ openAt, close }) => [openAt, String(close)]),
    )
    expect(closes.size).toBe(points.length)
    for (const { t, p } of points) expect(p).toBe(closes.get(t * 1000))
  })

  test('is filled backwards to before the market existed', () => {
    const points = history(stage, { token_id: young.yes, interval: '1d' })
    expect(points).toHaveLength(90)
    const before = points.filter(({ t }) => (t + 86_400) * 1000 <= young.market.opensAt)
    expect(before.length).toBeGreaterThan(80)
    expect(new Set(before.map(({ p }) => p)).size).toBe(1)
  })

  test('goes on with the last price after the end', () => {
    const [newest] = history(stage, { token_id: over.yes, interval: '1h' })
    expect(newest?.p).toBe(String(stage.world.lastTrade(over.market.key, NOON)?.price))
  })

  test('of NO is 1 minus that of YES', () => {
    const [yes, no] = [busy.yes, busy.no].map((token_id) => history(stage, { token_id, interval: '1h' }))
    expect(no?.map(({ p }) => Math.round((1 - Number(p)) * 1000) / 1000)).toEqual(
      yes?.map(({ p }) => Number(p)),
    )
  })

  test('of a token that never traded is empty', () => {
    expect(history(stage, { token_id: never.yes, interval: '1h' })).toEqual([])
  })

  test('pages back with end_at, a thousand points at a time', () => {
    const asked = { token_id: busy.yes, interval: '1h' }
    const newest = history(stage, asked)
    const end_at = newest.at(-1)?.t ?? 0
    const older = history(stage, { ...asked, end_at })
    expect(older).toHaveLength(1000)
    expect(older[0]).toEqual(newest.at(-1))
    expect(older.map(({ t }) => t)).toEqual(older.map((_point, index) => end_at - index * 3600))
    expect(history(stage, { ...asked, end_at: NOON / 1000 + 86_400 })[0]).toEqual(newest[0])
    expect(history(stage, { ...asked, interval: '1m', end_at })[1]?.t).toBe(
      Math.floor(end_at / 86_400) * 86_400 - 86_400,
    )
  })

  test('repeats the first price on every page before the first trade', () => {
    const end_at = Math.floor(young.market.opensAt / 3_600_000) * 3600 - 86_400
    const asked = { token_id: young.yes, interval: '1h' }
    const points = history(stage, { ...asked, end_at })
    expect(points).toHaveLength(1000)
    expect(new Set(points.map(({ p }) => p))).toEqual(new Set([history(stage, asked).at(-1)?.p]))
    expect(history(stage, { token_id: never.yes, interval: '1h', end_at })).toEqual([])
  })

  test('ignores start_at, unless switched to what is documented', async () => {
    const on = await createStage('opinion')
    const [start_at, end_at] = [NOON / 1000 - 10 * 3600, NOON / 1000 - 5 * 3600]
    const asked = { token_id: busy.yes, interval: '1h' }
    const [whole, upTo] = [history(on, asked), history(on, { ...asked, end_at })]
    expect(history(on, { ...asked, start_at })).toEqual(whole)
    expect(history(on, { ...asked, start_at, end_at })).toEqual(upTo)
    on.switches.opinion.historyWindow = 'honoured'
    expect(history(on, { ...asked, start_at })).toEqual(whole.filter(({ t }) => t >= start_at))
    expect(history(on, { ...asked, start_at, end_at })).toEqual(upTo.filter(({ t }) => t >= start_at))
    expect(history(on, { ...asked, start_at: start_at - 2000 * 3600 })).toHaveLength(1000)
  })
})

test('an unknown token has neither book nor price nor history', () => {
  for (const path of ['orderbook', 'latest-price', 'price-history']) {
    const answer = stage.probe('api', `/openapi/token/${path}?token_id=${'7'.repeat(77)}`)
    expect(answer).toMatchObject({ status: 200, body: { errno: 10200, result: null } })
  }
})

test('a token leads back to its market and side', () => {
  for (const market of marketsOf(stage).slice(0, 100)) {
    const data = dig(resultOf(stage, `/market/${market.number}`), 'data')
    for (const side of ['yesTokenId', 'noTokenId']) {
      const token_id = textAt(data, side)
      expect(token_id).toMatch(/^\d{76,78}$/)
      const book = resultOf(stage, '/token/orderbook', { token_id })
      expect(dig(book, 'market')).toBe(dig(data, 'questionId'))
    }
  }
})
