import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { alignDown, parseResolution } from '../../../src/api/times/resolution.js'
import type { CandleEngine } from '../../../src/candles/engine.js'
import { MAX_VENUE_CALLS } from '../../../src/candles/fetch/partial-fetch.js'
import { MAX_EMPTY_WINDOWS } from '../../../src/candles/response/search-back.js'
import { createMemoryStore } from '../../../src/candles/store/memory-store.js'
import { DeadlineExceeded } from '../../../src/policy/abort.js'
import { type CandleWorld, type CandleWorldOptions, candleWorld } from '../../support/candle-world.js'
import { type FakeClock, fakeClock } from '../../support/clock.js'
import { engineOver, patientCall } from '../../support/engine.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 5, 10, 9, 30, 20)
const WINDOW = 500 * MINUTE

let clock: FakeClock
let world: CandleWorld
let engine: CandleEngine

function play(options: Omit<CandleWorldOptions, 'clock'>): void {
  world = candleWorld({ clock, ...options })
  engine = engineOver(createMemoryStore(), clock)
}

beforeEach(() => {
  clock = fakeClock(NOW)
})

describe('a question without a start', () => {
  test.each(['yes', 'no'])('finds the newest candles of %s however long ago they were', async (outcome) => {
    play({ listedAt: NOW - 40 * HOUR, isQuiet: (at) => at > NOW - 7 * HOUR })
    const query = { resolution: '1m', limit: 50 }
    const answer = await engine.candles(world.venue, outcome, query, patientCall())
    expect(answer.bars).toEqual(world.truth(outcome, MINUTE, { from: 0, to: NOW }, NOW).slice(-50))
    expect(answer.searchedFrom).toBeLessThanOrEqual(answer.bars[0]?.timestamp ?? 0)
    const { json, searchedFrom } = await engine.candlesJson(world.venue, outcome, query, patientCall())
    expect(JSON.parse(json)).toEqual(answer.bars)
    expect(searchedFrom).toBe(answer.searchedFrom)
    const again = patientCall()
    expect((await engine.candles(world.venue, outcome, query, again)).cache).toBe('hit')
    expect(again.sent).toBe(0)
  })

  test.each([
    ['silence is to be confirmed on the way', 3.95, 31 * MINUTE, 2],
    ['the silence has grown longer than one looks through that finds nothing', 2.5, 10 * HOUR, 6],
  ])('finds the candles that are stored where %s', async (_what, windows, pauseMs, times) => {
    const quietFrom = NOW - windows * WINDOW
    play({ listedAt: NOW - 400 * HOUR, isQuiet: (at) => at > quietFrom })
    const ask = () => engine.candles(world.venue, 'yes', { resolution: '1m', limit: 5 }, patientCall())
    const { bars } = await ask()
    expect(bars).toHaveLength(5)
    for (let time = 1; time < times; time++) {
      clock.passTo(clock.now() + pauseMs)
      expect((await ask()).bars).toEqual(bars)
    }
  })

  test('says how far it looked when it ends at the listing with too few', async () => {
    play({ listedAt: NOW - 3 * HOUR })
    const { bars, searchedFrom } = await engine.candles(
      world.venue,
      'yes',
      { resolution: '1m', limit: 400 },
      patientCall(),
    )
    expect(bars.length).toBeGreaterThan(50)
    expect(searchedFrom).toBe(alignDown(NOW - 3 * HOUR, MINUTE))
  })

  test('is silent about it when the first look was enough', async () => {
    play({ listedAt: NOW - 40 * HOUR, isQuiet: () => false })
    const { bars, searchedFrom } = await engine.candles(world.venue, 'yes', { limit: 5 }, patientCall())
    expect(bars).toHaveLength(5)
    expect(searchedFrom).toBeUndefined()
  })

  test('finds the last candles of a market that closed long ago', async () => {
    play({ listedAt: NOW - 90 * DAY, closedAt: NOW - 60 * DAY })
    const { bars } = await engine.candles(world.venue, 'yes', { limit: 5 }, patientCall())
    expect(bars).toHaveLength(5)
    expect(bars.at(-1)?.timestamp).toBeLessThan(NOW - 60 * DAY)
  })

  test('ends at a bound when it finds a little, though not enough', async () => {
    play({ listedAt: 0, isQuiet: (at) => at < NOW - HOUR })
    const { searchedFrom = 0 } = await engine.candles(
      world.venue,
      'yes',
      { resolution: '1m', limit: 100 },
      patientCall(),
    )
    const reach = NOW - searchedFrom
    expect(reach / WINDOW).toBeGreaterThan(MAX_EMPTY_WINDOWS)
    expect(reach / WINDOW).toBeLessThan(MAX_EMPTY_WINDOWS + 1)
    expect(world.asked.length).toBeLessThan(MAX_EMPTY_WINDOWS + 5)
  })

  test('ends after ten calls of a venue that answers nothing, and repeated costs nothing', async () => {
    play({ listedAt: 0, isQuiet: () => true })
    const query = { resolution: '1m', limit: 100 }
    const call = patientCall()
    const first = await engine.candles(world.venue, 'yes', query, call)
    expect(first).toMatchObject({ bars: [], emptyReason: 'no_trades' })
    expect(call.sent).toBeGreaterThan(5)
    expect(call.sent).toBeLessThanOrEqual(10)
    const again = patientCall()
    const second = await engine.candles(world.venue, 'yes', query, again)
    expect(second.searchedFrom).toBe(first.searchedFrom)
    expect(again.sent).toBe(0)
  })
})

