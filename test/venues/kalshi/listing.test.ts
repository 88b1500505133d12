import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import type { Status } from '../../../src/venue-kit/contract/venue.js'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { expectDriftAt, present } from '../../support/expect.js'
import { tolerant, wholeList } from '../../support/venue.js'
import { type Answer, json, queryOf } from '../../support/wire.js'
import { type Members, nativeEvent, nativeMarket, nativeSeries, secondMarket } from './payloads.js'
import { askedIn, setUp } from './set-up.js'

const { markets } = kalshi

/** Answers `/events` by status filter and cursor. */
function eventPages(pages: Readonly<Record<string, Members>>): Answer {
  return (call: VenueCall) => {
    const { status, cursor } = queryOf(call)
    const page = pages[cursor === undefined ? String(status) : `${status} ${cursor}`]
    return page ?? (status === 'unopened' ? { events: [], cursor: '' } : undefined)
  }
}

const event = (ticker: string, market: Members = {}) =>
  nativeEvent({
    event_ticker: ticker,
    markets: [nativeMarket({ ticker: `${ticker}-A`, event_ticker: ticker, ...market })],
  })
const list = async (status: Status, pages: Readonly<Record<string, Members>>) => {
  const { wire, ctx } = setUp({ 'GET api/events': eventPages(pages) })
  const rows = await wholeList(markets.listEvents({ status }, ctx).paging, ctx)
  return { wire, rows, ids: rows.map((row) => row.event.id) }
}
const over = { status: 'finalized', result: 'no', settlement_value_dollars: '0.0000' }

