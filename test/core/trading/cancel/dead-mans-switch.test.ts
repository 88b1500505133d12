import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import { createOrderTime } from '../../../../src/core/trading/records/order-time.js'
import type { CancelAfter } from '../../../../src/venue-kit/contract/trading.js'
import type { VenueContext } from '../../../../src/venue-kit/contract/venue.js'
import { fakeClock } from '../../../support/clock.js'
import { failureOf, tradingWorld } from '../trading-world.js'

const SILENCE_MS = 10_000
const EVERY_MS = 5_000

function worldWith(cancelAfter: CancelAfter | undefined, options: Parameters<typeof tradingWorld>[0] = {}) {
  const world = tradingWorld(options)
  if (cancelAfter !== undefined) Object.assign(world.exchange.orders, { cancelAfter })
  const begun = world.clock.now()
  return {
    ...world,
    arm: async (timeoutMs: unknown) => (await world.ask('cancelAllOrdersAfter', timeoutMs)).data,
    elapsed: () => world.clock.now() - begun,
    /** Second by second, as a daemon lives. */
    async live(seconds: number) {
      for (let second = 0; second < seconds; second++) await world.clock.advance(1_000)
    },
  }
}

/** A venue that cancels after a silence, once there was a sign of life. */
function listening(options: Parameters<typeof tradingWorld>[0] = {}) {
  const beats: number[] = []
  const failures: PmxError[] = []
  const world = worldWith(
    {
      kind: 'heartbeat',
      silenceMs: SILENCE_MS,
      everyMs: EVERY_MS,
      async beat() {
        const failure = failures.shift()
        if (failure !== undefined) throw failure
        beats.push(world.elapsed())
      },
    },
    options,
  )
  return { ...world, beats, failures, canceledAt: () => (beats.at(-1) ?? 0) + SILENCE_MS }
}

