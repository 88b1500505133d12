import { expect, test } from 'vitest'
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
