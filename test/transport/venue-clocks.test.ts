import { describe, expect, test } from 'vitest'
import { createVenueClocks } from '../../src/transport/venue-clocks.js'
import { fakeClock } from '../support/clock.js'

describe('the time of a venue', () => {
  const open = () => {
    const clock = fakeClock()
    return { clock, clocks: createVenueClocks(clock), from: clock.now() }
  }

  test('is ours where it has sent none, or about the same', () => {
    const { clock, clocks } = open()
    expect(clocks.now('kalshi')).toBe(clock.now())
    expect(clocks.told('kalshi')).toBeUndefined()
    clocks.note('kalshi', clock.now() + 999)
    expect([clocks.now('kalshi'), clocks.told('kalshi')]).toEqual([clock.now(), clock.now()])
  })

  test.each([-20_000, 20_000])(
    'is its own where our clock is off by %i ms, also when ours is set',
    async (offMs) => {
      const { clock, clocks, from } = open()
      clock.jump(offMs)
      clocks.note('kalshi', from + 499)
      await clock.advance(60_000)
      expect(clocks.now('kalshi')).toBe(from + 59_999)
      expect(clocks.now('polymarket')).toBe(clock.now())
      clock.jump(-3 * offMs)
      expect(clocks.now('kalshi')).toBe(from + 59_999)
    },
  )

  test('is the latest of ten minutes: caches show an earlier one', async () => {
    const { clock, clocks, from } = open()
    clocks.note('kalshi', from + 60_500)
    clocks.note('kalshi', from + 60_500)
    clocks.note('kalshi', from - 29_500)
    expect(clocks.now('kalshi')).toBe(from + 60_000)
    await clock.advance(600_001)
    clocks.note('kalshi', clock.now() - 29_500)
    clocks.note('kalshi', clock.now() - 29_500)
    expect(clocks.now('kalshi')).toBe(clock.now() - 30_000)
  })

  test.each([
    ['first', [86_400_000, 0]],
    ['last', [0, 86_400_000]],
    ['first, where our clock is 20 s behind,', [86_400_000, 20_000, 20_000]],
    ['last, where our clock is 20 s behind,', [20_000, 20_000, 86_400_000]],
    ['two that differ', [0, 300_000, 86_400_000]],
  ])('is not what one answer alone tells of a day ahead: %s', (_which, aheadMs) => {
    const { clocks, from } = open()
    for (const ms of aheadMs) clocks.note('kalshi', from + ms + 500)
    expect(clocks.now('kalshi')).toBe(from + (aheadMs.includes(20_000) ? 20_000 : 0))
  })

  test('is ours after this machine slept, whose monotonic clock stopped meanwhile', () => {
    const { clock, clocks } = open()
    for (const _ of [1, 2]) clocks.note('kalshi', clock.now() + 500)
    clock.jump(600_000)
    expect([clocks.now('kalshi'), clocks.told('kalshi')]).toEqual([clock.now(), clock.now()])
    for (const _ of [1, 2]) {
      clocks.note('kalshi', clock.now() + 500)
      expect(clocks.now('kalshi')).toBe(clock.now())
    }
  })

  test.each([
    ['forward', 600_000],
    ['back', -600_000],
  ])('is its own at the first report after our clock was set %s', (way, jumpMs) => {
    const { clock, clocks, from } = open()
    for (const _ of [1, 2]) clocks.note('kalshi', from + 500)
    clock.jump(jumpMs)
    // Set forward looks like a sleep until the venue reports its time.
    if (way === 'back') expect(clocks.now('kalshi')).toBe(from)
    clocks.note('kalshi', from + 500)
    expect(clocks.now('kalshi')).toBe(from)
    clock.jump(-jumpMs)
    expect(clocks.now('kalshi')).toBe(from)
  })

  test('is the reported one after a sleep, if our clock was never right', () => {
    const { clock, clocks, from } = open()
    clock.jump(-20_000)
    for (const _ of [1, 2]) clocks.note('kalshi', from + 500)
    clock.jump(600_000)
    expect(clocks.now('kalshi')).toBe(from)
    for (const _ of [1, 2]) clocks.note('kalshi', from + 600_500)
    expect(clocks.now('kalshi')).toBe(from + 600_000)
  })

  test('is not that of a cache that happens to agree with our slow clock', () => {
    const { clock, clocks, from } = open()
    clock.jump(-20_000)
    for (const ms of [0, 0, -20_000]) clocks.note('kalshi', from + ms + 500)
    expect(clocks.now('kalshi')).toBe(from)
  })

  test.each([300_000, -300_000])(
    'is ours where one host agrees with it and another is %i ms ahead',
    (aheadMs) => {
      const { clocks, from } = open()
      for (const ms of [0, aheadMs, 0, aheadMs]) clocks.note('kalshi', from + ms + 500)
      expect(clocks.now('kalshi')).toBe(from)
    },
  )
})
