import { describe, expect, test } from 'vitest'
import {
  type CheckedCall,
  type CheckName,
  Failed,
  type Outcome,
  runChecks,
} from '../../../src/cli/selftest/checks.js'

const HOUR = 3_600_000
const NOW = 495_000 * HOUR

const row = (marketId: string, volume: number) => ({
  marketId,
  title: marketId,
  volume,
  outcomes: [
    { outcomeId: `${marketId}-Y`, label: 'Yes', price: 0.4 },
    { outcomeId: `${marketId}-N`, label: 'No', price: 0.6 },
  ],
})
const rows = Array.from({ length: 12 }, (_, index) => row(`M${index}`, index))
const candle = (close: number) => [{ timestamp: NOW - HOUR, open: close, high: close, low: close, close }]

type Answers = Partial<Record<string, (...args: readonly unknown[]) => unknown>>

/** A venue that answers as it should. */
const healthy: Answers = {
  fetchMarkets: (params) => {
    const { status, limit = 50, offset = 0 } = params as { status?: string; limit?: number; offset?: number }
    return status === 'closed' ? [row('C', 1)] : rows.slice(offset, offset + limit)
  },
  fetchEvents: () => [{ id: 'E', title: 'E', markets: rows }],
  fetchMarket: (params) => {
    const { marketId, outcomeId } = params as { marketId?: string; outcomeId?: string }
    return row(marketId ?? outcomeId?.slice(0, -2) ?? '', 1)
  },
  fetchEvent: () => ({ id: 'E', title: 'E', markets: rows }),
  fetchOHLCV: (outcomeId) => candle(String(outcomeId).endsWith('Y') ? 0.4 : 0.6),
  fetchOrderBook: () => ({ bids: [{ price: 0.4, size: 1 }], asks: [{ price: 0.5, size: 1 }] }),
  fetchTrades: () => [{ timestamp: NOW - 1, price: 0.5, amount: 1 }],
}

async function checked(answers: Answers = {}, isLate = () => false) {
  const asked: string[] = []
  const ask: CheckedCall = async (method, ...args) => {
    asked.push(`${method} ${JSON.stringify(args)}`)
    return { ...healthy, ...answers }[method]?.(...args)
  }
  const outcomes = new Map<CheckName, Outcome>()
  await runChecks(
    ask,
    () => NOW,
    isLate,
    (name, outcome) => outcomes.set(name, outcome),
  )
  const failed = [...outcomes].filter(([, { state }]) => state === 'failed').map(([name]) => name)
  return { outcomes, failed, asked }
}

const throwing = (code: string) => () => {
  throw new Failed(code, 'why')
}

describe('the checks of a venue', () => {
  test('pass where everything is as it should be', async () => {
    const { outcomes } = await checked()
    expect([...outcomes.values()]).toEqual(Array.from({ length: 9 }, () => ({ state: 'ok' })))
  })

  test('ask the busiest markets for candles', async () => {
    const { asked } = await checked()
    expect(asked.find((line) => line.startsWith('fetchOHLCV'))).toContain('M11-Y')
  })

  test.each<[string, Answers, CheckName]>([
    ['no open market', { fetchMarkets: () => [] }, 'markets'],
    ['no open event', { fetchEvents: () => [] }, 'events'],
    ['another market for the id', { fetchMarket: () => row('X', 1) }, 'ids'],
    ['another event for the id', { fetchEvent: () => ({ id: 'X' }) }, 'ids'],
    ['open markets for closed ones', { fetchMarkets: () => rows }, 'status'],
    [
      'one page for all',
      { fetchMarkets: (p) => (Object(p).status ? [row('C', 1)] : rows.slice(0, 5)) },
      'pages',
    ],
    ['candles off the grid', { fetchOHLCV: () => [{ ...candle(0.4)[0], timestamp: NOW - 1 }] }, 'candles'],
    ['YES prices for NO', { fetchOHLCV: () => candle(0.9) }, 'mirror'],
    ['no candles for NO', { fetchOHLCV: (id) => (String(id).endsWith('Y') ? candle(0.4) : []) }, 'mirror'],
    [
      'a crossed book',
      { fetchOrderBook: () => ({ bids: [{ price: 0.6, size: 1 }], asks: [{ price: 0.5, size: 1 }] }) },
      'book',
    ],
    ['a trade of nothing', { fetchTrades: () => [{ timestamp: NOW, price: 0.5, amount: 0 }] }, 'trades'],
    ['a failure', { fetchOrderBook: throwing('EXCHANGE_NOT_AVAILABLE') }, 'book'],
  ])('notice %s', async (_what, answers, name) => {
    const { failed, outcomes } = await checked(answers)
    expect(failed).toContain(name)
    expect(outcomes.get(name)?.reason).toBeTruthy()
  })

  test('ask the next market where the prices of one are hidden, and fail where all are', async () => {
    const denied = (isHidden: (id: string) => boolean): Answers => ({
      fetchOHLCV: (id) =>
        isHidden(String(id)) ? throwing('PERMISSION_DENIED')() : candle(String(id).endsWith('Y') ? 0.4 : 0.6),
    })
    expect((await checked(denied((id) => id.startsWith('M11')))).failed).toEqual([])
    expect((await checked(denied(() => true))).failed).toEqual(['candles'])
  })

  test('find no fault with what the venue does not have', async () => {
    const none = throwing('NOT_SUPPORTED')
    const { failed, outcomes } = await checked({ fetchOHLCV: none, fetchOrderBook: none, fetchTrades: none })
    expect(failed).toEqual([])
    expect(
      ['candles', 'mirror', 'book', 'trades'].map((name) => outcomes.get(name as CheckName)?.state),
    ).toEqual(Array.from({ length: 4 }, () => 'none'))
  })

  test('fail where there was no time left', async () => {
    let looks = 0
    const { failed } = await checked({}, () => ++looks > 7)
    expect(failed).toEqual(['book', 'trades'])
  })

  test('let bugs of their own through', async () => {
    const broken = () => {
      throw new TypeError('a bug')
    }
    await expect(checked({ fetchMarkets: broken })).rejects.toThrow('a bug')
  })
})
