import { describe, expect, test } from 'vitest'
import { demoWallets } from '../../../../src/simulator/world/wallets.js'
import { dig, firstOf, firstWhere, rowsAt, textAt } from '../../support/json.js'
import { createStage } from '../../support/stage.js'

const stage = await createStage('polymarket')
const gamma = (path: string): unknown => stage.get('gamma', path)
const headersOf = (path: string) => stage.ask('gamma', 'GET', path).headers
const idsOf = (rows: unknown): string[] => rowsAt(rows).map(({ id }) => String(id))

describe('the old lists', () => {
  test.each(['events', 'markets'])('%s say that their day is over, and which list follows', (list) => {
    expect(headersOf(`/${list}?limit=1`)).toMatchObject({
      deprecation: 'true',
      sunset: expect.stringContaining('Fri, 01 May 2026'),
      warning: expect.stringContaining(`/${list}/keyset`),
    })
    expect(headersOf(`/${list}/keyset?limit=1`)).not.toHaveProperty('deprecation')
    expect(headersOf(`/${list}/slug/nothing`)).not.toHaveProperty('deprecation')
  })

  test('of the site counts all pages', () => {
    const page = gamma('/events/pagination?limit=2&tag_slug=football')
    expect(rowsAt(page, 'data')).toHaveLength(2)
    expect(dig(page, 'pagination')).toMatchObject({ hasMore: true, totalResults: expect.any(Number) })
  })
})

describe('tags', () => {
  const tags = rowsAt(gamma('/tags?limit=100'))

  test('are found by id and by slug', () => {
    for (const tag of tags.slice(0, 3)) {
      expect(gamma(`/tags/${textAt(tag, 'id')}`)).toEqual(tag)
      expect(gamma(`/tags/slug/${textAt(tag, 'slug')}`)).toEqual(tag)
    }
    expect(stage.probe('gamma', '/tags/999999')).toMatchObject({
      status: 404,
      body: { error: 'id not found' },
    })
    expect(stage.probe('gamma', '/tags/slug/no').body).toMatchObject({ error: 'slug not found' })
  })

  test('come in pages and orders', () => {
    const page = (query: string): string[] => idsOf(gamma(`/tags?${query}`))
    expect([...page('limit=2'), ...page('limit=2&offset=2')]).toEqual(idsOf(tags).slice(0, 4))
    expect(page('order=id&ascending=false&limit=100')).toEqual(idsOf(tags).toReversed())
    expect(stage.probe('gamma', '/tags?order=nothing').status).toBe(422)
  })

  test('of an event are those of its market', () => {
    const event = firstOf(rowsAt(gamma('/events/keyset?limit=1&closed=false'), 'events'))
    const own = rowsAt(event, 'tags')
    expect(gamma(`/events/${textAt(event, 'id')}/tags`)).toEqual(own)
    expect(gamma(`/markets/${textAt(firstOf(rowsAt(event, 'markets')), 'id')}/tags`)).toEqual(own)
  })

  test('that stand beside another are its relatives, in both forms', () => {
    const football = firstWhere(tags, ({ slug }) => slug === 'football')
    const path = `/tags/${textAt(football, 'id')}/related-tags`
    const relatives = rowsAt(gamma(`${path}/tags`))
    expect(relatives.map(({ slug }) => slug)).toContain('sports')
    expect(rowsAt(gamma(path)).map(({ relatedTagID }) => String(relatedTagID))).toEqual(idsOf(relatives))
    expect(gamma('/tags/slug/football/related-tags')).toEqual(gamma(path))
    for (const { tagID } of rowsAt(gamma(path))) expect(String(tagID)).toBe(football['id'])
  })

  test('narrow lists: any of several, or all of them', () => {
    const [football, politics] = ['football', 'politics'].map((slug) =>
      textAt(
        firstWhere(tags, (tag) => tag['slug'] === slug),
        'id',
      ),
    )
    const both = `tag_id=${football}&tag_id=${politics}`
    const count = (query: string): number =>
      rowsAt(gamma(`/events/keyset?limit=100&${query}`), 'events').length
    expect(count(both)).toBeGreaterThan(0)
    expect(count(`${both}&tag_match=all`)).toBe(0)
  })
})