describe('lists of events', () => {
  test('active ones are asked for as open, with their markets, page by page', async () => {
    const { wire, ids, rows } = await list('active', {
      open: { events: [event('KXA'), event('KXB')], cursor: 'two' },
      'open two': { events: [event('KXC')], cursor: '' },
    })
    expect(ids).toEqual(['KXA', 'KXB', 'KXC'])
    expect(askedIn(wire).map(queryOf)).toEqual([
      { status: 'open', with_nested_markets: 'true', limit: '200' },
      { status: 'open', with_nested_markets: 'true', limit: '200', cursor: 'two' },
    ])
    expect(rows.map((row) => row.status)).toEqual(['active', 'active', 'active'])
  })

  test('closed ones are those past their close and those settled, each once', async () => {
    const { wire, ids, rows } = await list('closed', {
      closed: { events: [event('KXA', { status: 'closed' }), event('KXB', over)], cursor: 'two' },
      'closed two': { events: [event('KXC', over)] },
      settled: { events: [event('KXB', over), event('KXA', { status: 'closed' })], cursor: 'two' },
      'settled two': { events: [event('KXD', over)], cursor: '' },
    })
    expect(ids).toEqual(['KXA', 'KXB', 'KXC', 'KXD'])
    expect(askedIn(wire)).toHaveLength(4)
    expect(rows.map((row) => row.status)).toEqual(['closed', 'closed', 'closed', 'closed'])
  })

  test('events whose markets are unopened or paused are active, too', async () => {
    const paused = { markets: [nativeMarket({ ticker: 'KXP-A', event_ticker: 'KXP', status: 'inactive' })] }
    const { wire, ctx } = setUp({
      'GET api/events': (call: VenueCall) => {
        const { status, tickers } = queryOf(call)
        const unopened = event('KXU', { status: 'initialized' })
        const events = tickers === 'KXP' ? [event('KXP', { status: 'inactive' })] : [unopened]
        return { events: status === 'open' ? [event('KXA'), unopened] : events, cursor: '' }
      },
      'GET api/markets': paused,
    })
    const rows = await wholeList(markets.listEvents({ status: 'active' }, ctx).paging, ctx)
    expect(rows.map((row) => [row.event.id, row.status])).toEqual([
      ['KXA', 'active'],
      ['KXU', 'active'],
      ['KXP', 'active'],
    ])
    const asked = wire.calls.find((call) => call.path === '/markets')
    expect(queryOf(present(asked))).toEqual({ status: 'paused', mve_filter: 'exclude', limit: '1000' })
  })

  test('closed ones say what only the archive has', async () => {
    const { ctx } = setUp({
      'GET api/events': { events: [], cursor: '' },
      'GET api/historical/cutoff': { market_settled_ts: '2026-08-25T00:00:00Z', trades_created_ts: null },
    })
    expect(await wholeList(markets.listEvents({ status: 'closed' }, ctx).paging, ctx)).toEqual([])
    expect(ctx.omissions.cut).toEqual([expect.stringContaining('settled before 2026-08-25')])
  })

  test('an event is listed with its markets of every status, each row telling its own', async () => {
    const both = nativeEvent({ markets: [nativeMarket(), secondMarket(over)] })
    const { rows } = await list('active', { open: { events: [both], cursor: '' } })
    expect(rows[0]?.markets.map((row) => row.status)).toEqual(['active', 'closed'])
  })

  test('archived events have no markets and are closed', async () => {
    const old = { ...event('KXA'), markets: undefined }
    const { rows } = await list('closed', {
      closed: { events: [], cursor: '' },
      settled: { events: [old, { ...event('KXB'), markets: [] }], cursor: '' },
    })
    expect(rows.map((row) => [row.status, row.markets.length])).toEqual([
      ['closed', 0],
      ['closed', 0],
    ])
  })

  test('no more rows than can be used are asked for', async () => {
    const { wire, ctx } = setUp({ 'GET api/events': { events: [], cursor: '' } })
    for (const atMost of [1, 50, 1_000])
      await collect(markets.listEvents({ status: 'active', atMost }, ctx).paging)
    expect(askedIn(wire).map((call) => queryOf(call)['limit'])).toEqual(['1', '50', '200'])
  })

  test('an empty page ends the list, whatever its cursor says', async () => {
    const { ids } = await list('active', {
      open: { events: [event('KXA')], cursor: 'two' },
      'open two': { events: [], cursor: 'three' },
    })
    expect(ids).toEqual(['KXA'])
  })

  test('a repeated cursor is an error, not a long list', async () => {
    const { wire, ctx } = setUp({
      'GET api/events': () => ({ events: [event(`KX${wire.calls.length}`)], cursor: 'same' }),
    })
    const walked = collect(markets.listEvents({ status: 'active' }, ctx).paging)
    await expect(walked).rejects.toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', detail: { kind: 'paging' } })
  })

  test('a full page that has lost its cursor is an error, not the end', async () => {
    const full = Array.from({ length: 200 }, (_, index) => event(`KX${index}`))
    await expectDriftAt(() => list('active', { open: { events: full, cursor_v2: 'two' } }), 'cursor')
    expect((await list('active', { open: { events: full, cursor: '' } })).ids).toHaveLength(200)
    expect((await list('active', { open: { events: full.slice(1) } })).ids).toHaveLength(199)
  })

  test('open events that have all lost their markets are an error, not closed events', async () => {
    const bare = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...event(`KX${index}`),
        markets: undefined,
        nested: [],
      }))
    await expectDriftAt(() => list('active', { open: { events: bare(5), cursor: '' } }), 'events[*].markets')
    const smallPages = {
      open: { events: bare(3), cursor: 'two' },
      'open two': { events: bare(6).slice(3), cursor: '' },
    }
    await expectDriftAt(() => list('active', smallPages), 'events[*].markets')
  })

  test('a last page of one event without markets is none of a change of shape', async () => {
    const { ids } = await list('active', {
      open: { events: [event('KXA')], cursor: 'two' },
      'open two': { events: [{ ...event('KXB'), markets: [] }], cursor: '' },
    })
    expect(ids).toEqual(['KXA', 'KXB'])
  })

  test('carry category and tags of their series, from one list that is asked for once', async () => {
    const { wire, ctx } = setUp({
      'GET api/series': { series: [nativeSeries()] },
      'GET api/events': { events: [nativeEvent({ category: '' })], cursor: '' },
    })
    for (const _time of [1, 2]) {
      const [row] = await collect(markets.listEvents({ status: 'active' }, ctx).paging)
      expect(row?.event).toMatchObject({ category: 'Elections', tags: ['Orbhaven', 'Mayors'] })
      expect(row?.markets[0]?.market.tags).toEqual(['Elections', 'Orbhaven', 'Mayors'])
    }
    expect(wire.calls.filter(({ path }) => path === '/series')).toHaveLength(1)
  })

  test('come without category and tags, and with a warning, while the list of series fails', async () => {
    const { ctx: strict } = setUp({
      'GET api/series': json(403, { error: { code: 'permission_denied', message: 'permission denied' } }),
      'GET api/events': { events: [nativeEvent()], cursor: '' },
    })
    const ctx = tolerant(strict)
    const [row] = await collect(markets.listEvents({ status: 'active' }, ctx).paging)
    expect(row?.event).not.toHaveProperty('tags')
    expect(ctx.omissions.warnings).toEqual([
      'returned without category and tags of series: PERMISSION_DENIED',
    ])
  })

  test('events under another name are an error, not an empty list', async () => {
    await expectDriftAt(() => list('active', { open: { items: [], cursor: '' } }), 'events')
  })

  test('of a series, by ticker in any case', async () => {
    const { wire, ctx } = setUp({
      'GET api/series/KXORBMAYOR': { series: nativeSeries() },
      'GET api/events': { events: [event('KXA')], cursor: '' },
    })
    const rows = await collect(
      present(markets.listSeriesEvents?.('kxorbmayor', { status: 'active' }, ctx).paging),
    )
    expect(rows).toHaveLength(1)
    expect(askedIn(wire).map(queryOf)).toMatchObject([{ series_ticker: 'KXORBMAYOR', status: 'open' }])
  })

  test('of another series than the one asked for is an error: the filter was not honoured', async () => {
    const other = { ...event('KXA'), series_ticker: 'KXORBRAIN' }
    const { ctx } = setUp({
      'GET api/series/KXORBMAYOR': { series: nativeSeries() },
      'GET api/events': { events: [event('KXB'), other], cursor: '' },
    })
    const walked = () =>
      collect(present(markets.listSeriesEvents?.('KXORBMAYOR', { status: 'active' }, ctx).paging))
    await expectDriftAt(walked, 'events[1].series_ticker')
  })

  test('of something that cannot be a series there are none, and nobody is asked', async () => {
    const { wire, ctx } = setUp({})
    expect(
      await collect(present(markets.listSeriesEvents?.('a, b', { status: 'active' }, ctx).paging)),
    ).toEqual([])
    expect(wire.calls).toEqual([])
  })
})
