import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { CandleEngine } from '../../src/candles/engine.js'
import type { CandleStore } from '../../src/candles/store/candle-store.js'
import { createMemoryStore } from '../../src/candles/store/memory-store.js'
import type { CandleBatch } from '../../src/venue-kit/contract/venue.js'
import { type CandleWorld, candleWorld } from '../support/candle-world.js'
import { type FakeClock, fakeClock } from '../support/clock.js'
import { engineOver, openStore, patientCall, temporaryFolder } from '../support/engine.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOW = Date.UTC(2026, 5, 10, 9, 30, 20)
const LISTED = NOW - 40 * HOUR

const folder = temporaryFolder()
afterAll(() => folder.remove())

let clock: FakeClock
let world: CandleWorld
let store: CandleStore
let engine: CandleEngine

beforeEach(() => {
  clock = fakeClock(NOW)
  world = candleWorld({ clock, listedAt: LISTED })
  store = createMemoryStore()
  engine = engineOver(store, clock)
})

describe('the cost of an answer', () => {
  test('a repeated request and a part of it cost nothing', async () => {
    const hours = { resolution: '1h', start: NOW - 30 * HOUR, end: NOW - 10 * HOUR }
    const first = patientCall()
    expect((await engine.candles(world.venue, 'yes', hours, first)).cache).toBe('miss')
    expect(first.sent).toBe(2)
    for (const query of [hours, { ...hours, start: NOW - 20 * HOUR }, { ...hours, limit: 3 }]) {
      const again = patientCall()
      expect((await engine.candles(world.venue, 'yes', query, again)).cache).toBe('hit')
      expect(again.sent).toBe(0)
    }
  })

  test('the other side of the market costs only finding it', async () => {
    const query = { resolution: '1h', start: NOW - 30 * HOUR, end: NOW - 10 * HOUR }
    await engine.candles(world.venue, 'yes', query, patientCall())
    await engine.candles(world.venue, 'no', query, patientCall())
    expect(world.asked).toHaveLength(1)
  })

  test('only what the ledger lacks is asked for', async () => {
    const query = { resolution: '1h', start: NOW - 30 * HOUR, end: NOW - 20 * HOUR }
    await engine.candles(world.venue, 'yes', query, patientCall())
    const wider = await engine.candles(world.venue, 'yes', { ...query, end: NOW - 5 * HOUR }, patientCall())
    expect(wider.cache).toBe('partial')
    expect(world.asked.map(({ span }) => (span.to - span.from) / HOUR)).toEqual([11, 15])
  })

  test('the live edge is asked for again only after a sixtieth of its step', async () => {
    const query = { resolution: '1h', limit: 5 }
    await engine.candles(world.venue, 'yes', query, patientCall())
    clock.passTo(NOW + 59_000)
    expect((await engine.candles(world.venue, 'yes', query, patientCall())).cache).toBe('hit')
    clock.passTo(NOW + 61_000)
    expect((await engine.candles(world.venue, 'yes', query, patientCall())).cache).toBe('partial')
    expect(world.asked).toHaveLength(2)
    expect(world.asked[1]?.span).toEqual({ from: NOW - (NOW % HOUR), to: NOW - (NOW % HOUR) + HOUR })
  })

  test('a hundred callers at once cost as much as one, and overlapping ones share what overlaps', async () => {
    let open: (() => void) | undefined
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    world = candleWorld({ clock, listedAt: LISTED, hold: () => gate })
    const same = { resolution: '1m', start: NOW - 10 * HOUR, end: NOW - 5 * HOUR }
    const shifted = { ...same, start: NOW - 8 * HOUR, end: NOW - 3 * HOUR }
    const answers = [
      ...Array.from({ length: 100 }, () => engine.candles(world.venue, 'yes', same, patientCall())),
      engine.candles(world.venue, 'yes', shifted, patientCall()),
    ]
    await new Promise((resolve) => setImmediate(resolve))
    open?.()
    const all = await Promise.all(answers)
    const minutesAsked = world.asked.reduce((sum, { span }) => sum + (span.to - span.from) / MINUTE, 0)
    expect(minutesAsked).toBe(7 * 60 + 1)
    expect(all[100]?.bars).toEqual(
      world.truth('yes', MINUTE, { from: NOW - 8 * HOUR - 20_000, to: NOW - 3 * HOUR + 1 }, NOW),
    )
  })

  test('a piece that waits for its turn in a long request is waited for, not taken for known', async () => {
    const gates: (() => void)[] = []
    const hold = () => new Promise<void>((resolve) => gates.push(resolve))
    world = candleWorld({ clock, listedAt: LISTED, hold })
    // Five pieces of 500 minutes, of which four are asked for at a time: the newest waits.
    const long = { resolution: '1m', start: NOW - 39 * HOUR, end: NOW }
    const short = { resolution: '1m', start: NOW - 20 * MINUTE, end: NOW }
    const whole = engine.candles(world.venue, 'yes', long, patientCall())
    await turn()
    const newest = engine.candles(world.venue, 'yes', short, patientCall())
    await turn()
    while (gates.length > 0) {
      gates.pop()?.()
      await turn()
    }
    const { bars } = await newest
    const from = NOW - (NOW % MINUTE) - 20 * MINUTE
    expect(bars.length).toBeGreaterThan(5)
    expect(bars).toEqual(world.truth('yes', MINUTE, { from, to: NOW + MINUTE }, NOW))
    const times = (await whole).bars.map((bar) => bar.timestamp)
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
    expect(world.asked).toHaveLength(5)
  })

  test('a caller who leaves does not take the others with him', async () => {
    let open: (() => void) | undefined
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    world = candleWorld({ clock, listedAt: LISTED, hold: () => gate })
    const query = { resolution: '1h', start: NOW - 30 * HOUR, end: NOW - 20 * HOUR }
    const leaving = new AbortController()
    const left = engine.candles(world.venue, 'yes', query, { ...patientCall(), signal: leaving.signal })
    const stays = engine.candles(world.venue, 'yes', query, patientCall())
    await new Promise((resolve) => setImmediate(resolve))
    leaving.abort(new Error('hung up'))
    open?.()
    await expect(left).rejects.toThrow('hung up')
    expect((await stays).bars.length).toBeGreaterThan(0)
  })

  test('a failed piece is not remembered: the next request asks again and is answered', async () => {
    const query = { resolution: '1h', start: NOW - 30 * HOUR, end: NOW - 20 * HOUR }
    world.failNext = 1
    await expect(engine.candles(world.venue, 'yes', query, patientCall())).rejects.toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
    })
    expect((await engine.candles(world.venue, 'yes', query, patientCall())).cache).toBe('miss')
  })
})

