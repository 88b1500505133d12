import { expect, test } from 'vitest'
import type { HostFacts } from '../../src/transport/hosts.js'
import { answer, setUp } from './transport-world.js'

const source = 'test'
const narrow = { capacity: 1_000, perSecond: 1_000, source }
const left = (remaining: number) => answer(200, {}, { 'x-left': String(remaining), 'x-reset': '30' })
const facts: Partial<HostFacts> = {
  groups: { books: narrow, orders: narrow },
  pauseAfter: (headers) => (headers['x-left'] === '0' ? Number(headers['x-reset']) * 1000 : undefined),
}
const books = { host: 'api', path: '/books', group: 'books' }
const orders = { host: 'api', path: '/orders', group: 'orders' }

test('a limit that a success reports as used up is waited out, and no other is', async () => {
  const { ask, calls, clock } = setUp({ answers: [left(1), left(0), left(9)], host: facts })
  await ask(books).outcome
  await ask({ ...books, path: '/books/2' }).outcome
  expect(await ask({ ...books, path: '/books/3' }, { allowedMs: 5_000 }).outcome).toMatchObject({
    error: { code: 'RATE_LIMIT_EXCEEDED', retryAfter: 31, detail: { kind: 'local_budget' } },
  })
  expect(await ask(orders).outcome).toMatchObject({ reply: { status: 200 } })
  expect(calls).toHaveLength(3)
  await clock.advance(30_100)
  expect(await ask({ ...books, path: '/books/3' }).outcome).toMatchObject({ reply: { status: 200 } })
})

test.each([
  [true, { reply: { status: 200 } }],
  [undefined, { error: { code: 'RATE_LIMIT_EXCEEDED', detail: { kind: 'local_budget' } } }],
])('a refusal of one group stops the others unless they are counted apart: %s', async (apart, told) => {
  const refusal = answer(429, {}, { 'retry-after': '60' })
  const host = apart === undefined ? facts : { ...facts, separateGroups: apart as true }
  const { ask } = setUp({ answers: [refusal, answer(200)], host })
  expect(await ask(books).outcome).toMatchObject({ error: { retryAfter: 60 } })
  expect(await ask(books).outcome).toMatchObject({ error: { detail: { kind: 'local_budget' } } })
  expect(await ask(orders).outcome).toMatchObject(told)
})
