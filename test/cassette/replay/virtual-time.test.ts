import { describe, expect, test } from 'vitest'
import { createVirtualTime } from '../../../src/cassette/replay/virtual-time.js'
import { fakeClock, settle } from '../../support/clock.js'

const at = (clock: ReturnType<typeof fakeClock>) => createVirtualTime(clock, (task) => task())

describe('virtual time', () => {
  test('passes as real time does, and runs what is due when it is due', async () => {
    const clock = fakeClock()
    const time = at(clock)
    const done: number[] = []
    for (const ms of [300, 100, 200]) time.setTimer(ms, () => void done.push(time.monotonic()))
    await clock.advance(250)
    expect(done).toEqual([100, 200])
    expect(time.monotonic()).toBe(250)
    await clock.advance(50)
    expect(done).toEqual([100, 200, 300])
  })

  test('after a halt of the machine runs all in its order and at its own time, each after what the one before began', async () => {
    const clock = fakeClock()
    const time = at(clock)
    const done: [string, number][] = []
    const note = (name: string) => void done.push([name, time.monotonic()])
    time.setTimer(100, () => {
      note('frame')
      time.setTimer(50, () => note('what the frame began'))
      void Promise.resolve().then(() => note('settled'))
    })
    time.setTimer(200, () => note('later'))
    clock.passTo(clock.now() + 1_000)
    await clock.advance(0)
    await settle()
    await clock.advance(0)
    expect(done).toEqual([
      ['frame', 100],
      ['settled', 100],
      ['what the frame began', 150],
      ['later', 200],
    ])
    expect(time.monotonic()).toBe(1_000)
  })

  test('forgets what was cancelled, and everything when it is closed', async () => {
    const clock = fakeClock()
    const time = at(clock)
    const done: string[] = []
    time.setTimer(10, () => void done.push('cancelled'))()
    time.setTimer(20, () => void done.push('kept'))
    await clock.advance(30)
    time.setTimer(10, () => void done.push('closed'))
    time.close()
    await clock.advance(30)
    expect(done).toEqual(['kept'])
  })
})