describe('a venue that keeps the time', () => {
  function timing(options: Parameters<typeof tradingWorld>[0] = {}) {
    const times: (number | undefined)[] = []
    const failures: PmxError[] = []
    const set = async (at: number | undefined) => {
      times.push(at)
      const failure = failures.shift()
      if (failure !== undefined) throw failure
    }
    const world = worldWith({ kind: 'timer', minMs: 6_000, set }, options)
    return { ...world, times, failures }
  }

  test('may have been set where its answer is lost, and was not where it refuses', async () => {
    const { arm, failures } = timing()
    failures.push(new PmxError('NETWORK_ERROR', 'The venue cut the connection.'))
    expect(await failureOf(arm(30_000))).toMatchObject({
      code: 'NETWORK_ERROR',
      message:
        'The timeout may or may not have been set: The venue cut the connection. Call cancelAllOrdersAfter again.',
      detail: { state: 'unknown' },
    })
    failures.push(new PmxError('NETWORK_ERROR', 'The venue cut the connection.'))
    expect((await failureOf(arm(0))).message).toContain('The timeout may or may not have ended')
    // A first copy of the call may have been set.
    const used = new PmxError('BAD_REQUEST', 'Its nonce is used.', { detail: { kind: 'duplicate_order' } })
    failures.push(used, used)
    for (const ms of [30_000, 0]) expect((await failureOf(arm(ms))).detail?.['state']).toBe('unknown')
    failures.push(new PmxError('PERMISSION_DENIED', 'Not enough volume.'))
    const refused = await failureOf(arm(30_000))
    expect(refused).toMatchObject({ code: 'PERMISSION_DENIED', message: 'Not enough volume.' })
    expect(refused.detail?.['state']).toBeUndefined()
  })

  test('is given it, and told to forget it by 0', async () => {
    const { arm, times, clock } = timing()
    expect(await arm(30_000)).toEqual({
      timeoutMs: 30_000,
      heldBy: 'venue',
      cancelsAt: clock.now() + 30_000,
    })
    expect(await arm(0)).toEqual({ timeoutMs: 0, heldBy: 'venue' })
    expect(times).toEqual([clock.now() + 30_000, undefined])
  })

  test.each([5_999, 86_400_001, -1, 6_000.5])(
    '%s ms are refused before anything is sent',
    async (timeoutMs) => {
      const { arm, times } = timing()
      expect(await failureOf(arm(timeoutMs))).toMatchObject({
        code: 'VALIDATION_ERROR',
        field: 'timeoutMs',
      })
      expect(times).toEqual([])
    },
  )

  test('is told the time by its own clock where that of this machine is fast', async () => {
    const clock = fakeClock()
    const time = createOrderTime(clock)
    const { arm, times, exchange } = timing({ clock, time })
    const now = clock.now()
    clock.jump(3 * 60 * 60_000)
    // The first answer shows it.
    const { cancelAfter } = exchange.orders as { cancelAfter: Extract<CancelAfter, { kind: 'timer' }> }
    const { set } = cancelAfter
    Object.assign(exchange.orders, {
      cancelAfter: {
        ...cancelAfter,
        set: async (...asked: Parameters<typeof set>) => {
          await set(...asked)
          time.noteVenueTime(now)
        },
      },
    })
    expect(await arm(30_000)).toEqual({ timeoutMs: 30_000, heldBy: 'venue', cancelsAt: now + 30_000 })
    expect(times.at(-1)).toBe(now + 30_000)
    expect(times).toHaveLength(2)
    await arm(60_000)
    expect(times.slice(2)).toEqual([now + 60_000])
  })

  const withTime = (clock: ReturnType<typeof fakeClock>, refuses: (at: number) => boolean = () => false) => {
    const time = createOrderTime(clock)
    const truly = clock.now()
    const world = timing({ clock, time })
    const { cancelAfter } = world.exchange.orders as { cancelAfter: Extract<CancelAfter, { kind: 'timer' }> }
    const set = async (...asked: Parameters<typeof cancelAfter.set>) => {
      await cancelAfter.set(...asked)
      time.noteVenueTime(truly)
      if (refuses(asked[0] ?? truly)) throw new PmxError('BAD_REQUEST', 'Time must be in the future.')
    }
    Object.assign(world.exchange.orders, { cancelAfter: { ...cancelAfter, set } })
    return { ...world, truly }
  }

  test('is told the time by its own clock where that of this machine is slow', async () => {
    const clock = fakeClock()
    const { arm, times, truly } = withTime(clock)
    clock.jump(-20_000)
    // It would cancel 20 s too early.
    expect(await arm(60_000)).toMatchObject({ cancelsAt: truly + 60_000 })
    expect(times).toEqual([truly + 40_000, truly + 60_000])
    await arm(30_000)
    expect(times.slice(2)).toEqual([truly + 30_000])
  })

  test('may count by the clock of this machine where it refuses the time by its own', async () => {
    const clock = fakeClock()
    let calls = 0
    const { arm, times } = withTime(clock, () => ++calls > 1)
    clock.jump(3 * 60 * 60_000)
    // It cancels all orders three hours later than was wanted: that it refused all of it would be false.
    expect(await failureOf(arm(30_000))).toMatchObject({
      code: 'NETWORK_ERROR',
      detail: { state: 'unknown' },
    })
    expect(times).toHaveLength(2)
  })

  test('is asked once more where it refuses a time that its clock says is past', async () => {
    const clock = fakeClock()
    const isPast = (at: number) => at < clock.trueNow()
    const { arm, times, truly } = withTime(clock, isPast)
    clock.jump(-600_000)
    expect(await arm(60_000)).toMatchObject({ cancelsAt: truly + 60_000 })
    expect(times).toHaveLength(2)
  })

  test('and that does not say what time it is is given that of this machine, with a warning', async () => {
    const clock = fakeClock()
    const { ask, times } = timing({ clock, time: createOrderTime(clock) })
    const { headers } = await ask('cancelAllOrdersAfter', 30_000)
    expect(headers['x-pmx-warning']).toContain('uses the clock of this machine')
    expect(times).toEqual([clock.now() + 30_000])
  })

  test('is asked nothing in a dry run', async () => {
    const { arm, times } = timing({ rails: { dryRun: true } })
    expect(await failureOf(arm(30_000))).toMatchObject({
      code: 'PERMISSION_DENIED',
      detail: { rule: 'trading.dryRun', call: { cancelAllOrdersAfter: 30_000 } },
    })
    expect(times).toEqual([])
  })
})

