import { expect, test } from 'vitest'
import { PmxError } from '../../src/api/errors.js'
import { createMemoryStore } from '../../src/candles/memory-store.js'
import type { CandleQuery } from '../../src/candles/window.js'
import type { CandleSource, Venue } from '../../src/venue-kit/venue.js'
import { candleWorld } from '../support/candle-world.js'
import { fakeClock } from '../support/clock.js'
import { engineOver, patientCall } from '../support/engine.js'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 5, 10, 9, 30, 20)

const hours = (from: number, to: number): CandleQuery => ({
  resolution: '1m',
  start: NOW - from * HOUR,
  end: NOW - to * HOUR,
})

test.each([
  { how: 'apart', reads: [hours(30, 16), hours(15, 0)] },
  { how: 'one within the other', reads: [hours(30, 0), hours(20, 5)] },
  { how: 'overlapping', reads: [hours(30, 10), hours(20, 0)] },
])('reads of one series that run out of time by turns all come to an end: $how', async ({ reads }) => {
  const clock = fakeClock(NOW)
  const hold = async () => clock.passTo(clock.now() + 1_000)
  // Nothing of it is final for two days: all that is known is believed for a second.
  const world = candleWorld({
    clock,
    listedAt: NOW - 60 * HOUR,
    settleLagMs: 48 * HOUR,
    windowSteps: 60,
    hold,
  })
  const source = world.venue.candles
  if (source === undefined) throw new Error('the world has candles')
  const own: CandleSource = source
  const engine = engineOver(createMemoryStore(), clock)

  /** One question, for which the venue answers five times in time. */
  async function isRead(span: CandleQuery): Promise<boolean> {
    let left = 5
    const fetch: CandleSource['fetch'] = async (...asked) => {
      if (left-- > 0) return own.fetch(...asked)
      throw new PmxError('EXCHANGE_NOT_AVAILABLE', 'too late', { detail: { kind: 'local_budget' } })
    }
    const venue: Venue = { ...world.venue, candles: { ...own, fetch } }
    return engine.candles(venue, 'yes', span, patientCall()).then(
      () => true,
      () => false,
    )
  }

  let open: readonly CandleQuery[] = reads
  for (let round = 0; round < 8 && open.length > 0; round++) {
    const rest: CandleQuery[] = []
    for (const read of open) if (!(await isRead(read))) rest.push(read)
    open = rest
  }
  expect(open).toEqual([])
})
