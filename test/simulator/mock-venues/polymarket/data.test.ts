import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../../../src/api/times/resolution.js'
import { stateAt } from '../../../../src/simulator/world/common/types.js'
import { demoWallets } from '../../../../src/simulator/world/wallets.js'
import { firstWhere, numberAt, type Row, rowsAt, textAt, textsIn } from '../../support/json.js'
import { createStage, NOON } from '../../support/stage.js'

const stage = await createStage('polymarket')
const data = (path: string): unknown => stage.get('data', path)
const busy = firstWhere(
  stage.world.eventsAt(NOON).flatMap((event) => event.markets),
  (market) => market.activity === 'busy' && stateAt(market, NOON) === 'open',
)
const native = stage.get('gamma', `/markets/${busy.number}`)
const condition = textAt(native, 'conditionId')
const [yes = '', no = ''] = textsIn(native, 'clobTokenIds')

describe('trades', () => {
  const truth = stage.world.trades(busy.key, NOON - 3 * HOUR_MS, NOON + 1).toReversed()

  test('v1 tells the trades newest first, both outcomes interleaved', () => {
    const rows = rowsAt(data(`/trades?market=${condition}&limit=${truth.length}`))
    expect(rows.map((row) => numberAt(row, 'size'))).toEqual(truth.map(({ size }) => size))
    const asYes = rows.map((row) => {
      const price = numberAt(row, 'price')
      return row['asset'] === yes ? price : Math.round((1 - price) * 1000) / 1000
    })
    expect(asYes).toEqual(truth.map(({ price }) => price))
    expect(new Set(rows.map(({ asset }) => asset))).toEqual(new Set([yes, no]))
    expect(rows.map((row) => numberAt(row, 'timestamp'))).toEqual(
      truth.map(({ at }) => Math.floor(at / 1000)),
    )
  })

  test('v1 offsets continue, and times in the query are ignored', () => {
    const whole = rowsAt(data(`/trades?market=${condition}&limit=40`))
    const parts = [0, 15, 30].flatMap((offset) =>
      rowsAt(data(`/trades?market=${condition}&limit=15&offset=${offset}`)),
    )
    expect(parts.slice(0, 40)).toEqual(whole)
    expect(rowsAt(data(`/trades?market=${condition}&limit=40&after=1&asset_id=5`))).toEqual(whole)
  })

  test('v2 pages with a cursor that looks signed tell the same trades', () => {
    const rows: Row[] = []
    let cursor = ''
    for (let page = 0; page < 5; page++) {
      const body = data(`/v2/trades?condition=${condition}&limit=9${cursor}`)
      rows.push(...rowsAt(body, 'data'))
      cursor = `&cursor=${textAt(body, 'pagination.next_cursor')}`
    }
    const first = rowsAt(data(`/trades?market=${condition}&limit=45`))
    expect(rows.map((row) => [row['transaction_hash'], row['token_id'], row['size']])).toEqual(
      first.map((row) => [row['transactionHash'], row['asset'], row['size']]),
    )
    expect(rows.every((row) => row['outcome_index'] === 999)).toBe(true)
    const tampered = stage.probe('data', `/v2/trades?condition=${condition}${cursor.slice(0, -6)}`)
    expect(tampered).toMatchObject({ status: 400, body: { parameter: 'cursor' } })
  })

  test('without a filter the feed is everybody’s, newest first', () => {
    const times = rowsAt(data('/trades?limit=300')).map((row) => numberAt(row, 'timestamp'))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(
      new Set(rowsAt(data('/trades?limit=300')).map(({ conditionId }) => conditionId)).size,
    ).toBeGreaterThan(20)
  })

  test('a transaction can hold several fills', () => {
    const hashes = rowsAt(data(`/trades?market=${condition}&limit=500`)).map((row) =>
      textAt(row, 'transactionHash'),
    )
    expect(new Set(hashes).size).toBeLessThan(hashes.length)
  })
})

describe('positions by address', () => {
  test.each(demoWallets)('$name holds the same in both generations', ({ address }) => {
    const first = rowsAt(data(`/positions?user=${address}&sizeThreshold=0&limit=500`))
    const second = rowsAt(
      data(
        `/v2/positions?user=${address.toUpperCase().replace('0X', '0x')}&include_archived=true&limit=1000`,
      ),
      'data',
    )
    expect(first.length).toBeGreaterThan(3)
    const key = (row: Row, asset: string, size: string): string =>
      `${textAt(row, asset)} ${numberAt(row, size)}`
    expect(first.map((row) => key(row, 'asset', 'size')).toSorted()).toEqual(
      second.map((row) => key(row, 'token_id', 'current_size')).toSorted(),
    )
    for (const row of first) {
      expect(numberAt(row, 'currentValue')).toBeCloseTo(numberAt(row, 'size') * numberAt(row, 'curPrice'), 4)
      expect(numberAt(row, 'avgPrice')).toBeGreaterThan(0)
    }
  })

  test('a stranger has none, no address is a 400', () => {
    expect(data(`/positions?user=0x${'1'.repeat(40)}`)).toEqual([])
    expect(stage.probe('data', '/positions').status).toBe(400)
    expect(stage.probe('data', '/v2/positions?user=me')).toMatchObject({
      status: 400,
      body: { parameter: 'user' },
    })
  })
})

describe('switches', () => {
  test('each generation can be gone or missing by itself', () => {
    stage.switches.polymarket.dataV1 = 'gone'
    expect(stage.probe('data', '/trades').status).toBe(410)
    expect(stage.probe('data', '/v2/trades?limit=1').status).toBe(200)
    stage.switches.polymarket.dataV1 = 'missing'
    expect(stage.probe('data', '/positions').status).toBe(404)
    stage.switches.polymarket.dataV1 = 'on'
    stage.switches.polymarket.dataV2 = 'missing'
    expect(stage.probe('data', '/v2/trades')).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(stage.probe('data', '/trades?limit=1').status).toBe(200)
    stage.switches.polymarket.dataV2 = 'on'
  })

  test('other methods and paths have the second generation’s error form', () => {
    expect(stage.ask('data', 'POST', '/v2/trades').status).toBe(405)
    expect(stage.probe('data', '/v2/nothing')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})
