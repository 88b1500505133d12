import { beforeEach, describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import type { EventCandles } from '../../../src/api/models/models.js'
import type { CandleAnswer, CandleEngine } from '../../../src/candles/engine.js'
import type { FetchCall } from '../../../src/candles/fetch/fetch-target.js'
import type { StaleFacts } from '../../../src/candles/response/response-metadata.js'
import type { CandleQuery } from '../../../src/candles/response/window.js'
import { readEventCandles } from '../../../src/core/market-data/event-candles.js'
import { noSecrets } from '../../../src/venue-kit/contract/account-secrets.js'
import { settle } from '../../support/clock.js'
import { fakeVenue } from '../fake-venue.js'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 21, 12)
const bar = (hoursAgo: number) => ({
  timestamp: NOW - hoursAgo * HOUR,
  open: 0.5,
  high: 0.5,
  low: 0.5,
  close: hoursAgo / 1_000,
})

interface Asked {
  readonly outcome: string
  readonly query: CandleQuery
  /** How many hours back it looks; undefined without a start. */
  readonly back: number | undefined
}

let asked: Asked[]
let play: (asked: Asked) => Partial<CandleAnswer> | Promise<Partial<CandleAnswer>>
beforeEach(() => {
  asked = []
  play = () => ({})
})

/** An event with outcomes of these names; each is answered by `play`. */
function ask(
  outcomes: readonly string[],
  query: CandleQuery,
  more: { readonly call?: Partial<FetchCall>; readonly stale?: StaleFacts } = {},
): Promise<{ readonly data: EventCandles; readonly headers: Readonly<Record<string, string>> }> {
  const candles: CandleEngine = {
    async candles(_venue, outcome, question) {
      const { start } = question
      const one = { outcome, query: question, back: start === undefined ? undefined : (NOW - start) / HOUR }
      asked.push(one)
      const common = { basis: 'trade', stepMs: HOUR, seriesKey: 's', generation: 0, tag: 't' } as const
      return { ...common, bars: [], isOver: false, cache: 'hit', freshUntil: NOW, ...(await play(one)) }
    },
    candlesJson: () => Promise.reject(new Error('rows are asked for')),
    availability: () => () => 0,
    generation: () => 0,
  }
  const call: FetchCall = {
    signal: new AbortController().signal,
    secrets: noSecrets,
    priority: 'interactive',
    onSent: () => {},
    ...more.call,
  }
  const markets = outcomes.map((outcomeId) => ({
    outcomes: [{ marketId: `m-${outcomeId}`, outcomeId, label: `Label ${outcomeId}` }],
  }))
  const job = { venue: fakeVenue({}), call, now: NOW, candles }
  const stale = more.stale === undefined ? {} : { stale: more.stale }
  return readEventCandles({ id: 'E', title: 'Event', markets }, query, { ...job, ...stale })
}

const window = { resolution: '1h', start: NOW - 9 * HOUR, end: NOW }
/** Answers of the outcomes A, B, … in their order. */
const answering = (...answers: readonly Partial<CandleAnswer>[]) => {
  play = ({ outcome }) => answers[outcome.charCodeAt(0) - 65] ?? {}
}