describe('sports', () => {
  const match = firstWhere(
    rowsAt(gamma('/events/keyset?tag_slug=football&limit=100&closed=false'), 'events'),
    ({ gameId }) => gameId !== undefined,
  )

  test('have leagues of their own, with series and tags that exist', () => {
    const sports = rowsAt(gamma('/sports'))
    const league = firstWhere(sports, ({ sport }) => sport === textAt(match, 'seriesSlug'))
    expect(dig(gamma(`/series/${textAt(league, 'series')}`), 'slug')).toBe(league['sport'])
    expect(textAt(league, 'tags').split(',')).toEqual(idsOf(dig(match, 'tags')))
    expect(gamma('/sports/market-types')).toEqual({ marketTypes: ['moneyline', 'totals'] })
  })

  test('have teams, which are those of the matches', () => {
    const [home, away] = rowsAt(match, 'teams')
    expect([home?.['ordering'], away?.['ordering']]).toEqual(['home', 'away'])
    for (const { ordering: _, ...team } of [home ?? {}, away ?? {}])
      expect(
        gamma(
          `/teams?league=${textAt(match, 'seriesSlug')}&name=${encodeURIComponent(String(team['name']))}`,
        ),
      ).toMatchObject([team])
    const all = rowsAt(gamma('/teams?limit=100'))
    expect(new Set(all.map(({ id, league }) => `${id} ${league}`)).size).toBe(all.length)
    for (const { logo } of all) expect(logo).toMatch(/^https:/)
  })

  test('list matches by game, day and state', () => {
    const ask = (query: string): string[] => idsOf(dig(gamma(`/events/keyset?limit=100&${query}`), 'events'))
    expect(ask(`game_id=${match['gameId']}`)).toEqual([match['id']])
    expect(ask(`event_date=${textAt(match, 'eventDate')}`)).toContain(match['id'])
    for (const id of ask('live=true')) expect(dig(gamma(`/events/${id}`), 'live')).toBe(true)
    for (const id of ask('ended=true&tag_slug=football').slice(0, 5))
      expect(dig(gamma(`/events/${id}`), 'ended')).toBe(true)
    expect(ask(`title_search=${encodeURIComponent(textAt(match, 'title'))}`)).toContain(match['id'])
  })

  test('have summaries of their series', () => {
    const row = gamma(`/series-summary/slug/${textAt(match, 'seriesSlug')}`)
    expect(dig(row, 'eventDates')).toContain(textAt(match, 'eventDate'))
    expect(dig(row, 'earliest_open_week')).toEqual(expect.any(Number))
    expect(gamma(`/series-summary/${String(dig(row, 'id'))}`)).toEqual(row)
  })
})

describe('profiles', () => {
  const [wallet] = demoWallets

  test('are told by address, and found by name', () => {
    const row = gamma(`/public-profile?address=${wallet.address.toUpperCase().replace('0X', '0x')}`)
    expect(row).toMatchObject({ name: wallet.name, proxyWallet: wallet.address })
    const hits = gamma(`/public-search?q=${encodeURIComponent(wallet.name)}&search_profiles=true`)
    expect(firstOf(rowsAt(hits, 'profiles'))).toMatchObject({
      name: wallet.name,
      proxyWallet: wallet.address,
    })
  })

  test('of nobody are none', () => {
    const ask = (address: string) => stage.probe('gamma', `/public-profile?address=${address}`)
    expect(ask(`0x${'1'.repeat(40)}`)).toMatchObject({ status: 404, body: { error: 'profile not found' } })
    expect(ask('me')).toMatchObject({ status: 400, body: { error: 'invalid address' } })
  })
})

test('the host says that it is well', () => {
  expect(stage.ask('gamma', 'GET', '/status').body).toBe('OK')
})
