import { describe, expect, test } from 'vitest'
import { coreOver, event, fakeVenue, idsIn, market, moreSources } from './fake-venue.js'

const known = market('KNOWN', { volume24h: 5, liquidity: 0, tags: ['Cup'] })
const unknown = market('UNKNOWN')
const venue = fakeVenue({ events: [event('E', [known, unknown])] })

describe('numbers that clients take for granted', () => {
  test('are 0 when unknown, and named as unknown; tags are a list, ids stand beside ids', async () => {
    const core = coreOver(venue)
    expect(await core.ask('fetchMarkets')).toMatchObject([
      {
        id: 'KNOWN',
        volume24h: 5,
        volume: 0,
        liquidity: 0,
        tags: ['Cup'],
        metadata: { unknown: ['volume'] },
      },
      {
        id: 'UNKNOWN',
        volume24h: 0,
        volume: 0,
        liquidity: 0,
        tags: [],
        metadata: { unknown: ['volume24h', 'volume', 'liquidity'] },
      },
    ])
    expect(await core.ask('fetchEvents')).toMatchObject([
      {
        id: 'E',
        eventId: 'E',
        volume24h: 0,
        volume: 0,
        tags: [],
        metadata: { unknown: ['volume24h', 'volume'] },
        markets: [
          { id: 'KNOWN' },
          { liquidity: 0, metadata: { unknown: ['volume24h', 'volume', 'liquidity'] } },
        ],
      },
    ])
  })

  test('an unknown price stays absent', async () => {
    const bare = market('M')
    for (const outcome of bare.market.outcomes) delete outcome.price
    const [row] = Object(await coreOver(fakeVenue({ events: [event('E', [bare])] })).ask('fetchMarkets'))
    expect(row.yes).not.toHaveProperty('price')
  })

  test('fail every minimum above 0 while unknown, and no maximum', async () => {
    const core = coreOver(venue)
    const filtered = async (filter: unknown) => idsIn(await core.ask('fetchMarkets', { filter }))
    expect(await filtered({ liquidity: { min: 0 } })).toEqual(['KNOWN', 'UNKNOWN'])
    expect(await filtered({ liquidity: { min: 0.001 } })).not.toContain('UNKNOWN')
    expect(await filtered({ liquidity: { max: 1 } })).toEqual(['KNOWN', 'UNKNOWN'])
    const sent = await core.ask('fetchMarkets')
    expect(idsIn((await core.answer('filterMarkets', [sent, { volume24h: { min: 0 } }])).data)).toEqual([
      'KNOWN',
      'UNKNOWN',
    ])
  })
})

test('volume is that of 24 h, then that of the whole life, and unknown last', async () => {
  const rows = [
    market('NONE'),
    market('LIFE', { volume: 900 }),
    market('DAY', { volume24h: 1 }),
    market('BOTH', { volume24h: 1, volume: 7 }),
    market('MORE', { volume: 950 }),
  ]
  const core = coreOver(fakeVenue({ sources: moreSources.markets(rows) }))
  expect(idsIn(await core.ask('fetchMarkets', { sort: 'volume' }))).toEqual([
    'BOTH',
    'DAY',
    'MORE',
    'LIFE',
    'NONE',
  ])
})
