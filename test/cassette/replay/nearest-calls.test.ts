import { describe, expect, test } from 'vitest'
import { findNearestCalls } from '../../../src/cassette/replay/nearest-calls.js'
import { identity } from '../support/cassettes.js'

const recorded = [
  identity('/markets', { limit: '100', status: 'open' }),
  identity('/markets/A-1', {}),
  identity('/events', { limit: '200' }),
  identity('/markets', { limit: '100', status: 'open', cursor: 'c2' }),
  { ...identity('/markets', { limit: '100', status: 'open' }), venue: 'polymarket' as const },
]

describe('the nearest recorded calls', () => {
  test('are those of the same endpoint, with the difference of each parameter', () => {
    expect(
      findNearestCalls(identity('/markets', { limit: '50', status: 'open' }), recorded).slice(0, 2),
    ).toMatchObject([
      {
        call: 'GET api/markets?limit=100&status=open',
        differences: ['query.limit: recorded 100, requested 50'],
      },
      {
        call: 'GET api/markets?limit=100&status=open&cursor=c2',
        differences: ['query.cursor: recorded c2, not requested', 'query.limit: recorded 100, requested 50'],
      },
    ])
  })

  test('prefer the same endpoint with another id over another endpoint', () => {
    expect(findNearestCalls(identity('/markets/B-2'), recorded)[0]).toMatchObject({
      call: 'GET api/markets/A-1',
      differences: ['path: recorded /markets/A-1, requested /markets/B-2'],
    })
  })

  test('differ in members of their bodies', () => {
    const post = (body: unknown) => ({ ...identity('/info'), method: 'POST', body })
    expect(
      findNearestCalls(post({ type: 'l2Book', coin: '#2' }), [post({ type: 'l2Book', coin: '#1' })]),
    ).toMatchObject([
      {
        call: 'POST api/info {"coin":"#1","type":"l2Book"}',
        differences: ['body.coin: recorded "#1", requested "#2"'],
      },
    ])
  })

  test('are none where nothing of the venue is recorded, and never more than three', () => {
    expect(findNearestCalls({ ...identity('/markets'), venue: 'myriad' }, recorded)).toEqual([])
    expect(findNearestCalls(identity('/x'), recorded)).toHaveLength(3)
  })
})
