import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import { geminiTitan } from '../../../src/venues/gemini-titan/index.js'
import { fakeClock } from '../../support/clock.js'
import { present } from '../../support/expect.js'
import { tolerant } from '../../support/venue.js'
import { setUp } from './set-up.js'

const account = present(geminiTitan.account)
const NOW = Date.UTC(2026, 10, 27, 12)
const keys = { values: { apiKey: 'account-A', apiSecret: 'sekrit' }, withheld: false }
const HISTORY = 'POST account/v1/prediction-markets/orders/history'
const MINUTE = 60_000

interface Closed {
  readonly id: number
  readonly closedAt: number
  readonly status: 'filled' | 'cancelled'
}

const orderOf = ({ id, closedAt, status }: Closed) => ({
  orderId: id,
  status,
  symbol: 'GEMI-BTC05M2611270330-UP',
  side: 'buy',
  outcome: 'yes',
  orderType: 'limit',
  quantity: '10',
  filledQuantity: status === 'filled' ? '10' : '4',
  remainingQuantity: status === 'filled' ? '0' : '6',
  price: '0.5',
  createdAt: new Date(closedAt - MINUTE).toISOString(),
})

/**
 * The documented rule (OpenAPI archived 2026-09-26): `limit` up to 1,000; with `from` or `to`, the half-open window of the
 * time of closing, `offset` is ignored; without them it reaches 10,000 rows.
 */
function history(rows: readonly Closed[], { clock = fakeClock(NOW) } = {}) {
  const asked: Record<string, unknown>[] = []
  const answer = (call: VenueCall) => {
    const payload = JSON.parse(Buffer.from(call.secretHeaders['X-GEMINI-PAYLOAD'] ?? '', 'base64').toString())
    asked.push(payload)
    const { status, from, to, limit = 50, offset = 0 } = payload
    const isWindow = from !== undefined || to !== undefined
    const found = rows.filter(
      (row) =>
        row.status === status &&
        row.closedAt >= (from ?? Number.NEGATIVE_INFINITY) &&
        row.closedAt < (to ?? Number.POSITIVE_INFINITY),
    )
    const start = isWindow ? 0 : offset
    return { orders: found.slice(start, start + Math.min(limit, 1_000)).map(orderOf) }
  }
  const { ctx } = setUp({ [HISTORY]: answer }, clock, keys)
  return { ctx, asked }
}

const rowsOf = (count: number, status: Closed['status'] = 'filled', every = MINUTE): Closed[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    closedAt: NOW - (index + 1) * every,
    status,
  }))
const idsSince = async (rows: readonly Closed[], query: object) => {
  const { ctx, asked } = history(rows)
  const found = await collect(present(account.closedOrders)(query, ctx))
  return { ids: found.map(({ id }) => Number(id)), asked }
}

describe('closed orders since a time', () => {
  test('that fit a page are asked for once', async () => {
    const since = NOW - 500 * MINUTE
    const { ids, asked } = await idsSince(rowsOf(999), { since })
    expect(ids).toHaveLength(500)
    expect(asked.map(({ status, from, offset }) => [status, from, offset])).toEqual([
      ['filled', since, undefined],
      ['cancelled', since, undefined],
    ])
  })

  test.each([1_000, 1_001, 2_500, 12_345])(
    '%d of them are all there, in windows and without an offset',
    async (count) => {
      const { ids, asked } = await idsSince(rowsOf(count), { since: NOW - 400 * 24 * 60 * MINUTE })
      expect(ids.sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, index) => index + 1))
      expect(asked.every((payload) => payload['offset'] === undefined)).toBe(true)
      expect(asked.length).toBeLessThan(20 + count / 100)
    },
  )

  test('are not cut at the end of what is asked for: an order is closed after it was made', async () => {
    const { ids } = await idsSince(rowsOf(10), { since: NOW - 20 * MINUTE, until: NOW - 6 * MINUTE })
    expect(ids).toHaveLength(10)
  })

  test('are there however they lie in time', async () => {
    const closed = fc.record({
      closedAt: fc.integer({ min: NOW - 40_000, max: NOW + 3_000 }),
      status: fc.constantFrom<Closed['status'][]>('filled', 'cancelled'),
      times: fc.constantFrom(1, 1, 1, 300, 990),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(closed, { maxLength: 12 }),
        fc.integer({ min: NOW - 50_000, max: NOW }),
        async (some, since) => {
          let id = 0
          // Many at one instant, but never a page of them.
          const taken = new Set<string>()
          const rows = some.flatMap(({ times, ...row }) => {
            const key = `${row.closedAt} ${row.status}`
            if (taken.has(key)) return []
            taken.add(key)
            return Array.from({ length: times }, () => ({ ...row, id: ++id }))
          })
          const { ids } = await idsSince(rows, { since })
          const wanted = rows.filter(({ closedAt }) => closedAt >= since).map((row) => row.id)
          expect(ids.sort((a, b) => a - b)).toEqual(wanted.sort((a, b) => a - b))
        },
      ),
      { numRuns: 25 },
    )
  })

  test('of which a page closed in one millisecond are told in part, and that is said', async () => {
    const rows = Array.from({ length: 1_200 }, (_, index) => ({
      id: index + 1,
      closedAt: NOW - 5,
      status: 'filled' as const,
    }))
    const { ctx } = history(rows)
    const loose = tolerant(ctx)
    const found = await collect(present(account.closedOrders)({ since: NOW - 1_000 }, loose))
    expect(found).toHaveLength(1_000)
    expect(loose.omissions.cut.join()).toMatch(/one millisecond/)
  })
})

describe('closed orders without a time', () => {
  test('are paged by offset', async () => {
    const { ids, asked } = await idsSince(rowsOf(2_300), {})
    expect(ids).toHaveLength(2_300)
    expect(asked.map(({ status, offset, from, to }) => [status, offset, from, to])).toEqual([
      ['filled', 0, undefined, undefined],
      ['filled', 1_000, undefined, undefined],
      ['filled', 2_000, undefined, undefined],
      ['cancelled', 0, undefined, undefined],
    ])
  })

  test('beyond what an offset reaches are said to be missing', async () => {
    const { ctx } = history(rowsOf(11_500))
    const loose = tolerant(ctx)
    const found = await collect(present(account.closedOrders)({}, loose))
    expect(found).toHaveLength(11_000)
    expect(loose.omissions.cut.join()).toMatch(/since/)
  })
})
