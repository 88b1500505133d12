import { describe, expect, test } from 'vitest'
import { stateAt } from '../../../../src/simulator/world/common/types.js'
import { haveSamples, sample } from '../../../support/samples.js'
import { dig, firstOf, firstWhere, numberAt, type Row, rowsAt, textAt, textsIn } from '../../support/json.js'
import { differences, learnShape } from '../../support/shape.js'
import { createStage, NOON } from '../../support/stage.js'

const stage = await createStage('probable')
const base = '/public/api/v1'
const get = (target: string): unknown => stage.get('market', `${base}${target}`)
const probe = (target: string) => stage.probe('market', `${base}${target}`)

const truth = stage.world
  .eventsAt(NOON)
  .filter(({ series }) => series.onlyOn === undefined || series.onlyOn.includes('probable'))
const openMarkets = truth
  .flatMap(({ markets }) => markets)
  .filter((market) => stateAt(market, NOON) === 'open')

describe('lists', () => {
  test('pages of markets are the open ones of the world, each once, the newest id first', () => {
    const rows: Row[] = []
    for (let page = 1; ; page++) {
      const body = get(`/markets/?active=true&closed=false&limit=100&page=${page}`)
      rows.push(...rowsAt(body, 'markets'))
      expect(dig(body, 'pagination.totalResults')).toBe(openMarkets.length)
      if (dig(body, 'pagination.hasMore') === false) break
    }
    const ids = rows.map((row) => Number(textAt(row, 'id')))
    expect(ids).toEqual(openMarkets.map(({ number }) => number).toSorted((a, b) => b - a))
  })

  test('an offset stands for a page; a limit above 100 is 100; without flags closed ones come, too', () => {
    const row = (target: string) => rowsAt(get(target), 'markets').map((market) => market['id'])
    expect(row('/markets?limit=10&offset=10')).toEqual(row('/markets/?limit=10&page=2'))
    expect(row('/markets/?limit=500')).toHaveLength(100)
    expect(row('/markets/')).toHaveLength(20)
    const all = get('/markets/?limit=1')
    expect(numberAt(all, 'pagination.totalResults')).toBeGreaterThan(openMarkets.length)
  })

  test('events are a bare array, closed ones among them unless asked otherwise', () => {
    const all: Row[] = []
    for (let offset = 0; ; offset += 100) {
      const rows = rowsAt(get(`/events/?limit=100&offset=${offset}`))
      all.push(...rows)
      if (rows.length < 100) break
    }
    expect(new Set(all.map((event) => event['id'])).size).toBe(truth.length)
    const of = (status: string) => rowsAt(get(`/events/?limit=100&status=${status}`))
    expect(of('active').every((event) => event['status'] === 'active')).toBe(true)
    expect(of('closed').every((event) => event['status'] === 'closed')).toBe(true)
  })

  test('events sort by volume, by creation, and filter by tag and recurrence', () => {
    const volumes = rowsAt(get('/events/?status=active&sort=volume&limit=30')).map((event) =>
      Number(textAt(event, 'volume')),
    )
    expect(volumes).toEqual(volumes.toSorted((a, b) => b - a))
    const tag = firstOf(rowsAt(get('/public-search/?q=politics'), 'tags'))
    const tagged = rowsAt(get(`/events/?tag_slug=${textAt(tag, 'slug')}&limit=5`))
    expect(tagged.every((event) => rowsAt(event, 'tags').some((one) => one['id'] === tag['id']))).toBe(true)
    expect(rowsAt(get('/events/?recurrence=daily&limit=5')).length).toBeGreaterThan(0)
  })
})

describe('lookups', () => {
  const event = firstWhere(truth, ({ markets }) => markets.length > 2)
  const market = firstOf(event.markets)

  test('an event by id and slug, with all its markets; a market by id, with its event', () => {
    const row = get(`/events/${event.number}`)
    expect(rowsAt(row, 'markets')).toHaveLength(event.markets.length)
    expect(get(`/events/slug/${event.slug}/`)).toEqual(row)
    expect(dig(get(`/markets/${market.number}`), 'event.id')).toBe(event.number)
    const own = rowsAt(get(`/markets/?event_id=${event.number}&limit=100`), 'markets')
    expect(own.every((one) => one['event_id'] === String(event.number))).toBe(true)
  })

  test('unknown things are refused in the three recorded ways', () => {
    expect(probe('/markets/999999999999')).toEqual({
      status: 500,
      body: { detail: 'failed to retrieve market: record not found' },
    })
    expect(probe('/markets/some-slug').status).toBe(400)
    expect(probe('/events/slug/some-slug-1700000000').status).toBe(404)
    expect(probe('/events/999999999999').status).toBe(500)
    expect(probe('/prices-history').status).toBe(404)
  })

  test('a result is told by flags and winners', () => {
    const closed = firstWhere(
      truth.flatMap(({ markets }) => markets),
      (one) => stateAt(one, NOON) === 'resolved' && one.payout !== 0.5,
    )
    const row = get(`/markets/${closed.number}`)
    expect([dig(row, 'active'), dig(row, 'closed'), dig(row, 'resolved')]).toEqual([false, true, true])
    expect(rowsAt(row, 'tokens').map((token) => token['winner'])).toEqual([
      closed.payout === 1,
      closed.payout === 0,
    ])
  })
})

describe('the search', () => {
  test('finds words in titles and questions, tags beside them', () => {
    const wanted = firstOf(openMarkets)
    const word = firstOf(wanted.question.split(' ').filter((one) => one.length > 5))
    const body = get(`/public-search/?q=${encodeURIComponent(word)}&events_status=active`)
    expect(rowsAt(body, 'events').length).toBeGreaterThan(0)
    for (const row of rowsAt(body, 'events'))
      expect(JSON.stringify(row).toLowerCase()).toContain(word.toLowerCase())
    expect(rowsAt(get('/public-search?q=no-such-word-anywhere'), 'events')).toEqual([])
    expect(probe('/public-search/').status).toBe(400)
  })

  test('optimized drops the markets', () => {
    const [event] = rowsAt(get('/public-search/?q=will&optimized=true'), 'events')
    expect(event).not.toHaveProperty('markets')
  })
})

test.runIf(haveSamples)('members and types of markets are those of the recording', () => {
  const recorded = dig(sample('probable', 'markets-page.json'), 'response')
  const page = get('/markets/?active=true&closed=false&limit=100')
  expect(differences(page, learnShape([recorded]))).toEqual([])
  const closed = get('/markets/?closed=true&limit=100')
  const documented = ['markets[].tokens[].winner', 'markets[].resolution_label']
  expect(differences(closed, learnShape([recorded]), { documented })).toEqual([])
  expect(textsIn(firstOf(rowsAt(page, 'markets')), 'clobTokenIds')).toEqual(
    rowsAt(firstOf(rowsAt(page, 'markets')), 'tokens').map((token) => token['token_id']),
  )
})
