import { expect, test } from 'vitest'
import { venueStateLines } from '../../../src/cli/render/venue-state.js'

const NOON = Date.UTC(2026, 10, 21, 12)
const lastError = { at: NOON, code: 'NETWORK_ERROR', message: 'No answer within 10 s.' }

test('a venue that was asked has a line; a failure is told until a success comes after it', () => {
  expect(
    venueStateLines(
      {
        kalshi: { sent: 3, lastOkAt: NOON - 60_000, lastError },
        myriad: { sent: 1, lastOkAt: NOON + 60_000, lastError },
        opinion: { sent: 0, lastError },
        rain: { sent: 0 },
      },
      ['kalshi api'],
    ),
  ).toEqual([
    '  kalshi   3 calls · last success 2026-11-21 11:59 · last failure 2026-11-21 12:00 NETWORK_ERROR: No answer within 10 s. · breaker open for api',
    '  myriad   1 call · last success 2026-11-21 12:01',
    '  opinion  0 calls · no success yet · last failure 2026-11-21 12:00 NETWORK_ERROR: No answer within 10 s.',
  ])
})
