import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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

/** Venues that tell of many markets by id in one call what a lookup of each tells. */
async function joiners(): Promise<readonly VenueId[]> {
  const venues = await Promise.all(playable.map((id) => loadVenue(id)))
  return venues.flatMap((venue) => (venue?.markets.manyAt === undefined ? [] : [venue.id]))
}

describe.each(await joiners())('%s', (id) => {
  let house: House
  let venue: Venue
  /** Nothing is remembered in it. */
  let fresh: () => VenueContext
  let ctx: VenueContext
  beforeAll(async () => {
    house = await openHouse('natural', id)
    const { hosts, ...rest } = present(await loadVenue(id))
    const urls = present(house.simulator.urls[id])
    const played = Object.entries(hosts).map(([name, host]) => [name, { ...host, url: urls[name] }])
    venue = { ...rest, hosts: Object.fromEntries(played) }
    const wire = createLiveWire({ userAgent: 'test', mayFollow: () => false })
    fresh = () => venueContext(venue, wire, fakeClock(NOON))
  })
  beforeEach(() => {
    ctx = fresh()
  })
  afterAll(() => house.close())

  async function listed(status: Status): Promise<readonly string[]> {
    const { markets } = venue
    const lenient = tolerant(fresh())
    const rows =
      markets.listMarkets === undefined
        ? (await collect(markets.listEvents({ status }, lenient).paging, AMONG)).flatMap((row) => row.markets)
        : await collect(markets.listMarkets({ status }, lenient).paging, AMONG)
    return rows
      .filter((_row, index) => index % Math.ceil(rows.length / SAMPLE) === 0)
      .map(({ market }) => market.marketId)
  }

  /** In as few calls as take them. */
  async function together(ids: readonly string[]): Promise<ReadonlyMap<string, MarketRow>> {
    const told = new Map<string, MarketRow>()
    let open = ids
    while (open.length > 0) {
      const chosen: string[] = []
      for (const one of open) if (venue.markets.fitACall?.([...chosen, one]) === true) chosen.push(one)
      expect(chosen.length).toBeGreaterThan(0)
      open = open.filter((one) => !chosen.includes(one))
      for (const [asked, row] of await present(venue.markets.getMany)(chosen, ctx)) told.set(asked, row)
    }
    return told
  }

  test.each<Status>(['active', 'closed'])(
    'tells of %s markets by their ids in one call what it tells of each alone',
    async (status) => {
      const ids = await listed(status)
      expect(ids.length).toBeGreaterThan(SAMPLE / 2)
      const told = await together(ids)
      expect(told.size).toBe(ids.length)
      const alone = fresh()
      for (const one of ids)
        expect(JSON.stringify(told.get(one))).toBe(JSON.stringify(await venue.markets.getMarket(one, alone)))
      expect(ctx.omissions.isWhole).toBe(true)
    },
  )

  test('leaves out what is no market, and tells of the others beside it', async () => {
    const [known = ''] = await listed('active')
    const shapes = [`${known}-ZZ9`, `${known}9999`, '999999999999', '1'.repeat(32)]
    const strangers = shapes.filter((one) => venue.markets.fitACall?.([known, one])).slice(0, 1)
    expect(strangers).toHaveLength(1)
    const told = await together([known, ...strangers])
    expect([...told.keys()]).toEqual([known])
    for (const one of strangers) expect(await venue.markets.getMarket(one, ctx)).toBeUndefined()
  })

  test('takes no key of another kind, no address, and not more than it said', () => {
    const { fitACall } = venue.markets
    for (const text of ['', ' ', 'two words', 'a/b', 'https://venue.test/m/1', '../x', 'a,b'])
      expect([text, fitACall?.([text])]).toEqual([text, false])
    expect(fitACall?.(Array.from({ length: 101 }, (_, index) => String(index + 1)))).toBe(false)
  })
})
