import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHouse } from './socket/support.js'

/** How values of a call are read, over HTTP and the demo venues. */

let house: Awaited<ReturnType<typeof openHouse>>
beforeAll(async () => {
  house = await openHouse({}, { venues: ['kalshi', 'polymarket'] })
})
afterAll(() => house.close())

interface Told {
  readonly status: number
  readonly json: {
    readonly data?: unknown
    readonly error?: { readonly code?: string; readonly message: string; readonly field?: string }
  }
}

async function call(method: string, ...args: unknown[]): Promise<Told> {
  return post(method, JSON.stringify({ args }))
}

async function post(method: string, body: string): Promise<Told> {
  const reply = await fetch(`http://127.0.0.1:${house.door.port}/api/kalshi/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return { status: reply.status, json: (await reply.json()) as Told['json'] }
}

const rows = async (...args: unknown[]) =>
  ((await call(...(args as [string]))).json.data ?? []) as readonly object[]

describe('a minimum of 0', () => {
  test.each(['liquidity', 'volume24h', 'volume'])(
    'of %s keeps rows that do not know theirs',
    async (name) => {
      const all = await rows('fetchMarkets', { limit: 20 })
      expect(await rows('fetchMarkets', { limit: 20, filter: { [name]: { min: 0 } } })).toHaveLength(
        all.length,
      )
      expect(await rows('filterMarkets', all, { [name]: { min: 0 } })).toHaveLength(all.length)
    },
  )

  test('is not one above it', async () => {
    expect(await rows('fetchMarkets', { limit: 20, filter: { liquidity: { min: 0.01 } } })).toEqual([])
  })
})

describe('a row without an id', () => {
  test.each([
    ['filterMarkets', 'markets', 'marketId'],
    ['filterEvents', 'events', 'eventId'],
  ])('is no row for %s', async (method, name, id) => {
    for (const row of [{ x: 1 }, { id: '' }, { id: 5 }]) {
      const { status, json } = await call(method, [row], '')
      expect([status, json.error]).toMatchObject([400, { code: 'VALIDATION_ERROR', field: name }])
    }
    expect(await rows(method, [{ id: 'a' }, { [id]: 'b' }], '')).toHaveLength(2)
  })
})

describe('an id beyond 2^53 that is sent as a number', () => {
  const long = '71321045679252212594626385532706912750332728571942532289631379312455583992563'

  test.each([
    ['fetchOrderBook', `[${long}]`, 'outcomeId'],
    ['fetchOrderBooks', `[[${long}]]`, 'outcomeIds'],
    ['fetchMarket', `[{"marketId":${long}}]`, 'marketId'],
    ['watchOrderBooks', `[[9007199254740993]]`, 'outcomeIds'],
    ['cancelOrder', `[${long}]`, 'orderId'],
  ])('is refused by %s with the advice to send it as text', async (method, args, field) => {
    const { status, json } = await post(method, `{"args":${args}}`)
    expect([status, json.error]).toMatchObject([400, { code: 'VALIDATION_ERROR', field }])
    expect(json.error?.message).toContain('send the id as text')
  })
})

describe('a time', () => {
  test('is the same in seconds, ms, µs and ISO text in either case', async () => {
    const [market] = (await rows('fetchMarkets', { limit: 1 })) as [{ outcomes: [{ outcomeId: string }] }]
    const { outcomeId } = market.outcomes[0]
    const ms = house.clock.now() - (house.clock.now() % 3_600_000) - 7_200_000
    const iso = new Date(ms).toISOString()
    const told = []
    for (const start of [ms, ms / 1_000, ms * 1_000, String(ms), String(ms * 1_000), iso, iso.toLowerCase()])
      told.push((await call('fetchOHLCV', outcomeId, { start, resolution: '1h' })).json.data)
    expect(told[0]).not.toEqual([])
    for (const one of told) expect(one).toEqual(told[0])
  })
})