describe('a question from the beginning of time', () => {
  test.each([{ limit: 50_000 }, {}])('asks no further back than the venue keeps: %j', async (limit) => {
    play({ listedAt: 0, retentionMs: 500 * MINUTE })
    const call = patientCall()
    const query = { resolution: '1m', start: 0, ...limit }
    const { bars } = await engine.candles(world.venue, 'yes', query, call)
    const kept = { from: alignDown(NOW - 500 * MINUTE, MINUTE), to: NOW + MINUTE }
    expect(bars).toEqual(world.truth('yes', MINUTE, kept, NOW))
    expect(world.asked.length).toBeLessThanOrEqual(3)
  })

  test('still gives what was stored before the venue forgot it', async () => {
    play({ listedAt: 0, retentionMs: 500 * MINUTE })
    const query = { resolution: '1m', start: NOW - HOUR }
    const { bars: truth } = await engine.candles(world.venue, 'yes', query, patientCall())
    clock.passTo(NOW + 3 * DAY)
    const { bars } = await engine.candles(
      world.venue,
      'yes',
      { resolution: '1m', start: 0, limit: 50_000 },
      patientCall(),
    )
    expect(bars.slice(0, truth.length - 2)).toEqual(truth.slice(0, truth.length - 2))
    expect(world.asked.length).toBeLessThanOrEqual(15)
  })

  test('about a time that nobody keeps is empty for that reason and costs no candle call', async () => {
    play({ listedAt: 0, retentionMs: 500 * MINUTE })
    const query = { resolution: '1m', start: NOW - 9 * DAY, end: NOW - 8 * DAY }
    const { bars, emptyReason } = await engine.candles(world.venue, 'yes', query, patientCall())
    expect([bars, emptyReason]).toEqual([[], 'beyond_retention'])
    expect(world.asked).toEqual([])
  })

  test('ends where the venue says that it tells nothing older, though it promises nothing', async () => {
    play({ listedAt: 0 })
    world.tamper = (batch) => ({
      ...batch,
      kind: 'bars',
      bars: [],
      withheld: [{ from: 0, to: NOW - DAY, reason: 'before_listing' }],
    })
    await engine.candles(world.venue, 'yes', { resolution: '1m', start: 0, limit: 100 }, patientCall())
    expect(world.asked.length).toBeLessThan(12)
  })

  test('has a bound of venue calls, says how far it is, and goes on when it is asked again', async () => {
    const age = 40 * HOUR
    play({ listedAt: NOW - age, isQuiet: () => true, windowSteps: 5 })
    const query = { resolution: '1m', start: 0, limit: 10 }
    const call = patientCall()
    const first = await engine.candles(world.venue, 'yes', query, call).catch((error: unknown) => error)
    expect(first).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      retryable: true,
      retryAfter: 1,
      detail: { kind: 'unfinished' },
    })
    expect(call.sent).toBeLessThanOrEqual(MAX_VENUE_CALLS + 4)
    for (let tries = 0; tries < 20; tries++) {
      const answer = await engine.candles(world.venue, 'yes', query, patientCall()).catch(() => undefined)
      if (answer === undefined) continue
      expect(answer.bars).toEqual([])
      const minutesAsked = world.asked.reduce((sum, { span }) => sum + (span.to - span.from) / MINUTE, 0)
      expect(minutesAsked).toBe(age / MINUTE + 1)
      return
    }
    throw new Error('never finished')
  })
})

test('a question about the future is told so, and asks nobody', async () => {
  play({ listedAt: NOW - HOUR })
  const call = patientCall()
  const query = { resolution: '1m', start: NOW + HOUR }
  const { bars, emptyReason, freshUntil } = await engine.candles(world.venue, 'yes', query, call)
  expect([bars, emptyReason, call.sent]).toEqual([[], 'in_future', 0])
  expect(freshUntil).toBe(alignDown(NOW + HOUR, MINUTE))
  expect(JSON.parse((await engine.candlesJson(world.venue, 'yes', query, call)).json)).toEqual([])
  const running = { resolution: '1h', start: NOW + 1 }
  expect((await engine.candles(world.venue, 'yes', running, call)).bars).toHaveLength(1)
})

