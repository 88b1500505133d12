import { expect, test } from 'vitest'
import { PmxError } from '../../src/api/envelope/errors.js'
import type { MarketSource } from '../../src/venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../src/venue-kit/payload/payload.js'
import { convertRows, loadOrElse, readInList } from '../../src/venue-kit/requests/map-rows.js'
import { coreOver, event, fakeVenue, idsIn, market } from './fake-venue.js'

const ids = Array.from({ length: 60 }, (_, index) => `M${index}`)

/** Markets of which some contradict themselves, with prices from a call that fails. */
function venueWith(odd: readonly string[]) {
  let reads = 0
  const listMarkets: MarketSource['listMarkets'] = (_listing, ctx) => ({
    sorted: true,
    paging: {
      kind: 'cursor',
      what: 'markets',
      idOf: (row) => row.market.marketId,
      async fetch() {
        reads++
        const failing = () => Promise.reject(new PmxError('NETWORK_ERROR', 'down'))
        await loadOrElse('prices', ctx, failing, undefined)
        const rows = readInList('GET /markets', ctx, () =>
          convertRows(ids, 'markets', (id) => {
            if (odd.includes(id)) throw createSchemaMismatch('GET /markets', 'ticker', 'is odd')
            return market(id)
          }),
        )
        return { rows }
      },
    },
  })
  return { venue: fakeVenue({ sources: { listMarkets } }), reads: () => reads }
}

const warning =
  'returned without prices: NETWORK_ERROR; malformed data is left out: GET /markets markets[7].ticker: is odd'

test('one odd row costs only itself, and everybody who gets the list is told', async () => {
  const { venue, reads } = venueWith(['M7'])
  const core = coreOver(venue)
  const answers = await Promise.all([core.answer('fetchMarkets', []), core.answer('fetchMarkets', [])])
  for (const { data, headers } of answers) {
    expect(idsIn(data)).toEqual(ids.filter((id) => id !== 'M7'))
    expect(headers).toMatchObject({ 'x-pmx-skipped-rows': '1', 'x-pmx-warning': warning })
  }
  expect(reads()).toBe(1)
})

test('more than 2 % of the rows are an error that names the place', async () => {
  const core = coreOver(venueWith(['M7', 'M8']).venue)
  await expect(core.ask('fetchMarkets')).rejects.toMatchObject({
    code: 'EXCHANGE_NOT_AVAILABLE',
    detail: { kind: 'drift', path: 'markets[7].ticker' },
  })
})

test('an answer that lacks nothing says nothing of it', async () => {
  const venue = fakeVenue({ events: [event('E', [market('M')])] })
  const { headers } = await coreOver(venue).answer('fetchMarkets', [])
  expect(headers).not.toHaveProperty('x-pmx-skipped-rows')
  expect(headers).not.toHaveProperty('x-pmx-warning')
})
