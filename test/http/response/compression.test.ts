import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ReadyJson } from '../../../src/core/request/api-call.js'
import { takesGzip } from '../../../src/http/response/compression.js'
import { acrossWith, pageOf } from '../../support/across.js'
import { fakeClock } from '../../support/clock.js'
import { dispatcherOf, openTestDoor } from '../test-door.js'

const long = Array.from({ length: 2_000 }, (_, index) => ({ marketId: `market-${index}` }))

let port: number
let close: () => Promise<void>
beforeEach(async () => {
  const clock = fakeClock()
  const page = pageOf([Buffer.from(JSON.stringify({ id: 'x'.repeat(40_000) }))])
  const door = await openTestDoor({
    clock,
    catalogSearch: acrossWith({ page: async () => page, pageNow: () => page }),
    dispatcher: dispatcherOf(async (method, args) => {
      if (method !== 'fetchOHLCV') return { data: args.length > 1 ? 'short' : long, headers: {} }
      const reuse = {
        freshUntil: clock.now() + 60_000,
        seriesKey: 's',
        generation: 0,
        seenBy: 'anyone',
      } as const
      return { data: new ReadyJson(JSON.stringify(long)), headers: {}, reuse }
    }),
    maxBodyBytes: 1_000,
  })
  ;({ port, close } = door)
})
afterEach(() => close())

async function call(
  target: string,
  { encoding = 'gzip', ...init }: RequestInit & { encoding?: string } = {},
) {
  return new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>(
    (resolve, reject) => {
      const asking = request(
        {
          port,
          host: '127.0.0.1',
          path: target,
          method: init.method ?? 'GET',
          headers: { 'accept-encoding': encoding, ...(init.headers as Record<string, string>) },
        },
        (reply) => {
          const chunks: Buffer[] = []
          reply.on('data', (chunk: Buffer) => chunks.push(chunk))
          reply.on('end', () =>
            resolve({ status: reply.statusCode ?? 0, headers: reply.headers, bytes: Buffer.concat(chunks) }),
          )
        },
      )
      asking.on('error', reject)
      asking.end(init.body as string | undefined)
    },
  )
}

const post = (args: string) => ({
  method: 'POST',
  body: `{"args":${args}}`,
  headers: { 'content-type': 'application/json' },
})

describe('long JSON', () => {
  test.each([
    ['a list', '/api/kalshi/fetchMarkets', {}],
    ['a list by POST', '/api/kalshi/fetchMarkets', post('[]')],
    ['an answer that is kept', '/api/kalshi/fetchOHLCV?outcomeId=a', {}],
    ['an answer that is kept, by POST', '/api/kalshi/fetchOHLCV', post('["a"]')],
    ['the description', '/openapi.json', {}],
    ['a page of the catalog', '/v0/events', {}],
  ])('%s is compressed for who asks, and is the same', async (_what, target, init) => {
    for (let times = 0; times < 3; times++) {
      const plain = await call(target, { ...init, encoding: 'identity' })
      const packed = await call(target, init)
      expect([plain.status, packed.status]).toEqual([200, 200])
      expect(plain.headers).not.toHaveProperty('content-encoding')
      expect(packed.headers).toMatchObject({
        'content-encoding': 'gzip',
        'content-length': `${packed.bytes.length}`,
      })
      expect(packed.headers['vary']).toContain('accept-encoding')
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2)
      expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true)
    }
  })

  test('has a weak tag when it is compressed, by which it is known again', async () => {
    for (const target of ['/api/kalshi/fetchOHLCV?outcomeId=a', '/v0/events', '/openapi.json']) {
      const { headers } = await call(target)
      const etag = String(headers['etag'])
      expect(etag).toMatch(/^W\//)
      expect((await call(target, { headers: { 'if-none-match': etag } })).status).toBe(304)
    }
  })
})

test('short JSON is sent as it is', async () => {
  expect((await call('/health')).headers).not.toHaveProperty('content-encoding')
  expect((await call('/api/kalshi/has')).status).toBe(200)
})

describe('a GET and a HEAD', () => {
  test.each(['/api/kalshi/fetchOHLCV?outcomeId=a', '/v0/events', '/openapi.json'])(
    'of %s with If-None-Match * or its tag are 304',
    async (target) => {
      const { headers } = await call(target, { encoding: 'identity' })
      for (const method of ['GET', 'HEAD'])
        for (const tag of ['*', String(headers['etag'])])
          expect((await call(target, { method, headers: { 'if-none-match': tag } })).status).toBe(304)
    },
  )

  test('of a page of the catalog have the same headers', async () => {
    const get = await call('/v0/events', { encoding: 'identity' })
    const head = await call('/v0/events', { method: 'HEAD', encoding: 'identity' })
    expect(head.bytes).toHaveLength(0)
    expect([head.status, head.headers['content-length'], head.headers['etag']]).toEqual([
      200,
      get.headers['content-length'],
      get.headers['etag'],
    ])
  })
})

test.each([
  ['gzip', true],
  ['br, GZIP;q=0.5', true],
  ['*', true],
  ['gzip;q=0', false],
  ['*, gzip;q=0', false],
  ['br', false],
  ['', false],
  [undefined, false],
])('%j takes gzip: %s', (accepted, takes) => {
  expect(takesGzip(accepted)).toBe(takes)
})
