import { expect, test } from 'vitest'
import { rowsAt, textAt } from '../../support/json.js'
import { createStage } from '../../support/stage.js'

const API = '/trade-api/v2'
const demo = await createStage('kalshi-demo')
const open = `${API}/markets?status=open&mve_filter=exclude&limit=1000`
const rows = rowsAt(demo.get('api', open), 'markets')

test('tickers are not those of production', () => {
  expect(rows.length).toBeGreaterThan(300)
  expect(rows.every((row) => textAt(row, 'ticker').startsWith('KXDEMO'))).toBe(true)
})

test('most markets have neither trades nor quotes', () => {
  const idle = rows.filter(
    (row) =>
      row['last_price_dollars'] === '0.0000' &&
      row['yes_bid_dollars'] === '0.0000' &&
      row['yes_ask_dollars'] === '1.0000',
  )
  expect(idle.length / rows.length).toBeGreaterThan(0.6)
  expect(idle.length).toBeLessThan(rows.length)
  const ticker = textAt(idle[0], 'ticker')
  expect(demo.get('api', `${API}/markets/${ticker}/orderbook`)).toEqual({
    orderbook_fp: { yes_dollars: [], no_dollars: [] },
  })
  expect(rowsAt(demo.get('api', `${API}/markets/trades?ticker=${ticker}`), 'trades')).toEqual([])
})

test('in metronome rhythm everybody is awake', async () => {
  const strict = await createStage('kalshi-demo', { rhythm: 'metronome' })
  const awake = rowsAt(strict.get('api', open), 'markets').filter(
    (row) => row['last_price_dollars'] !== '0.0000',
  )
  expect(awake.length).toBeGreaterThan(rows.length - 10)
})

test('there is no archive and no search', () => {
  expect(demo.probe('api', `${API}/historical/cutoff`).status).toBe(404)
  expect(demo.probe('api', `${API}/historical/markets`).status).toBe(404)
  expect(demo.probe('api', '/v1/search/series?query=x').status).toBe(404)
})
