import { get, type IncomingMessage } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { ReadyPieces } from '../../src/core/request/api-call.js'
import { fakeClock } from '../support/clock.js'
import { unasked } from '../support/feeds.js'
import { openTestDoor } from './test-door.js'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

const ROW = JSON.stringify({ text: 'x'.repeat(1_000) })

/** A list that is made while it is read, of rows of a thousand letters. */
function listOf(rows: number, breaksAt = rows + 1) {
  const seen = { begun: 0, made: 0, ended: 0 }
  const pieces = {
    *[Symbol.iterator]() {
      seen.begun++
      try {
        for (let row = 1; row <= rows; row++) {
          if (row === breaksAt) throw new Error('the list has been replaced')
          seen.made++
          yield row > 1 ? `,${ROW}` : ROW
        }
      } finally {
        seen.ended++
      }
    },
  }
  return { seen, data: new ReadyPieces('[', pieces, ']') }
}

async function doorOver(data: ReadyPieces, whenAsked: () => Promise<void> = async () => {}) {
  const clock = fakeClock()
  const warnings: unknown[] = []
  const silent = () => {}
  let asked = 0
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
      async run() {
        asked++
        await whenAsked()
        return { data, headers: { 'x-pmx-list-age': '1' } }
      },
    },
    maxBodyBytes: 1_000,
    log: { debug: silent, info: silent, warn: (fields) => void warnings.push(fields), error: silent },
  })
  ends.push(door.close)
  const url = `http://127.0.0.1:${door.port}/api/kalshi/fetchMarkets`
  return { clock, warnings, url, asked: () => asked }
}

/** The head of an answer of which nothing is read yet. */
const begin = (url: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(url, { agent: false }, resolve).on('error', reject)
  })

/** Waits, a turn of the event loop at a time, until nothing has changed for many. */
async function untilStill(count: () => number): Promise<number> {
  let before = -1
  for (let still = 0; still < 200; still++) {
    if (count() !== before) still = 0
    before = count()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return before
}

test('a short list is sent as one body with its length', async () => {
  const { data, seen } = listOf(3)
  const { url } = await doorOver(data)
  const reply = await fetch(url)
  expect(reply.headers.get('x-pmx-list-age')).toBe('1')
  const text = await reply.text()
  expect(text).toBe(`{"success":true,"data":[${ROW},${ROW},${ROW}]}`)
  expect(reply.headers.get('content-length')).toBe(String(text.length))
  expect(seen.begun).toBe(seen.ended)
})

test('a long list comes whole, to who stops for a while in the middle too, and no more is made than he reads', async () => {
  const rows = 100_000
  const { data, seen } = listOf(rows)
  const { url } = await doorOver(data)
  const reply = await begin(url)
  expect(reply.headers).toMatchObject({
    'transfer-encoding': 'chunked',
    'x-pmx-list-age': '1',
    'content-type': 'application/json; charset=utf-8',
  })
  expect(reply.headers['content-length']).toBeUndefined()
  expect(await untilStill(() => seen.made)).toBeLessThan(rows / 4)
  let bytes = 0
  let last = ''
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    bytes += chunk.length
    last = chunk.subarray(-40).toString()
  }
  expect(bytes).toBe('{"success":true,"data":[]}'.length + rows * ROW.length + rows - 1)
  expect(last.endsWith('"}]}')).toBe(true)
  expect(seen.made).toBeGreaterThanOrEqual(rows)
})

test('who hangs up ends the making of it', async () => {
  const rows = 1_000_000
  const { data, seen } = listOf(rows)
  const { url, warnings } = await doorOver(data)
  const reply = await begin(url)
  reply.on('error', () => {})
  reply.destroy()
  while (seen.ended < seen.begun) await new Promise((resolve) => setImmediate(resolve))
  expect(seen.made).toBeLessThan(rows)
  expect(warnings).toEqual([])
})

test('who reads nothing for long is let go', async () => {
  const { data, seen } = listOf(1_000_000)
  const { url, clock } = await doorOver(data)
  const reply = await begin(url)
  const gone = new Promise((resolve) => reply.on('error', resolve))
  await untilStill(() => seen.made)
  await clock.advance(20_000)
  expect(seen.ended).toBeLessThan(seen.begun)
  await untilStill(() => seen.made)
  await clock.advance(20_000)
  reply.resume()
  expect(await gone).toMatchObject({ code: 'ECONNRESET' })
  expect(seen.ended).toBe(seen.begun)
})

test('what goes wrong in the middle breaks the connection: nobody takes a part for the whole', async () => {
  const { data } = listOf(2_000, 1_000)
  const { url, warnings } = await doorOver(data)
  const reply = await begin(url)
  let text = ''
  const read = async () => {
    for await (const chunk of reply) text += chunk
  }
  await expect(read()).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(text.length).toBeGreaterThan(524_288)
  expect(text).toMatch(/^\{"success":true,"data":\[\{"text"/)
  expect(() => JSON.parse(text)).toThrow(SyntaxError)
  expect(warnings).toContainEqual({ error: 'the list has been replaced' })
})

test('what goes wrong before anything was sent is a failure as any other', async () => {
  const { data } = listOf(10, 3)
  const { url } = await doorOver(data)
  const reply = await fetch(url)
  expect([reply.status, await reply.json()]).toMatchObject([500, { success: false }])
})

test('who asks the same at the same time gets the same whole, and the core is asked once', async () => {
  let go = (): void => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  const { data } = listOf(1_000)
  const { url, asked } = await doorOver(data, () => held)
  const replies = [fetch(url), fetch(url), fetch(url)].map(async (reply) => (await reply).text())
  await untilStill(asked)
  go()
  const texts = await Promise.all(replies)
  const whole = `{"success":true,"data":[${Array.from({ length: 1_000 }, () => ROW).join(',')}]}`
  expect(texts.every((text) => text === whole)).toBe(true)
  expect(asked()).toBe(1)
})
