import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { noSecrets } from '../../../src/venue-kit/contract/account-secrets.js'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import { metaculus } from '../../../src/venues/metaculus/index.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { tolerant, wholeList } from '../../support/venue.js'
import { json, queryOf, raw } from '../../support/wire.js'
import { groupPost, nativePost, nativeQuestion, page } from './payloads.js'
import { queryAt, setUp } from './set-up.js'

const { markets } = metaculus
const list = 'GET api/posts/'

/** Posts published one a minute, newest first. */
function posts(count: number) {
  return Array.from({ length: count }, (_, index) =>
    nativePost({
      id: 1_000 + index,
      published_at: new Date(Date.UTC(2026, 10, 20) - index * 60_000).toISOString(),
      question: nativeQuestion({ id: 5_000 + index, post_id: 1_000 + index }),
    }),
  )
}

/** The list as the venue pages it; `next` never ends. */
function venueList(rows: readonly object[]) {
  return (call: VenueCall) => {
    const { limit, offset } = queryOf(call)
    return page(...rows.slice(Number(offset), Number(offset) + Number(limit)))
  }
}

describe('lists', () => {
  test('end at the empty page, everything once', async () => {
    const { ctx, wire } = setUp({ [list]: venueList(posts(230)) })
    const rows = await collect(markets.listEvents({ status: 'active' }, ctx).paging)
    expect(new Set(rows.map((row) => row.event.id)).size).toBe(230)
    expect(rows).toHaveLength(230)
    expect(wire.calls).toHaveLength(4)
  })

  test('ask for status, kind, order and predictions, with the token', async () => {
    const { ctx, wire } = setUp({ [list]: venueList([]) })
    await collect(markets.listEvents({ status: 'active', atMost: 7 }, ctx).paging)
    await collect(markets.listEvents({ status: 'closed' }, ctx).paging)
    const forecast_type = ['binary', 'multiple_choice', 'numeric', 'discrete', 'date', 'group_of_questions']
    const common = { forecast_type, with_cp: 'true', order_by: '-published_at', offset: '0' }
    expect(queryAt(wire, 0)).toEqual({ ...common, statuses: ['upcoming', 'open'], limit: '7' })
    expect(queryAt(wire, 1)).toEqual({ ...common, statuses: ['closed', 'resolved'], limit: '100' })
    expect(wire.calls[0]?.secretHeaders).toEqual({ authorization: 'Token fictional-token' })
    expect(JSON.stringify(wire.calls[0]?.headers)).not.toContain('fictional-token')
  })

  test('closed markets are also those of open groups', async () => {
    const { ctx, wire } = setUp({ [list]: venueList([groupPost()]) })
    const rows = await collect(present(markets.listMarkets)({ status: 'closed', atMost: 1 }, ctx).paging)
    expect(queryAt(wire, 0)).toMatchObject({ statuses: ['open', 'closed', 'resolved'], limit: '100' })
    expect(rows.map((row) => [row.market.marketId, row.status])).toContainEqual(['72530:71030', 'closed'])
  })

  test('only the order by age is the venue’s', () => {
    const { ctx } = setUp({})
    const sorted = (sort?: 'newest' | 'volume' | 'liquidity') =>
      markets.listEvents({ status: 'active', ...(sort === undefined ? {} : { sort }) }, ctx).sorted
    expect([sorted(), sorted('newest'), sorted('volume'), sorted('liquidity')]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  test('an order that the venue did not keep is an error', async () => {
    const { ctx } = setUp({ [list]: venueList(posts(3).reverse()) })
    await expectDrift(() => collect(markets.listEvents({ status: 'active' }, ctx).paging), 'published_at')
  })

  test('one post that was published anew costs nothing', async () => {
    const rows = posts(9)
    rows[4] = { ...present(rows[4]), published_at: '2026-11-21T08:00:00Z' }
    const { ctx } = setUp({ [list]: venueList(rows) })
    expect(await collect(markets.listEvents({ status: 'active' }, ctx).paging)).toHaveLength(9)
  })

  test('the search is the venue’s own', async () => {
    const { ctx, wire } = setUp({ [list]: venueList(posts(2).reverse()) })
    const found = present(markets.search)('velmar bridge', { status: 'active' }, ctx)
    expect(await collect(found.paging)).toHaveLength(2)
    expect(queryAt(wire, 0)).toMatchObject({ search: 'velmar bridge', statuses: ['upcoming', 'open'] })
    expect(queryAt(wire, 0)).not.toHaveProperty('order_by')
    await collect(present(markets.search)('velmar', { status: 'closed' }, ctx).paging)
    // Closed questions are also members of groups that are open.
    expect(queryAt(wire, wire.calls.length - 1)).toMatchObject({ statuses: ['open', 'closed', 'resolved'] })
  })
})

test('an odd tournament costs only itself', async () => {
  const cups = [1, 2, 3].map((id) => ({ id, name: `Cup ${id}`, slug: `cup-${id}` }))
  const { ctx: strict } = setUp({ 'GET api/projects/tournaments/': [...cups, { id: 4, name: null }] })
  const ctx = tolerant(strict)
  expect(await collect(present(metaculus.series).list(ctx))).toHaveLength(3)
  expect(ctx.omissions.warnings).toEqual([expect.stringContaining('[3].name')])
})

describe('a tournament', () => {
  const events = (series: string, answer: unknown) => {
    const { ctx, wire } = setUp({ [list]: answer })
    return {
      wire,
      rows: collect(present(markets.listSeriesEvents)(series, { status: 'active' }, ctx).paging),
    }
  }

  test('lists its posts, by slug or id', async () => {
    for (const series of ['harbour-cup', '3', 'Harbour-Cup']) {
      const { rows, wire } = events(series, venueList(posts(2)))
      expect(await rows).toHaveLength(2)
      expect(queryAt(wire, 0)).toMatchObject({ tournaments: series })
    }
  })

  test('one post of another costs only itself', async () => {
    const { ctx: strict } = setUp({ [list]: venueList([...posts(6), nativePost({ projects: {} })]) })
    const ctx = tolerant(strict)
    const { paging } = present(markets.listSeriesEvents)('harbour-cup', { status: 'active' }, ctx)
    expect(await wholeList(paging, ctx)).toHaveLength(6)
    expect(ctx.omissions.warnings).toEqual([
      expect.stringContaining('post 72500 does not belong to harbour-cup'),
    ])
  })

  test.each([
    ['3', [{ id: 4, name: null, slug: 'else' }, { id: 3 }]],
    ['3', ['else', { id: 3, name: 'Harbour Cup', slug: {} }]],
    ['harbour-cup', [{ id: 3, name: null, slug: 'harbour-cup' }, null]],
    ['harbour-cup', [{ id: null, name: 'Harbour Cup', slug: 'harbour-cup' }]],
  ])('%s is told beside odd ones: %j', async (series, tournament) => {
    const rows = posts(1).map((post) => ({ ...post, projects: { tournament } }))
    expect(await events(series, venueList(rows)).rows).toHaveLength(1)
  })

  test('unknown to the venue has none; a list that ignores it is an error', async () => {
    const refusal = json(400, { tournaments: ['Unknown project'] })
    expect(await events('nowhere', refusal).rows).toEqual([])
    await expectDrift(() => events('nowhere', venueList(posts(2))).rows, 'projects')
  })

  test('is a series with its open events', async () => {
    const cup = { id: 3, type: 'tournament', name: 'Harbour Cup', slug: 'harbour-cup', is_ongoing: true }
    const { ctx } = setUp({
      'GET api/projects/tournaments/': [cup],
      'GET api/projects/tournaments/harbour-cup/': cup,
      'GET api/projects/tournaments/nowhere/': json(404, { detail: 'Not found.' }),
      [list]: venueList(posts(2)),
    })
    const series = present(metaculus.series)
    expect(await collect(series.list(ctx))).toMatchObject([
      { id: '3', title: 'Harbour Cup', slug: 'harbour-cup', sourceExchange: 'metaculus' },
    ])
    expect((await series.get('harbour-cup', ['active'], ctx))?.events).toHaveLength(2)
    expect(await series.get('nowhere', ['active'], ctx)).toBeUndefined()
    expect(await series.get('no/where', ['active'], ctx)).toBeUndefined()
  })
})

describe('the token', () => {
  test('is needed, and the error says how to give one', async () => {
    for (const withheld of [false, true]) {
      const { ctx, wire } = setUp({}, { ...noSecrets, withheld })
      const error = await failureOf(() => collect(markets.listEvents({ status: 'active' }, ctx).paging))
      expect(error.code).toBe('AUTHENTICATION_ERROR')
      for (const way of [
        'credentials.apiToken',
        'METACULUS_API_TOKEN',
        'venues.metaculus.credentials.apiToken',
      ]) {
        expect(error.message).toContain(way)
      }
      expect(error.message.includes('x-pmxt-access-token')).toBe(withheld)
      expect(wire.calls).toEqual([])
    }
  })

  test.each([
    [401, 'Invalid token.', 'AUTHENTICATION_ERROR'],
    [403, 'Authentication credentials were not provided.', 'AUTHENTICATION_ERROR'],
    [403, 'You do not have permission to perform this action.', 'PERMISSION_DENIED'],
    [429, 'Request was throttled. Expected available in 60 seconds.', 'RATE_LIMIT_EXCEEDED'],
  ])('HTTP %i %s', async (status, detail, code) => {
    const { ctx } = setUp({ 'GET api/posts/72500/': json(status, { detail }, { 'retry-after': '60' }) })
    const { code: got, message } = await failureOf(() => markets.getEvent('72500', ctx))
    expect(got).toBe(code)
    expect(message).not.toContain('fictional-token')
  })

  test('is refused by the door of the site with a text that is no JSON', async () => {
    const text =
      'Permission Error: The API is only available to authenticated users. Please use your API token.'
    const { ctx } = setUp({ 'GET api/posts/72500/': raw(403, text, { 'content-type': 'text/plain' }) })
    const { code, message } = await failureOf(() => markets.getEvent('72500', ctx))
    expect(code).toBe('AUTHENTICATION_ERROR')
    expect(message).toContain('only available to authenticated users')
  })
})
