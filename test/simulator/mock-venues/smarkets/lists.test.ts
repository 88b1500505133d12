import { describe, expect, test } from 'vitest'
import { findListedEvents } from '../../../../src/simulator/mock-kit/venue-view.js'
import { stateAt } from '../../../../src/simulator/world/common/types.js'
import { contextOf } from '../../support/context.js'
import { dig, firstOf, firstWhere, rowsAt, textAt } from '../../support/json.js'
import { createStage } from '../../support/stage.js'
import { contractsOf, every, idsOf, marketsOf, walk } from './read.js'

const stage = await createStage('smarkets')
const context = contextOf(stage.world, stage.now)
const listed = findListedEvents(context, 'smarkets')
const all = walk(stage, `${every}&limit=1000`).rows
const leaves = all.filter((row) => row['bettable'] === true)

describe('the list of events', () => {
  test('has every event of the world once, and the branches of its tree', () => {
    expect(new Set(idsOf(all)).size).toBe(all.length)
    expect(leaves).toHaveLength(listed.length)
    for (const row of all) {
      if (row['parent_id'] !== null) expect(idsOf(all)).toContain(row['parent_id'])
    }
    expect(new Set(all.map((row) => row['full_slug'])).size).toBe(all.length)
  })

  test.each([
    'id',
    'display_order,start_datetime,name',
    'display_order,start_datetime,id',
    'start_datetime,id',
  ])('brings the same rows in small pages, sorted by %s', (sort) => {
    const { rows, pages } = walk(stage, `state=upcoming&state=live&sort=${sort}&limit=37`)
    const whole = walk(stage, `state=upcoming&state=live&sort=${sort}&limit=1000`)
    expect(pages).toBeGreaterThan(5)
    expect(idsOf(rows)).toEqual(idsOf(whole.rows))
    expect(new Set(idsOf(rows)).size).toBe(rows.length)
  })

  test('begins with branches that have no markets, unless the scope is asked for', () => {
    const bare = rowsAt(stage.get('api', '/v3/events/'), 'events')
    expect(bare).toHaveLength(20)
    expect(bare.every((row) => row['bettable'] === false)).toBe(true)
    const useful = stage.get('api', '/v3/events/?type_scope=single_event&type_scope=outright')
    expect(rowsAt(useful, 'events').every((row) => row['bettable'] === true)).toBe(true)
  })

  test('shows what is over only when asked for', () => {
    expect(new Set(walk(stage, 'limit=1000').rows.map((row) => row['state']))).toEqual(
      new Set(['upcoming', 'live']),
    )
    expect(new Set(all.map((row) => row['state']))).toEqual(new Set(['upcoming', 'live', 'ended', 'settled']))
    const settled = firstWhere(leaves, (row) => row['state'] === 'settled')
    const id = textAt(settled, 'id')
    expect(rowsAt(stage.get('api', `/v3/events/?id=${id}`), 'events')).toEqual([])
    expect(rowsAt(stage.get('api', `/v3/events/?id=${id}&state=settled`), 'events')).toHaveLength(1)
    expect(idsOf(rowsAt(stage.get('api', `/v3/events/${id},9999999/`), 'events'))).toEqual([id])
  })

  test('tells of the next page the way the venue spells it', () => {
    const body = stage.get('api', '/v3/events/?state=upcoming&with_new_type=true&limit=5')
    const last = idsOf(rowsAt(body, 'events')).at(-1)
    expect(textAt(body, 'pagination.next_page')).toBe(
      `?state=upcoming&with_new_type=True&sort=id&limit=5&include_hidden=False&pagination_last_id=${last}`,
    )
    expect(dig(firstOf(rowsAt(body, 'events')), 'type.scope')).toBe('root')
  })

  test.each([
    ['type_domain=politics&type_scope=outright', (row: object) => dig(row, 'type.domain') === 'politics'],
    ['type=football_match', (row: object) => dig(row, 'type.domain') === 'football'],
    ['inplay_enabled=true', (row: object) => dig(row, 'inplay_enabled') === true],
    [
      'start_datetime_min=2026-11-22T00:00:00Z&start_datetime_max=2026-11-23T00:00:00Z',
      (row: object) =>
        dig(row, 'start_date') === '2026-11-22' || dig(row, 'start_datetime') === '2026-11-23T00:00:00Z',
    ],
  ])('is narrowed by %s', (query, accepts) => {
    const { rows } = walk(stage, `${query}&with_new_type=true&limit=1000`)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(accepts)).toBe(true)
  })

  test('takes the older names of its filters', () => {
    const id = textAt(
      firstWhere(leaves, (row) => row['state'] === 'settled'),
      'id',
    )
    expect(idsOf(walk(stage, `ids=${id}&states=settled`).rows)).toEqual([id])
  })

  test.each([
    ['/v3/events/?limit=1001', 400, 'REQUEST_VALIDATION_ERROR'],
    ['/v3/events/?limit=many', 400, 'REQUEST_VALIDATION_ERROR'],
    ['/v3/events/?state=open', 400, 'REQUEST_VALIDATION_ERROR'],
    ['/v3/events/?sort=volume', 400, 'REQUEST_VALIDATION_ERROR'],
    ['/v3/events/?start_datetime_min=soon', 400, 'REQUEST_VALIDATION_ERROR'],
    ['/v3/events/?pagination_last_id=x', 400, 'REQUEST_VALIDATION_ERROR'],
    ['/v3/events/x/', 400, 'REQUEST_VALIDATION_ERROR'],
    [
      `/v3/events/${Array.from({ length: 51 }, (_unused, n) => n).join(',')}/markets/`,
      414,
      'REQUEST_TOO_LARGE',
    ],
    ['/v3/nothing/', 404, 'NOT_FOUND'],
  ])('%s is refused with %d %s', (path, status, error_type) => {
    expect(stage.probe('api', path)).toMatchObject({ status, body: { error_type, data: expect.anything() } })
  })

  test('a path without its slash is redirected', () => {
    const reply = stage.ask('api', 'GET', '/v3/events?limit=1')
    expect([reply.status, reply.headers['location']]).toEqual([301, '/v3/events/?limit=1'])
  })
})

