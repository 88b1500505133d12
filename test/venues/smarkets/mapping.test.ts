import { describe, expect, test } from 'vitest'
import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import { type Figures, toEventRow, toMarketRow } from '../../../src/venues/smarkets/mapping.js'
import { contracts, eventsById, markets } from '../../../src/venues/smarkets/schemas.js'
import { present } from '../../support/expect.js'
import { match, nativeContract, nativeEvent, nativeMarket } from './payloads.js'

const none: Figures = { lastPrices: new Map(), volumes: new Map() }
const event = (members = {}) =>
  present(readPayload(eventsById, { events: [nativeEvent(members)] }, 'x').events[0])
const market = (members = {}) =>
  present(readPayload(markets, { markets: [nativeMarket(members)] }, 'x').markets[0])
const contractsOf = (rows: readonly unknown[]) => readPayload(contracts, { contracts: rows }, 'x').contracts

const row = (
  { of = {}, on = {}, held = [nativeContract()] as readonly unknown[] } = {},
  figures: Figures = none,
) => toMarketRow({ market: market(of), contracts: contractsOf(held) }, event(on), figures)

describe('a market', () => {
  test('whole', () => {
    const figures = {
      lastPrices: new Map([
        ['6001', { price: 0.5714, at: Date.UTC(2026, 10, 21, 11, 29) }],
        ['6003', { price: 0.1515, at: undefined }],
      ]),
      volumes: new Map([['5001', 4798]]),
    }
    const { market: unified, status, startsAt } = row({ held: match().contracts.slice(0, 3) }, figures)
    expect({ status, startsAt }).toEqual({
      status: 'active',
      startsAt: Date.UTC(2026, 9, 10, 12, 54, 50, 779),
    })
    expect(unified).toEqual({
      marketId: '5001',
      eventId: '4001',
      title: 'Kestrels vs Lanterns: Full-time result',
      description: 'Full-time result',
      slug: 'kestrels-vs-lanterns/winner',
      outcomes: [
        {
          outcomeId: '6001',
          marketId: '5001',
          label: 'Kestrels',
          price: 0.5714,
          metadata: {
            state: 'open',
            contractType: 'HOME',
            slug: 'kestrels',
            priceSource: 'last_trade',
            priceAt: '2026-11-21T11:29:00.000Z',
          },
        },
        {
          outcomeId: '6002',
          marketId: '5001',
          label: 'Draw',
          metadata: { state: 'open', contractType: 'DRAW', slug: 'draw' },
        },
        {
          outcomeId: '6003',
          marketId: '5001',
          label: 'Lanterns',
          price: 0.1515,
          metadata: { state: 'open', contractType: 'AWAY', slug: 'lanterns', priceSource: 'last_trade' },
        },
      ],
      resolutionDate: '2026-11-22T19:00:00.000Z',
      volume: 4798,
      url: 'https://smarkets.com/sport/football/harbour-cup/2026/11/22/20-00/kestrels-vs-lanterns',
      category: 'football',
      tags: ['football', 'winner', 'popular'],
      status: 'active',
      nativeStatus: 'open',
      sourceExchange: 'smarkets',
      sourceMetadata: expect.objectContaining({
        name: 'Full-time result',
        slug: 'winner',
        marketType: 'WINNER_3_WAY',
        winnerCount: 1,
        complete: true,
        betDelaySeconds: 0,
        eventState: 'upcoming',
        volumeUnit: 'GBP',
        resolutionDateNote: 'the start of the event, after which it resolves',
      }),
    })
  })

  test.each([
    ['new', 'upcoming', 'active'],
    ['open', 'upcoming', 'active'],
    ['live', 'live', 'active'],
    ['halted', 'live', 'active'],
    ['open', 'suspended', 'active'],
    ['open', 'ended', 'closed'],
    ['live', 'cancelled', 'closed'],
    ['settled', 'live', 'closed'],
    ['voided', 'upcoming', 'closed'],
    ['unavailable', 'new', 'closed'],
  ])('%s in an event that is %s is %s', (state, eventState, status) => {
    expect(row({ of: { state }, on: { state: eventState } })).toMatchObject({
      status,
      market: { status, nativeStatus: state },
    })
  })

  test.each([
    ['winner', 'settled', 1],
    ['loser', 'settled', 0],
    ['winner', 'open', 1],
    ['deadheat', 'settled', undefined],
    ['reduced', 'settled', undefined],
    ['voided', 'voided', undefined],
    ['unavailable', 'open', undefined],
    ['open', 'settled', undefined],
    ['halted', 'halted', 0.4],
    ['new', 'new', 0.4],
    ['live', 'live', 0.4],
  ])('a contract that is %s in a market that is %s has price %s', (state_or_outcome, state, price) => {
    const figures = { ...none, lastPrices: new Map([['6001', { price: 0.4, at: undefined }]]) }
    const { market: unified } = row({ of: { state }, held: [nativeContract({ state_or_outcome })] }, figures)
    expect(unified.outcomes[0]?.price).toBe(price)
  })

  const pair = (a: string | null, b: string | null, names = ['Kestrels', 'Lanterns']) =>
    [a, b].map((name, index) =>
      nativeContract({
        id: String(6001 + index),
        name: names[index],
        contract_type: name === null ? null : { name },
      }),
    )

  test.each([
    ['YES', 'NO', ['Oui', 'Non'], '6001'],
    ['NO', 'YES', ['Non', 'Oui'], '6002'],
    ['UNDER', 'OVER', ['Under 2.5', 'Over 2.5'], '6002'],
    ['AWAY', 'HOME', ['Lanterns', 'Kestrels'], '6002'],
    ['PLAYER_A', 'PLAYER_B', ['Ada Osk', 'Mira Tarn'], '6001'],
    [null, null, ['No', 'Yes'], '6002'],
  ])('of %s and %s (%j) the yes side is %s', (a, b, names, yes) => {
    const { market: unified } = row({ held: pair(a, b, names) })
    expect(unified.yes?.outcomeId).toBe(yes)
    expect(unified.no?.outcomeId).toBe(yes === '6001' ? '6002' : '6001')
  })

  test('the bare words yes and no become what is asked', () => {
    const { market: unified } = row({
      of: { name: 'Both teams to score' },
      held: pair('YES', 'NO', ['Yes', 'No']),
    })
    expect(unified.outcomes.map(({ label }) => label)).toEqual([
      'Kestrels vs Lanterns: Both teams to score',
      'Not Kestrels vs Lanterns: Both teams to score',
    ])
  })

  test('three contracts have no yes side; none are no outcomes', () => {
    expect(row({ held: match().contracts.slice(0, 3) }).market).not.toHaveProperty('yes')
    expect(row({ held: [] }).market.outcomes).toEqual([])
  })

  test.each([
    [{ type: 'football_match' }, 'football'],
    [{ type: 'politics' }, 'politics'],
    [{ type: 'politics_outright' }, 'politics'],
    [{ type: 'current_affairs' }, 'current_affairs'],
    [{ type: { domain: 'tv_and_entertainment', scope: 'outright' } }, 'tv_and_entertainment'],
  ])('%j is of the category %s', (on, category) => {
    expect(row({ on }).market.category).toBe(category)
  })

  test('the last day of an outright is its resolution; without any date there is none', () => {
    expect(row({ on: { end_date: '2026-12-31', start_datetime: null } }).market.resolutionDate).toBe(
      '2026-12-31T00:00:00.000Z',
    )
    expect(row({ on: { start_datetime: null } }).market).not.toHaveProperty('resolutionDate')
  })

  test('without a place in the tree its page is that of its number', () => {
    expect(row({ on: { full_slug: null } }).market.url).toBe(
      'https://smarkets.com/event/4001/kestrels-vs-lanterns',
    )
  })

  test('a contract type without a name leaves the yes side to the names', () => {
    const held = pair(null, null, ['No', 'Yes']).map((one) => ({ ...one, contract_type: { name: null } }))
    expect(row({ held }).market.yes?.outcomeId).toBe('6002')
  })

  test('a market of the name of its event is not named twice', () => {
    expect(row({ of: { name: 'Kestrels vs Lanterns' } }).market.title).toBe('Kestrels vs Lanterns')
  })
})

