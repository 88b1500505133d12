import { describe, expect, test } from 'vitest'
import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { toDescription, toEventRow } from '../../../src/venues/kalshi/mapping.js'
import { eventsReply, seriesReply } from '../../../src/venues/kalshi/schemas.js'
import { expectDriftAt } from '../../support/expect.js'
import { type Mutation, mutate, mutationsOf } from '../../support/mutations.js'
import { type Members, nativeEvent, nativeMarket, nativeSeries, secondMarket } from './payloads.js'

const environment = { id: kalshi.id, hosts: kalshi.hosts, site: 'https://kalshi.com' }
const now = Date.UTC(2026, 10, 21)
const { series } = seriesReply.parse({ series: nativeSeries() })

const read = (event: unknown) => {
  const [first] = readPayload(eventsReply, { events: [event], cursor: '' }, 'GET /events').events
  if (first === undefined) throw new Error('no event')
  return first
}
const rowOf = (overrides: Members = {}, surroundings = {}) => {
  const { markets, ...event } = read(nativeEvent(overrides))
  return toEventRow(event, markets ?? [], surroundings, environment, now)
}

test('an event is mapped whole', () => {
  const { event, markets, status, startsAt } = rowOf(
    {},
    { series, imageUrl: 'https://pictures.example/orb.webp' },
  )
  expect(event).toEqual({
    id: 'KXORBMAYOR-26',
    title: 'Next mayor of Orbhaven',
    description: 'If {x} is sworn in as mayor of Orbhaven, then the market resolves to Yes.',
    slug: 'KXORBMAYOR-26',
    url: 'https://kalshi.com/events/KXORBMAYOR-26',
    volume24h: 3.14,
    volume: 3085.6,
    image: 'https://pictures.example/orb.webp',
    category: 'Elections',
    tags: ['Orbhaven', 'Mayors'],
    sourceExchange: 'kalshi',
    sourceMetadata: expect.objectContaining({
      volumeUnit: 'contracts',
      series_ticker: 'KXORBMAYOR',
      sub_title: 'In 2026',
      mutually_exclusive: true,
      product_metadata: { competition: 'Orbhaven' },
    }),
  })
  expect({ status, startsAt }).toEqual({ status: 'active', startsAt: Date.UTC(2026, 4, 20, 19, 10) })
  expect(markets.map((row) => row.market.marketId)).toEqual(['KXORBMAYOR-26-VELA', 'KXORBMAYOR-26-OTTO'])
  for (const { market } of markets) {
    expect(market).toMatchObject({ eventId: 'KXORBMAYOR-26', tags: ['Elections', 'Orbhaven', 'Mayors'] })
  }
})

test('in a list nothing is said about tags and pictures, which are not known there', () => {
  const { event, markets } = rowOf()
  expect(event).not.toHaveProperty('tags')
  expect(event).not.toHaveProperty('image')
  expect(markets[0]?.market.tags).toEqual(['Elections'])
})

test('a series without tags has none, and lends its category', () => {
  const { event } = rowOf({ category: '' }, { series: { ...series, tags: null } })
  expect(event).toMatchObject({ tags: [], category: 'Elections' })
})

describe('status', () => {
  const over = { status: 'finalized', result: 'no' }
  test.each<[string, unknown, string]>([
    ['open while one market is', [nativeMarket(over), secondMarket()], 'active'],
    ['closed with the last of them', [nativeMarket(over), secondMarket({ status: 'closed' })], 'closed'],
    ['closed without markets (archived)', [], 'closed'],
    ['closed without the member (archived)', undefined, 'closed'],
  ])('an event is %s', (_what, markets, expected) => {
    const row = rowOf({ markets })
    expect(row.status).toBe(expected)
    if (row.markets.length === 0) {
      expect(row).not.toHaveProperty('startsAt')
      expect(row.event).not.toHaveProperty('volume')
      expect(row.event.description).toBe('')
    }
  })
})

test('the description of a single market is its rule; of many, the commonest with the names taken out', () => {
  const rules = (names: readonly string[]) =>
    read(
      nativeEvent({
        markets: names.map((name) =>
          nativeMarket({ yes_sub_title: name, rules_primary: `Does ${name} win?` }),
        ),
      }),
    ).markets ?? []
  expect(toDescription(rules(['Vela']))).toBe('Does Vela win?')
  expect(toDescription(rules(['Vela', 'Brandt']))).toBe('Does {x} win?')
  expect(toDescription([...rules(['Vela', 'Brandt'])].reverse())).toBe('Does {x} win?')
})

describe('a change of shape is an error that names the place', () => {
  const required = ['event_ticker', 'series_ticker', 'title']
  test.each(mutationsOf(required, ['dropped', 'renamed', 'retyped', 'nulled']))(
    '$path $how',
    async (mutation: Mutation) => {
      await expectDriftAt(() => read(mutate(nativeEvent(), mutation)), `events[0].${mutation.path}`)
    },
  )

  test.each(mutationsOf(['markets'], ['retyped']))('$path $how', async (mutation: Mutation) => {
    await expectDriftAt(
      () => read(mutate(nativeEvent({ strike_period: 'week' }), mutation)),
      `events[0].${mutation.path}`,
    )
  })

  const ornaments = ['category', 'sub_title', 'strike_period', 'product_metadata', 'mutually_exclusive']
  test.each([
    ...mutationsOf(ornaments, ['dropped', 'nulled', 'retyped']),
    ...mutationsOf(['markets'], ['dropped', 'nulled']),
  ])('$path may be missing: $how', (mutation: Mutation) => {
    const { markets: _markets, ...event } = read(mutate(nativeEvent(), mutation))
    const row = toEventRow(event, [], {}, environment, now)
    expect(row.event).toMatchObject({ id: 'KXORBMAYOR-26', title: 'Next mayor of Orbhaven' })
    if (mutation.path === 'category') expect(row.event).not.toHaveProperty('category')
  })

  test('in a nested market, too', async () => {
    const broken = mutate(nativeEvent(), { how: 'retyped', path: 'markets.1.last_price_dollars' })
    await expectDriftAt(() => read(broken), 'events[0].markets[1].last_price_dollars')
  })
})

describe('the resolution date', () => {
  const dateOf = (overrides: Members) =>
    rowOf({ markets: [nativeMarket(overrides)] }).markets[0]?.market.resolutionDate

  test('of a market that trades is the latest expiration', () => {
    expect(dateOf({})).toBe('2027-02-08T15:00:00.000Z')
  })

  test('of one that has closed is its close', () => {
    const close_time = '2026-11-20T15:00:00Z'
    expect(dateOf({ status: 'finalized', result: 'yes', close_time })).toBe('2026-11-20T15:00:00.000Z')
  })
})
