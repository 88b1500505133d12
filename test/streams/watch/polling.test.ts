import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import { createPoller } from '../../../src/streams/watch/polling.js'
import { fakeClock } from '../../support/clock.js'

function polling({ rate = 10, jobsACall = 1 } = {}) {
  const clock = fakeClock()
  const poller = createPoller({ clock, ratePerSecond: () => rate, jobsACall })
  const polls: [name: string, at: number][] = []
  const failed: PmxError[] = []
  const from = clock.monotonic()
  const add = (name: string, answer: () => Promise<void> = () => Promise.resolve()) =>
    poller.add({
      poll() {
        polls.push([name, clock.monotonic() - from])
        return answer()
      },
      fail: (error) => failed.push(error),
    })
  return { clock, poller, polls, failed, add }
}

describe('polling', () => {
  test('reads a few every second, and no more often than half of the calls of the venue allow', async () => {
    const { clock, add, polls, poller } = polling()
    for (let index = 0; index < 20; index++) add(`job ${index}`)
    await clock.advance(40_000)
    expect(poller.everyMs).toBe(4_000)
    // 5 calls a second for 40 s.
    expect(polls.length).toBeGreaterThan(180)
    expect(polls.length).toBeLessThanOrEqual(205)
    const times = polls.filter(([name]) => name === 'job 3').map(([, at]) => at)
    expect(times.slice(1).every((at, index) => at - (times[index] ?? 0) >= 4_000)).toBe(true)
  })

  test('reads together what one call of the venue brings', async () => {
    const { clock, add, polls } = polling({ jobsACall: 100 })
    for (let index = 0; index < 20; index++) add(`job ${index}`)
    await clock.advance(3_500)
    expect([...new Set(polls.map(([, at]) => at))]).toEqual([0, 1_000, 2_000, 3_000])
    expect(polls).toHaveLength(80)
  })

  test('stops with the last who watches', async () => {
    const { clock, add, polls } = polling()
    const stop = add('one')
    await clock.advance(1_500)
    stop()
    await clock.advance(10_000)
    expect(polls).toHaveLength(2)
    expect(clock.pendingTimers).toBe(0)
  })

  test('tells what is hopeless at once, goes on after a failure that passes, and gives up on what was never there', async () => {
    const gone = polling()
    gone.add('gone', () => Promise.reject(new PmxError('NOT_FOUND', 'no book')))
    await gone.clock.advance(10_000)
    expect([gone.polls.length, gone.failed.map(({ code }) => code)]).toEqual([1, ['NOT_FOUND']])

    const down = polling()
    down.add('down', () => Promise.reject(new PmxError('NETWORK_ERROR', 'no way', { retryable: true })))
    await down.clock.advance(120_000)
    expect([down.polls.length, down.failed.length]).toEqual([3, 1])

    const shaky = polling()
    let turn = 0
    shaky.add('shaky', () =>
      turn++ === 0
        ? Promise.resolve()
        : Promise.reject(new PmxError('NETWORK_ERROR', 'no way', { retryable: true })),
    )
    await shaky.clock.advance(600_000)
    expect(shaky.failed).toEqual([])
    const times = shaky.polls.map(([, at]) => at)
    expect(times.slice(0, 5)).toEqual([0, 1_000, 3_000, 7_000, 15_000])
    expect(times.at(-1)).toBeGreaterThan(500_000)
  })

  test('goes on after refusals of what was read before, and ends after ten minutes of them', async () => {
    const answers = [
      () => Promise.resolve(),
      () => Promise.reject(new PmxError('NOT_FOUND', 'no book')),
      () => Promise.reject(new PmxError('BAD_REQUEST', 'no')),
      () => Promise.reject(new PmxError('EXCHANGE_NOT_AVAILABLE', 'no shape', { retryable: false })),
      () => Promise.resolve(),
    ]
    const shaky = polling()
    shaky.add('shaky', () => answers.shift()?.() ?? Promise.reject(new PmxError('NOT_FOUND', 'no book')))
    await shaky.clock.advance(30_000)
    expect([answers.length, shaky.failed]).toEqual([0, []])
    await shaky.clock.advance(560_000)
    expect(shaky.failed).toEqual([])
    await shaky.clock.advance(120_000)
    expect(shaky.failed.map(({ code }) => code)).toEqual(['NOT_FOUND'])
    const { length } = shaky.polls
    await shaky.clock.advance(120_000)
    expect(shaky.polls).toHaveLength(length)
  })

  test('ends at once when the key is refused', async () => {
    let turn = 0
    const refused = polling()
    refused.add('own', () =>
      turn++ === 0 ? Promise.resolve() : Promise.reject(new PmxError('AUTHENTICATION_ERROR', 'no key')),
    )
    await refused.clock.advance(2_000)
    expect([refused.polls.length, refused.failed.length]).toEqual([2, 1])
  })
})