describe('the candles of an event', () => {
  test('stand side by side on one grid, with nothing where one has none', async () => {
    answering({ bars: [bar(5), bar(2)] }, { bars: [bar(7), bar(5)] }, {})
    const { data } = await ask(['A', 'B', 'C'], window)
    expect(data).toEqual({
      eventId: 'E',
      title: 'Event',
      resolution: '1h',
      timestamps: [7, 5, 2].map((hours) => NOW - hours * HOUR),
      outcomes: [
        { marketId: 'm-A', outcomeId: 'A', label: 'Label A', candles: [null, bar(5), bar(2)] },
        { marketId: 'm-B', outcomeId: 'B', label: 'Label B', candles: [bar(7), bar(5), null] },
        { marketId: 'm-C', outcomeId: 'C', label: 'Label C', candles: [null, null, null] },
      ],
    })
  })

  test('are the newest open times, as many as are wanted', async () => {
    answering({ bars: [bar(5), bar(2)] }, { bars: [bar(4), bar(3)] })
    const { data } = await ask(['A', 'B'], { ...window, limit: 3 })
    expect(data.timestamps).toEqual([4, 3, 2].map((hours) => NOW - hours * HOUR))
  })

  test('say that the limit leaves some out, of all outcomes together and of each', async () => {
    const truncated = async (query: CandleQuery) => (await ask(['A', 'B'], query)).headers['x-pmx-truncated']
    answering({ bars: [bar(5), bar(2)] }, { bars: [bar(4), bar(3)] })
    expect(await truncated({ ...window, limit: 3 })).toBe('limit')
    expect(await truncated({ ...window, limit: 4 })).toBeUndefined()
    expect(await truncated({ resolution: '1h', limit: 3 })).toBeUndefined()
    answering({ bars: [bar(5)] }, { bars: [bar(5)], isCut: true })
    expect(await truncated({ ...window, limit: 1 })).toBe('limit')
  })

  test('are asked for of one window, which ends now', async () => {
    await ask(['A', 'B'], { resolution: '1h', start: NOW - HOUR, end: NOW + HOUR })
    await ask(['A'], { resolution: '1h', start: NOW - HOUR })
    await ask(['A'], { resolution: '1h', start: NOW - 9 * HOUR, end: NOW - HOUR })
    expect(asked.map(({ query }) => query.end)).toEqual([NOW, NOW, NOW, NOW - HOUR])
  })

  test('are asked for eight at a time', async () => {
    let now = 0
    let most = 0
    play = async () => {
      most = Math.max(most, ++now)
      await settle()
      now--
      return {}
    }
    const names = Array.from({ length: 17 }, (_, index) => `O${index}`)
    const { data } = await ask(names, window)
    expect([most, asked.map(({ outcome }) => outcome)]).toEqual([8, names])
    expect(data.outcomes).toHaveLength(17)
  })

  test('of an event without outcomes are none, and nothing is told of them', async () => {
    expect(await ask([], window)).toMatchObject({ data: { timestamps: [], outcomes: [] }, headers: {} })
  })

  test('are not half of them: the failure of one is that of all, with its name', async () => {
    play = ({ outcome }) => {
      if (outcome === 'B') throw new PmxError('NETWORK_ERROR', 'it is down', { retryable: true })
      return {}
    }
    await expect(ask(['A', 'B'], window)).rejects.toMatchObject({
      code: 'NETWORK_ERROR',
      message: "Outcome 'B': it is down",
      retryable: true,
    })
    play = () => {
      throw new TypeError('a bug')
    }
    await expect(ask(['A'], window)).rejects.toThrow(/^a bug$/)
  })

  test('are at most 500,000, where a limit asks for more', async () => {
    const names = Array.from({ length: 11 }, (_, index) => `O${index}`)
    const tooMany = ask(names, { resolution: '1h', start: 0, limit: 50_000 })
    await expect(tooMany).rejects.toMatchObject({ code: 'VALIDATION_ERROR', field: 'limit' })
    expect(asked).toEqual([])
    await ask(names.slice(1), { resolution: '1h', start: 0, limit: 50_000 })
    await ask(names, { ...window, limit: 50_000 })
    await ask(names, { resolution: '1m', start: 0 })
    expect(asked).toHaveLength(10 + 11 + 11)
  })
})

