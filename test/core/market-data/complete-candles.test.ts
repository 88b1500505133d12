import { expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import { CANDLES_ALLOWED_MS, repeatUntilComplete } from '../../../src/core/market-data/complete-candles.js'
import type { CoreAnswer } from '../../../src/core/request/api-call.js'
import { createAbort } from '../../../src/policy/abort.js'
import { fakeClock } from '../../support/clock.js'

function unfinished(retryAfter: number): PmxError {
  return new PmxError('EXCHANGE_NOT_AVAILABLE', 'unfinished', {
    retryAfter,
    detail: { kind: 'unfinished', venueCalls: 40 },
  })
}

const busy = new PmxError('RATE_LIMIT_EXCEEDED', 'busy', { retryAfter: 2, detail: { kind: 'local_budget' } })

const whole: CoreAnswer = { data: ['candle'], headers: { 'x-pmx-upstream-requests': '7' }, ignored: [] }

/** Runs that end one after the other as told; the last one is repeated. */
function setUp(...ends: readonly (PmxError | CoreAnswer)[]) {
  const clock = fakeClock()
  const caller = createAbort()
  const runs: number[] = []
  const begun = clock.monotonic()
  const reading = repeatUntilComplete(
    async () => {
      const end = ends[runs.length] ?? ends.at(-1)
      runs.push(clock.monotonic() - begun)
      if (end instanceof PmxError) throw end
      return end ?? whole
    },
    { clock, signal: caller.signal },
  )
  reading.catch(() => {})
  return { reading, clock, caller, runs }
}

test('a read of several rounds is one answer, with all its calls', async () => {
  const read = setUp(unfinished(5), busy, unfinished(3), whole)
  await read.clock.advance(12_000)
  expect(await read.reading).toEqual({ ...whole, headers: { 'x-pmx-upstream-requests': '87' } })
  expect(read.runs).toEqual([0, 5_000, 7_000, 10_000])
})

test('it ends where the next round would begin too late', async () => {
  const read = setUp(unfinished(10))
  await read.clock.advance(CANDLES_ALLOWED_MS)
  await expect(read.reading).rejects.toMatchObject({ detail: { kind: 'unfinished' } })
  expect(read.runs).toHaveLength(CANDLES_ALLOWED_MS / 10_000)
})

test('it ends with the connection', async () => {
  const read = setUp(unfinished(10))
  await read.clock.advance(3_000)
  read.caller.abort(new Error('the client left'))
  await expect(read.reading).rejects.toThrow('the client left')
  expect(read.runs).toEqual([0])
})

test('one request that times out after others brought something does not end it, two in a row do', async () => {
  const late = new PmxError('NETWORK_ERROR', 'late', { detail: { kind: 'timeout' } })
  const read = setUp(unfinished(5), late, unfinished(3), late, whole)
  await read.clock.advance(12_000)
  expect(await read.reading).toMatchObject({ data: ['candle'] })
  expect(read.runs).toEqual([0, 5_000, 6_000, 9_000, 10_000])
  const silent = setUp(unfinished(5), late)
  await silent.clock.advance(12_000)
  await expect(silent.reading).rejects.toBe(late)
  expect(silent.runs).toHaveLength(3)
  await expect(setUp(late).reading).rejects.toBe(late)
})

test('a budget that had nothing for it at first is answered immediately', async () => {
  await expect(setUp(busy).reading).rejects.toBe(busy)
})
