import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../../src/api/times/resolution.js'
import { firstWhere, rowsAt, textAt } from '../../support/json.js'
import { createStage, NOON } from '../../support/stage.js'

const stage = await createStage('kalshi')
const api = (path: string): unknown => stage.get('api', `/trade-api/v2${path}`)
const cutoff = Math.floor((NOON - 90 * DAY_MS) / DAY_MS) * DAY_MS

describe('trades', () => {
  const rows = rowsAt(api('/markets?status=open&mve_filter=exclude&limit=1000'), 'markets')
  const busy = textAt(
    firstWhere(rows, (row) => Number(textAt(row, 'volume_24h_fp')) > 100_000),
    'ticker',
  )

  test('pages are newest first and without repeats; taker_side is that of the outcome', () => {
    const first = api(`/markets/trades?ticker=${busy}&limit=30`)
    const second = api(`/markets/trades?ticker=${busy}&limit=30&cursor=${textAt(first, 'cursor')}`)
    const all = rowsAt(api(`/markets/trades?ticker=${busy}&limit=60`), 'trades')
    expect([...rowsAt(first, 'trades'), ...rowsAt(second, 'trades')]).toEqual(all)
    expect(new Set(all.map(({ trade_id }) => trade_id)).size).toBe(60)
    const times = all.map((row) => textAt(row, 'created_time'))
    expect(times).toEqual(times.toSorted().toReversed())
    expect(all.every((row) => row['taker_side'] === row['taker_outcome_side'])).toBe(true)
  })

  test('the tape of all markets is one feed; an unknown ticker has none', () => {
    const all = rowsAt(api('/markets/trades?limit=200'), 'trades')
    expect(new Set(all.map(({ ticker }) => ticker)).size).toBeGreaterThan(20)
    expect(rowsAt(api('/markets/trades?ticker=NOPE'), 'trades')).toEqual([])
  })

  test('time bounds are inclusive seconds, and older trades are archived', () => {
    const second = Math.floor(NOON / 1000)
    const window = rowsAt(
      api(`/markets/trades?ticker=${busy}&min_ts=${second - 600}&max_ts=${second - 300}&limit=1000`),
      'trades',
    )
    const times = window.map((row) => Date.parse(textAt(row, 'created_time')) / 1000)
    expect(times.every((time) => time >= second - 600 && time < second - 299)).toBe(true)
    const oldest = Math.floor(cutoff / 1000)
    expect(rowsAt(api(`/markets/trades?ticker=${busy}&max_ts=${oldest - 1}`), 'trades')).toEqual([])
    const archived = rowsAt(api('/historical/trades?limit=5'), 'trades')
    expect(archived.every((row) => Date.parse(textAt(row, 'created_time')) < cutoff)).toBe(true)
  })
})
