import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAbort } from '../../../src/policy/abort.js'
import { candleWorld } from '../../support/candle-world.js'
import { fakeClock, passUntil } from '../../support/clock.js'
import { temporaryFolder } from '../../support/engine.js'
import { memoryHub } from '../../support/memory-tier.js'
import { type SharedDaemon, sharedDaemon } from '../support/shared-daemon.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Date.UTC(2026, 5, 10, 9, 30)
const yes = { venue: 'kalshi', seriesKey: 'yes', stepMs: MINUTE, basis: 'trade' } as const
/** It ends with candles that are not final yet, so its part of final age is fetched with them. */
const wide = { from: START - 6 * HOUR, to: START }
const narrow = { from: START - HOUR, to: START }

let folder: ReturnType<typeof temporaryFolder>
let daemon: SharedDaemon
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

test('what a response makes final is given, although the caller that asked for most of it has left', async () => {
  const clock = fakeClock(START)
  let free: (() => void) | undefined
  const world = candleWorld({
    clock,
    listedAt: START - 400 * HOUR,
    hold: () => new Promise((resolve) => (free = () => resolve())),
  })
  const hub = memoryHub(clock)
  daemon = sharedDaemon(`${folder.path}/one.db`, clock, [hub.open()])
  await clock.advance(0)
  const leaving = createAbort()
  const left = daemon.ask(world, wide, { call: { signal: leaving.signal } }).catch(() => 'left')
  await clock.advance(0)
  const answer = daemon.ask(world, narrow)
  await clock.advance(0)
  expect(world.asked).toHaveLength(1)
  leaving.abort(new Error('the caller has left'))
  expect(await left).toBe('left')
  await clock.advance(2_000)
  free?.()
  expect((await answer).bars).toEqual(world.truth('yes', MINUTE, narrow, START))
  await clock.advance(2_000)
  const own = daemon.store.coverage(yes, wide)
  expect(own.length).toBeGreaterThan(0)
  expect(hub.store.coverage(yes, wide)).toEqual(own)
  await passUntil(clock, daemon.close())
})
