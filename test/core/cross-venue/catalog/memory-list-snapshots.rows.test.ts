import { expect, test } from 'vitest'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import { fakeClock, settle } from '../../../support/clock.js'
import { memoryShelvesOf } from '../../across-world.js'
import { event, fakeVenue, market, moreSources } from '../../fake-venue.js'

const events = [
  event('E', [market('A', { slug: 'shared' }), market('B', { status: 'closed', slug: 'shared' })]),
]

test('a list that is being read, that has failed and that is there says so; a failure is left alone for five seconds', async () => {
  const clock = fakeClock()
  let isDown = true
  const hold = async () => {
    if (isDown) throw new PmxError('NETWORK_ERROR', 'no way there')
  }
  const { shelves, wire } = memoryShelvesOf([fakeVenue({ events, hold })], clock)
  const told = () => [shelves.isReading('kalshi'), shelves.progress(), shelves.ready().length]
  expect(told()).toEqual([false, { kalshi: {} }, 0])
  shelves.keep()
  expect(told()).toEqual([true, { kalshi: { reading: 0 } }, 0])
  await settle()
  expect(told()).toEqual([false, { kalshi: { failed: 'NETWORK_ERROR' } }, 0])
  expect(clock.pendingTimers).toBe(0)
  isDown = false
  await clock.advance(4_999)
  shelves.keep()
  expect(shelves.isReading('kalshi')).toBe(false)
  await clock.advance(1)
  shelves.keep()
  await settle()
  // An event and its markets.
  expect(told()).toEqual([false, { kalshi: { rows: 3 } }, 1])
  expect(clock.pendingTimers).toBe(0)
  expect(wire.calls.length).toBeGreaterThan(0)
})

test('a list is read anew when it is older than it may be, or from a time that is still to come', async () => {
  const clock = fakeClock()
  const { shelves } = memoryShelvesOf([fakeVenue({ events })], clock)
  const keep = async () => {
    shelves.keep()
    const isReading = shelves.isReading('kalshi')
    await settle()
    return [isReading, shelves.ready()[0]?.key]
  }
  expect(await keep()).toEqual([true, '1'])
  await clock.advance(600_000)
  expect(await keep()).toEqual([false, '1'])
  await clock.advance(1)
  expect(await keep()).toEqual([true, '2'])
  clock.jump(-1)
  expect(await keep()).toEqual([true, '3'])
})

test('rows are found by each of their names, those of one name together, and none at a venue without a list', async () => {
  const { shelves } = memoryShelvesOf([fakeVenue({ events })], fakeClock())
  expect(shelves.named('kalshi', 'market', 'A')).toEqual([])
  shelves.keep()
  await settle()
  const idsOf = (name: string) => shelves.named('kalshi', 'market', name).map(({ id }) => id)
  expect([idsOf('A'), idsOf('B'), idsOf('shared')]).toEqual([['A'], ['B'], ['A', 'B']])
  expect(shelves.named('rain', 'market', 'A')).toEqual([])
})

test('where a venue lists its markets by themselves, those are the open markets', async () => {
  const alone = market('ALONE')
  const sources = moreSources.markets([alone])
  for (const [rest, open] of [
    [{ sources }, ['ALONE']],
    [{}, ['A']],
  ] as const) {
    const { shelves } = memoryShelvesOf([fakeVenue({ events, ...rest })], fakeClock())
    shelves.keep()
    await settle()
    const [shelf] = shelves.ready()
    const { versions } = (await shelf?.columns('market')) ?? { versions: new Float64Array() }
    const rows = shelf?.rows('market', Array.from(versions)) ?? []
    expect(rows.map(({ head }) => JSON.parse(Buffer.from(head).toString()).marketId)).toEqual(open)
  }
})
