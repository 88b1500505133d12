import { describe, expect, test } from 'vitest'
import type { PriceCandle } from '../../src/api/models/models.js'
import type { CandleBatch, PricePoint } from '../../src/venue-kit/contract/venue.js'
import { failure, NOW, openWorld, surfaceOver } from './support/candle-surface.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

type Bars = readonly PriceCandle[]
/** What a venue sends instead of its candles, and what is then said about it: where, and what is wrong there. */
interface BadBatch {
  readonly what: string
  readonly of: (bars: Bars) => CandleBatch
  readonly path: string
  readonly problem: (bars: Bars) => string
}

const timeOf = (bars: Bars, index: number): number => bars[index]?.timestamp ?? 0
const bars = (list: Bars): CandleBatch => ({ kind: 'bars', route: 'bad', bars: list })
const points = (list: readonly PricePoint[]): CandleBatch => ({ kind: 'points', route: 'bad', points: list })

/** Another second candle. */
function second(change: (bar: PriceCandle, all: Bars) => Partial<PriceCandle>) {
  return (all: Bars): CandleBatch =>
    bars(all.map((bar, index) => (index === 1 ? { ...bar, ...change(bar, all) } : bar)))
}

const START = NOW - 5 * HOUR - 20_000
const END = START + HOUR

const badBatches: readonly BadBatch[] = [
  ...(
    [
      ['a price above 1', { high: 1.2 }, 'high 1.2 is not a price between 0 and 1'],
      ['a price below 0', { low: -0.1 }, 'low -0.1 is not a price between 0 and 1'],
      ['a price that is no number', { close: Number.NaN }, 'close NaN is not a price between 0 and 1'],
      [
        'a price without end',
        { open: Number.POSITIVE_INFINITY },
        'open Infinity is not a price between 0 and 1',
      ],
      [
        'a high below its low',
        { open: 0.5, high: 0.4, low: 0.6, close: 0.5 },
        'open 0.5, high 0.4, low 0.6, close 0.5 contradict each other',
      ],
      ['a volume below 0', { volume: -1 }, 'volume -1 is not a valid amount'],
      ['a time that is none', { timestamp: Number.NaN }, 'timestamp NaN is not a valid time'],
    ] as const
  ).map(([what, change, problem]) => ({
    what,
    of: second(() => change),
    path: 'bars[1]',
    problem: () => problem,
  })),
  {
    what: 'a time off the grid',
    of: second(({ timestamp }) => ({ timestamp: timestamp + 1 })),
    path: 'bars[1]',
    problem: (all) => `timestamp ${timeOf(all, 1) + 1} is not a multiple of 60000 ms`,
  },
  {
    what: 'candles newest first',
    of: (all) => bars([...all].reverse()),
    path: 'bars[1]',
    problem: (all) =>
      `timestamp ${timeOf(all, all.length - 2)} is not later than the previous one, ${timeOf(all, all.length - 1)}`,
  },
  {
    what: 'a candle twice',
    of: (all) => bars(all.flatMap((bar, index) => (index === 1 ? [bar, bar] : [bar]))),
    path: 'bars[2]',
    problem: (all) => `timestamp ${timeOf(all, 1)} is not later than the previous one, ${timeOf(all, 1)}`,
  },
  {
    what: 'a candle before the window',
    of: (all) => bars(all.map((bar, index) => (index === 0 ? { ...bar, timestamp: START - MINUTE } : bar))),
    path: 'bars[0]',
    problem: () => `timestamp ${START - MINUTE} is outside the window`,
  },
  {
    what: 'a candle after the window',
    of: second(() => ({ timestamp: END + MINUTE })),
    path: 'bars[1]',
    problem: () => `timestamp ${END + MINUTE} is outside the window`,
  },
  {
    what: 'a point above 1',
    of: () => points([{ at: START, price: 40 }]),
    path: 'points[0]',
    problem: () => '40 is not a price between 0 and 1',
  },
  {
    what: 'a point outside the window',
    of: () => points([{ at: START / 1000, price: 0.4 }]),
    path: 'points[0]',
    problem: () => `time ${START / 1000} is outside the window`,
  },
]

describe('a batch that cannot be right is an error with its path, and nothing of it is kept:', () => {
  const query = {
    outcomeId: 'yes',
    resolution: '1m',
    start: new Date(START).toISOString(),
    end: new Date(END).toISOString(),
  }

  async function answerTo(of: BadBatch['of']) {
    const world = openWorld()
    const { get } = surfaceOver(world.venue)
    let sent: Bars = []
    world.tamper = (batch) => {
      if (batch.kind === 'bars') sent = batch.bars
      return of(sent)
    }
    const reply = await get(query)
    world.tamper = undefined
    expect(sent.length).toBeGreaterThan(10)
    expect((await get(query)).json).toEqual((await surfaceOver(openWorld().venue).get(query)).json)
    return { reply, sent }
  }

  test.each(badBatches)('$what', async ({ of, path, problem }) => {
    const { reply, sent } = await answerTo(of)
    const said = problem(sent)
    expect(reply).toMatchObject(
      failure(
        503,
        'EXCHANGE_NOT_AVAILABLE',
        `The venue's candles are invalid at ${path}: ${said}. They were discarded.`,
        { detail: { kind: 'bad_candles', path, problem: said } },
      ),
    )
  })

  test('samples further apart than the step', async () => {
    const every20 = [0, 20, 40, 60].map((minutes) => ({ at: START + minutes * MINUTE, price: 0.5 }))
    const { reply } = await answerTo(() => ({
      kind: 'points',
      route: 'bad',
      points: every20,
      sampled: true,
    }))
    expect(reply).toMatchObject(
      failure(
        503,
        'EXCHANGE_NOT_AVAILABLE',
        'The venue returned samples 1200 s apart instead of 60 s. They were discarded. Request a coarser ' +
          'resolution.',
        { detail: { kind: 'resolution_not_honoured', askedMs: MINUTE, gotMs: 20 * MINUTE } },
      ),
    )
  })
})
