import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import type { CandleAnswer, CandleEngine } from '../../../src/candles/engine.js'
import type { FetchCall } from '../../../src/candles/fetch/fetch-target.js'
import { withStored } from '../../../src/core/market-data/event-candles-stored.js'
import { noSecrets } from '../../../src/venue-kit/contract/account-secrets.js'
import { fakeVenue } from '../fake-venue.js'

const HOUR = 3_600_000
const NOON = Date.UTC(2026, 10, 21, 12)
const bar = (hoursAgo: number) => ({
  timestamp: NOON - hoursAgo * HOUR,
  open: 0.5,
  high: 0.5,
  low: 0.5,
  close: 0.5,
})
const away = new PmxError('NETWORK_ERROR', 'The venue is away.', { detail: { kind: 'connection' } })
const query = { resolution: '1h', start: NOON - 9 * HOUR }

/** The failure to reach the venue of an event of outcomes A, B, …, of which that much is stored. */
async function told(
  stored: readonly (Partial<CandleAnswer> | undefined)[],
  { ageS = 5 }: { ageS?: number } = {},
) {
  const asked: { outcome: string; question: unknown; terms: FetchCall }[] = []
  const candles = {
    async candles(_venue: unknown, outcome: string, question: unknown, terms: FetchCall) {
      asked.push({ outcome, question, terms })
      const answer = stored[outcome.charCodeAt(0) - 65]
      if (answer === undefined) throw away
      return { stepMs: HOUR, ...answer }
    },
  } as unknown as CandleEngine
  const markets = stored.map((_, index) => {
    const outcomeId = String.fromCharCode(65 + index)
    return { outcomes: [{ marketId: 'm', outcomeId, label: outcomeId }] }
  })
  const call = { secrets: noSecrets, priority: 'interactive' } as unknown as FetchCall
  const job = { venue: fakeVenue(), call, candles }
  return { error: await withStored(away, { id: 'E', title: 'E', markets }, ageS, query, job), asked }
}

describe('the failure to reach the venue of an event', () => {
  test('says what is stored of all its outcomes, how old it is, and how to get it', async () => {
    const { error } = await told([{ bars: [bar(3), bar(5)] }, { bars: [bar(4)] }])
    expect([error.code, error.detail]).toEqual([
      'NETWORK_ERROR',
      {
        kind: 'connection',
        stored: {
          candles: 3,
          resolution: '1h',
          from: NOON - 5 * HOUR,
          until: NOON - 2 * HOUR,
          ageSeconds: 5,
          switch: 'stale=ok',
        },
      },
    ])
    expect(error.message).toContain(
      'The venue is away. The cache contains 3 candles for its outcomes (1h), up to 2026-11-21T10:00',
    )
    expect(error.message).toContain('stale=ok')
  })

  test('is as old as the oldest of it', async () => {
    const stale = (ageS: number) => ({ reason: 'unreachable', ageS, missing: [] }) as const
    const answers = [
      { bars: [bar(3)], stale: stale(70) },
      { bars: [bar(3)], stale: stale(40) },
      { bars: [bar(3)] },
    ]
    expect((await told(answers)).error.detail).toMatchObject({ stored: { ageSeconds: 70 } })
    expect((await told(answers, { ageS: 90 })).error.detail).toMatchObject({ stored: { ageSeconds: 90 } })
  })

  test('asks what is stored for the same candles, and nobody else for any', async () => {
    const { asked } = await told([{ bars: [bar(3)] }])
    expect(asked).toEqual([
      {
        outcome: 'A',
        question: query,
        terms: expect.objectContaining({
          priority: 'interactive',
          stored: { unasked: 'only_if_cached', serves: true },
        }),
      },
    ])
  })

  test.each<[string, readonly (Partial<CandleAnswer> | undefined)[]]>([
    ['one outcome has nothing', [{ bars: [bar(3)] }, undefined]],
    ['there is no candle of any', [{ bars: [] }, { bars: [] }]],
    ['it has no outcomes', []],
  ])('is as it was where %s: there is no answer to be had', async (_what, stored) => {
    expect((await told(stored)).error).toBe(away)
  })
})
