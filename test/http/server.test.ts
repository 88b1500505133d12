import { afterEach, describe, expect, test } from 'vitest'
import { type CoreCall, ReadyJson, type Reuse } from '../../src/core/request/api-call.js'
import type { AccessPolicy } from '../../src/http/access/caller-rights.js'
import { fakeClock } from '../support/clock.js'
import { unasked } from '../support/feeds.js'
import { openTestDoor, token } from './test-door.js'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

interface DoorWorld {
  readonly access?: Partial<AccessPolicy>
  readonly seenBy?: Reuse['seenBy']
  readonly keepsReady?: boolean
}

/** A door over a core whose candle answers may be kept until a series gets its next generation. */
async function setUp({ access = {}, seenBy = 'anyone', keepsReady = true }: DoorWorld = {}) {
  const clock = fakeClock()
  const heard: Pick<CoreCall, 'venue' | 'credentials' | 'trusted'>[] = []
  let generation = 0
  const door = await openTestDoor({
    clock,
    dispatcher: {
      clusters: unasked,
      watch: unasked,
      resolveOrders: unasked,
      stopOrders: unasked,
      resumeOrders: unasked,
      resumeCancels: unasked,
      decideOrder: unasked,
      reconcileOrders: unasked,
      async run(method, _args, { venue, credentials, trusted }) {
        heard.push({ venue, credentials, trusted })
        if (method !== 'fetchOHLCV') return { data: 'answer', headers: {} }
        const reuse = {
          freshUntil: clock.now() + 60_000,
          seriesKey: 's',
          generation,
          seenBy,
        }
        return { data: new ReadyJson('[1]'), headers: { 'x-pmx-cache': 'miss' }, reuse }
      },
    },
    generation: () => generation,
    keepsReady,
    access,
    maxBodyBytes: 1_000,
  })
  ends.push(door.close)
  async function ask(path: string, init: RequestInit = {}) {
    const reply = await fetch(`http://127.0.0.1:${door.port}${path}`, init)
    const { headers, status } = reply
    return {
      status,
      text: await reply.text(),
      cache: headers.get('x-pmx-cache'),
      etag: headers.get('etag') ?? '',
    }
  }
  return {
    heard,
    get: (path: string, headers: Record<string, string> = {}) => ask(path, { headers }),
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    send: (path: string, body: ReadableStream) =>
      ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body, duplex: 'half' }),
    nextGeneration: () => void generation++,
  }
}

const candles = '/api/kalshi/fetchOHLCV'
const answer = '{"success":true,"data":[1]}'

describe('a body sent in chunks', () => {
  const ofLength = (length: number): string => {
    const bare = JSON.stringify({ args: ['F', {}], pad: '' })
    return bare.replace('""', `"${'x'.repeat(length - bare.length)}"`)
  }

  test.each([
    [1_000, 200],
    [1_001, 413],
  ])('of %i bytes, of which 1,000 are allowed, is answered %i', async (length, status) => {
    const { send, heard } = await setUp()
    const text = ofLength(length)
    const body = new ReadableStream({
      start(controller) {
        for (const part of [text.slice(0, 990), text.slice(990)]) controller.enqueue(Buffer.from(part))
        controller.close()
      },
    })
    expect((await send(candles, body)).status).toBe(status)
    expect(heard).toHaveLength(status === 200 ? 1 : 0)
  })
})

describe('an answer that lies ready', () => {
  test('is sent again to a GET and to a POST of the same text, until its series changes', async () => {
    const { get, post, heard, nextGeneration } = await setUp()
    const asks = [() => get(`${candles}?outcomeId=F`), () => post(candles, { args: ['F'] })]
    for (const [index, ask] of asks.entries()) {
      expect(await ask()).toMatchObject({ status: 200, text: answer, cache: 'miss' })
      expect(await ask()).toMatchObject({ status: 200, text: answer, cache: 'hit' })
      expect(heard).toHaveLength(index + 1)
    }
    nextGeneration()
    expect(await asks[0]?.()).toMatchObject({ cache: 'miss' })
  })

  test('is not sent for a body that the routes would not read', async () => {
    const { post, heard } = await setUp()
    await post(candles, { args: ['F'] })
    expect((await post(candles, { args: ['F'] }, { 'content-type': 'text/json' })).text).not.toBe(answer)
    expect(heard).toHaveLength(1)
  })

  test('is told as held to a GET, never to a POST, which must have its candles', async () => {
    const { get, post } = await setUp()
    const { etag } = await get(`${candles}?outcomeId=F`)
    for (const _try of [1, 2]) {
      expect(await get(`${candles}?outcomeId=F`, { 'if-none-match': etag })).toMatchObject({
        status: 304,
        text: '',
      })
      expect(await post(candles, { args: ['F'] }, { 'if-none-match': etag })).toMatchObject({
        status: 200,
        text: answer,
      })
    }
  })

  test('of anybody is shown to anybody, with a token or without', async () => {
    const { get, heard } = await setUp()
    for (const headers of [{}, { 'x-pmxt-access-token': token }, { 'x-pmxt-access-token': 'wrong' }])
      expect((await get(`${candles}?outcomeId=F`, headers)).status).toBe(200)
    expect(heard).toHaveLength(1)
  })

  test("of the owner's credentials is shown to the owner alone", async () => {
    const { get, post, heard } = await setUp({ seenBy: 'owner' })
    const own = { 'x-pmxt-access-token': token }
    for (const _try of [1, 2]) {
      await get(`${candles}?outcomeId=F`, own)
      await post(candles, { args: ['F'] }, own)
    }
    expect(heard.map(({ trusted }) => trusted)).toEqual([true, true])
    for (const headers of [{}, { 'x-pmxt-access-token': 'wrong' }]) {
      await get(`${candles}?outcomeId=F`, headers)
      await post(candles, { args: ['F'] }, headers)
    }
    expect(heard).toHaveLength(6)
  })

  test('is kept from a caller without token or key where one is asked for, and from a key that may not read', async () => {
    const apiKeys = [
      { key: 'reads', rights: ['read'] as const },
      { key: 'trades', rights: ['trade'] as const },
    ]
    const { get, post, heard } = await setUp({ access: { requireToken: true, apiKeys } })
    const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
    const both = async (headers: Record<string, string>) => [
      (await get(`${candles}?outcomeId=F`, headers)).status,
      (await post(candles, { args: ['F'] }, headers)).status,
    ]
    expect(await both(bearer('reads'))).toEqual([200, 200])
    expect(await both({})).toEqual([401, 401])
    expect(await both(bearer('unknown'))).toEqual([401, 401])
    expect(await both(bearer('trades'))).toEqual([403, 403])
    expect(await both(bearer('reads'))).toEqual([200, 200])
    expect(await both({ 'x-pmxt-access-token': token })).toEqual([200, 200])
    expect(heard).toHaveLength(2)
  })

  test('is not made of a call with credentials, nor of anything but candles, nor where the core must hear of all', async () => {
    const { post, get, heard } = await setUp()
    for (const _try of [1, 2]) await post(candles, { args: ['F'], credentials: { apiKey: 'mine' } })
    for (const _try of [1, 2]) await get('/api/kalshi/fetchOrderBook?outcomeId=F')
    expect(heard).toHaveLength(4)
    const silent = await setUp({ keepsReady: false })
    for (const _try of [1, 2]) await silent.get(`${candles}?outcomeId=F`)
    for (const _try of [1, 2]) await silent.post(candles, { args: ['F'] })
    expect(silent.heard).toHaveLength(4)
  })
})
