import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../../src/api/times/resolution.js'
import { stateAt, type WorldMarket } from '../../../../src/simulator/world/common/types.js'
import { dig, firstWhere, numberAt, rowsAt, textAt, textsIn } from '../../support/json.js'
import { createStage, NOON, type Stage, target } from '../../support/stage.js'

const MINUTE = 60_000
const second = Math.floor(NOON / 1000)
const stage = await createStage('polymarket')
const strict = await createStage('polymarket', { rhythm: 'metronome' })

function marketsOf(on: Stage): WorldMarket[] {
  const events = on.world.eventsAt(NOON).filter(({ series }) => series.onlyOn === undefined)
  return events.flatMap((event) => event.markets)
}

function tokensOf(on: Stage, market: WorldMarket): readonly [string, string] {
  const [yes = '', no = ''] = textsIn(on.get('gamma', `/markets/${market.number}`), 'clobTokenIds')
  return [yes, no]
}

const busy = firstWhere(
  marketsOf(stage),
  (one) => one.activity === 'busy' && NOON - one.opensAt > 100 * DAY_MS && stateAt(one, NOON) === 'open',
)
const [yes, no] = tokensOf(stage, busy)

interface Point {
  readonly t: number
  readonly p: number
}

function v1(on: Stage, query: Readonly<Record<string, string | number>>): Point[] {
  return rowsAt(on.get('clob', target('/prices-history', query)), 'history').map((row) => ({
    t: numberAt(row, 't'),
    p: numberAt(row, 'p'),
  }))
}

interface Row2 {
  readonly timestamp: number
  readonly price: number
  readonly resolution: number
}

function v2(on: Stage, query: Readonly<Record<string, string | number>>): Row2[] {
  const rows: Row2[] = []
  let cursor: string | undefined
  do {
    const page = on.get(
      'data',
      target('/v2/prices-history', cursor === undefined ? query : { ...query, cursor }),
    )
    rows.push(
      ...rowsAt(page, 'data').map((row) => ({
        timestamp: numberAt(row, 'timestamp'),
        price: numberAt(row, 'price'),
        resolution: numberAt(row, 'resolution_seconds'),
      })),
    )
    const next = dig(page, 'pagination.next_cursor')
    cursor = typeof next === 'string' ? next : undefined
  } while (cursor !== undefined)
  return rows
}

