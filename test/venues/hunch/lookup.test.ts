import { describe, expect, test } from 'vitest'
import { hunch } from '../../../src/venues/hunch/index.js'
import { expectDrift, failureOf } from '../../support/expect.js'
import { type Answers, json, queryOf, sentTo } from '../../support/wire.js'
import {
  ladder,
  nativeLadder,
  nativeMarket,
  nativeReply,
  nativeResearch,
  nativeResult,
  setUp,
  stats,
} from './payloads.js'

const { getEvent, getMarket, findOutcome } = hunch.markets
const id = 'lark-50m-mcap-2026-12-15'
const ladderId = 'wren-mcap-ladder-2026-11-16'
const MARKET = `GET agent/markets/${id}`
const RESULT = 'GET agent/result'
const HEALTH = 'GET agent/health'
const unknown = json(404, { error: 'market_not_found', message: 'x', retriable: false })
const nobody = 'GET agent/markets/nobody'

const ladderAnswers = (more: object = {}): Answers => ({
  [`GET agent/markets/${ladderId}`]: nativeReply(nativeLadder()),
  [`GET agent/markets/${ladderId}/research`]: nativeResearch({
    market: nativeLadder(),
    odds: null,
    ladder: ladder(),
    stats: stats({ totalBets: 2, totalPoolUsd: 9, yesPoolUsd: 0, noPoolUsd: 0 }),
    ...more,
  }),
})

describe('a market', () => {
  test.each([id, 'lark-50m', 'LARK-50m', 'https://www.playhunch.xyz/markets/lark-50m'])(
    'is found as %s, with its odds',
    async (name) => {
      const asked = name.replace(/^.*\//, '')
      const { ctx, wire } = setUp({ [`GET agent/markets/${asked}`]: nativeReply() })
      const row = await getMarket(name, ctx)
      expect(row?.market).toMatchObject({
        marketId: id,
        volume: 12,
        outcomes: [{ price: 0.92 }, { price: 0.08 }],
      })
      expect(row?.aliases).toEqual([name])
      expect(wire.calls).toHaveLength(1)
    },
  )

  test('of several outcomes has the odds of its research', async () => {
    const { ctx } = setUp(ladderAnswers())
    const row = await getMarket(ladderId, ctx)
    expect(row?.market.outcomes.map(({ price }) => price)).toEqual([0.01, 0.96, 0.03])
    expect(row?.market).toMatchObject({ volume: 9, sourceMetadata: { priceSource: 'pool', bets: 2 } })
  })

  test.each([
    [
      'has no research',
      { [`GET agent/markets/${ladderId}/research`]: unknown },
      [undefined, undefined, undefined],
    ],
    ['has no ladder in it', ladderAnswers({ ladder: null }), [undefined, undefined, undefined]],
    ['knows some odds only', ladderAnswers({ ladder: ladder({ 'n9-p9': null }) }), [0.01, undefined, 0.03]],
  ] as const)('of several outcomes, where the venue %s, lacks those', async (_what, answers, prices) => {
    const { ctx } = setUp({ ...ladderAnswers(), ...answers })
    expect((await getMarket(ladderId, ctx))?.market.outcomes.map(({ price }) => price)).toEqual(prices)
  })

  test('that is resolved has its result', async () => {
    const resolved = nativeReply(nativeMarket({ status: 'resolved' }))
    const { ctx, wire } = setUp({ [MARKET]: resolved, [RESULT]: nativeResult() })
    expect((await getMarket(id, ctx))?.market.outcomes.map(({ price }) => price)).toEqual([0, 1])
    expect(sentTo(wire)).toEqual([MARKET, RESULT])
    expect(wire.calls.map(queryOf)).toEqual([{}, { marketId: id }])
  })

  test('is not found where the venue knows neither it nor its result', async () => {
    expect(await getMarket('nobody', setUp({ [nobody]: unknown, [RESULT]: unknown }).ctx)).toBeUndefined()
    expect(await getMarket('a:b', setUp({}).ctx)).toBeUndefined()
  })

  test('of which there is only a result is refused with that', async () => {
    const { ctx } = setUp({ [MARKET]: unknown, [RESULT]: nativeResult() })
    expect(await failureOf(() => getMarket(id, ctx))).toMatchObject({
      code: 'NOT_FOUND',
      detail: { kind: 'only_result', status: 'resolved', resolvedOutcome: 'no' },
    })
  })

  test('is the one that was asked for', async () => {
    const other = { 'GET agent/markets/other': nativeReply() }
    await expectDrift(() => getMarket('other', setUp(other).ctx), 'market.id')
    const resolved = nativeReply(nativeMarket({ status: 'resolved' }))
    const answers = { [MARKET]: resolved, [RESULT]: nativeResult({ marketId: 'other' }) }
    await expectDrift(() => getMarket(id, setUp(answers).ctx), 'result.marketId')
    const mixed = ladderAnswers({ market: nativeMarket() })
    await expectDrift(() => getMarket(ladderId, setUp(mixed).ctx), 'research.market.id')
  })

  const words = [{ error: 'not_found' }, { error: 'agent_api_disabled' }, {}, 'Not found']

  test.each(words)('is not taken for unknown while the API is switched off: 404 %j', async (body) => {
    const off = json(404, body)
    const { code } = await failureOf(() => getMarket('nobody', setUp({ [nobody]: off, [HEALTH]: off }).ctx))
    expect(code).toBe('EXCHANGE_NOT_AVAILABLE')
  })

  test.each(words)(
    'is unknown where the API is healthy, whatever its word for that: 404 %j',
    async (body) => {
      const { ctx } = setUp({
        [nobody]: json(404, body),
        [RESULT]: json(404, body),
        [HEALTH]: { health: { ok: false } },
      })
      expect(await getMarket('nobody', ctx)).toBeUndefined()
    },
  )

  test('whose outcomes nobody names is refused', async () => {
    const flip = nativeReply(nativeMarket({ category: 'coin_flip' }))
    expect((await failureOf(() => getMarket(id, setUp({ [MARKET]: flip }).ctx))).code).toBe('NOT_SUPPORTED')
  })
})

test('an event is found by all names of its market', async () => {
  const row = await getEvent('lark-50m', setUp({ 'GET agent/markets/lark-50m': nativeReply() }).ctx)
  expect([row?.event.id, row?.aliases, row?.markets.length]).toEqual([id, ['lark-50m'], 1])
  const gone = setUp({ [nobody]: unknown, [RESULT]: unknown })
  expect(await getEvent('nobody', gone.ctx)).toBeUndefined()
})

describe('an outcome', () => {
  test('is found with its market', async () => {
    const bySlug = { 'GET agent/markets/wren-mcap-ladder': nativeReply(nativeLadder()) }
    const found = async (outcome: string) =>
      (await findOutcome(outcome, setUp({ ...ladderAnswers(), ...bySlug }).ctx))?.market
    expect((await found(`${ladderId}:n9-p9`))?.marketId).toBe(ladderId)
    expect(await found(`${ladderId}:yes`)).toBeUndefined()
    // A slug means another round tomorrow: outcomes are named by ids.
    expect(await found('wren-mcap-ladder:n9-p9')).toBeUndefined()
  })

  test('is none without a key', async () => {
    expect(await findOutcome(id, setUp({}).ctx)).toBeUndefined()
  })
})