describe('the shape of an answer', () => {
  test('JSON and candles say the same, for stored, aggregated and mirrored candles', async () => {
    const path = join(folder.path, 'json.db')
    engine = engineOver(openStore(path), clock)
    for (const outcome of ['yes', 'no']) {
      for (const resolution of ['1m', '5m', '1h', '6h']) {
        const query = { resolution, limit: 50 }
        const { json, ...facts } = await engine.candlesJson(world.venue, outcome, query, patientCall())
        const { bars, ...others } = await engine.candles(world.venue, outcome, query, patientCall())
        expect(JSON.parse(json)).toEqual(bars)
        const counted = { cache: '', generation: 0, tag: '' }
        expect({ ...facts, ...counted }).toEqual({ ...others, ...counted })
      }
    }
  })

  test('a limit keeps the newest, also when it must look further back for them', async () => {
    const query = { resolution: '1m', start: LISTED, limit: 1_200 }
    const { bars } = await engine.candles(world.venue, 'yes', query, patientCall())
    const everything = world.truth('yes', MINUTE, { from: LISTED - MINUTE, to: NOW + 1 }, NOW)
    expect(bars).toHaveLength(1_200)
    expect(bars.map(({ timestamp }) => timestamp)).toEqual(
      everything.slice(-1_200).map(({ timestamp }) => timestamp),
    )
    expect(world.asked.every(({ span }) => span.from > LISTED + HOUR)).toBe(true)
  })

  test('the running candle is returned and named', async () => {
    clock.passTo(NOW + 40_000)
    const { runningFrom, bars } = await engine.candles(
      world.venue,
      'yes',
      { resolution: '1h', limit: 2 },
      patientCall(),
    )
    expect(runningFrom).toBe(NOW - (NOW % HOUR))
    expect(bars.at(-1)?.timestamp).toBe(runningFrom)
  })

  test('an empty answer says why', async () => {
    const reason = async (start: number, end: number, outcome = 'yes') =>
      (await engine.candles(world.venue, outcome, { resolution: '1m', start, end }, patientCall()))
        .emptyReason
    expect(await reason(LISTED - 5 * HOUR, LISTED - 2 * HOUR)).toBe('before_listing')
    const closed = candleWorld({ clock, listedAt: LISTED, closedAt: NOW - HOUR })
    world = closed
    engine = engineOver(createMemoryStore(), clock)
    expect(await reason(NOW - HOUR / 2, NOW)).toBe('after_close')
    world = candleWorld({ clock, listedAt: LISTED })
    world.tamper = (batch) => ({ ...batch, kind: 'bars', bars: [] })
    engine = engineOver(createMemoryStore(), clock)
    expect(await reason(NOW - 5 * HOUR, NOW - 4 * HOUR)).toBe('no_trades')
    world.tamper = (batch) => ({
      ...batch,
      kind: 'bars',
      bars: [],
      withheld: [{ from: 0, to: NOW, reason: 'beyond_retention' }],
    })
    expect(await reason(NOW - 9 * HOUR, NOW - 8 * HOUR)).toBe('beyond_retention')
  })

  test('a window in the future is empty, not an error', async () => {
    const { bars } = await engine.candles(
      world.venue,
      'yes',
      { resolution: '1m', start: NOW + HOUR },
      patientCall(),
    )
    expect(bars).toEqual([])
  })

  test('an unknown outcome is NOT_FOUND and costs a question each time', async () => {
    for (let tries = 0; tries < 2; tries++) {
      await expect(engine.candles(world.venue, 'maybe', {}, patientCall())).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    }
  })
})

