import { expect, test } from 'vitest'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { collect } from '../../../src/venues/paging.js'
import { expectDriftAt, present } from '../../support/expect.js'
import { type Mutation, mutate, mutationsOf } from '../../support/mutations.js'
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
      sourceExchange: 'kalshi',
      sourceMetadata: {
        category: 'Elections',
        tags: ['Orbhaven', 'Mayors'],
        contract_terms_url: 'https://terms.example/ORBMAYOR.pdf',
        last_updated_ts: '2026-08-19T15:45:47.523Z',
      },
    },
    expect.objectContaining({
      id: 'KXORBRAIN',
      recurrence: 'daily',
      sourceMetadata: expect.objectContaining({ tags: [] }),
    }),
  ])
  expect(wire.calls).toHaveLength(1)
})

test('a single series brings its open events', async () => {
  const { wire, ctx } = setUp({
    'GET api/series/KXORBMAYOR': { series: nativeSeries() },
    'GET api/events': { events: [nativeEvent()], cursor: '' },
  })
  const found = await series.get('kxorbmayor', ctx)
  expect(found?.events).toMatchObject([
    { id: 'KXORBMAYOR-26', markets: [{ marketId: 'KXORBMAYOR-26-VELA' }, {}] },
  ])
  expect(wire.calls.map(queryOf)[1]).toMatchObject({ series_ticker: 'KXORBMAYOR', status: 'open' })
})

test('an unknown series is undefined', async () => {
  const { ctx } = setUp({ 'GET api/series/KXNOWHERE': json(404, notFound) })
  expect(await series.get('KXNOWHERE', ctx)).toBeUndefined()
  expect(await series.get('not a ticker', ctx)).toBeUndefined()
})

test('another series than the one asked for is an error', async () => {
  const { ctx } = setUp({ 'GET api/series/KXOTHER': { series: nativeSeries() } })
  await expectDriftAt(() => series.get('KXOTHER', ctx), 'series.ticker')
})

const required = mutationsOf(['ticker', 'title', 'tags'], ['dropped', 'renamed', 'retyped'])
const optional = mutationsOf(['category', 'frequency'], ['retyped'])
test.each([...required, ...optional])('$path $how is an error', async (mutation: Mutation) => {
  const { ctx } = setUp({ 'GET api/series': { series: [mutate(nativeSeries(), mutation)] } })
  await expectDriftAt(() => collect(series.list(ctx)), `series[0].${mutation.path}`)
})