describe('first generation', () => {
  test('a point is the last trade price at its second, forward-filled, one a minute with jitter', () => {
    const points = v1(stage, { market: yes, startTs: second - 86_400, endTs: second, fidelity: 1 })
    const inside = points.filter(({ t }) => t <= second).slice(0, -1)
    for (const { t, p } of inside) {
      expect(p).toBe(stage.world.lastTrade(busy.key, t * 1000)?.price)
    }
    const steps = inside.slice(1).map(({ t }, index) => t - (inside[index]?.t ?? t))
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(45)
    expect(Math.max(...steps)).toBeLessThanOrEqual(75)
    expect(inside.length).toBeGreaterThan(1430)
  })

  test('of several tokens is by token what it is of each; more than 20, and no list, are refused', () => {
    const window = { start_ts: second - 7200, end_ts: second, fidelity: 1 }
    const alone = (market: string) =>
      v1(stage, { market, startTs: second - 7200, endTs: second, fidelity: 1 })
    const body = { markets: [no, yes, '99'], ...window }
    expect(stage.post('clob', '/batch-prices-history', body)).toEqual({
      history: { [no]: alone(no), [yes]: alone(yes), '99': [] },
    })
    for (const markets of [[], Array.from({ length: 21 }, String), yes, undefined])
      expect(stage.ask('clob', 'POST', '/batch-prices-history', { ...window, markets }).status).toBe(400)
  })

  test('NO is the mirror of YES', () => {
    const window = { startTs: second - 7200, endTs: second, fidelity: 60 }
    const left = v1(stage, { market: yes, ...window }).map(({ p }) => p)
    const right = v1(stage, { market: no, ...window }).map(({ p }) => p)
    expect(right.map((p) => Math.round((1 - p) * 1000) / 1000)).toEqual(left)
  })

  test('a live market adds a point of now even to a window of long ago', () => {
    const points = v1(stage, {
      market: yes,
      startTs: second - 40 * 86_400,
      endTs: second - 39 * 86_400,
      fidelity: 60,
    })
    expect(points.at(-1)?.t).toBe(second)
    expect(points.at(-2)?.t).toBeLessThanOrEqual(second - 39 * 86_400)
    expect(String(points.at(-1)?.p)).toBe(textAt(stage.get('clob', `/midpoint?token_id=${yes}`), 'mid'))
  })

  test('15 days are served whole, a second more is refused; milliseconds are too long', () => {
    const whole = v1(stage, { market: yes, startTs: second - 1_296_000, endTs: second, fidelity: 1 })
    expect(whole.length).toBeGreaterThan(21_500)
    const body = { error: "invalid filters: 'startTs' and 'endTs' interval is too long" }
    for (const [startTs, endTs] of [
      [second - 1_296_001, second],
      [NOON - DAY_MS, NOON],
    ]) {
      const asked = target('/prices-history', { market: yes, startTs: startTs ?? 0, endTs: endTs ?? 0 })
      expect(stage.probe('clob', asked)).toEqual({ status: 400, body })
    }
  })

  test('closed markets: presets are empty, windows inside the life work, no point of now', () => {
    const closed = firstWhere(
      marketsOf(stage),
      (one) => stateAt(one, NOON) === 'resolved' && one.activity === 'busy',
    )
    const [token] = tokensOf(stage, closed)
    expect(v1(stage, { market: token, interval: '1d' })).toEqual([])
    expect(v1(stage, { market: token, interval: 'max', fidelity: 60 })).toEqual([])
    expect(v1(stage, { market: token, interval: 'max', fidelity: 720 }).length).toBeGreaterThanOrEqual(1)
    const end = Math.floor(closed.closesAt / 1000)
    const points = v1(stage, { market: token, startTs: end - 3600, endTs: end + 3600, fidelity: 1 })
    expect(points.length).toBeGreaterThan(5)
    expect(points.every(({ t }) => t < end)).toBe(true)
  })

  test('unknown tokens and condition ids are empty, never an error', () => {
    expect(v1(stage, { market: '123', interval: '1d' })).toEqual([])
    const condition = textAt(stage.get('gamma', `/markets/${busy.number}`), 'conditionId')
    expect(v1(stage, { market: condition, interval: '1d' })).toEqual([])
  })

  test('a day of minutes has a repeated point', () => {
    const points = v1(stage, { market: yes, interval: '1d', fidelity: 1 })
    const times = points.map(({ t }) => t)
    expect(times.length - new Set(times).size).toBe(1)
  })

  test('the switch takes it away', () => {
    stage.switches.polymarket.clobHistory = 'gone'
    expect(stage.probe('clob', `/prices-history?market=${yes}&interval=1d`).status).toBe(410)
    stage.switches.polymarket.clobHistory = 'missing'
    expect(stage.probe('clob', `/prices-history?market=${yes}&interval=1d`).status).toBe(404)
    stage.switches.polymarket.clobHistory = 'on'
  })
})