describe('a venue that wants signs of life', () => {
  test('gets them until silence leads to the timeout, not earlier and not later', async () => {
    for (const timeoutMs of [10_000, 11_000, 17_500, 42_000]) {
      const { arm, live, beats, canceledAt, clock } = listening()
      expect(await arm(timeoutMs)).toEqual({
        timeoutMs,
        heldBy: 'daemon',
        cancelsAt: clock.now() + timeoutMs,
      })
      await live(60)
      expect(canceledAt()).toBe(timeoutMs)
      const gaps = beats.map((at, index) => at - (beats[index - 1] ?? 0))
      expect(Math.max(...gaps)).toBeLessThanOrEqual(EVERY_MS)
    }
  })

  test('another call goes on from there, a shorter one too', async () => {
    const { arm, live, canceledAt } = listening()
    await arm(20_000)
    await live(5)
    await arm(40_000)
    await live(20)
    await arm(12_000)
    await live(60)
    expect(canceledAt()).toBe(25_000 + 12_000)
  })

  test('after 0 gets them as long as orders are open, since nothing else keeps those', async () => {
    const { arm, live, beats, create, exchange, elapsed } = listening()
    await create()
    await arm(20_000)
    expect(await arm(0)).toEqual({ timeoutMs: 0, heldBy: 'daemon' })
    await live(150)
    expect(elapsed() - (beats.at(-1) ?? 0)).toBeLessThanOrEqual(EVERY_MS)
    exchange.fill('V1')
    await live(70)
    const last = beats.length
    await live(60)
    expect(beats.length).toBe(last)
  })

  test('0 keeps orders also where nobody knows whether the venue took the first sign', async () => {
    const { arm, live, beats, failures, create } = listening()
    await create()
    failures.push(new PmxError('NETWORK_ERROR', 'The venue cut the connection.'))
    expect((await failureOf(arm(30_000))).detail).toMatchObject({ state: 'unknown' })
    await live(3)
    expect(await arm(0)).toEqual({ timeoutMs: 0, heldBy: 'daemon' })
    await live(30)
    expect(beats.length).toBeGreaterThanOrEqual(6)
  })

  test('0 sends none where the venue refused the first one, or has canceled by now', async () => {
    for (const [failure, seconds] of [
      [new PmxError('AUTHENTICATION_ERROR', 'No such key.'), 0],
      [new PmxError('NETWORK_ERROR', 'The venue cut the connection.'), 15],
    ] as const) {
      const { arm, live, beats, failures, create } = listening()
      await create()
      failures.push(failure)
      await failureOf(arm(30_000))
      await live(seconds)
      await arm(0)
      await live(30)
      expect(beats).toEqual([])
    }
  })

  test('ends one timeout however the credentials of its key are spelled, and no other key', async () => {
    const { ask, beats, live, exchange, create } = listening()
    Object.assign(exchange.orders.cancelAfter as object, {
      silentKey: async ({ secrets }: VenueContext) => secrets.values.privateKey,
    })
    await create()
    const by = (privateKey: string, more = {}) => ({ credentials: { apiKey: 'mine', privateKey, ...more } })
    await ask('cancelAllOrdersAfter', 20_000, by('a'))
    await ask('cancelAllOrdersAfter', 60_000, by('b'))
    await ask('cancelAllOrdersAfter', 0, by('a', { funderAddress: '0x01' }))
    await live(150)
    expect(beats.filter((at) => at > 130_000).length).toBeGreaterThanOrEqual(3)
  })

  test('goes on while orders were placed so lately that the list lacks them', async () => {
    const { arm, live, beats, exchange, create } = listening()
    await arm(20_000)
    await arm(0)
    await live(50)
    exchange.state.listLags = true
    await create()
    await live(40)
    expect(beats.filter((at) => at > 65_000).length).toBeGreaterThanOrEqual(3)
  })

  test('0 keeps orders also after the last sign before the timeout', async () => {
    const { arm, live, beats, create, elapsed } = listening()
    await create()
    await arm(11_000)
    await live(9)
    expect(beats).toEqual([0, 1_000])
    await arm(0)
    await live(30)
    expect(beats[2]).toBe(9_000)
    expect(elapsed() - (beats.at(-1) ?? 0)).toBeLessThanOrEqual(EVERY_MS)
  })

  test('0 without a timeout sends nothing', async () => {
    const { arm, live, beats } = listening()
    expect(await arm(0)).toEqual({ timeoutMs: 0, heldBy: 'daemon' })
    await live(30)
    expect(beats).toEqual([])
  })

  test('0 warns where this daemon sends no heartbeats: those of an earlier run may count still', async () => {
    const { ask, create } = listening()
    await create()
    expect((await ask('cancelAllOrdersAfter', 0)).headers['x-pmx-warning']).toContain(
      'in the last 15 s, the venue may cancel all open orders',
    )
    await ask('cancelAllOrdersAfter', 20_000)
    expect((await ask('cancelAllOrdersAfter', 0)).headers['x-pmx-warning']).toBeUndefined()
  })

  test('a sign that fails is repeated soon; the first one fails the call', async () => {
    const { arm, live, beats, failures, canceledAt } = listening()
    const away = () => new PmxError('NETWORK_ERROR', 'the venue is away')
    failures.push(away())
    expect(await failureOf(arm(20_000))).toMatchObject({
      code: 'NETWORK_ERROR',
      // The venue counts the silence from a sign whose answer was lost, and nobody breaks it.
      message: expect.stringContaining(
        'If it was, the venue cancels all open orders after 10 s without a heartbeat.',
      ),
      detail: { state: 'unknown' },
    })
    await live(30)
    expect(beats).toEqual([])
    await arm(30_000)
    failures.push(away(), away())
    await live(60)
    expect(beats.map((at) => at - 30_000)).toEqual([0, 7_000, 12_000, 17_000, 20_000])
    expect(canceledAt()).toBe(60_000)
  })

  test('gets none after the daemon has stopped', async () => {
    const { arm, live, beats, room } = listening()
    await arm(60_000)
    await room.close()
    await live(60)
    expect(beats).toEqual([0])
  })

  test('goes on during a stop', async () => {
    const { arm, live, canceledAt, dispatcher } = listening()
    await arm(30_000)
    await dispatcher.stopOrders('ann')
    await live(60)
    expect(canceledAt()).toBe(30_000)
  })
})

test('elsewhere it is not supported', async () => {
  const { arm } = worldWith(undefined)
  expect(await failureOf(arm(30_000))).toMatchObject({ code: 'NOT_SUPPORTED' })
})