describe('a batch that cannot be right', () => {
  const query = { resolution: '1m', start: NOW - 5 * HOUR, end: NOW - 4 * HOUR }
  const broken: [string, (batch: CandleBatch) => CandleBatch, string][] = [
    ['a price above 1', (batch) => withBar(batch, { high: 1.2 }), 'bars[1]'],
    ['a price that is no number', (batch) => withBar(batch, { close: Number.NaN }), 'bars[1]'],
    ['a high below its close', (batch) => withBar(batch, { high: 0, low: 0 }), 'bars[1]'],
    ['a time off the grid', (batch) => withBar(batch, { timestamp: NOW - 5 * HOUR }), 'bars[1]'],
    ['a time outside the window', (batch) => withBar(batch, { timestamp: NOW - (NOW % MINUTE) }), 'bars[1]'],
    ['a repeated time', (batch) => repeated(batch), 'bars[1]'],
    ['a negative volume', (batch) => withBar(batch, { volume: -1 }), 'bars[1]'],
  ]
  test.each(broken)(
    '%s is an error with its path, and leaves the cache as it was',
    async (_what, tamper, path) => {
      world.tamper = tamper
      await expect(engine.candles(world.venue, 'yes', query, patientCall())).rejects.toMatchObject({
        code: 'EXCHANGE_NOT_AVAILABLE',
        detail: { kind: 'bad_candles', path },
      })
      const identity = { venue: 'kalshi', seriesKey: 'yes', stepMs: MINUTE, basis: 'trade' } as const
      expect(store.read(identity, { from: 0, to: NOW })).toEqual([])
      expect(store.coverage(identity, { from: 0, to: NOW })).toEqual([])
      world.tamper = undefined
      expect((await engine.candles(world.venue, 'yes', query, patientCall())).cache).toBe('miss')
    },
  )
})

function withBar(batch: CandleBatch, change: object): CandleBatch {
  if (batch.kind !== 'bars') return batch
  return { ...batch, bars: batch.bars.map((bar, index) => (index === 1 ? { ...bar, ...change } : bar)) }
}

function repeated(batch: CandleBatch): CandleBatch {
  if (batch.kind !== 'bars' || batch.bars[0] === undefined) return batch
  return { ...batch, bars: [batch.bars[0], ...batch.bars] }
}

/** Lets everything that can go on now go on. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