describe('an event', () => {
  const whole = (id: string) => ({
    market: market({ id }),
    contracts: contractsOf([nativeContract()]),
  })

  test('has its markets, their volume and never the template text', () => {
    const figures = { ...none, volumes: new Map([['5001', 10]]) }
    const { event: unified, markets: rows } = toEventRow(event(), [whole('5001'), whole('5002')], figures)
    expect(rows.map((one) => one.market.marketId)).toEqual(['5001', '5002'])
    expect(unified).toMatchObject({
      id: '4001',
      title: 'Kestrels vs Lanterns',
      description: '',
      slug: 'kestrels-vs-lanterns',
      volume: 10,
      category: 'football',
      tags: ['football'],
    })
    expect(JSON.stringify({ ...unified, sourceMetadata: {} })).not.toContain('{{')
  })

  test('of unknown volumes the volume is unknown', () => {
    expect(toEventRow(event(), [whole('5001')], none).event).not.toHaveProperty('volume')
  })

  test.each([
    ['new', 'active'],
    ['suspended', 'active'],
    ['ended', 'closed'],
    ['settled', 'closed'],
    ['cancelled', 'closed'],
  ])('%s is %s', (state, status) => {
    expect(toEventRow(event({ state }), [], none).status).toBe(status)
  })
})