test('a read that runs out of time keeps what came, says how far it is, and goes on', async () => {
  const deadline = new AbortController()
  let answered = 0
  play({
    listedAt: NOW - 90 * HOUR,
    hold: async () => {
      answered++
      if (answered > 5 && !deadline.signal.aborted) deadline.abort(new DeadlineExceeded(25_000))
    },
  })
  const query = { resolution: '1m', start: NOW - 80 * HOUR, end: NOW - HOUR }
  const call = { ...patientCall(), signal: deadline.signal }
  const error = await engine.candles(world.venue, 'yes', query, call).catch((reason: unknown) => reason)
  expect(error).toMatchObject({
    code: 'EXCHANGE_NOT_AVAILABLE',
    retryAfter: 1,
    detail: { kind: 'unfinished', from: alignDown(NOW - 80 * HOUR, MINUTE) },
  })
  const { percent } = (error as { detail: { percent: number } }).detail
  expect(percent).toBeGreaterThan(20)
  expect(percent).toBeLessThan(90)
  const asked = world.asked.length
  await engine.candles(world.venue, 'yes', query, patientCall())
  expect(world.asked.length - asked).toBeLessThan(7)
})

test.each([
  ['one look', { start: NOW - 30 * MINUTE }],
  ['several looks', { limit: 12 }],
])(
  'a newest stretch that takes longer to read than a question may last is read on by the next ones, in %s',
  async (looks, window) => {
    let deadline = new AbortController()
    let answered = 0
    play({
      listedAt: NOW - 90 * HOUR,
      stepsAnAnswer: 1,
      finalAfterMs: 20 * MINUTE,
      hold: async () => {
        clock.passTo(clock.now() + 3_000)
        if (++answered % 8 === 0) deadline.abort(new DeadlineExceeded(25_000))
      },
    })
    const query = { resolution: '1m', ...window }
    const percents: number[] = []
    for (let tries = 1; tries < 12; tries++) {
      deadline = new AbortController()
      const call = { ...patientCall(), signal: deadline.signal }
      const askedAt = clock.now()
      const answer = await engine.candles(world.venue, 'yes', query, call).catch((error: unknown) => error)
      if (answer instanceof Error) {
        expect(answer).toMatchObject({ retryable: true, detail: { kind: 'unfinished' } })
        percents.push((answer as unknown as { detail: { percent: number } }).detail.percent)
        clock.passTo(clock.now() + 1_000)
        continue
      }
      if (looks === 'one look') expect(percents).toEqual([...new Set(percents)].sort((a, b) => a - b))
      const { bars } = answer as { bars: { timestamp: number }[] }
      const from = 'start' in window ? alignDown(window.start, MINUTE) : (bars[0]?.timestamp ?? 0)
      const running = alignDown(askedAt, MINUTE)
      expect(bars.filter(({ timestamp }) => timestamp < running)).toEqual(
        world.truth('yes', MINUTE, { from, to: running }, askedAt),
      )
      if ('limit' in window) expect(bars).toHaveLength(window.limit)
      // The next question is about the market of its own time again.
      const asked = world.asked.length
      await engine.candles(world.venue, 'yes', { resolution: '1m', limit: 1 }, patientCall())
      expect(world.asked.length).toBeGreaterThan(asked)
      return
    }
    throw new Error('never finished')
  },
)

test('a venue that answers nothing in time is told as that, not as a part of the way', async () => {
  const deadline = new AbortController()
  play({
    listedAt: NOW - 90 * HOUR,
    hold: () => {
      deadline.abort(new DeadlineExceeded(25_000))
      return new Promise(() => undefined)
    },
  })
  const call = { ...patientCall(), signal: deadline.signal }
  await expect(engine.candles(world.venue, 'yes', {}, call)).rejects.toBeInstanceOf(DeadlineExceeded)
})

test('a venue that tells of a window part by part is asked on until all of it is known, and each part is kept', async () => {
  play({ listedAt: NOW - 90 * HOUR, stepsAnAnswer: 30 })
  const query = { resolution: '1m', start: NOW - 10 * HOUR, end: NOW - HOUR }
  const { bars } = await engine.candles(world.venue, 'yes', query, patientCall())
  const span = { from: alignDown(NOW - 10 * HOUR, MINUTE), to: NOW - HOUR }
  expect(bars).toEqual(world.truth('yes', MINUTE, span, NOW))
  const asked = world.asked.length
  expect(asked).toBeGreaterThan(15)
  const part = { resolution: '1m', start: NOW - 9 * HOUR, end: NOW - 2 * HOUR }
  await engine.candles(world.venue, 'yes', part, patientCall())
  expect(world.asked).toHaveLength(asked)
})

