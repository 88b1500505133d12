import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../../../src/api/times/resolution.js'
import { stateAt } from '../../../../src/simulator/world/common/types.js'
import { demoWallets } from '../../../../src/simulator/world/wallets.js'
import { haveSamples, sample } from '../../../support/samples.js'
import { dig, firstWhere, numberAt, rowsAt, textAt, textsIn } from '../../support/json.js'
import { differences, learnShape } from '../../support/shape.js'
import { createStage, NOON } from '../../support/stage.js'

const stage = await createStage('probable')
const base = '/public/api/v1'
const get = (target: string): unknown => stage.get('orderbook', `${base}${target}`)
const probe = (target: string) => stage.probe('orderbook', `${base}${target}`)
const { world } = stage
const busy = firstWhere(
  world
    .eventsAt(NOON)
    .filter(({ series }) => series.onlyOn === undefined || series.onlyOn.includes('probable'))
    .flatMap(({ markets }) => markets),
  (market) =>
    market.activity === 'busy' && market.bookShape === 'two-sided' && stateAt(market, NOON) === 'open',
)
const native = stage.get('market', `${base}/markets/${busy.number}`)
const [yes = '', no = ''] = textsIn(native, 'clobTokenIds')
const condition = textAt(native, 'condition_id')
const complement = (price: number): number => Math.round((1 - price) * 1e6) / 1e6

describe('a book', () => {
  const levels = (id: string, side: string) =>
    rowsAt(get(`/book?token_id=${id}`), side).map((level) => ({
      price: Number(textAt(level, 'price')),
      size: Number(textAt(level, 'size')),
    }))

  test('is the world’s, worst level first; the other token’s mirrors it', () => {
    const real = world.book(busy.key, NOON)
    expect(levels(yes, 'bids')).toEqual(real.bids.toReversed())
    expect(levels(yes, 'asks')).toEqual(real.asks.toReversed())
    const flip = real.bids.map(({ price, size }) => ({ price: complement(price), size }))
    expect(levels(no, 'asks')).toEqual(flip.toReversed())
  })

  test('names the question and its steps; an unknown token has none', () => {
    const book = get(`/book?token_id=${yes}`)
    expect(dig(book, 'market')).toBe(dig(native, 'question_id'))
    expect(dig(book, 'tick_size')).toBe(busy.tick.toFixed(6))
    expect(probe('/book?token_id=5').status).toBe(404)
    expect(probe('/book').status).toBe(400)
  })

  test('gives the present prices', () => {
    const real = world.book(busy.key, NOON)
    const [bid, ask] = [real.bids[0]?.price ?? 0, real.asks[0]?.price ?? 1]
    const body = [{ token_id: yes, side: 'BUY' }]
    expect(stage.post('orderbook', `${base}/prices`, body)).toEqual({
      [yes]: { BUY: String(ask), SELL: String(bid) },
    })
  })
})

describe('the price history', () => {
  const points = (query: string) =>
    rowsAt(get(`/prices-history?${query}`), 'history').map((row) => ({
      t: numberAt(row, 't'),
      p: numberAt(row, 'p'),
    }))

  test('of a window ends now, begins a window earlier, and steps by the fidelity', () => {
    const rows = points(`market=${yes}&interval=1d&fidelity=60`)
    expect(rows).toHaveLength(25)
    expect(rows.at(-1)?.t).toBe(Math.floor(NOON / 1000))
    expect(rows[0]?.t).toBe(Math.floor(NOON / 1000) - 86_400)
    expect(rows.every(({ t }, index) => index === 0 || t - (rows[index - 1]?.t ?? 0) === 3_600)).toBe(true)
  })

  test('samples the last trade, of either token', () => {
    for (const { t, p } of points(`market=${yes}&interval=6h&fidelity=5`)) {
      expect(p).toBe(world.lastTrade(busy.key, t * 1000)?.price)
    }
    const ours = points(`market=${yes}&interval=1h&fidelity=1`)
    expect(points(`market=${no}&interval=1h&fidelity=1`)).toEqual(
      ours.map(({ t, p }) => ({ t, p: complement(p) })),
    )
  })

  test('between two instants begins at the first of them, none in the future, none before the first trade', () => {
    const start = Math.floor((NOON - HOUR_MS) / 1000) + 17
    const rows = points(`market=${yes}&startTs=${start}&endTs=${start + 7_200}&fidelity=1`)
    expect(rows[0]?.t).toBe(start)
    expect(rows.at(-1)?.t).toBeLessThanOrEqual(NOON / 1000)
    const first = points(`market=${yes}&startTs=0&fidelity=1440`)[0]
    expect((first?.t ?? 0) * 1000).toBeGreaterThanOrEqual(busy.opensAt)
    expect(points(`market=${yes}&interval=max`).length).toBeGreaterThan(0)
    for (const name of ['5m', 'constructor'])
      expect(probe(`/prices-history?market=${yes}&interval=${name}`).status).toBe(400)
  })
})

describe('trades', () => {
  test('are the world’s, newest first in ms, and offsets continue', () => {
    const real = world
      .trades(busy.key, NOON - 3 * HOUR_MS, NOON + 1)
      .toReversed()
      .slice(0, 60)
    const read = (query: string) => rowsAt(get(`/trades?market=${condition}&${query}`))
    const rows = read(`limit=${real.length}`)
    expect(rows.map((row) => [row['timestamp'], row['size']])).toEqual(real.map(({ at, size }) => [at, size]))
    const asYes = rows.map((row) =>
      row['asset'] === yes ? row['price'] : complement(numberAt(row, 'price')),
    )
    expect(asYes).toEqual(real.map(({ price }) => price))
    expect(new Set(rows.map(({ asset }) => asset))).toEqual(new Set([yes, no]))
    expect([...read('limit=20'), ...read('limit=40&offset=20')].slice(0, real.length)).toEqual(rows)
    expect(read('limit=20&side=SELL').every((row) => row['side'] === 'SELL')).toBe(true)
  })

  test('of everything, of events, and not of both a market and an event', () => {
    expect(rowsAt(get('/trades')).length).toBe(100)
    expect(rowsAt(get(`/trades?eventId=${world.eventOf(busy).number}&limit=5`))).toHaveLength(5)
    expect(probe(`/trades?market=${condition}&eventId=1`).status).toBe(400)
    expect(probe('/trades?filterType=CASH').status).toBe(400)
  })
})

test.each(demoWallets)('$name holds something, worth what it says; a stranger nothing', ({ address }) => {
  const rows = rowsAt(get(`/position/current?user=${address}&limit=500`))
  expect(rows.length).toBeGreaterThan(3)
  for (const row of rows) {
    expect(numberAt(row, 'currentValue')).toBeCloseTo(numberAt(row, 'size') * numberAt(row, 'curPrice'), 4)
  }
  expect(get(`/position/current?user=0x${'1'.repeat(40)}`)).toEqual([])
  expect(rowsAt(get(`/trades?user=${address}&limit=500`))).toHaveLength(rows.length)
  expect(probe('/position/current?user=me').status).toBe(400)
})

test.runIf(haveSamples)('members and types are those of the recordings', () => {
  const recorded = (name: string) => dig(sample('probable', name), 'response')
  const asks = dig(recorded('book-yes-1645.json'), 'asks')
  const book = { ...Object(recorded('book-yes-1645.json')), bids: asks }
  expect(differences(get(`/book?token_id=${yes}`), learnShape([book]))).toEqual([])
  const history = get(`/prices-history?market=${yes}&interval=1d&fidelity=60`)
  expect(differences(history, learnShape([recorded('prices-history-1d-60.json')]))).toEqual([])
})
