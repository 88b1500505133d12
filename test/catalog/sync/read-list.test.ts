import { expect, test } from 'vitest'
import type { VenuePage } from '../../../src/catalog/file/page-writer.js'
import { syncList } from '../../../src/catalog/sync/read-list.js'
import { silentLogger } from '../../../src/observe/logger.js'
import type { Listed, MarketRow, Status, Venue, VenueContext } from '../../../src/venue-kit/contract/venue.js'
import { createOmissions } from '../../../src/venue-kit/payload/response-notes.js'
import { market } from '../../core/fake-venue.js'

/** A venue of three pages of markets, of which the one with that number fails; notes what happens in which order. */
function walking(
  failing?: number,
  told: Partial<Listed<MarketRow>> = {},
  status: Status = 'active',
  rowsAPage = 1,
) {
  const happened: string[] = []
  const listed: Listed<MarketRow> = {
    ...told,
    sorted: false,
    paging: {
      kind: 'cursor',
      what: 'markets',
      idOf: (row) => row.market.marketId,
      async fetch(cursor = '0') {
        happened.push(`asked ${cursor}`)
        await Promise.resolve()
        if (Number(cursor) === failing) throw new Error(`page ${cursor} fails`)
        return {
          rows: rowsOf(cursor, rowsAPage),
          next: cursor === '2' ? undefined : String(Number(cursor) + 1),
        }
      },
    },
  }
  const none = { sorted: false, paging: { ...listed.paging, fetch: async () => ({ rows: [] }) } }
  const venue = { markets: { listEvents: () => none, listMarkets: () => listed } } as unknown as Venue
  const ctx = { omissions: createOmissions(silentLogger, () => {}) } as unknown as VenueContext
  const page = ({ markets = [], next }: VenuePage): void => {
    happened.push(`kept ${markets.slice(0, 2).map((row) => row.market.marketId)}, then ${next}`)
  }
  const ends = { end: () => {}, abandon: () => {}, doubt: undefined, dropDoubted: () => {} }
  const walk = { id: 1, beganAt: 0, pages: 0, next: undefined, page, columns: () => undefined }
  const result = syncList(venue, status, { ...walk, ...ends }, ctx, () => {})
  return { happened, result, ctx }
}

const rowsOf = (page: string, count: number): MarketRow[] =>
  Array.from({ length: count }, (_, index) => market(count === 1 ? `M${page}` : `M${page}-${index}`))

test('a list of what has closed is read to a depth that is said', async () => {
  const { happened, result, ctx } = walking(undefined, {}, 'closed', 5_000)
  expect(await result).toBe(false)
  expect(happened.at(-1)).toBe('kept M1-0,M1-1, then undefined')
  expect(ctx.omissions.cut).toEqual(['closed markets beyond the first 10000 rows (the maximum)'])
  expect(await walking(undefined, {}, 'active', 5_000).result).toBe(true)
})

test('the next page is asked for before the one that came is kept', async () => {
  const { happened, result } = walking()
  expect(await result).toBe(true)
  expect(happened.slice(1)).toEqual([
    'asked 0',
    'asked 1',
    'kept M0, then markets 1',
    'asked 2',
    'kept M1, then markets 2',
    'kept M2, then undefined',
  ])
})

test('a page that came is kept although the next one fails', async () => {
  const { happened, result } = walking(2)
  await expect(result).rejects.toThrow('page 2 fails')
  expect(happened.slice(-2)).toEqual(['asked 2', 'kept M1, then markets 2'])
})

test('a page that cannot be kept ends the reading, and nothing is left to fail by itself', async () => {
  const { happened, result } = walking(1)
  await expect(result).rejects.toThrow('page 1 fails')
  expect(happened).toContain('kept M0, then markets 1')
})

test('markets that are those of the events are not read again', async () => {
  const { happened, result } = walking(undefined, { areOfEvents: true })
  expect(await result).toBe(true)
  expect(happened).toEqual(['kept , then undefined'])
})