test('coarse candles of a busy market are built from the stored fine ones, in as many goes as it takes', async () => {
  play({ listedAt: NOW - 90 * HOUR, stepsAnAnswer: 30, windowSteps: 600 })
  const minutes = world.venue.candles?.steps.filter(({ stepMs }) => stepMs === MINUTE) ?? []
  if (world.venue.candles !== undefined) Object.assign(world.venue.candles, { steps: minutes })
  let deadline = new AbortController()
  const query = { resolution: '1d', limit: 3, end: NOW - DAY }
  for (let tries = 1; tries < 30; tries++) {
    let calls = 0
    deadline = new AbortController()
    const call = { ...patientCall(), signal: deadline.signal }
    const onSent = () => {
      if (++calls === 20) deadline.abort(new DeadlineExceeded(25_000))
    }
    const answer = await engine
      .candles(world.venue, 'yes', query, { ...call, onSent })
      .catch((error: unknown) => error)
    if (answer instanceof Error) {
      expect(answer).toMatchObject({ retryable: true, detail: { kind: 'unfinished' } })
      continue
    }
    expect(tries).toBeGreaterThan(3)
    const { bars } = answer as { bars: unknown }
    expect(bars).toEqual(world.truth('yes', DAY, { from: 0, to: alignDown(NOW, DAY) }, NOW).slice(-3))
    return
  }
  throw new Error('never finished')
})

test.each(['1m', '5m'])('a candle of %s of which only a part is kept is left out', async (resolution) => {
  play({ listedAt: NOW - 90 * HOUR })
  const edge = alignDown(NOW - 5 * HOUR, 5 * MINUTE) + 2 * MINUTE + 23_000
  world.tamper = (batch) => ({
    ...batch,
    kind: 'bars',
    bars:
      batch.kind === 'bars' ? batch.bars.filter(({ timestamp }) => timestamp >= alignDown(edge, MINUTE)) : [],
    withheld: [{ from: 0, to: edge, reason: 'beyond_retention' }],
  })
  const query = { resolution, start: NOW - 6 * HOUR, end: NOW - 4 * HOUR }
  const stepMs = resolution === '1m' ? MINUTE : 5 * MINUTE
  const whole = { from: alignDown(edge, stepMs) + stepMs, to: NOW - 4 * HOUR }
  for (let tries = 0; tries < 2; tries++) {
    const { bars } = await engine.candles(world.venue, 'yes', query, patientCall())
    expect(bars).toEqual(
      world.truth('yes', stepMs, { ...whole, to: alignDown(whole.to, stepMs) + stepMs }, NOW),
    )
  }
})

test('what is stored of a time that the venue has forgotten is answered, but no built candle of which a part was never stored', async () => {
  const minute = fc.integer({ min: 0, max: 4 * 60 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(minute, minute), { minLength: 1, maxLength: 3 }),
      fc.constantFrom('1m', '5m', '30m', '2h'),
      fc.option(fc.integer({ min: 20, max: 300 }), { nil: undefined }),
      async (spans, resolution, limit) => {
        clock = fakeClock(NOW)
        play({ listedAt: 0, retentionMs: 500 * MINUTE })
        const minutes = world.venue.candles?.steps.slice(0, 1)
        if (world.venue.candles !== undefined) Object.assign(world.venue.candles, { steps: minutes })
        const from = alignDown(NOW - 6 * HOUR, MINUTE)
        // What comes later proves the silence before it.
        await engine.candles(world.venue, 'yes', { resolution: '1m', start: NOW - HOUR / 4 }, patientCall())
        const stored = new Set<number>()
        for (const [start, length] of spans) {
          const query = {
            resolution: '1m',
            start: from + start * MINUTE,
            end: from + (start + length) * MINUTE,
          }
          if (query.end > NOW - HOUR) continue
          await engine.candles(world.venue, 'yes', query, patientCall())
          for (let at = query.start; at <= query.end; at += MINUTE) stored.add(at)
        }
        clock.passTo(NOW + 2 * DAY)
        const asked = { resolution, ...(limit === undefined ? { start: NOW - DAY } : { limit }) }
        const { bars } = await engine.candles(world.venue, 'yes', asked, patientCall())
        const stepMs = parseResolution(resolution)
        const isWhole = ({ timestamp }: { timestamp: number }) =>
          Array.from({ length: stepMs / MINUTE }, (_, part) => timestamp + part * MINUTE).every((at) =>
            stored.has(at),
          )
        const truth = world.truth('yes', stepMs, { from: alignDown(from, stepMs), to: NOW - HOUR }, NOW)
        const all = truth.filter(isWhole)
        const old = bars.filter(({ timestamp }) => timestamp < NOW - HOUR)
        expect(old).toEqual(bars.length === limit ? all.slice(all.length - old.length) : all)
      },
    ),
    { numRuns: 25 },
  )
})
