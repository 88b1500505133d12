import { describe, expect, test } from 'vitest'
import type { CandleTier, SharedPart } from '../../../src/candles/shared/candle-tier.js'
import { InvalidSharedData } from '../../../src/candles/shared/candle-tier.js'
import { createTierSession } from '../../../src/candles/shared/tier-session.js'
import { silentLogger } from '../../../src/observe/logger.js'
import { fakeClock, passUntil } from '../../support/clock.js'

const series = { venue: 'kalshi', seriesKey: 'yes', stepMs: 60_000, basis: 'trade' } as const
const nothing: SharedPart = { bars: [], coverage: [], receipts: [], provisional: [] }

/** Opens a session over a tier that takes its time. */
function openSession(times: { connectMs: number; takeMs: number }) {
  const clock = fakeClock()
  const tier: CandleTier = {
    name: 'slow',
    async take() {
      await clock.sleep(times.takeMs)
      return nothing
    },
    async now() {
      await clock.sleep(times.connectMs)
      return clock.now()
    },
    close: async () => undefined,
  }
  const session = createTierSession(tier, { clock, log: silentLogger })
  const read = (ms: number) =>
    passUntil(
      clock,
      session.read(ms, (signal) => tier.take(series, { from: 0, to: 60_000 }, signal)),
    )
  return { clock, session, read, times }
}

test('a call with little time left is no outage', async () => {
  const { clock, session, read } = openSession({ connectMs: 0, takeMs: 50 })
  await clock.advance(10)
  for (let call = 0; call < 5; call++) expect(await read(20)).toBeUndefined()
  expect(session.status.state).toBe('ok')
  expect(await read(150)).toEqual({ value: nothing })
  await session.close()
})

test('a tier that is still connecting is not given up', async () => {
  const { clock, session, read, times } = openSession({ connectMs: 1_500, takeMs: 1_500 })
  for (let call = 0; call < 5; call++) expect(await read(150)).toBeUndefined()
  expect(session.status.state).toBe('ok')
  await clock.advance(2_000)
  times.takeMs = 5
  expect(await read(150)).toEqual({ value: nothing })
  await session.close()
})

test('a tier that hangs from the start is left alone after its first comparison', async () => {
  const { clock, session, read } = openSession({ connectMs: 3_600_000, takeMs: 3_600_000 })
  await clock.advance(2_000)
  const at = clock.monotonic()
  for (let call = 0; call < 5; call++) await read(150)
  // The failed comparison counts, too.
  expect(clock.monotonic() - at).toBeLessThan(5 * 150)
  expect(session.status.state).toBe('down')
  await session.close()
})

test('invalid data of one series does not stop the others', async () => {
  const { clock, session, read } = openSession({ connectMs: 0, takeMs: 5 })
  await clock.advance(10)
  const damaged = () => Promise.reject(new InvalidSharedData('a damaged chunk'))
  for (let call = 0; call < 5; call++) {
    expect(await session.read(2_000, damaged)).toBeUndefined()
    expect(await session.write(2_000, damaged)).toBe(false)
  }
  expect(session.status).toMatchObject({ state: 'ok', dropped: 10, failed: 0 })
  expect(await read(150)).toEqual({ value: nothing })
  await session.close()
})

test('a tier that fails changes is still there, and says why it accepts none', async () => {
  const clock = fakeClock()
  const lines: unknown[] = []
  const note = (fields: object, text: string) => lines.push([text, 'reason' in fields ? fields.reason : ''])
  const tier: CandleTier = {
    name: 'full',
    hasResponded: (error) => error instanceof RangeError,
    take: async () => nothing,
    give: () => Promise.reject(new RangeError('no space left on device')),
    now: async () => clock.now(),
    close: async () => undefined,
  }
  const session = createTierSession(tier, { clock, log: { warn: note, info: note } })
  await clock.advance(10)
  const write = (failure?: Error) =>
    session.write(2_000, () => (failure === undefined ? Promise.resolve() : Promise.reject(failure)))
  for (let call = 0; call < 2; call++) {
    expect(await write(new RangeError('no space left on device'))).toBe(false)
    expect(await session.read(150, () => Promise.resolve(nothing))).toEqual({ value: nothing })
  }
  expect(session.status).toMatchObject({ state: 'ok', refusal: 'no space left on device' })
  // It is tried again: only the tier itself knows that it accepts nothing.
  expect(await session.mayGive(150)).toBe(true)
  expect(await write()).toBe(true)
  expect(session.status).not.toHaveProperty('refusal')
  expect(lines).toEqual([
    ['a shared history refuses uploads', 'no space left on device'],
    ['a shared history accepts uploads again', ''],
  ])
  expect(await write(new Error('the connection is lost'))).toBe(false)
  expect(session.status.state).toBe('down')
  await session.close()
})

