import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import { createLiveWire } from '../../../src/transport/live-http.js'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import type { MarketRow, Status, Venue, VenueContext } from '../../../src/venue-kit/contract/venue.js'
import { loadVenue } from '../../../src/venues/registry.js'
import { fakeClock } from '../../support/clock.js'
import { present } from '../../support/expect.js'
import { tolerant, venueContext } from '../../support/venue.js'
import { type House, NOON, openHouse, playable } from './house.js'

/** Rows of a list that are looked at, spread over so many of its first ones. */
const SAMPLE = 40
const AMONG = 600

/** Venues that read many markets by id in one call. */
async function readers(): Promise<readonly VenueId[]> {
  const venues = await Promise.all(playable.map((id) => loadVenue(id)))
  return venues.flatMap((venue) => (venue?.markets.readMany === undefined ? [] : [venue.id]))
}

/** The venue's own tags of a market, which are rows: in lists of events they stand on the event. */
function withoutTags(name: string, value: unknown): unknown {
  return name === 'tags' && Array.isArray(value) && typeof value[0] === 'object' ? undefined : value
}

describe.each(await readers())('%s', (id) => {
  let house: House
  let venue: Venue
  let ctx: VenueContext
  beforeAll(async () => {
    house = await openHouse('natural', id)
    const { hosts, ...rest } = present(await loadVenue(id))
    const urls = present(house.simulator.urls[id])
    const played = Object.entries(hosts).map(([name, host]) => [name, { ...host, url: urls[name] }])
    venue = { ...rest, hosts: Object.fromEntries(played) }
    const wire = createLiveWire({ userAgent: 'test', mayFollow: () => false })
    ctx = tolerant(venueContext(venue, wire, fakeClock(NOON)))
  })
  afterAll(() => house.close())

  async function listed(status: Status): Promise<readonly MarketRow[]> {
    const { markets } = venue
    const rows =
      markets.listMarkets === undefined
        ? (await collect(markets.listEvents({ status }, ctx).paging, AMONG)).flatMap((row) => row.markets)
        : await collect(markets.listMarkets({ status }, ctx).paging, AMONG)
    return rows.filter((_row, index) => index % Math.ceil(rows.length / SAMPLE) === 0)
  }

  test.each<Status>(['active', 'closed'])('reads %s markets as its list tells them', async (status) => {
    const rows = await listed(status)
    expect(rows.length).toBeGreaterThan(SAMPLE / 2)
    const { mostIdsARead, readMany } = venue.markets
    expect(mostIdsARead).toBeGreaterThanOrEqual(SAMPLE)
    const ids = rows.map(({ market }) => market.marketId)
    const read = await present(readMany)([...ids, 'no-such-market', '999999999999'], ctx)
    const byId = new Map(read.map((row) => [row.market.marketId, row]))
    expect(byId.size).toBe(rows.length)
    for (const row of rows) {
      expect(JSON.stringify(byId.get(row.market.marketId), withoutTags)).toBe(
        JSON.stringify(row, withoutTags),
      )
    }
    expect(ctx.omissions.isWhole).toBe(true)
  })
})
