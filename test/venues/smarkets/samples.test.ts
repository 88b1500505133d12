import { describe, expect, test } from 'vitest'
import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import { toOrderBook } from '../../../src/venues/smarkets/book.js'
import { type Figures, toEventRow, toMarketRow } from '../../../src/venues/smarkets/mapping.js'
import { fromPercent } from '../../../src/venues/smarkets/native/units.js'
import {
  contracts,
  eventsById,
  eventsPage,
  lastExecutedPrices,
  markets,
  quotes,
  volumes,
} from '../../../src/venues/smarkets/schemas.js'
import { present } from '../../support/expect.js'
import { haveSamples, sample } from '../../support/samples.js'
import { now } from '../../support/venue.js'

const recorded = (file: string): unknown => sample('smarkets', file)
const none: Figures = { lastPrices: new Map(), volumes: new Map() }

describe.runIf(haveSamples)('recorded payloads', () => {
  test('a page of events with the new typing', () => {
    const page = readPayload(eventsPage, recorded('events-boxing-new-type-2024-06-13.json'), 'x')
    expect(page.pagination.next_page).toContain('pagination_last_id=43823302')
    const rows = page.events.map((event) => toEventRow(event, [], none))
    expect(rows.map(({ status, event }) => [status, event.id, event.category])).toEqual(
      ['43802657', '43811518', '43814243', '43818505', '43823302'].map((id) => ['active', id, 'boxing']),
    )
    expect(rows[0]?.event).toMatchObject({
      title: 'Subriel Matias vs Liam Paro',
      description: '',
      url: 'https://smarkets.com/sport/boxing/international-matchups/2024/06/16/00-10/subriel-matias-vs-liam-paro',
    })
  })

  test('events with the older typing', () => {
    const { events } = readPayload(eventsById, recorded('events-page-2024-06-24.json'), 'x')
    expect(events).toHaveLength(5)
    const rows = events.map((event) => toEventRow(event, [], none))
    expect(new Set(rows.map(({ event }) => event.category))).toEqual(new Set(['football']))
    for (const { event } of rows) expect(JSON.stringify({ ...event, sourceMetadata: {} })).not.toContain('{{')
  })

  test('events by id, of any state', () => {
    const bodies = Object.entries(Object(recorded('events-by-id-path-2021-05-23.json')))
    const rows = bodies.flatMap(([id, body]) => {
      const { events } = readPayload(eventsById, body, 'x')
      expect(events.map((event) => event.id)).toEqual([id])
      return events.map((event) => toEventRow(event, [], none))
    })
    expect(rows.map(({ status, event }) => [event.id, status, event.category])).toContainEqual([
      '42221681',
      'closed',
      'horse_racing',
    ])
    expect(rows.filter(({ status }) => status === 'active')).toHaveLength(5)
  })

  test('markets of an event, with the last prices of one of them', () => {
    const { events } = readPayload(eventsById, recorded('events-page-2024-06-24.json'), 'x')
    const event = present(events.find(({ id }) => id === '43598399'))
    const natives = readPayload(markets, recorded('markets-event-43598399.json'), 'x').markets
    const prices = readPayload(lastExecutedPrices, recorded('last-executed-prices-57257201.json'), 'x')
    const found = present(prices.last_executed_prices['57257201'])
    const lastPrices = new Map(
      found.map(({ contract_id, last_executed_price, timestamp: at }) => [
        contract_id,
        { price: fromPercent(last_executed_price ?? -1), at },
      ]),
    )
    expect([...lastPrices.values()].map(({ price }) => price)).toEqual([0.1515, 0.5714, 0.2667])
    const rows = natives.map((market) =>
      toMarketRow({ market, contracts: [] }, event, { ...none, lastPrices }),
    )
    expect(rows.map(({ market, status }) => [market.marketId, market.title, market.slug, status])).toEqual([
      ['57257201', 'Colombia vs Paraguay: Full-time result', 'colombia-vs-paraguay/winner', 'active'],
      ['57257202', 'Colombia vs Paraguay: Correct score', 'colombia-vs-paraguay/correct-score', 'active'],
      [
        '57257203',
        'Colombia vs Paraguay: Both teams to score',
        'colombia-vs-paraguay/both-teams-score',
        'active',
      ],
      ['57257234', 'Colombia vs Paraguay: Over/under 0.5', 'colombia-vs-paraguay/over-under-0.5', 'active'],
      ['57257235', 'Colombia vs Paraguay: Over/under 1.5', 'colombia-vs-paraguay/over-under-1.5', 'active'],
    ])
    expect(rows[3]?.market.sourceMetadata).toMatchObject({ marketType: 'OVER_UNDER', marketTypeParam: '0.5' })
  })

  test('a match of two: contracts, books and volume', () => {
    const held = readPayload(contracts, recorded('contracts-135840158-trimmed.json'), 'x').contracts
    expect(held.map(({ id, market_id }) => [id, market_id])).toEqual([
      ['381249155', '135840158'],
      ['381249156', '135840158'],
    ])
    const books = readPayload(quotes, recorded('quotes-135840158.json'), 'x')
    expect(Object.keys(books)).toEqual(held.map(({ id }) => id))
    expect(toOrderBook(present(books['381249155']), now)).toMatchObject({
      bids: [{ price: 0.7092, size: 22.579 }],
      asks: [{ price: 0.7353, size: 20 }],
    })
    const mids = Object.values(books).map((native) => {
      const { bids, asks } = toOrderBook(native, now)
      return (present(bids[0]).price + present(asks[0]).price) / 2
    })
    expect(mids.reduce((sum, mid) => sum + mid, 0)).toBeCloseTo(1, 1)
    const rows = readPayload(volumes, recorded('volumes-135840158.json'), 'x').volumes
    expect(rows).toEqual([{ market_id: '135840158', volume: 4798 }])
  })
})
