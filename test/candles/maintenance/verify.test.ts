import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyCandles } from '../../../src/candles/maintenance/verify.js'
import type { SeriesIdentity } from '../../../src/candles/store/candle-store.js'
import { bar, covers } from '../store-suite.js'
import { candleFiles } from '../support/candle-file.js'

const MINUTE = 60_000
const files = candleFiles()
afterAll(() => files.remove())

const yes: SeriesIdentity = { venue: 'kalshi', seriesKey: 'YES', stepMs: MINUTE, basis: 'trade' }
const no: SeriesIdentity = { ...yes, seriesKey: 'NO' }

let file: ReturnType<typeof files.fresh>
beforeEach(() => {
  file = files.fresh()
})

const flat = (minute: number, close: number) => ({
  ...bar(minute, close),
  open: close,
  high: close,
  low: close,
})

/** Stores closes minute by minute. */
function keep(identity: SeriesIdentity, closes: readonly number[]): void {
  file.store.commit(identity, {
    bars: closes.map((close, minute) => flat(minute, close)),
    coverage: [covers(0, closes.length)],
  })
}

function know(outcomeId: string, { seriesKey }: SeriesIdentity, facts: object = {}, mirrored = false): void {
  file.store.remember('kalshi', outcomeId, {
    series: { outcomeId, seriesKey, mirrored, facts },
    checkedAt: 1,
  })
}

const problems = async (of: 'findings' | 'suspicions') =>
  (await verifyCandles(file.database))[of].map(({ series, problem }) => `${series}: ${problem}`)

const moving = (count: number, every = 1) =>
  Array.from({ length: count }, (_, minute) => 0.4 + (Math.floor(minute / every) % 5) / 100)

describe('two series with the very same candles', () => {
  test.each<[string, readonly number[], boolean]>([
    ['are one too many', moving(60), true],
    ['are chance where they are short', moving(59), false],
    ['are one too many where every ninth close is another', moving(90, 9), true],
    ['are chance where only every tenth close is another', moving(100, 10), false],
  ])('%s', async (_what, closes, isFound) => {
    keep(yes, closes)
    keep(no, closes)
    expect(await problems('findings')).toEqual(isFound ? ['YES: it has the same candles as NO'] : [])
  })

  test('are two where they are of different steps or venues, or differ in one candle', async () => {
    keep(yes, moving(60))
    keep({ ...no, venue: 'polymarket' }, moving(60))
    keep(no, [...moving(59), 0.9])
    expect(await problems('findings')).toEqual([])
  })
})

describe('a series of several outcomes', () => {
  test('has one on each side', async () => {
    keep(yes, moving(3))
    know('b', yes)
    know('no', yes, {}, true)
    know(' B ', yes)
    expect(await problems('findings')).toEqual([])
    know('a', yes)
    know('none', yes, {}, true)
    expect(await problems('findings')).toEqual([
      'YES: the same candles belong to  B  and a',
      'YES: the same candles belong to no and none',
    ])
  })

  test('without candles says nothing', async () => {
    file.store.commit(yes, { bars: [], coverage: [covers(0, 9)] })
    know('a', yes)
    know('b', yes)
    expect(await problems('findings')).toEqual([])
  })
})

describe('two sides of a market', () => {
  const market = { marketId: 'm' }
  const closes = moving(10)
  const against = (error: number) => closes.map((close) => 1 - close + error)
  const missing = 'with NO, the other outcome of the market, the closing prices differ from 1 by'

  test.each<[string, number, object, object, boolean]>([
    ['add up to 1 give or take a spread', 0.09, market, market, false],
    ['that miss it by more than that are suspect', 0.11, market, market, true],
    ['are also those of a condition', 0.11, { conditionId: 'c' }, { conditionId: 'c' }, true],
    [
      'are told apart by their condition before their market',
      0.11,
      { ...market, conditionId: 'c' },
      market,
      false,
    ],
    ['are those of one market alone', 0.11, market, { marketId: 'other' }, false],
    ['are not known where the market has no name', 0.11, { marketId: 7 }, { marketId: 7 }, false],
  ])('%s', async (_what, error, ofYes, ofNo, isSuspect) => {
    keep(yes, closes)
    keep(no, against(error))
    know('y', yes, ofYes)
    know('n', no, ofNo)
    const told = await problems('suspicions')
    // Series go by their names.
    expect(told).toEqual(isSuspect ? [`NO: ${missing.replace('NO', 'YES')} 0.110 on average`] : [])
  })

  test('are not judged by fewer than ten closes that both have', async () => {
    keep(yes, closes)
    keep(no, against(0.3).slice(1))
    know('y', yes, market)
    know('n', no, market)
    expect(await problems('suspicions')).toEqual([])
  })

  test('are two: more of them, such as those of an event, add up to something else', async () => {
    keep(yes, closes)
    keep(no, against(0.3))
    keep({ ...no, seriesKey: 'DRAW' }, against(0.3))
    for (const identity of [yes, no, { ...no, seriesKey: 'DRAW' }]) know(identity.seriesKey, identity, market)
    expect((await problems('suspicions')).filter((problem) => problem.includes('miss 1'))).toEqual([])
  })

  test('are one series where the other one is derived from it', async () => {
    keep(yes, closes)
    keep(no, against(0.3))
    know('y', yes, market)
    know('x', yes, market, true)
    know('n', no, market)
    expect(await problems('suspicions')).toEqual([])
  })
})

test('a hundred findings are told, and that there are more', async () => {
  keep(yes, moving(101))
  const spoil = async (count: number) => {
    file.database.exec(`UPDATE loose_candles SET high = 7 WHERE open_time < ${count * MINUTE}`)
    const { findings, more } = await verifyCandles(file.database)
    return [findings.filter(({ problem }) => problem.includes('high')).length, findings.length, more]
  }
  expect(await spoil(1)).toEqual([1, 2, false])
  expect(await spoil(50)).toEqual([50, 100, false])
  expect(await spoil(51)).toEqual([50, 100, true])
})

test('a finding names its venue, series, resolution and time', async () => {
  keep(yes, moving(3))
  file.database.exec(`UPDATE loose_candles SET json = '{}' WHERE open_time = ${2 * MINUTE}`)
  expect((await verifyCandles(file.database)).findings).toEqual([
    {
      venue: 'kalshi',
      series: 'YES',
      resolution: '1m',
      timestamp: 2 * MINUTE,
      problem: 'its stored JSON differs from its columns',
    },
  ])
})

test('candles out of their order are found, also beside others of their time', async () => {
  keep(yes, moving(3))
  file.database.exec(`UPDATE loose_candles SET open_time = ${2 * MINUTE - 1} WHERE open_time = ${MINUTE}`)
  expect(await problems('findings')).toContainEqual(expect.stringContaining('is not a multiple of'))
})

test('the database can be written again when all was looked at', async () => {
  keep(yes, moving(3))
  await verifyCandles(file.database)
  expect(() => file.database.exec('BEGIN; ROLLBACK')).not.toThrow()
})