describe('a tier that was away', () => {
  const refused = () => Promise.reject(new Error('connection refused'))
  const never = () => new Promise<never>(() => undefined)

  /** A session whose tier responds, refuses or hangs; each call with its time since the start. */
  async function openFailing() {
    const clock = fakeClock()
    const start = clock.monotonic()
    const state = { now: async () => clock.now(), take: async () => nothing } as {
      now: () => Promise<number>
      take: () => Promise<SharedPart>
    }
    const probed: number[] = []
    const asked: number[] = []
    const tier: CandleTier = {
      name: 'failing',
      take() {
        asked.push(clock.monotonic() - start)
        return state.take()
      },
      now() {
        probed.push(clock.monotonic() - start)
        return state.now()
      },
      close: async () => undefined,
    }
    const session = createTierSession(tier, { clock, log: silentLogger })
    await clock.advance(0)
    probed.splice(0)
    const read = () =>
      passUntil(
        clock,
        session.read(150, (signal) => tier.take(series, { from: 0, to: 60_000 }, signal)),
        1,
      )
    /** The time that each of some reads took, ms. */
    async function readTimes(count: number): Promise<number[]> {
      const took: number[] = []
      for (let call = 0; call < count; call++) {
        const at = clock.monotonic()
        await read()
        // One millisecond passes with a call that takes no time.
        took.push(clock.monotonic() - at - 1)
      }
      return took
    }
    return { clock, session, state, probed, asked, read, readTimes }
  }

  test('as a server that restarts, is used again after a quarter of a second', async () => {
    const { clock, session, state, asked, read, readTimes } = await openFailing()
    Object.assign(state, { now: refused, take: refused })
    expect(await readTimes(5)).toEqual([0, 0, 0, 0, 0])
    expect(asked).toHaveLength(3)
    Object.assign(state, { now: async () => clock.now(), take: async () => nothing })
    await clock.advance(250)
    expect(session.status.state).toBe('ok')
    expect(await read()).toEqual({ value: nothing })
    await session.close()
  })

  test('is called by itself, by no request, ever more rarely, and at least every five seconds', async () => {
    const { clock, session, state, probed, asked, readTimes } = await openFailing()
    Object.assign(state, { now: refused, take: refused })
    await readTimes(3)
    await clock.advance(20_000)
    const pauses = probed.map((at, place) => at - (probed[place - 1] ?? 2))
    expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000])
    expect(asked).toHaveLength(3)
    await session.close()
    const { length } = probed
    await clock.advance(60_000)
    expect(probed).toHaveLength(length)
  })

  test('and hangs, costs three requests their time limit, and is called every half a minute', async () => {
    const { clock, session, state, probed, readTimes } = await openFailing()
    Object.assign(state, { now: never, take: never })
    expect(await readTimes(5)).toEqual([149, 149, 149, 0, 0])
    await clock.advance(300_000)
    expect(await readTimes(2)).toEqual([0, 0])
    const [last = 0, before = 0] = probed.toReversed()
    // With the time limit of the call.
    expect(last - before).toBe(32_000)
    await session.close()
  })

  test('and responds to cheap calls alone, costs one request its time limit after each pause', async () => {
    const { clock, session, state, asked, readTimes } = await openFailing()
    Object.assign(state, { take: never })
    const took = [...(await readTimes(3))]
    for (let second = 0; second < 600; second++) {
      took.push(...(await readTimes(1)))
      await clock.advance(1_000)
    }
    // 250 ms to 16 s, and then one each half a minute.
    expect(took.filter((ms) => ms > 0).length).toBeLessThanOrEqual(3 + 7 + 600 / 30)
    expect(asked.length).toBe(took.filter((ms) => ms > 0).length)
    Object.assign(state, { take: async () => nothing })
    await clock.advance(31_000)
    await readTimes(1)
    Object.assign(state, { take: refused })
    // It has worked since: three failures are needed again.
    const { length } = asked
    await readTimes(5)
    expect(asked).toHaveLength(length + 3)
    await session.close()
  })

  test('counts as away for changes as long as it fails them', async () => {
    const { clock, session, state } = await openFailing()
    const change = (call: () => Promise<unknown>) => passUntil(clock, session.write(1_000, call), 1)
    const returns: number[] = []
    session.onReturn(() => returns.push(clock.monotonic()))
    for (let call = 0; call < 3; call++) await change(refused)
    let calls = 0
    const counted = async () => void calls++
    expect([await change(counted), calls]).toEqual([false, 0])
    Object.assign(state, { now: refused })
    await clock.advance(1_000)
    expect(returns).toEqual([])
    Object.assign(state, { now: async () => clock.now() })
    await clock.advance(1_000)
    expect(returns).toHaveLength(1)
    expect([await change(counted), calls]).toEqual([true, 1])
    await session.close()
  })
})
