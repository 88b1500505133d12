import { describe, expect, test } from 'vitest'
import { describeOrigin, toToolData } from '../../src/mcp/tool-data.js'

describe('an answer for an assistant', () => {
  test('candles are rows under one head, without a column for volumes that nobody has', () => {
    const candle = { timestamp: 1_795_270_500_000, open: 0.4, high: 0.5, low: 0.3, close: 0.45 }
    expect(toToolData('fetchOHLCV', [candle])).toEqual({
      columns: ['opens (UTC)', 'open', 'high', 'low', 'close'],
      rows: [['2026-11-21T14:15Z', 0.4, 0.5, 0.3, 0.45]],
    })
    const both = toToolData('fetchOHLCV', [{ ...candle, volume: 7 }, candle])
    expect(both['columns']).toContain('volume')
    expect((both['rows'] as unknown[][])[1]?.at(-1)).toBeNull()
  })

  test('unknown numbers are left out instead of told as 0, long texts are cut', () => {
    const market = {
      marketId: 'X',
      description: 'a'.repeat(2_000),
      volume24h: 0,
      volume: 5,
      yes: { label: 'again' },
      metadata: { unknown: ['volume24h'] },
    }
    const { data } = toToolData('fetchMarket', market) as { data: Record<string, unknown> }
    expect(data).toEqual({ marketId: 'X', description: `${'a'.repeat(300)}…`, volume: 5 })
  })

  test('rows that are too much to read are left out, and that is said', () => {
    const rows = Array.from({ length: 50 }, (_, index) => ({ index, texts: Array(30).fill('b'.repeat(200)) }))
    const told = toToolData('fetchMarkets', rows) as { data: unknown[]; leftOut: string }
    expect(JSON.stringify(told).length).toBeLessThan(61_000)
    expect(told.data.length).toBeGreaterThan(5)
    expect(told.leftOut).toContain(`${50 - told.data.length} rows`)
  })

  test('an order of an earlier call, or one that filled more than was asked for, is said to be that', () => {
    expect(describeOrigin({ 'x-pmx-repeated': 'uuid', 'x-pmx-overfilled': '2.5' }, 0)).toMatchObject({
      repeated: expect.stringContaining('No second order was placed'),
      overfilled: expect.stringContaining('2.5 contracts beyond'),
    })
  })

  test('every answer says the world it is of and how old it is', () => {
    expect(describeOrigin({}, 0)).toEqual({
      mode: 'live',
      freshness: { answeredAt: '1970-01-01T00:00:00.000Z' },
    })
    const headers = {
      'x-pmx-mode': 'demo',
      'x-pmx-list-age': '12',
      'x-pmx-partial-from': '1795271400000',
      'x-pmx-stale': 'offline; age=5',
    }
    expect(describeOrigin(headers, 0)).toMatchObject({
      mode: 'demo',
      notice: expect.stringContaining('all data is simulated'),
      freshness: {
        listAgeSeconds: 12,
        stillChangesFrom: '2026-11-21T14:30:00.000Z',
        storedBecause: 'offline; age=5',
      },
    })
  })
})
