import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { present } from '../../support/expect.js'
import { type Answers, json, queryOf } from '../../support/wire.js'
import { type Members, nativeEvent, nativeMarket, nativeSeries, secondMarket } from './payloads.js'
import { setUp } from './set-up.js'

const { markets } = kalshi
const getMany = present(markets.getMany)
const fitACall = present(markets.fitACall)
const [vela, otto, old] = ['KXORBMAYOR-26-VELA', 'KXORBMAYOR-26-OTTO', 'KXORBMAYOR-26-OLD']
const archived = nativeMarket({ ticker: old, status: 'finalized', result: 'no' })
const withoutMarkets = nativeEvent({ markets: undefined })

/** Lists of both tiers, and the calls for one of each. */
function venueOf(live: readonly Members[], archive: readonly Members[], more: Answers = {}) {
  const amongst = (rows: readonly Members[]) => (call: VenueCall) => {
    const tickers = String(queryOf(call)['tickers']).split(',')
    return { markets: rows.filter(({ ticker }) => tickers.includes(String(ticker))), cursor: '' }
  }
  const single = (rows: readonly Members[], stem: string): Answers =>
    Object.fromEntries(rows.map((market) => [`GET api${stem}/${market['ticker']}`, { market }]))
  return setUp({
    'GET api/markets': amongst(live),
    'GET api/historical/markets': amongst(archive),
    ...single(live, '/markets'),
    ...Object.fromEntries(
      archive.map(({ ticker }) => [`GET api/markets/${ticker}`, json(404, { error: { code: 'not_found' } })]),
    ),
    ...single(archive, '/historical/markets'),
    'GET api/events': { events: [withoutMarkets], cursor: '' },
    'GET api/events/KXORBMAYOR-26': { event: withoutMarkets },
    'GET api/series': { series: [nativeSeries()] },
    'GET api/series/KXORBMAYOR': { series: nativeSeries() },
    ...more,
  })
}

const live = [nativeMarket(), secondMarket()]

describe('several markets by ticker', () => {
  test('are the rows that lookups tell, of both tiers, under the ids that were asked', async () => {
    const ids = [vela, ` ${otto.toLowerCase()} `]
    const told = await getMany(ids, venueOf(live, []).ctx)
    expect([...told.keys()]).toEqual(ids)
    const { ctx } = venueOf(live, [])
    for (const id of ids)
      expect(JSON.stringify(told.get(id))).toBe(JSON.stringify(await markets.getMarket(id, ctx)))
  })

  test('cost a call for the markets, one for their events and one for a series or two', async () => {
    const { ctx, wire } = venueOf(live, [])
    await getMany([vela, otto], ctx)
    expect(wire.calls.map(({ path }) => path)).toEqual(['/markets', '/events', '/series/KXORBMAYOR'])
    await getMany([vela, otto], ctx)
    expect(wire.calls.slice(3).map(({ path }) => path)).toEqual(['/markets'])
  })

  test('of many series take these from the list of all', async () => {
    const of = (index: number): Members => ({ event_ticker: `KXE${index}`, series_ticker: `KXS${index}` })
    const { ctx, wire } = venueOf(
      [1, 2, 3].map((index) => nativeMarket({ ...of(index), ticker: `KXE${index}-A` })),
      [],
      {
        'GET api/events': {
          events: [1, 2, 3].map((index) => nativeEvent({ ...of(index), markets: undefined })),
        },
        'GET api/series': { series: [1, 2].map((index) => nativeSeries({ ticker: `KXS${index}` })) },
      },
    )
    const told = await getMany(['KXE1-A', 'KXE2-A', 'KXE3-A'], ctx)
    // Of the third market's series the list says nothing: alone it is asked for by a call of its own.
    expect([...told.keys()]).toEqual(['KXE1-A', 'KXE2-A'])
    expect(wire.calls.map(({ path }) => path)).toEqual(['/markets', '/events', '/series'])
  })

  test('in the archive are asked for there, those that neither tier has are left out', async () => {
    const { ctx, wire } = venueOf(live, [archived])
    const told = await getMany([vela, old, 'KXGONE-26'], ctx)
    expect([...told.keys()]).toEqual([vela, old])
    expect(wire.calls.slice(0, 2).map(({ path }) => path)).toEqual(['/markets', '/historical/markets'])
    expect(queryOf(present(wire.calls[1]))['tickers']).toBe(`${old},KXGONE-26`)
    expect(JSON.stringify(told.get(old))).toBe(JSON.stringify(await markets.getMarket(old, ctx)))
  })

  test.each([
    ['of an event that the list hides', live, { 'GET api/events': { events: [], cursor: '' } }],
    ['that cannot be read', [nativeMarket({ last_price_dollars: '7' }), nativeMarket({ status: 7 })], {}],
  ])('%s are left out: alone each fails or is found by itself', async (_what, rows, more) => {
    const { ctx } = venueOf(rows, [], more)
    expect([...(await getMany([vela], ctx)).keys()]).toEqual([])
    expect(ctx.omissions.isWhole).toBe(true)
  })
})

describe('a call for several', () => {
  const many = (count: number, length: number): string[] =>
    Array.from({ length: count }, (_, index) => `KX${String(index).padStart(length - 2, '0')}`)

  test('takes a hundred tickers, as far as they fit into an address', () => {
    expect([fitACall(many(100, 40)), fitACall(many(101, 20)), fitACall(many(100, 80))]).toEqual([
      true,
      false,
      false,
    ])
  })

  test.each(['', 'two words', 'A,B', 'https://kalshi.com/events/KXORBMAYOR-26', '../x'])(
    'takes no %j',
    (id) => {
      expect(fitACall([vela, id])).toBe(false)
    },
  )
})
