import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import { polymarket } from '../../../src/venues/polymarket/index.js'
import { expectDrift, present } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import { json, queryOf, sentTo } from '../../support/wire.js'
import { nativeEvent, nativeSeries } from './payloads.js'
import { setUp } from './set-up.js'

const series = present(polymarket.series)
const listSeriesEvents = present(polymarket.markets.listSeriesEvents)
const bySlug = (call: VenueCall) => (queryOf(call)['slug'] === 'velmar-votes' ? [nativeSeries()] : [])

describe('the list', () => {
  test('walks by offset to an empty page', async () => {
    const rows = Array.from({ length: 45 }, (_unused, n) =>
      nativeSeries({ id: String(n), slug: `series-${n}` }),
    )
    const { ctx, wire } = setUp({
      'GET gamma/series': (call: VenueCall) => {
        const { offset, limit } = queryOf(call)
        return rows.slice(Number(offset), Number(offset) + Number(limit))
      },
    })
    const found = await collect(series.list(ctx))
    expect(found).toHaveLength(45)
    expect(found[0]).toEqual({
      id: '0',
      title: 'Velmar votes',
      ticker: 'velmar-votes',
      slug: 'series-0',
      url: 'https://polymarket.com/series/series-0',
      recurrence: 'annual',
      sourceExchange: 'polymarket',
      sourceMetadata: expect.objectContaining({
        volumeUnit: 'usd',
        seriesType: 'single',
        active: true,
        closed: false,
        archived: false,
        volume: 439419.12,
        volume24h: 230934.8,
        liquidity: 16220605.2,
      }),
    })
    expect(wire.calls.map((call) => queryOf(call)['offset'])).toEqual(['0', '20', '40', '45'])
  })

  test.each([
    ...mutationsOf(['0.id', '0.title'], ['dropped', 'renamed', 'retyped', 'nulled']),
    ...mutationsOf(['0.slug'], ['retyped']),
  ])('with its $path $how is an error', async (mutation) => {
    const { ctx } = setUp({ 'GET gamma/series': mutate([nativeSeries()], mutation) })
    await expectDrift(() => collect(series.list(ctx)), mutation.path.slice(2))
  })
})

describe('one series', () => {
  const events = { 'GET gamma/events/keyset': { events: [nativeEvent()] } }

  test('by id, with its open events', async () => {
    const { ctx, wire } = setUp({ 'GET gamma/series/881': nativeSeries(), ...events })
    const found = await series.get('881', ['active'], ctx)
    expect(found).toMatchObject({ id: '881', slug: 'velmar-votes' })
    expect(found?.events?.map((event) => [event.id, event.markets.length])).toEqual([['31201', 2]])
    expect(queryOf(present(wire.calls[1]))).toMatchObject({ series_id: '881', closed: 'false' })
  })

  test('by slug', async () => {
    const { ctx, wire } = setUp({ 'GET gamma/series': bySlug, ...events })
    expect((await series.get('velmar-votes', ['active'], ctx))?.id).toBe('881')
    expect(sentTo(wire)).toEqual(['GET gamma/series', 'GET gamma/events/keyset'])
  })

  test.each(['882', 'no-such-series', '', 'https://polymarket.com/event/x'])(
    "an unknown one is undefined: '%s'",
    async (id) => {
      const unknown = json(404, { type: 'not found error', error: 'id not found' })
      const { ctx } = setUp({ 'GET gamma/series/882': unknown, 'GET gamma/series': bySlug })
      expect(await series.get(id, ['active'], ctx)).toBeUndefined()
    },
  )

  test('a list that ignores the slug is not taken for the series', async () => {
    const { ctx } = setUp({ 'GET gamma/series': [nativeSeries()] })
    expect(await series.get('another-series', ['active'], ctx)).toBeUndefined()
  })

  test('another series than asked for is an error', async () => {
    const { ctx } = setUp({ 'GET gamma/series/882': nativeSeries() })
    await expectDrift(() => series.get('882', ['active'], ctx), 'id')
  })
})

describe('events of a series', () => {
  test.each(['881', 'velmar-votes', 'VELMAR-VOTES'])('by %s', async (name) => {
    const { ctx, wire } = setUp({
      'GET gamma/series': bySlug,
      'GET gamma/events/keyset': { events: [nativeEvent()] },
    })
    const rows = await collect(listSeriesEvents(name, { status: 'closed' }, ctx).paging)
    expect(rows.map((row) => row.event.id)).toEqual(['31201'])
    expect(queryOf(present(wire.calls.at(-1)))).toMatchObject({ series_id: '881', closed: 'true' })
  })

  test('the id of a slug is remembered', async () => {
    const { ctx, wire } = setUp({ 'GET gamma/series': bySlug, 'GET gamma/events/keyset': { events: [] } })
    for (let time = 0; time < 2; time++)
      await collect(listSeriesEvents('velmar-votes', { status: 'active' }, ctx).paging)
    expect(sentTo(wire).filter((call) => call === 'GET gamma/series')).toHaveLength(1)
  })

  test('an unknown series has none', async () => {
    const { ctx, wire } = setUp({ 'GET gamma/series': bySlug })
    expect(await collect(listSeriesEvents('no-such-series', { status: 'active' }, ctx).paging)).toEqual([])
    expect(sentTo(wire)).toEqual(['GET gamma/series'])
  })

  test.each([[{ series: [{ id: '5', slug: 'others' }] }], [{ series: undefined, seriesSlug: undefined }]])(
    'events of something else mean that the filter was ignored: %j',
    async (overrides) => {
      const { ctx } = setUp({
        'GET gamma/events/keyset': { events: [nativeEvent(), nativeEvent({ id: '2', ...overrides })] },
      })
      await expectDrift(
        () => collect(listSeriesEvents('881', { status: 'active' }, ctx).paging),
        'events[1].series',
      )
    },
  )
})
