import { afterEach, expect, test } from 'vitest'
import type { CoreCall } from '../../../src/core/request/api-call.js'
import { fakeClock } from '../../support/clock.js'
import { unasked } from '../../support/feeds.js'
import { openTestDoor } from '../test-door.js'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

const rows = [
  {
    marketId: 'M',
    outcomes: [{ outcomeId: 'a', label: 'A' }],
    sourceMetadata: { yes_sub_title: 'A', outcomes: [{ outcomeId: 'raw' }] },
  },
]

async function openDoor(unknownPrice?: number) {
  const calls: CoreCall[] = []
  const silent = () => {}
  const door = await openTestDoor({
    clock: fakeClock(),
    dispatcher: {
      clusters: unasked,
      watch: unasked,
      resolveOrders: unasked,
      stopOrders: unasked,
      resumeOrders: unasked,
      resumeCancels: unasked,
      decideOrder: unasked,
      reconcileOrders: unasked,
      async run(_method, _args, call) {
        calls.push(call)
        return { data: rows, headers: {} }
      },
    },
    maxBodyBytes: 1_000,
    log: { debug: silent, info: silent, warn: silent, error: silent },
    ...(unknownPrice === undefined ? {} : { unknownPrice }),
  })
  ends.push(door.close)
  async function ask(pathAndQuery: string, init?: RequestInit) {
    const reply = await fetch(`http://127.0.0.1:${door.port}/api/kalshi/${pathAndQuery}`, init)
    const body = (await reply.json()) as { data?: unknown; error?: { code: string; message: string } }
    return { ...body, status: reply.status, headers: reply.headers }
  }
  return { ask, calls }
}

const bare = [{ marketId: 'M', outcomes: [{ outcomeId: 'a', label: 'A' }] }]

test('rows are without sourceMetadata where the query says 0, of GET and of POST', async () => {
  const { ask, calls } = await openDoor()
  expect((await ask('fetchMarkets?limit=1')).data).toEqual(rows)
  const told = await ask('fetchMarkets?limit=1&sourceMetadata=0')
  expect([told.data, told.headers.get('x-pmx-ignored')]).toEqual([bare, null])
  const body = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"args":[]}' }
  expect((await ask('fetchMarkets?sourceMetadata=0', body)).data).toEqual(bare)
  expect((await ask('fetchMarkets?sourceMetadata=1')).data).toEqual(rows)
  expect(calls.map((call) => call.bare)).toEqual([undefined, true, true, undefined])
})

test('another value is refused', async () => {
  const { ask } = await openDoor()
  expect(await ask('fetchMarkets?sourceMetadata=no')).toMatchObject({
    status: 400,
    error: { code: 'VALIDATION_ERROR', message: 'sourceMetadata must be 0 or 1; got "no"' },
  })
})

test('a price that is not known is shown as the setting says, with a warning; other methods do not', async () => {
  const { ask } = await openDoor(0)
  const told = await ask('fetchMarkets')
  expect(told.data).toEqual([{ ...rows[0], outcomes: [{ outcomeId: 'a', label: 'A', price: 0 }] }])
  expect(told.headers.get('x-pmx-warning')).toBe(
    '1 outcomes without a known price show 0 (compat.unknownPrice)',
  )
  const book = await ask('fetchOrderBook?outcomeId=a')
  expect([book.data, book.headers.get('x-pmx-warning')]).toEqual([rows, null])
})
