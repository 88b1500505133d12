import { expect, test } from 'vitest'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { expectDriftAt, present } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import { tolerant, wholeList } from '../../support/venue.js'
import { json, queryOf } from '../../support/wire.js'
import { nativeEvent, nativeSeries, notFound } from './payloads.js'
import { setUp } from './set-up.js'

const series = present(kalshi.series)

test('all series come in one reply', async () => {
  const rows = [nativeSeries(), nativeSeries({ ticker: 'KXORBRAIN', tags: null, frequency: 'daily' })]
  const { wire, ctx } = setUp({ 'GET api/series': { series: rows } })
  expect(await collect(series.list(ctx))).toEqual([
    {
      id: 'KXORBMAYOR',
      ticker: 'KXORBMAYOR',
      title: 'Mayor of Orbhaven',
      recurrence: 'custom',
      url: 'https://kalshi.com/markets/kxorbmayor',
      sourceExchange: 'kalshi',
      sourceMetadata: expect.objectContaining({
        category: 'Elections',
        tags: ['Orbhaven', 'Mayors'],
        contract_terms_url: 'https://terms.example/ORBMAYOR.pdf',
        last_updated_ts: '2026-08-19T15:45:47.523967Z',
      }),
    },
    expect.objectContaining({
      id: 'KXORBRAIN',
      recurrence: 'daily',
      sourceMetadata: expect.objectContaining({ tags: null }),
    }),
  ])
  expect(wire.calls).toHaveLength(1)
})

test('a single series brings its open events', async () => {
  const { wire, ctx } = setUp({
    'GET api/series/KXORBMAYOR': { series: nativeSeries() },
    'GET api/events': { events: [nativeEvent()], cursor: '' },
  })
  const found = await series.get('kxorbmayor', ['active'], ctx)
  expect(found?.events).toMatchObject([
    { id: 'KXORBMAYOR-26', markets: [{ marketId: 'KXORBMAYOR-26-VELA' }, {}] },
  ])
  expect(wire.calls.map(queryOf)[1]).toMatchObject({ series_ticker: 'KXORBMAYOR', status: 'open' })
})

test('a single series brings its events of all statuses', async () => {
  const { wire, ctx } = setUp({
    'GET api/series/KXORBMAYOR': { series: nativeSeries() },
    'GET api/events': { events: [], cursor: '' },
  })
  await series.get('kxorbmayor', ['active', 'closed'], ctx)
  const asked = wire.calls.map(queryOf).flatMap(({ status }) => (status === undefined ? [] : [status]))
  expect(asked).toEqual(expect.arrayContaining(['open', 'closed', 'settled']))
})

test('an unknown series is undefined', async () => {
  const { ctx } = setUp({ 'GET api/series/KXNOWHERE': json(404, notFound) })
  expect(await series.get('KXNOWHERE', ['active'], ctx)).toBeUndefined()
  expect(await series.get('not a ticker', ['active'], ctx)).toBeUndefined()
})

test('another series than the one asked for is an error', async () => {
  const { ctx } = setUp({ 'GET api/series/KXOTHER': { series: nativeSeries() } })
  await expectDriftAt(() => series.get('KXOTHER', ['active'], ctx), 'series.ticker')
})

const identity = mutationsOf(['ticker', 'title'], ['dropped', 'renamed', 'retyped'])
test.each(identity)('$path $how is an error in all rows, and costs only the row in one', async (mutation) => {
  const broken = mutate(nativeSeries(), mutation)
  const all = setUp({ 'GET api/series': { series: [broken] } })
  const ofAll = tolerant(all.ctx)
  await expectDriftAt(() => wholeList(series.list(ofAll), ofAll), `series[0].${mutation.path}`)
  const one = tolerant(setUp({ 'GET api/series': { series: [broken, nativeSeries()] } }).ctx)
  expect(await wholeList(series.list(one), one)).toHaveLength(1)
  expect(one.omissions.rows).toBe(1)
})

const ornaments = mutationsOf(['tags', 'category', 'frequency'], ['dropped', 'nulled', 'retyped'])
test.each(ornaments)('$path may be anything: $how', async (mutation) => {
  const { ctx } = setUp({ 'GET api/series': { series: [mutate(nativeSeries(), mutation)] } })
  expect(await wholeList(series.list(ctx), ctx)).toMatchObject([{ id: 'KXORBMAYOR' }])
})
