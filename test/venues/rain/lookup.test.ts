import { describe, expect, test } from 'vitest'
import { rain } from '../../../src/venues/rain/index.js'
import { expectDrift, failureOf } from '../../support/expect.js'
import { setUpVenue } from '../../support/venue.js'
import { type Answer, json, raw, sentTo } from '../../support/wire.js'
import { enveloped, pairPool, poolId, racePool } from './payloads.js'

const { getEvent, getMarket, findOutcome } = rain.markets
const [pair, race] = [poolId(1), poolId(2)]
const path = (id: string) => `GET api/pools/pool/${id}`

function setUp(answers: Record<string, Answer> = {}) {
  return setUpVenue(rain, {
    [path(pair)]: enveloped(pairPool()),
    [path(race)]: enveloped(racePool()),
    ...answers,
  })
}

describe('an event', () => {
  test.each([`rain:${pair}`, pair, `https://www.rain.one/detail?id=${pair}`, ` RAIN:${pair.toUpperCase()}`])(
    'is found as %s',
    async (id) => {
      const { ctx, wire } = setUp()
      expect((await getEvent(id, ctx))?.event.id).toBe(`rain:${pair}`)
      expect(sentTo(wire)).toEqual([path(pair)])
    },
  )

  test('is found in an answer without an envelope', async () => {
    const { ctx } = setUp({ [path(pair)]: pairPool() })
    expect((await getEvent(pair, ctx))?.markets).toHaveLength(1)
  })

  test.each([`rain:${pair}:1`, 'rain:x', 'will-it-rain', ''])('%j is none, and not asked for', async (id) => {
    const { ctx, wire } = setUp()
    expect(await getEvent(id, ctx)).toBeUndefined()
    expect(wire.calls).toEqual([])
  })
})

describe('a market', () => {
  test('has the id of a pool of two, or of an option of more', async () => {
    const { ctx } = setUp()
    expect((await getMarket(`rain:${pair}`, ctx))?.market.marketId).toBe(`rain:${pair}`)
    const option = await getMarket(`${race}:2`, ctx)
    expect(option?.market.marketId).toBe(`rain:${race}:2`)
    expect(option?.aliases).toEqual([`${race}:2`, `${race}:2:no`])
  })

  test('is not found by the id of an outcome, nor by that of an option that is not there', async () => {
    const { ctx } = setUp()
    for (const id of [`rain:${pair}:1`, `rain:${race}:9`, `rain:${race}:2:no`])
      expect(await getMarket(id, ctx)).toBeUndefined()
  })

  test('a pool of more is several, which are named', async () => {
    const { ctx } = setUp()
    const error = await failureOf(() => getMarket(`rain:${race}`, ctx))
    expect([error.code, error.detail]).toEqual([
      'BAD_REQUEST',
      { kind: 'ambiguous', candidates: [1, 2, 3].map((choice) => `rain:${race}:${choice}`) },
    ])
  })
})

describe('an outcome', () => {
  test.each([
    [`rain:${pair}:1`, `rain:${pair}`],
    [`${pair}:2`, `rain:${pair}`],
    [`rain:${race}:3`, `rain:${race}:3`],
    [`rain:${race}:3:no`, `rain:${race}:3`],
  ])('%s belongs to %s', async (id, marketId) => {
    const { ctx } = setUp()
    expect((await findOutcome(id, ctx))?.market.marketId).toBe(marketId)
  })

  test.each([`rain:${pair}`, `rain:${pair}:0`, `rain:${pair}:3`, `rain:${pair}:1:no`, `rain:${race}:0`, 'x'])(
    '%s is none',
    async (id) => {
      expect(await findOutcome(id, setUp().ctx)).toBeUndefined()
    },
  )
})

describe('what is not there', () => {
  test.each<[string, Answer]>([
    ['404', json(404, { statusCode: 404, message: 'Pool not found' })],
    ['400 that says so', json(400, { statusCode: 400, message: 'Invalid pool id' })],
    ['404 in an envelope', { statusCode: 404, message: 'Pool not found' }],
    ['nothing in a success', enveloped(null)],
  ])('is told by %s', async (_what, answer) => {
    const { ctx } = setUp({ [path(pair)]: answer })
    expect(await getEvent(pair, ctx)).toBeUndefined()
  })

  test.each<[string, Answer, string]>([
    ['another refusal', json(400, { statusCode: 400, message: 'Validation failed' }), 'VALIDATION_ERROR'],
    [
      'a wall',
      raw(403, '<html>Just a moment...</html>', { 'content-type': 'text/html' }),
      'PERMISSION_DENIED',
    ],
    ['a failure', json(500, { statusCode: 500, message: 'Internal server error' }), 'EXCHANGE_NOT_AVAILABLE'],
    ['nothing at all', json(200, null), 'EXCHANGE_NOT_AVAILABLE'],
    ['an empty envelope', json(200, { statusCode: 200 }), 'EXCHANGE_NOT_AVAILABLE'],
  ])('is not told by %s', async (_what, answer, code) => {
    const { ctx, clock } = setUp({ [path(pair)]: answer })
    const asking = failureOf(() => getEvent(pair, ctx))
    await clock.advance(20_000)
    expect((await asking).code).toBe(code)
  })

  test('another pool than the asked one is an error', async () => {
    const { ctx } = setUp({ [path(pair)]: enveloped(racePool()) })
    await expectDrift(() => getEvent(pair, ctx), '_id')
  })
})
