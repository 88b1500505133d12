import { gunzipSync } from 'node:zlib'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PriceCandle, UnifiedMarket } from '../../../src/api/models/models.js'
import { parseSpans } from '../../../src/core/request/response-headers.js'
import { openHouse } from '../socket/support.js'

const HOUR = 3_600_000
const compressors = { GZIP: (input: Uint8Array) => new Uint8Array(gunzipSync(input)) }
const COLUMNS = 'venue,outcome_id,resolution,timestamp,open,high,low,close,volume,available_at'

let house: Awaited<ReturnType<typeof openHouse>>
let ids: { readonly kalshi: string; readonly limitless: string }
let window: string

beforeAll(async () => {
  house = await openHouse({}, { venues: ['kalshi', 'limitless'] })
  // Into an hour, so that its candle is open.
  await house.clock.advance(HOUR / 2)
  const first = async (venue: string): Promise<string> => {
    const { data } = (await (await get(`/api/${venue}/fetchMarkets?limit=1`)).json()) as {
      readonly data: readonly UnifiedMarket[]
    }
    return data[0]?.outcomes[0]?.outcomeId ?? ''
  }
  ids = { kalshi: await first('kalshi'), limitless: await first('limitless') }
  const end = Math.floor(house.clock.now() / HOUR) * HOUR
  window = `resolution=1h&start=${end - 30 * HOUR}&end=${end - 6 * HOUR}`
})
afterAll(() => house.close())

function get(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<Response> {
  return fetch(`http://127.0.0.1:${house.door.port}${path}`, { headers, method })
}

/** Two markets of two venues; names of `more` replace those before. */
const table = (more = ''): string =>
  `/v0/candles?outcomeId=kalshi:${ids.kalshi}&outcomeId=limitless:${ids.limitless}&${window}&fill=true${more}`

async function candlesOf(venue: 'kalshi' | 'limitless'): Promise<readonly PriceCandle[]> {
  const reply = await get(`/api/${venue}/fetchOHLCV?outcomeId=${ids[venue]}&${window}`)
  return ((await reply.json()) as { readonly data: readonly PriceCandle[] }).data
}

describe('a table of candles', () => {
  test('of what is not stored is refused with the way to have it, and no venue is called', async () => {
    const reply = await get(`/v0/candles?exchange=kalshi&outcomeId=${ids.kalshi}&${window}`)
    expect(reply.status).toBe(404)
    expect(await reply.json()).toMatchObject({
      error: {
        code: 'NOT_FOUND',
        message: expect.stringContaining('fill=true'),
        detail: { kind: 'not_stored' },
      },
    })
  })

  test('has the candles of fetchOHLCV, sorted, with ids as text and times of UTC', async () => {
    const reply = await get(table())
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [header, ...lines] = (await reply.text()).trimEnd().split('\n')
    // Longer candles are built from minutes, and one response alone shows which of those had no trades.
    expect(header).toBe(`${COLUMNS},provisional`)
    const expected = [...(await candlesOf('kalshi')), ...(await candlesOf('limitless'))]
    expect(expected.length).toBeGreaterThan(20)
    const rows = lines.map((line) => line.split(','))
    expect(rows.map(([venue, id]) => `${venue} ${id}`)).toEqual(
      [...rows].map(([venue, id]) => `${venue} ${id}`).sort(),
    )
    expect(rows.map((row) => ({ at: Date.parse(row[3] ?? ''), close: Number(row[7]) }))).toEqual(
      expected.map(({ timestamp, close }) => ({ at: timestamp, close })),
    )
    for (const row of rows) {
      expect(row[1]).toMatch(/^(kalshi|limitless):/)
      expect(row[3]).toMatch(/Z$/)
      expect(Date.parse(row[9] ?? '')).toBeGreaterThanOrEqual(Date.parse(row[3] ?? '') + HOUR)
    }
  })

  test('is served from the store afterwards, and reports the outcome that is not there', async () => {
    await get(table())
    const stored = `/v0/candles?exchange=kalshi&outcomeId=${ids.kalshi}&${window}`
    const reply = await get(stored)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('x-pmx-upstream-requests')).toBe('0')
    expect((await reply.text()).split('\n').length).toBe((await candlesOf('kalshi')).length + 2)
  })

  test('is the same in every format, and by fetchOHLCV', async () => {
    const { limitless } = ids
    const one = `/api/limitless/fetchOHLCV?outcomeId=${limitless}&${window}`
    const csv = (await (await get(`${one}&format=csv`)).text()).trimEnd().split('\n').slice(1)
    const lines = (await (await get(`${one}&format=ndjson`)).text()).trimEnd().split('\n')
    const bytes = await (await get(`${one}&format=parquet`)).arrayBuffer()
    const parquet = await parquetReadObjects({ file: bytes, compressors })
    const rows = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    expect(rows.length).toBe(csv.length)
    expect(parquet.map(({ timestamp }) => (timestamp as Date).toISOString())).toEqual(
      rows.map(({ timestamp }) => timestamp),
    )
    expect(parquet.map(({ outcome_id, close }) => [outcome_id, close])).toEqual(
      rows.map(({ outcome_id, close }) => [outcome_id, close]),
    )
    expect(csv.map((line) => line.split(',')[3])).toEqual(rows.map(({ timestamp }) => timestamp))
    expect(await (await get(`${one}&format=json`)).json()).toMatchObject({ success: true })
  })

  test('is sent in ranges that are of one table, with its length before', async () => {
    const address = table('&format=parquet')
    const head = await get(address, {}, 'HEAD')
    const length = Number(head.headers.get('content-length'))
    const whole = Buffer.from(await (await get(address)).arrayBuffer())
    expect(head.headers.get('accept-ranges')).toBe('bytes')
    expect(length).toBe(whole.length)
    const end = await get(address, { range: 'bytes=-8' })
    expect(end.status).toBe(206)
    expect(Buffer.from(await end.arrayBuffer())).toEqual(whole.subarray(-8))
    expect(end.headers.get('etag')).toBe(head.headers.get('etag'))
    const same = await get(address, { 'if-none-match': head.headers.get('etag') ?? '' })
    expect(same.status).toBe(304)
  })

  test.each([
    ['', 'outcomeId'],
    ['outcomeId=X', 'outcomeId'],
    ['outcomeId=kalshi:X&exchange=limitless', 'outcomeId'],
    ['outcomeId=kalshi:X&format=xlsx', 'format'],
    ['outcomeId=kalshi:X&fill=true', 'start'],
    ['outcomeId=kalshi:X&fill=maybe', 'fill'],
    ['outcomeId=X&exchange=nyse', 'exchange'],
    ['outcomeId=X&exchange=router', 'exchange'],
    ['outcomeId=kalshi:X&start=yesterday', 'start'],
    ['outcomeId=kalshi:X&limit=0', 'limit'],
  ])('is refused for %s', async (query, field) => {
    const reply = await get(`/v0/candles?${query}`)
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ error: { code: 'VALIDATION_ERROR', field } })
  })

  test('is refused for a parameter that it does not have', async () => {
    const reply = await get('/v0/candles?outcomeId=kalshi:X&sort=close')
    expect(await reply.json()).toMatchObject({ error: { code: 'BAD_REQUEST' } })
  })
})