describe('second generation', () => {
  test('a row is the last price of the bucket it opens', () => {
    const start = second - 3 * 86_400
    const rows = v2(stage, { token_id: yes, start, end: start + 86_400, bucket_seconds: 300 })
    for (const { timestamp, price, resolution } of rows.filter((row) => row.resolution > 0)) {
      expect(timestamp % 300).toBe(0)
      expect(resolution).toBe(300)
      const end = Math.min((timestamp + 300) * 1000, (start + 86_400) * 1000)
      expect(price).toBe(stage.world.lastTrade(busy.key, end - 1)?.price)
    }
    expect(rows.length).toBeGreaterThanOrEqual(288)
  })

  test('an open window ends with the latest tick', () => {
    const rows = v2(stage, { token_id: yes, start: second - 7200 })
    const trade = stage.world.lastTrade(busy.key, NOON)
    const last = rows.at(-1)
    const exact = { timestamp: Math.floor((trade?.at ?? 0) / 1000), price: trade?.price, resolution: 0 }
    expect([exact, { ...last, price: trade?.price }]).toContainEqual(last)
  })

  test.each([
    ['12 hours', 43_200, 60],
    ['a week', 7 * 86_400, 300],
    ['15 days', 15 * 86_400, 1_800],
  ])('without a width %s comes at the finest fitting grain', (_name, span, grain) => {
    const rows = v2(stage, { token_id: yes, start: second - span, end: second })
    expect(new Set(rows.map((row) => row.resolution).filter((width) => width > 0))).toEqual(new Set([grain]))
  })

  test('a width is served as asked: beyond the retention of its grain the page is empty', () => {
    const window = { token_id: yes, start: second - 9 * 86_400, end: second - 8 * 86_400 }
    expect(v2(stage, { ...window, bucket_seconds: 60 })).toEqual([])
    expect(v2(stage, { ...window, bucket_seconds: 300 }).length).toBeGreaterThan(280)
    const old = { token_id: yes, start: second - 95 * 86_400, end: second - 94 * 86_400 }
    expect(v2(stage, { ...old, bucket_seconds: 1_800 })).toEqual([])
    expect(v2(stage, { ...old, bucket_seconds: 10_800 }).length).toBeGreaterThanOrEqual(8)
    expect(v2(stage, old).length).toBeGreaterThanOrEqual(8)
  })

  test('max is the whole life at half days', () => {
    const rows = v2(stage, { token_id: yes, interval: 'max' })
    expect((rows[0]?.timestamp ?? 0) * 1000).toBeLessThan(busy.opensAt + DAY_MS)
    expect(rows.filter((row) => row.resolution === 43_200).length).toBeGreaterThan(
      ((NOON - busy.opensAt) / DAY_MS) * 2 - 2,
    )
  })

  test.each([
    [1, 1, 0],
    [0, 0, 1],
    [0.5, 0.5, 0.5],
  ])(
    'a market resolved at %d ends with its payout, one bucket after the last row',
    (payout, yesPaid, noPaid) => {
      const settled = firstWhere(
        marketsOf(stage),
        (one) =>
          stateAt(one, NOON) === 'resolved' &&
          one.payout === payout &&
          one.activity !== 'never' &&
          NOON - one.closesAt > 5 * DAY_MS,
      )
      const end = Math.floor(settled.closesAt / 1000) + 7200
      for (const [index, paid] of [yesPaid, noPaid].entries()) {
        const token = tokensOf(stage, settled)[index === 0 ? 0 : 1]
        const rows = v2(stage, { token_id: token, start: end - 5 * 86_400, end, bucket_seconds: 10_800 })
        expect(rows.at(-1)).toEqual({
          timestamp: (rows.at(-2)?.timestamp ?? 0) + 10_800,
          price: paid,
          resolution: 0,
        })
      }
    },
  )

  test('cursor pages are the whole list', () => {
    const window = { token_id: yes, start: second - 5 * 3600, end: second - 3600, bucket_seconds: 60 }
    expect(v2(stage, { ...window, limit: 17 })).toEqual(v2(stage, window))
    expect(v2(stage, window).length).toBeGreaterThan(230)
  })

  test.each([
    ['start=0', 'start'],
    ['end=100', 'end'],
    ['start=1000000&end=9000000', 'end'],
    ['interval=', 'interval'],
    ['interval=1D', 'interval'],
    ['interval=1w&bucket_seconds=60', 'bucket_seconds'],
    ['start=1790000000&bucket_seconds=30', 'bucket_seconds'],
    ['start=1790000000&offset=5', 'offset'],
    [`start=${second - 60}&cursor=abc`, 'cursor'],
    ['', 'start'],
  ])('?%s is a 400 that names %s, with a trace id', (query, parameter) => {
    const reply = stage.ask('data', 'GET', `/v2/prices-history?token_id=${yes}&${query}`)
    expect(reply.status).toBe(400)
    expect(reply.headers['x-trace-id']).toMatch(/^[0-9a-f]{32}$/)
    expect(JSON.parse(reply.body)).toMatchObject({ code: 'invalid_request', retryable: false, parameter })
  })

  test('as_of is the latest observation by itself; an unknown token is an empty list', () => {
    const at = second - 5 * 86_400
    const trade = stage.world.lastTrade(busy.key, at * 1000)
    expect(v2(stage, { token_id: yes, as_of: at })).toEqual([
      { timestamp: Math.floor((trade?.at ?? 0) / 1000), price: trade?.price, resolution: 0 },
    ])
    expect(v2(stage, { token_id: '99', start: second - 60 })).toEqual([])
  })
})

describe('in metronome rhythm the points are the world’s bars', () => {
  const market = firstWhere(
    marketsOf(strict),
    (one) => stateAt(one, NOON) === 'open' && NOON - one.opensAt > 2 * DAY_MS,
  )
  const [token] = tokensOf(strict, market)
  const to = Math.floor(NOON / MINUTE) * MINUTE
  const from = to - 6 * HOUR_MS
  const truth = strict.world.bars(market.key, MINUTE, from, to)

  test('first generation: one point in each minute, at its price', () => {
    const points = v1(strict, {
      market: token,
      startTs: from / 1000,
      endTs: to / 1000 - 1,
      fidelity: 1,
    }).slice(0, -1)
    expect(points.map(({ t, p }) => [Math.floor(t / 60) * MINUTE, p])).toEqual(
      truth.map((bar) => [bar.openAt, bar.close]),
    )
    expect(truth.every((bar) => bar.open === bar.close && bar.high === bar.low)).toBe(true)
  })

  test('second generation: one row in each minute, at its price', () => {
    const rows = v2(strict, { token_id: token, start: from / 1000, end: to / 1000, bucket_seconds: 60 })
    const minutes = rows.filter((row) => row.resolution === 60)
    expect(minutes.map(({ timestamp, price }) => [timestamp * 1000, price])).toEqual(
      truth.map((bar) => [bar.openAt, bar.close]),
    )
  })
})
