import { describe, expect, test } from 'vitest'
import type { ChangePage } from '../../../src/candles/maintenance/changed-candles.js'
import type { StoredHistory } from '../../../src/http/history/stored-history.js'
import { appOver } from '../app-world.js'

const identity = { venue: 'kalshi', seriesKey: 'FOO', stepMs: 60_000, basis: 'trade' } as const
const candle = { timestamp: Date.UTC(2026, 5, 1), open: 0.4, high: 0.5, low: 0.3, close: 0.4 }
const page: ChangePage = {
  file: '0123abcd',
  changed: [
    {
      identity,
      outcomeId: 'FOO:yes',
      candles: [
        { bar: { ...candle, volume: 3 }, knownSince: Date.UTC(2026, 5, 2) },
        { bar: { ...candle, timestamp: candle.timestamp + 60_000 }, knownSince: undefined },
      ],
      removed: [],
    },
    {
      identity: { ...identity, seriesKey: 'BAR', stepMs: 3_600_000 },
      ...{ outcomeId: undefined, candles: [], removed: [candle.timestamp] },
    },
  ],
  next: { number: 7, from: 60_000 },
  isLast: false,
}

function over(history: Partial<StoredHistory> | undefined, options: Parameters<typeof appOver>[0] = {}) {
  const asked: Parameters<StoredHistory['changes']>[] = []
  const whole: StoredHistory = {
    async changes(...question) {
      asked.push(question)
      return page
    },
    part: () => Promise.reject(new Error('not asked')),
    ...history,
  }
  const world = appOver({ ...options, ...(history === undefined ? {} : { history: whole }) })
  const get = async (query: string, headers: Record<string, string> = {}) => {
    const { status, json } = await world.get(`/v0/changes${query}`, headers)
    return { status, body: json as Readonly<Record<string, unknown>> }
  }
  return { get, asked, token: world.token, getPart: (query: string) => world.get(`/v0/shared/part${query}`) }
}

describe('GET /v0/changes', () => {
  test('returns candles by series, and where the next page begins', async () => {
    const { asked, get } = over({})
    const { status, body } = await get('')
    expect(status).toBe(200)
    expect(body).toEqual({
      data: [
        {
          venue: 'kalshi',
          series: 'FOO',
          outcome_id: 'kalshi:FOO:yes',
          resolution: '1m',
          basis: 'trade',
          candles: [
            {
              ...candle,
              volume: 3,
              timestamp: '2026-06-01T00:00:00.000Z',
              known_since: '2026-06-02T00:00:00.000Z',
            },
            { ...candle, timestamp: '2026-06-01T00:01:00.000Z', known_since: null },
          ],
        },
        {
          ...{ venue: 'kalshi', series: 'BAR', outcome_id: null, resolution: '1h', basis: 'trade' },
          ...{ candles: [], removed: ['2026-06-01T00:00:00.000Z'] },
        },
      ],
      meta: { count: 2, cursor: '0123abcd-7@60000', isLast: false },
    })
    expect(asked).toEqual([[{ number: 0 }, 10_000, false]])
  })

  test('reads the cursor of an export, and its own', async () => {
    const { asked, get } = over({})
    await get('?after=0123abcd-7&limit=5')
    await get('?after=0123abcd-7@60000&limit=99999999')
    await get('?after=start')
    expect(asked.map(([place, most]) => [place, most])).toEqual([
      [{ file: '0123abcd', number: 7 }, 5],
      [{ file: '0123abcd', number: 7, from: 60_000 }, 50_000],
      [{ number: 0 }, 10_000],
    ])
  })

  test.each([
    ['?after=yesterday', 400],
    ['?after=99999999-7', 400],
    ['?limit=0', 400],
    ['?since=5', 400],
  ])('refuses %s', async (query, status) => {
    expect((await over({}).get(query)).status).toBe(status)
  })

  test('is not served without a file, and without a history', async () => {
    const withoutFile = over({ changes: async () => undefined })
    for (const { get } of [withoutFile, over(undefined)]) {
      const { status, body } = await get('')
      expect([status, body['error']]).toEqual([501, expect.objectContaining({ code: 'NOT_SUPPORTED' })])
    }
  })

  test('needs a key where callers do, and tells the owner everything', async () => {
    const { get, token, asked } = over({}, { requireToken: true })
    expect((await get('')).status).toBe(401)
    expect((await get('', { 'x-pmxt-access-token': token })).status).toBe(200)
    expect(asked.map(([, , isOwner]) => isOwner)).toEqual([true])
  })
})

describe('GET /v0/shared/part', () => {
  const query = '?venue=kalshi&series=FOO&stepMs=60000&basis=trade&from=0&to=60000'
  const part = { bars: [], coverage: [], receipts: [], provisional: [] }
  const world = () => {
    const spans: unknown[] = []
    const { getPart } = over({
      async part(...question) {
        spans.push(question)
        return part
      },
    })
    return { spans, getPart }
  }

  test('returns the part of a span, with the time', async () => {
    const { getPart, spans } = world()
    expect((await getPart(query)).json).toEqual({ now: expect.any(Number), ...part })
    expect(spans).toEqual([[identity, { from: 0, to: 60_000 }]])
  })

  test.each([
    query.replace('kalshi', 'nowhere'),
    query.replace('FOO', ''),
    query.replace('60000&basis', '6&basis'),
    query.replace('trade', 'guess'),
    query.replace('to=60000', 'to=0'),
    query.replace('to=60000', 'to=99999999999999'),
    query.replace('from=0', 'from=now'),
    `${query}&more=1`,
  ])('refuses %s', async (bad) => {
    expect((await world().getPart(bad)).status).toBe(400)
  })
})
