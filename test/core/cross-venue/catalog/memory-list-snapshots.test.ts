import { expect, test } from 'vitest'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import { fakeClock, settle } from '../../../support/clock.js'
import { memoryShelvesOf } from '../../across-world.js'
import { event, fakeVenue, market } from '../../fake-venue.js'

const NOW = Date.UTC(2026, 10, 21)
const PAUSE_MS = 5_000

function shelvesOver() {
  const clock = fakeClock(NOW)
  const state: { fails: boolean; held?: Promise<void> } = { fails: false }
  let readings = 0
  const venue = fakeVenue({
    events: [event('E', [market('A')])],
    hold: async () => {
      readings++
      await state.held
      if (state.fails) throw new PmxError('EXCHANGE_NOT_AVAILABLE', 'down')
    },
  })
  const { shelves } = memoryShelvesOf([venue], clock)
  const keep = async () => {
    shelves.keep()
    await settle()
  }
  return { clock, state, shelves, keep, readings: () => readings }
}

test('a list that cannot be read is told, and is not asked for again before a pause; a later one clears it', async () => {
  const { clock, state, shelves, keep, readings } = shelvesOver()
  state.fails = true
  await keep()
  expect(shelves.progress()).toEqual({ kalshi: { failed: 'EXCHANGE_NOT_AVAILABLE' } })
  expect(shelves.ready()).toEqual([])
  expect(shelves.named('kalshi', 'event', 'E')).toEqual([])
  const before = readings()
  await clock.advance(PAUSE_MS - 1)
  await keep()
  expect(readings()).toBe(before)
  state.fails = false
  await clock.advance(1)
  await keep()
  expect(shelves.progress()).toEqual({ kalshi: { rows: 2 } })
  expect(shelves.named('kalshi', 'event', 'E').map(({ id }) => id)).toEqual(['E'])
  expect(clock.pendingTimers).toBe(0)
})

test('a list that comes back empty replaces the one before when a later reading agrees', async () => {
  const clock = fakeClock(NOW)
  const events = [event('E', [market('A')])]
  const { shelves } = memoryShelvesOf([fakeVenue({ events })], clock)
  const keep = async () => {
    shelves.keep()
    await settle()
  }
  await keep()
  events.length = 0
  await clock.advance(600_001)
  await keep()
  expect(shelves.ready().map(({ isUnconfirmed }) => isUnconfirmed)).toEqual([true])
  expect(shelves.progress()).toEqual({ kalshi: { rows: 2, failed: 'EXCHANGE_NOT_AVAILABLE' } })
  await clock.advance(600_000)
  await keep()
  expect(shelves.progress()).toEqual({ kalshi: { rows: 0 } })
})

test('a list is being read until it is there, and by one reading however often it is wanted', async () => {
  const { state, shelves, keep, readings } = shelvesOver()
  let go = (): void => {}
  state.held = new Promise((resolve) => {
    go = resolve
  })
  expect(shelves.isReading('kalshi')).toBe(false)
  await keep()
  const before = readings()
  await keep()
  expect(readings()).toBe(before)
  expect(shelves.isReading('kalshi')).toBe(true)
  expect(shelves.progress()).toEqual({ kalshi: { reading: 0 } })
  go()
  await settle()
  expect(shelves.isReading('kalshi')).toBe(false)
  expect(shelves.progress()).toEqual({ kalshi: { rows: 2 } })
})

test('a list that is too old is read anew, under another key, and again at once where the clock was set back', async () => {
  const { clock, shelves, keep } = shelvesOver()
  await keep()
  const keys = [shelves.ready()[0]?.key]
  const keptAgain = async () => {
    await keep()
    keys.push(shelves.ready()[0]?.key)
  }
  await clock.advance(600_000)
  await keptAgain()
  expect(new Set(keys).size).toBe(1)
  await clock.advance(1)
  await keptAgain()
  expect(new Set(keys).size).toBe(2)
  clock.jump(-5_000)
  await keptAgain()
  expect(new Set(keys).size).toBe(3)
})