describe('markets and contracts', () => {
  const open = leaves.filter((row) => row['state'] !== 'settled').slice(0, 150)
  const markets = marketsOf(stage, idsOf(open))
  const contracts = contractsOf(stage, idsOf(markets))

  test('belong together, and no id names two things', () => {
    expect(new Set(markets.map((row) => row['event_id']))).toEqual(new Set(idsOf(open)))
    expect(new Set(contracts.map((row) => row['market_id']))).toEqual(new Set(idsOf(markets)))
    const ids = [...idsOf(all), ...idsOf(markets), ...idsOf(contracts)]
    expect(new Set(ids).size).toBe(ids.length)
    const again = rowsAt(stage.get('api', `/v3/markets/${idsOf(markets).slice(0, 50).join(',')}/`), 'markets')
    expect(again).toEqual(markets.slice(0, 50))
  })

  test('an exclusive event has one market with a contract for each of its questions', () => {
    const event = firstWhere(listed, ({ exclusive, markets }) => exclusive && markets.length > 3)
    const row = firstWhere(
      leaves,
      ({ name, id }) => name === event.title && Number(id) === event.number * 4 + 3,
    )
    const [market, ...others] = marketsOf(stage, [textAt(row, 'id')])
    expect(others).toEqual([])
    const names = contractsOf(stage, [textAt(market, 'id')]).map(({ name }) => name)
    expect(names).toEqual(event.markets.map(({ label }) => label))
  })

  test('any other market has two contracts, and may be one of several of its event', () => {
    const event = firstWhere(listed, ({ exclusive, markets: parts }) => !exclusive && parts.length > 2)
    const found = marketsOf(stage, [String(event.number * 4 + 3)])
    expect(found).toHaveLength(event.markets.length)
    expect(found.map(({ display_order }) => display_order)).toEqual(event.markets.map(({ index }) => index))
    expect(contractsOf(stage, idsOf(found)).map(({ name }) => name)).toEqual(
      event.markets.flatMap(({ yesLabel, noLabel }) => [yesLabel, noLabel]),
    )
  })

  test('results are those of the world', () => {
    const events = listed.filter((event) => stateAt(event, stage.now) === 'resolved').slice(0, 120)
    const over = marketsOf(
      stage,
      events.map((event) => String(event.number * 4 + 3)),
    )
    expect(over.every((row) => row['state'] === 'settled')).toBe(true)
    const told = contractsOf(stage, idsOf(over)).map(({ id, state_or_outcome }) => [id, state_or_outcome])
    const words = ['loser', 'deadheat', 'winner']
    const truth = events.flatMap(({ exclusive, markets: parts }) =>
      parts.flatMap(({ number, payout }) => {
        const sides = [
          [String(number * 4 + 1), words[2 * payout]],
          [String(number * 4 + 2), words[2 - 2 * payout]],
        ]
        return exclusive ? sides.slice(0, 1) : sides
      }),
    )
    expect(told).toHaveLength(truth.length)
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(truth))
  })

  test('an old event is found by its id after it has left the list', () => {
    const series = firstWhere(stage.world.series, ({ recurrence }) => recurrence === 'daily')
    const old = stage.world.latestOf(series.key, stage.now - 400 * 86_400_000)
    const id = String((old?.number ?? 0) * 4 + 3)
    expect(idsOf(all)).not.toContain(id)
    expect(rowsAt(stage.get('api', `/v3/events/${id}/`), 'events')).toMatchObject([{ id, state: 'settled' }])
    expect(marketsOf(stage, [id]).length).toBeGreaterThan(0)
  })

  test('unknown ids are left out of a 200', () => {
    expect(stage.get('api', '/v3/markets/1,2,3,4,6000000/')).toEqual({ markets: [] })
    expect(stage.get('api', '/v3/markets/4/contracts/')).toEqual({ contracts: [] })
    expect(stage.get('api', '/v3/markets/4/quotes/')).toEqual({})
    expect(stage.get('api', '/v3/markets/4/volumes/')).toEqual({ volumes: [] })
    expect(stage.get('api', '/v3/events/9999999/')).toEqual({ events: [] })
  })
})
