import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { PmxError } from '../../../src/api/envelope/errors.js'
import { silentLogger } from '../../../src/observe/logger.js'
import { createSchemaMismatch, readPayload } from '../../../src/venue-kit/payload/payload.js'
import { createOmissions } from '../../../src/venue-kit/payload/response-notes.js'
import { ornamentOf, text } from '../../../src/venue-kit/payload/schema.js'
import {
  convertRows,
  loadOrElse,
  readInList,
  readList,
  rowsOf,
  sentIn,
} from '../../../src/venue-kit/requests/map-rows.js'
import { expectDriftAt } from '../../support/expect.js'
import { noMarkets, tolerant, venueContext } from '../../support/venue.js'
import { fakeWire } from '../../support/wire.js'

const market = z.object({ ticker: text, image: ornamentOf(text) })
const event = z.object({ id: text, markets: rowsOf(market, 'markets') })
const reply = z.object({ events: rowsOf(event, 'events') })

function setUp() {
  const logged: unknown[] = []
  let counted = 0
  const log = { ...silentLogger, warn: (fields: unknown) => void logged.push(fields) }
  const omissions = createOmissions(log, (rows) => {
    counted += rows
  })
  const read = (events: unknown) => readList(reply, { events }, 'GET /events', { omissions })
  return { omissions, logged, counted: () => counted, read }
}

const good = (id: number) => ({ id: `E${id}`, markets: [{ ticker: `M${id}`, image: 'a.png' }] })
const goods = (count: number) => Array.from({ length: count }, (_, id) => good(id))

describe('a row that cannot be read', () => {
  test('is left out, counted, named and logged once', () => {
    const { read, omissions, logged, counted } = setUp()
    const { events } = read([good(1), { ...good(2), id: 7 }, good(3)])
    expect(events.map(({ id }) => id)).toEqual(['E1', 'E3'])
    expect(sentIn(events)).toBe(3)
    expect(omissions.rows).toBe(1)
    expect(counted()).toBe(1)
    expect(omissions.warnings).toEqual([
      'malformed data is left out: GET /events events[1].id: Invalid input: expected string, received number',
    ])
    expect(logged).toEqual([
      {
        call: 'GET /events',
        path: 'events[1].id',
        problem: 'Invalid input: expected string, received number',
      },
    ])
    expect(() => omissions.assertFew()).not.toThrow()
  })

  test('inside another one costs only itself', () => {
    const { read, omissions } = setUp()
    const { events } = read([good(1), { id: 'E2', markets: [{ ticker: 'M2' }, { ticker: null }] }])
    expect(events[1]?.markets).toEqual([{ ticker: 'M2' }])
    expect(omissions.warnings[0]).toContain('events[1].markets[1].ticker')
  })

  test('is an error outside of lists, at its path', async () => {
    const payload = { events: [good(1), { ...good(2), markets: [{}] }] }
    await expectDriftAt(() => readPayload(reply, payload, 'GET /events'), 'events[1].markets[0].ticker')
  })

  test('that only lacks an ornament is read', () => {
    const { read, omissions } = setUp()
    const { events } = read([{ id: 'E1', markets: [{ ticker: 'M1', image: 7 }, { ticker: 'M2' }] }])
    expect(events[0]?.markets).toEqual([{ ticker: 'M1' }, { ticker: 'M2' }])
    expect(omissions.rows).toBe(0)
  })

  test('that contradicts itself is left out as well', async () => {
    const { omissions } = setUp()
    const convert = (row: number) => {
      if (row === 2) throw createSchemaMismatch('GET /events', 'ticker', 'two of them')
      return row
    }
    expect(readInList('GET /events', { omissions }, () => convertRows([1, 2, 3], 'events', convert))).toEqual(
      [1, 3],
    )
    expect(omissions.warnings).toEqual([
      'malformed data is left out: GET /events events[1].ticker: two of them',
    ])
    await expectDriftAt(() => convertRows([1, 2], 'events', convert), 'ticker')
  })
})

describe('many rows that cannot be read are an error', () => {
  const odd = { id: null, markets: [] }

  test('on one page: most of five or more', async () => {
    const { read } = setUp()
    await expectDriftAt(() => read([odd, odd, odd, good(1), good(2)]), 'events[0].id')
    expect(setUp().read([odd, odd, good(1), good(2)]).events).toHaveLength(2)
  })

  test('over a walk: more than 2 % of it, but never for a single one', async () => {
    const { read, omissions } = setUp()
    read([...goods(49), odd])
    omissions.assertFew()
    read([...goods(24), { ...odd, markets: [{}] }])
    await expectDriftAt(() => omissions.assertFew(), 'events[49].id')
    read(goods(25))
    omissions.assertFew()
  })

  test('over two walks of one list: a row that both bring is a single one', () => {
    const { read, omissions, counted } = setUp()
    for (let walk = 0; walk < 2; walk++) read([...goods(6), odd])
    omissions.assertFew()
    expect([omissions.rows, counted()]).toEqual([1, 1])
  })

  test.each([
    [null, ''],
    ['x', ''],
    [{}, '.id'],
    [odd, '.id'],
  ])('over a walk: rows without any value, such as %j, are not the same row', async (row, member) => {
    const { read, omissions } = setUp()
    for (let page = 0; page < 6; page++) read([...goods(23), row])
    await expectDriftAt(() => omissions.assertFew(), `events[23]${member}`)
    const one = setUp()
    one.read([...goods(10), row, row])
    await expectDriftAt(() => one.omissions.assertFew(), `events[10]${member}`)
  })

  test('over a walk: equal rows of one page are different rows', async () => {
    const { read, omissions } = setUp()
    for (let page = 0; page < 3; page++) read([...goods(23), { error: 'internal' }, { error: 'internal' }])
    await expectDriftAt(() => omissions.assertFew(), 'events[23].id')
    expect(omissions.rows).toBe(2)
  })

  test('over a walk: a row that each page repeats is a single one', () => {
    const { read, omissions } = setUp()
    for (let page = 0; page < 6; page++) read([...goods(23), { id: null, ticker: 'A' }])
    omissions.assertFew()
    expect(omissions.rows).toBe(1)
  })

  test('over a walk: all of it', async () => {
    const { read, omissions } = setUp()
    read([odd])
    await expectDriftAt(() => omissions.assertFew(), 'events[0].id')
  })
})

describe('a call that only decorates', () => {
  const ctx = () => tolerant(venueContext({ id: 'kalshi', hosts: {}, markets: noMarkets }, fakeWire({})))
  const failing = (error: unknown) => async () => {
    throw error
  }

  test('is done without when it fails, and the answer says so', async () => {
    const own = ctx()
    const error = new PmxError('NETWORK_ERROR', 'no route to the host of secrets')
    expect(await loadOrElse('prices', own, failing(error), 'none')).toBe('none')
    expect(own.omissions.warnings).toEqual(['returned without prices: NETWORK_ERROR'])
    expect(await loadOrElse('prices', own, async () => 'some', 'none')).toBe('some')
  })

  test('hides no bug', async () => {
    await expect(loadOrElse('prices', ctx(), failing(new TypeError('bug')), 0)).rejects.toThrow(TypeError)
  })
})