describe('the candles of an outcome', () => {
  const newest = (more: string): Promise<Response> =>
    get(`/api/kalshi/fetchOHLCV?outcomeId=${ids.kalshi}&resolution=1h&${more}`)

  test('have no open candle with partial=false, and it is not counted', async () => {
    const open = await newest('limit=5')
    const final = await newest('limit=5&partial=false')
    const rows = (await open.json()) as { readonly data: readonly PriceCandle[] }
    const closed = (await final.json()) as { readonly data: readonly PriceCandle[] }
    const partialFrom = Number(open.headers.get('x-pmx-partial-from'))
    expect(partialFrom).toBeGreaterThan(0)
    expect(rows.data.at(-1)?.timestamp).toBe(partialFrom)
    expect(final.headers.get('x-pmx-partial-from')).toBeNull()
    expect(closed.data.length).toBe(5)
    expect(closed.data.at(-1)?.timestamp).toBe(rows.data.at(-2)?.timestamp)
    const csv = await (await newest('limit=5&partial=false&format=csv')).text()
    expect(csv.trimEnd().split('\n').length).toBe(6)
  })

  test('have no time of availability while they are open', async () => {
    const lines = (await (await newest('limit=2&format=csv')).text()).trimEnd().split('\n')
    expect(lines.at(-1)).toMatch(/,$/)
    expect(lines.at(-2)).toMatch(/Z$/)
  })

  test('are marked in a table from the first one that has ended and is not final', async () => {
    const minutes = `/api/kalshi/fetchOHLCV?outcomeId=${ids.kalshi}&resolution=1m&limit=30`
    const reply = await get(`${minutes}&format=csv`)
    const notFinal = parseSpans(reply.headers.get('x-pmx-not-final') ?? '')
    expect(notFinal.at(-1)?.to).toBeGreaterThan(house.clock.now() - HOUR)
    const isNotFinal = (at: number) => notFinal.some(({ from, to }) => at >= from && at < to)
    const [header, ...lines] = (await reply.text()).trimEnd().split('\n')
    expect(header).toBe(`${COLUMNS},provisional`)
    const marks = lines.map((line) => [
      isNotFinal(Date.parse(line.split(',')[3] ?? '')),
      line.split(',').at(-1),
    ])
    expect(new Set(marks.map(String))).toEqual(new Set(['false,false', 'true,true']))
    const rows = (await (await get(`${minutes}&format=ndjson`)).text()).trimEnd().split('\n')
    expect(
      rows.map((row) => String((JSON.parse(row) as { readonly provisional: boolean }).provisional)),
    ).toEqual(marks.map(([, mark]) => mark))
    const bytes = await (await get(`${minutes}&format=parquet`)).arrayBuffer()
    const parquet = await parquetReadObjects({ file: bytes, compressors })
    expect(parquet.map(({ provisional }) => String(provisional))).toEqual(marks.map(([, mark]) => mark))
  })

  test('say that a limit cut them, where it did', async () => {
    const start = house.clock.now() - 20 * HOUR
    expect((await newest(`start=${start}&limit=3`)).headers.get('x-pmx-truncated')).toBe('limit')
    expect((await newest(`start=${start}&limit=400`)).headers.get('x-pmx-truncated')).toBeNull()
    expect((await newest('limit=3')).headers.get('x-pmx-truncated')).toBeNull()
  })

  test('say that a time without a zone was read as UTC', async () => {
    const time = new Date(house.clock.now() - 3 * HOUR).toISOString()
    const naive = await newest(`start=${time.slice(0, 19)}`)
    expect(naive.headers.get('x-pmx-warning')).toBe(
      'start without a time zone: read as UTC. Add Z or an offset.',
    )
    expect((await newest(`start=${time}`)).headers.get('x-pmx-warning')).toBeNull()
    expect((await newest(`start=${time.slice(0, 10)}`)).headers.get('x-pmx-warning')).toBeNull()
  })
})
