import { describe, expect, test } from 'vitest'
import { hunch } from '../../../src/venues/hunch/index.js'
import { expectDrift, failureOf } from '../../support/expect.js'
import { json, queryOf, sentTo } from '../../support/wire.js'
import { ladderOdds, nativeLadder, nativeMarket, nativeQuote, nativeResult, setUp } from './payloads.js'

const { getEvent, getMarket, findOutcome } = hunch.markets
const QUOTE = 'GET api/quote'
const RESULT = 'GET api/result'
const unknown = json(404, { error: 'market_not_found', marketId: 'x' })
const id = 'lark-50m-mcap-2026-12-15'

describe('a market', () => {
  test.each([id, 'lark-50m', 'LARK-50m', 'https://www.playhunch.xyz/markets/lark-50m'])(
    'is found as %s, with its odds',
    async (name) => {
      const { ctx, wire } = setUp({ [QUOTE]: nativeQuote() })
      const row = await getMarket(name, ctx)
      expect(row?.market).toMatchObject({
        marketId: id,
        volume: 12,
        outcomes: [{ price: 0.92 }, { price: 0.08 }],
      })
      expect(row?.aliases).toEqual([name])
      expect(wire.calls.map(queryOf)).toEqual([{ marketId: name.replace(/^.*\//, '') }])
    },
  )

  test('that is resolved has its result', async () => {
    const resolved = nativeQuote({ market: nativeMarket({ status: 'resolved' }) })
    const { ctx, wire } = setUp({ [QUOTE]: resolved, [RESULT]: nativeResult() })
    expect((await getMarket(id, ctx))?.market.outcomes.map(({ price }) => price)).toEqual([0, 1])
    expect(sentTo(wire)).toEqual([QUOTE, RESULT])
  })

  test('is not found where the venue knows neither it nor its result', async () => {
    expect(await getMarket('nobody', setUp({ [QUOTE]: unknown, [RESULT]: unknown }).ctx)).toBeUndefined()
    expect(await getMarket('a:b', setUp({}).ctx)).toBeUndefined()
  })

  test('of which there is only a result is refused with that', async () => {
    const { ctx } = setUp({ [QUOTE]: unknown, [RESULT]: nativeResult() })
    expect(await failureOf(() => getMarket(id, ctx))).toMatchObject({
      code: 'NOT_FOUND',
      detail: { kind: 'only_result', status: 'resolved', resolvedOutcome: 'no' },
    })
  })

  test('is the one that was asked for', async () => {
    await expectDrift(() => getMarket('other', setUp({ [QUOTE]: nativeQuote() }).ctx), 'market.id')
    const wrong = { [QUOTE]: nativeQuote({ market: nativeMarket({ status: 'resolved' }) }) }
    const result = nativeResult({ marketId: 'other' })
    await expectDrift(() => getMarket(id, setUp({ ...wrong, [RESULT]: result }).ctx), 'result.marketId')
  })

  test('is not taken for unknown while the API is switched off', async () => {
    for (const body of [{ error: 'partner_api_disabled' }, { error: 'not_found' }, {}]) {
      const { code } = await failureOf(() => getMarket(id, setUp({ [QUOTE]: json(404, body) }).ctx))
      expect(code).toBe('EXCHANGE_NOT_AVAILABLE')
    }
  })

  test('whose outcomes nobody names is refused', async () => {
    const flip = nativeQuote({ market: nativeMarket({ category: 'coin_flip' }) })
    expect((await failureOf(() => getMarket(id, setUp({ [QUOTE]: flip }).ctx))).code).toBe('NOT_SUPPORTED')
  })
})

test('an event is found by all names of its market', async () => {
  const row = await getEvent('lark-50m', setUp({ [QUOTE]: nativeQuote() }).ctx)
  expect([row?.event.id, row?.aliases, row?.markets.length]).toEqual([id, ['lark-50m'], 1])
  const gone = setUp({ [QUOTE]: unknown, [RESULT]: unknown })
  expect(await getEvent('nobody', gone.ctx)).toBeUndefined()
})

describe('an outcome', () => {
  const ladder = nativeQuote({ market: nativeLadder(), odds: ladderOdds, side: 'n9-p9' })

  test('is found with its market', async () => {
    const found = async (outcome: string) =>
      (await findOutcome(outcome, setUp({ [QUOTE]: ladder }).ctx))?.market
    expect((await found('wren-mcap-ladder-2026-11-16:n9-p9'))?.marketId).toBe('wren-mcap-ladder-2026-11-16')
    expect(await found('wren-mcap-ladder-2026-11-16:yes')).toBeUndefined()
    // A slug means another round tomorrow: outcomes are named by ids.
    expect(await found('wren-mcap-ladder:n9-p9')).toBeUndefined()
  })

  test('is none without a key', async () => {
    expect(await findOutcome(id, setUp({}).ctx)).toBeUndefined()
  })
})
