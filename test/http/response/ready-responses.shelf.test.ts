import { expect, test } from 'vitest'
import { createAccess } from '../../../src/http/access/caller-rights.js'
import { createReadyAnswers, createReadyResponses } from '../../../src/http/response/ready-responses.js'
import { fakeClock } from '../../support/clock.js'

function shelfOf(maxBytes: number) {
  const ready = createReadyAnswers({
    clock: fakeClock(),
    maxBytes,
    base: {},
    generation: () => 0,
  })
  return createReadyResponses(ready, createAccess({ token: 'token', requireToken: false, apiKeys: [] }))
}

test.each([
  ['/api/kalshi/fetchOHLCV', true],
  ['/api/kalshi/fetchOHLCV?resolution=1h', true],
  ['/api/kalshi/fetchMarkets', false],
  ['/api/kalshi/fetchOHLCVs', false],
  ['/health?fetchOHLCV', false],
  ['/api/kalshi/toString', false],
])('answers of %s may lie ready: %s', (target, holds) => {
  expect(shelfOf(1_000).holds(target)).toBe(holds)
  expect(shelfOf(0).holds(target)).toBe(false)
})
