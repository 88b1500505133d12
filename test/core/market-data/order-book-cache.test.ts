import { beforeEach, expect, test } from 'vitest'
import type { OrderBook } from '../../../src/api/models/models.js'
import { type FakeClock, fakeClock } from '../../support/clock.js'
import { coreOver, event, fakeVenue, market } from '../fake-venue.js'

let clock: FakeClock
let asked: string[]
let core: ReturnType<typeof coreOver>

beforeEach(() => {
  clock = fakeClock()
  asked = []
  const bookOf = (id: string): OrderBook => {
    asked.push(id)
    return { bids: [{ price: 0.4, size: asked.length }], asks: [] }
  }
  const book = {
    fetch: async ({ id }: { id: string }) => bookOf(id),
    fetchMany: async (outcomes: readonly { id: string }[]) =>
      new Map(outcomes.map(({ id }) => [id, bookOf(id)])),
  }
  core = coreOver(fakeVenue({ events: [event('E', [market('FOO'), market('BAR')])], rest: { book } }), {
    clock,
  })
})

const one = (maxAgeS: number | undefined, ...args: readonly unknown[]) =>
  core.answer('fetchOrderBook', args, { call: maxAgeS === undefined ? {} : { maxAgeS } })

test('nobody who does not say how old it may be is given an old book', async () => {
  await one(undefined, 'FOO')
  await one(undefined, 'FOO')
  await one(0, 'FOO')
  expect(asked).toEqual(['FOO', 'FOO', 'FOO'])
})

test('a book is given again to who takes one of its age, and tells it', async () => {
  const first = await one(undefined, 'FOO')
  await clock.advance(4_999)
  const again = await one(5, 'FOO')
  expect(again.data).toEqual(first.data)
  expect(again.headers).toMatchObject({ 'x-pmx-live-age': '4999' })
  await clock.advance(1)
  expect((await one(5, 'FOO')).headers).not.toHaveProperty('x-pmx-live-age')
  expect(asked).toEqual(['FOO', 'FOO'])
})

test('it is the book of that very question', async () => {
  await one(undefined, 'FOO', 3)
  await one(60, 'FOO')
  await one(60, 'FOO', 3)
  await one(60, 'BAR')
  await one(60, 'FOO')
  expect(asked).toEqual(['FOO', 'FOO', 'BAR'])
})

test('of several the venue is asked for those of which there is none so young', async () => {
  await one(undefined, 'FOO')
  await clock.advance(2_000)
  const { data, headers } = await core.answer('fetchOrderBooks', [['FOO', 'BAR']], { call: { maxAgeS: 3 } })
  expect(asked).toEqual(['FOO', 'BAR'])
  expect(Object.keys(data as object).sort()).toEqual(['BAR', 'FOO'])
  expect(headers).toMatchObject({ 'x-pmx-live-age': '2000' })
})

test('a depth is the same wherever it is asked for; what is asked besides is no book to remember', async () => {
  await one(undefined, 'FOO', undefined, { limit: 3 })
  await one(60, 'FOO', 3)
  await one(60, 'FOO', undefined, { limit: 3 })
  expect(asked).toEqual(['FOO'])
  await one(60, 'FOO', 3, { side: 'yes' })
  await one(60, 'BAR', undefined, { side: 'yes' })
  await one(60, 'BAR')
  expect(asked).toEqual(['FOO', 'FOO', 'BAR', 'BAR'])
})

test('several are as old as the oldest of them, and have no age where all were asked for now', async () => {
  const several = (maxAgeS: number) => core.answer('fetchOrderBooks', [['FOO', 'BAR']], { call: { maxAgeS } })
  expect((await several(9)).headers).not.toHaveProperty('x-pmx-live-age')
  await clock.advance(1_000)
  await one(undefined, 'BAR')
  await clock.advance(2_000)
  expect((await several(9)).headers).toMatchObject({ 'x-pmx-live-age': '3000' })
  expect(asked).toEqual(['FOO', 'BAR', 'BAR'])
})

test('a book of a question with parameters of a venue is neither kept nor given to others', async () => {
  await one(undefined, 'FOO', undefined, { side: 'yes' })
  await one(60, 'FOO')
  await one(60, 'FOO', undefined, { side: 'yes' })
  expect(asked).toEqual(['FOO', 'FOO', 'FOO'])
  // How deep a book is may stand among them.
  await one(60, 'BAR', undefined, { limit: 2 })
  expect((await one(60, 'BAR', 2)).headers).toHaveProperty('x-pmx-live-age')
  expect(asked).toHaveLength(4)
})

test('several books are as old as the oldest of them, and tell no age where all were asked for now', async () => {
  const many = () => core.answer('fetchOrderBooks', [['FOO', 'BAR']], { call: { maxAgeS: 60 } })
  await one(undefined, 'FOO')
  await clock.advance(2_000)
  await one(undefined, 'BAR')
  await clock.advance(1_000)
  expect((await many()).headers).toMatchObject({ 'x-pmx-live-age': '3000' })
  await clock.advance(60_000)
  expect((await many()).headers).not.toHaveProperty('x-pmx-live-age')
})
