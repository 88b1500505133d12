import { expect, test } from 'vitest'
import { hunch } from '../../../src/venues/hunch/index.js'
import { marketReply, positionsReply, result } from '../../../src/venues/hunch/schemas.js'
import { failureOf, present } from '../../support/expect.js'
import { json } from '../../support/wire.js'
import { testWords } from '../../support/words.js'
import { metaOf, nativeMarket, nativeReply, nativeResult, setUp } from './payloads.js'

const position = (status: string) => ({
  meta: metaOf,
  positions: [{ marketId: 'lark-50m-mcap-2026-12-15', side: 'yes', shares: 12, status }],
})

testWords('hunch', {
  refused: {
    'meta.version': (version) => marketReply.parse({ ...nativeReply(), meta: { ...metaOf, version } }),
    'market.status': (status) => marketReply.parse(nativeReply(nativeMarket({ status }))),
    'position.status': (status) => positionsReply.parse(position(status)),
  },
  absent: {
    'result.status': (status) => result.parse(nativeResult({ status })).result.resolvedOutcome,
  },
})

const id = 'lark-50m-mcap-2026-12-15'
const [MARKET, RESULT] = [`GET agent/markets/${id}`, 'GET agent/result']

test('a resolved market whose result has an unknown status has no price', async () => {
  const resolved = nativeReply(nativeMarket({ status: 'resolved' }))
  const { ctx } = setUp({ [MARKET]: resolved, [RESULT]: nativeResult({ status: 'zz_new' }) })
  const { market } = present(await hunch.markets.getMarket(id, ctx))
  expect(market.outcomes.map(({ price }) => price)).toEqual([undefined, undefined])
  expect(market.sourceMetadata).not.toHaveProperty('resolvedOutcome')
})

test('a result with an unknown status is told by that word alone', async () => {
  const { ctx } = setUp({
    [MARKET]: json(404, { error: 'market_not_found' }),
    [RESULT]: nativeResult({ status: 'zz_new' }),
  })
  const failure = await failureOf(() => hunch.markets.getMarket(id, ctx))
  expect(failure.message).not.toContain('decided')
})
