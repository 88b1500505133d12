import { beforeEach, describe, expect, test } from 'vitest'
import type { Span } from '../../src/api/times/span.js'
import type { CandleEngine } from '../../src/candles/engine.js'
import { type CandleStore, type SeriesIdentity, seriesNameOf } from '../../src/candles/store/candle-store.js'
import { createMemoryStore } from '../../src/candles/store/memory-store.js'
import { createEventLoopYield } from '../../src/policy/event-loop-yield.js'
import { type CandleWorld, candleWorld } from '../support/candle-world.js'
import { type FakeClock, fakeClock, settle } from '../support/clock.js'
import { engineOver, patientCall } from '../support/engine.js'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 5, 10, 9, 30, 20)
const CALLERS = 12

/** Every third hour has no trades. */
const isQuiet = (at: number): boolean => Math.floor(at / HOUR) % 3 === 0

let clock: FakeClock
let world: CandleWorld
let engine: CandleEngine
/** Ends of turns that wait for the event loop. */
let ends: (() => void)[]
/** Generations of the series at each span that was read since the turn began. */
let read: number[]
let onRead: (span: Span) => void

beforeEach(() => {
  clock = fakeClock(NOW)
  world = candleWorld({ clock, listedAt: NOW - 400 * HOUR, isQuiet })
  ends = []
  read = []
  const inner = createMemoryStore()
  onRead = () => {}
  const noting = <Told>([identity, span]: readonly [SeriesIdentity, Span], told: Told): Told => {
    onRead(span)
    read.push(engine.generation(seriesNameOf(identity)))
    return told
  }
  const store: CandleStore = {
    ...inner,
    read: (...asked) => noting(asked, inner.read(...asked)),
    readText: (...asked) => noting(asked, inner.readText(...asked)),
  }
  const turn = createEventLoopYield((task) => ends.push(task))
  engine = engineOver(store, clock, undefined, turn)
})

/** Ends turn after turn; the most spans that were read in one, and whether any was. */
async function mostReadInATurn(): Promise<number> {
  let most = 0
  for (;;) {
    await settle()
    most = Math.max(most, read.length)
    read = []
    const end = ends.shift()
    if (end === undefined) return most
    end()
  }
}

/** Windows that overlap, so that nobody has the answer of another. */
const windows = Array.from({ length: CALLERS }, (_, index) => ({
  resolution: '1h',
  start: NOW - (300 + index) * HOUR,
  end: NOW - (100 - index) * HOUR,
}))

describe('many different questions that can be answered at the same moment', () => {
  test.each(['yes', 'no'])('are put together one a turn (%s)', async (outcome) => {
    for (const _ of ['asked of the venue', 'stored']) {
      const asked = windows.map((query) => engine.candlesJson(world.venue, outcome, query, patientCall()))
      expect(await mostReadInATurn()).toBe(1)
      const answers = await Promise.all(asked)
      expect(new Set(answers.map(({ json }) => json)).size).toBe(CALLERS)
    }
  })

  test('as lists of derived candles too', async () => {
    const asked = windows.map((query) =>
      engine.candles(world.venue, 'yes', { ...query, resolution: '6h' }, patientCall()),
    )
    // The steps of one answer, and whether its edges are whole.
    expect(await mostReadInATurn()).toBeLessThanOrEqual(3)
    await Promise.all(asked)
  })

  test('come to an end one by one, whatever way back each must go', async () => {
    // Hours without trades make one look too few for everybody.
    const queries = windows.map((_, index) => ({
      resolution: '1h',
      end: NOW - (50 + index) * HOUR,
      limit: 90,
    }))
    const ask = () => queries.map((query) => engine.candlesJson(world.venue, 'no', query, patientCall()))
    const first = ask()
    await mostReadInATurn()
    await Promise.all(first)
    let [begun, ended] = [0, 0]
    const mostOpen: number[] = []
    onRead = ({ to }) => {
      if (to > NOW - 100 * HOUR) mostOpen.push(++begun - ended)
    }
    const again = ask().map((asked) => asked.then(() => ended++))
    await mostReadInATurn()
    await Promise.all(again)
    expect(mostOpen).toHaveLength(CALLERS)
    expect(Math.max(...mostOpen)).toBe(1)
  })

  test('tell the generation of what was read, whatever came while they waited', async () => {
    const [known, other] = [windows[0], windows[CALLERS - 1]]
    if (known === undefined || other === undefined) throw new Error('no windows')
    const ask = (query: typeof known) => engine.candlesJson(world.venue, 'yes', query, patientCall())
    const first = ask(known)
    await mostReadInATurn()
    const before = await first
    const [busy, again] = [ask(other), ask(known)]
    await settle()
    ends.shift()?.()
    await settle()
    const after = await again
    expect(after.generation).toBeGreaterThan(before.generation)
    expect(read).toEqual([after.generation])
    await mostReadInATurn()
    await busy
  })

  test('are not put together for one who has gone while he waited', async () => {
    const gone = new AbortController()
    const [first, second] = windows.slice(0, 2).map((query, index) => {
      const call = { ...patientCall(), ...(index === 1 ? { signal: gone.signal } : {}) }
      return engine.candlesJson(world.venue, 'yes', query, call).catch((error: unknown) => error)
    })
    await settle()
    gone.abort(new Error('hung up'))
    await mostReadInATurn()
    expect(await first).toMatchObject({ cache: 'miss' })
    expect(await second).toMatchObject({ message: 'hung up' })
  })
})