describe('without a start', () => {
  const newest = { resolution: '1h', limit: 4 }
  const hours = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, at) => bar(from - at))

  test('all outcomes are looked at together, no further back than there are enough open times', async () => {
    answering({ bars: [bar(3), bar(1)] }, { bars: [bar(2), bar(0)] })
    const { data } = await ask(['A', 'B'], newest)
    expect(data.timestamps).toHaveLength(4)
    expect(asked.map(({ back }) => back)).toEqual([3, 3])
    expect(asked.map(({ query }) => query.limit)).toEqual([4, 4])
  })

  test('each look is four times as long, and after three each outcome is searched by itself', async () => {
    play = ({ back }) => ({ bars: back === undefined ? hours(99, 96) : [] })
    const { data } = await ask(['A'], newest)
    expect(asked.map(({ back }) => back)).toEqual([3, 15, 63, undefined])
    expect(data.timestamps).toHaveLength(4)
  })

  test('a look that would begin before 1970 is that of each outcome by itself', async () => {
    await ask(['A'], { resolution: '1w', limit: 1_500 })
    await ask(['A'], { resolution: '1w', limit: 5_000 })
    expect(asked.map(({ query }) => query.start !== undefined)).toEqual([true, false, false])
  })

  test.each<[string, readonly CandleAnswer['cache'][], string]>([
    ['was stored', ['hit', 'hit'], 'hit'],
    ['was fetched by an earlier look', ['miss', 'hit'], 'partial'],
    ['was fetched by the last look', ['hit', 'miss'], 'miss'],
  ])('what %s is told as that', async (_what, [first = 'hit', second = 'hit'], told) => {
    play = ({ back }) => (back === 3 ? { cache: first } : { cache: second, bars: hours(9, 6) })
    expect((await ask(['A', 'B'], newest)).headers['x-pmx-cache']).toBe(told)
  })

  test('it is enough that one outcome was fetched by an earlier look', async () => {
    play = ({ outcome, back }) => {
      if (back !== 3) return { bars: hours(9, 6) }
      return { cache: outcome === 'A' ? 'miss' : 'hit' }
    }
    expect((await ask(['A', 'B'], newest)).headers['x-pmx-cache']).toBe('partial')
  })

  test('what is stored may begin before a look does, for who takes it', async () => {
    const down = new PmxError('NETWORK_ERROR', 'down')
    play = ({ back }) => {
      if (back === undefined) return { bars: hours(99, 96) }
      throw down
    }
    await expect(ask(['A'], newest)).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
    await expect(ask(['A'], newest, { call: { stored: { serves: false } } })).rejects.toThrow('down')
    asked = []
    const { data } = await ask(['A'], newest, { call: { stored: { serves: true } } })
    expect([data.timestamps.length, asked.map(({ back }) => back)]).toEqual([4, [3, undefined]])
    play = () => {
      throw new PmxError('VALIDATION_ERROR', 'no')
    }
    asked = []
    await expect(ask(['A'], newest, { call: { stored: { serves: true } } })).rejects.toThrow('no')
    expect(asked).toHaveLength(1)
  })
})

describe('what is told of the candles of an event', () => {
  const told = async (...answers: readonly Partial<CandleAnswer>[]) => {
    answering(...answers)
    return (await ask(['A', 'B'], window)).headers
  }

  test.each([
    [['hit', 'hit'], 'hit'],
    [['miss', 'miss'], 'miss'],
    [['hit', 'miss'], 'partial'],
    [['miss', 'hit'], 'partial'],
  ] as const)('of outcomes that were %j is %s', async (caches, cache) => {
    expect((await told(...caches.map((one) => ({ cache: one }))))['x-pmx-cache']).toBe(cache)
  })

  test('runs when the candle of any outcome runs, and is searched as far as all of them are', async () => {
    const headers = await told({ searchedFrom: 5 }, { runningFrom: NOW, searchedFrom: 9 })
    expect(headers).toMatchObject({ 'x-pmx-partial-from': String(NOW), 'x-pmx-searched-from': '9' })
  })

  test('is nothing of what only one of them is', async () => {
    expect(await told({ emptyReason: 'no_trades' }, {})).toEqual({
      'x-pmx-cache': 'hit',
      'x-pmx-price-basis': 'trade',
    })
  })

  test('is as old as the oldest, and misses what any of them misses', async () => {
    const missing = (from: number, to: number) => [{ from, to }]
    const headers = await told(
      { stale: { reason: 'timeout', ageS: 5, missing: missing(10, 20) } },
      { stale: { reason: 'blocked', ageS: 9, missing: missing(15, 30) } },
    )
    expect(headers).toMatchObject({ 'x-pmx-stale': 'timeout; age=9', 'x-pmx-missing': '10-30' })
  })

  test('is also how old the event itself is', async () => {
    const stale = { reason: 'offline', ageS: 70, missing: [] }
    const { headers } = await ask(['A'], window, { stale })
    expect(headers['x-pmx-stale']).toBe('offline; age=70')
    expect(headers).not.toHaveProperty('x-pmx-missing')
  })
})
