import { describe, expect, test } from 'vitest'
import { geminiTitan } from '../../../src/venues/gemini-titan/index.js'
import { expectDrift, failureOf } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import { readerOf } from '../../support/reading.js'
import { now } from '../../support/venue.js'
import { json, queryOf, sentTo } from '../../support/wire.js'
import { nativeEvent, noInstrument, pageOf } from './payloads.js'
import { eventAt, events, LIST, setUp } from './set-up.js'

const symbol = 'GEMI-DEM2028-DEMADA'
const [yes, no] = [`GEMI:${symbol}:yes`, `GEMI:${symbol}:no`]
const BOOK = `GET api/v1/book/${symbol}`
const TRADES = `GET api/v1/trades/${symbol}`
const known = { ...events({ DEM2028: nativeEvent() }), [LIST]: pageOf([]) }

const level = (price: string, amount: string) => ({ price, amount, timestamp: '1787032777' })
const nativeBook = {
  bids: [level('0.19', '1530.0'), level('0.18', '25.5'), level('0.01', '0.0')],
  asks: [level('0.2', '1250.0')],
}

describe('a book', () => {
  test('of YES is the native one, asked for whole and by its id alone', async () => {
    const { ctx, wire } = setUp({ [BOOK]: nativeBook })
    expect(await readerOf(geminiTitan, ctx).book(yes)).toEqual({
      bids: [
        { price: 0.19, size: 1530 },
        { price: 0.18, size: 25.5 },
      ],
      asks: [{ price: 0.2, size: 1250 }],
      timestamp: now,
      datetime: '2026-11-21T12:00:00.000Z',
      sourceMetadata: { timestampSource: 'received' },
    })
    expect(wire.calls.map(queryOf)).toEqual([{ limit_bids: '0', limit_asks: '0' }])
  })

  test('of NO is its mirror', async () => {
    const { ctx } = setUp({ [BOOK]: nativeBook })
    const { bids, asks } = await readerOf(geminiTitan, ctx).book(no)
    expect(bids).toEqual([{ price: 0.8, size: 1250 }])
    expect(asks).toEqual([
      { price: 0.81, size: 1530 },
      { price: 0.82, size: 25.5 },
    ])
  })

  test('of a contract that has not opened is empty; of none there is none', async () => {
    const { ctx, wire } = setUp({ ...known, [BOOK]: json(400, noInstrument) })
    expect(await readerOf(geminiTitan, ctx).book(yes)).toMatchObject({ bids: [], asks: [] })
    expect(sentTo(wire)).toEqual([BOOK, eventAt('DEM2028')])
    const none = 'GEMI-DEM2028-NOBODY'
    const other = setUp({ ...known, [`GET api/v1/book/${none}`]: json(400, noInstrument) })
    expect((await failureOf(() => readerOf(geminiTitan, other.ctx).book(`GEMI:${none}:yes`))).code).toBe(
      'NOT_FOUND',
    )
  })

  test('another refusal is an error', async () => {
    const { ctx } = setUp({
      ...known,
      [BOOK]: json(400, { result: 'error', reason: 'X', message: 'limit_bids' }),
    })
    expect((await failureOf(() => readerOf(geminiTitan, ctx).book(yes))).code).toBe('BAD_REQUEST')
  })

  test('by the id of its market is refused with its outcomes', async () => {
    const { ctx } = setUp({ ...known, [BOOK]: nativeBook })
    expect(await failureOf(() => readerOf(geminiTitan, ctx).book(`gemi-${symbol}`))).toMatchObject({
      code: 'NOT_FOUND',
      detail: { outcomeIds: [yes, no] },
    })
  })

  test.each(
    mutationsOf(
      ['bids', 'asks', 'bids.*.price', 'asks.*.amount'],
      ['dropped', 'renamed', 'retyped', 'nulled'],
    ),
  )('$path $how is an error', async (mutation) => {
    const { ctx } = setUp({ [BOOK]: mutate(nativeBook, mutation) })
    await expectDrift(() => readerOf(geminiTitan, ctx).book(yes), mutation.path.split('.')[0] ?? '')
  })
})

const trade = (over: object = {}) => ({
  timestamp: 1787183859,
  timestampms: 1_787_183_859_270,
  tid: 1_893_456_011_072_804,
  price: '0.18',
  amount: '13',
  exchange: 'gemini',
  type: 'buy',
  ...over,
})

describe('trades', () => {
  test('are the newest 500, seen from the side that was asked for', async () => {
    const rows = [trade(), trade({ tid: 2, timestampms: 1_787_183_859_300, type: 'sell', price: '0.19' })]
    const { ctx, wire } = setUp({ ...known, [TRADES]: rows })
    expect(await readerOf(geminiTitan, ctx).trades(yes)).toEqual([
      { id: '2', timestamp: 1_787_183_859_300, price: 0.19, amount: 13, side: 'sell', outcomeId: yes },
      {
        id: '1893456011072804',
        timestamp: 1_787_183_859_270,
        price: 0.18,
        amount: 13,
        side: 'buy',
        outcomeId: yes,
      },
    ])
    expect((await readerOf(geminiTitan, ctx).trades(no)).map(({ price, side }) => [price, side])).toEqual([
      [0.81, 'buy'],
      [0.82, 'sell'],
    ])
    expect(wire.calls.filter(({ path }) => path.includes('trades')).map(queryOf)[0]).toEqual({
      limit_trades: '500',
    })
  })

  test('of a kind that is no taker’s have no side', async () => {
    const { ctx } = setUp({ ...known, [TRADES]: [trade({ type: 'auction' }), trade({ tid: 3, type: null })] })
    expect((await readerOf(geminiTitan, ctx).trades(yes)).map(({ side }) => side)).toEqual([
      'unknown',
      'unknown',
    ])
  })

  test('of a contract that has not opened are none', async () => {
    const { ctx } = setUp({ ...known, [TRADES]: json(400, noInstrument) })
    expect(await readerOf(geminiTitan, ctx).trades(yes)).toEqual([])
  })

  test('an id that a double does not hold is an error', async () => {
    const { ctx } = setUp({ ...known, [TRADES]: [trade({ tid: 2 ** 53 + 2 })] })
    await expectDrift(() => readerOf(geminiTitan, ctx).trades(yes), 'tid')
  })

  test.each(
    mutationsOf(
      ['*.tid', '*.timestampms', '*.price', '*.amount'],
      ['dropped', 'renamed', 'retyped', 'nulled'],
    ),
  )('$path $how is an error', async (mutation) => {
    const { ctx } = setUp({ ...known, [TRADES]: mutate([trade()], mutation) })
    await expectDrift(() => readerOf(geminiTitan, ctx).trades(yes), mutation.path.slice(2))
  })
})
