import { describe, expect, test } from 'vitest'
import { findListedEvents } from '../../../../src/simulator/mock-kit/venue-view.js'
import { contractIdOf } from '../../../../src/simulator/mock-venues/smarkets/ids.js'
import { roundToStep } from '../../../../src/simulator/mock-venues/smarkets/tick-prices.js'
import { stateAt } from '../../../../src/simulator/world/common/types.js'
import { contextOf } from '../../support/context.js'
import { dig, firstWhere, numberAt, rowsAt, textAt } from '../../support/json.js'
import { createStage } from '../../support/stage.js'
import { contractsOf } from './read.js'

const stage = await createStage('smarkets')
const all = findListedEvents(contextOf(stage.world, stage.now), 'smarkets').flatMap(({ markets }) => markets)
const traded = firstWhere(
  all,
  ({ key, activity }) =>
    activity === 'busy' && (stage.world.lastTrade(key, stage.now)?.at ?? 0) > stage.now - 600_000,
)
const id = contractIdOf(traded, 'yes')
const get = (path: string): unknown => stage.get('api', `/v3${path}`)

describe('contracts by id', () => {
  test('are those of their market, of any state, and unknown ones are left out', () => {
    const over = firstWhere(all, (market) => stateAt(market, stage.now) === 'resolved')
    const ids = [id, contractIdOf(over, 'yes'), '1']
    const rows = rowsAt(get(`/contracts/${ids.join(',')}/`), 'contracts')
    expect(rows.map((row) => row['id'])).toEqual(ids.slice(0, 2))
    for (const row of rows) expect(contractsOf(stage, [textAt(row, 'market_id')])).toContainEqual(row)
  })

  test('are at most 300', () => {
    const ids = Array.from({ length: 301 }, (_none, index) => index + 1).join(',')
    expect(dig(stage.probe('api', `/v3/contracts/${ids}/`).body, 'error_type')).toBe('REQUEST_TOO_LARGE')
  })
})

describe('recent trades', () => {
  const rows = rowsAt(get(`/contracts/${id}/recent_trades/`), 'recent_trades')

  test('are the newest of the world, on the ladder, by the side of the taker', () => {
    const from = stage.now - 24 * 3_600_000
    const real = stage.world.trades(traded.key, from, stage.now + 1).slice(-rows.length)
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.length).toBeLessThanOrEqual(50)
    expect(rows.map((row) => Math.floor(numberAt(row, 'timestamp') / 1e6))).toEqual(real.map(({ at }) => at))
    for (const [index, row] of rows.entries()) {
      const { price = 0, size = 0, takerSide } = real[index] ?? {}
      expect(row).toMatchObject({
        contract_id: id,
        price: roundToStep(Math.round(price * 10_000)),
        quantity: Math.round(size * 10_000),
        side: takerSide === 'yes' ? 'buy' : 'sell',
      })
    }
  })

  test('have times in nanoseconds, as numbers', () => {
    const { body } = stage.ask('api', 'GET', `/v3/contracts/${id}/recent_trades/`)
    expect(body).toMatch(/"timestamp":\d{19}[,}]/)
  })
})

test('charts are off, in both of their forms', () => {
  for (const path of [`/contracts/${id}`, `/events/1/markets/2/contracts/${id}`]) {
    const { status, body } = stage.probe('api', `/v3${path}/executions_time_series/?data_points=2`)
    expect([status, dig(body, 'error_type')]).toEqual([503, 'CHARTS_UNAVAILABLE'])
  }
})

test('the search finds events that are not over by all words of their name', () => {
  const event = firstWhere(
    findListedEvents(contextOf(stage.world, stage.now), 'smarkets'),
    (one) => stateAt(one, stage.now) === 'open',
  )
  const words = event.title.split(/\s+/).slice(0, 2).join(' ').toUpperCase()
  const body = get(`/search/${encodeURIComponent(words)}/`)
  const found = dig(body, 'search_result_event_ids')
  expect(found).toContain(String(event.number * 4 + 3))
  expect(dig(body, 'count')).toBe(Array.isArray(found) ? found.length : -1)
  expect(get('/search/zzzz/')).toEqual({ count: 0, search_result_event_ids: [] })
})
