import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CandleTier } from '../../../src/candles/shared/candle-tier.js'
import { type CandleWorld, candleWorld } from '../../support/candle-world.js'
import { type FakeClock, fakeClock, passUntil } from '../../support/clock.js'
import { temporaryFolder } from '../../support/engine.js'
import { type MemoryHub, memoryHub } from '../../support/memory-tier.js'
import { type SharedDaemon, sharedDaemon } from '../support/shared-daemon.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Date.UTC(2026, 5, 10, 9, 30)

describe('a tier that hangs', () => {
  let clock: FakeClock
  let world: CandleWorld
  let hub: MemoryHub
  let other: MemoryHub
  let peerDelayMs: number
  let folder: ReturnType<typeof temporaryFolder>
  let daemons: SharedDaemon[]

  beforeEach(() => {
    clock = fakeClock(START)
    world = candleWorld({ clock, listedAt: START - 4_000 * HOUR, hold: () => clock.sleep(200) })
    hub = memoryHub(clock)
    peerDelayMs = 0
    other = memoryHub(clock, () => (peerDelayMs > 0 ? clock.sleep(peerDelayMs) : Promise.resolve()))
    folder = temporaryFolder()
    daemons = []
  })
  afterEach(async () => {
    for (const daemon of daemons) await passUntil(clock, daemon.close())
    folder.remove()
  })

  const spanAt = (back: number) => ({ from: START - back * HOUR, to: START - (back - 5) * HOUR })
  /** Another daemon, which is read over HTTP. */
  const peer = (): CandleTier => {
    const { take, now, close } = other.open()
    return { name: 'peer', take, now, close }
  }
  async function open(name: string, tiers: CandleTier[]): Promise<SharedDaemon> {
    const daemon = sharedDaemon(`${folder.path}/${name}.db`, clock, tiers)
    daemons.push(daemon)
    await clock.advance(2_000)
    return daemon
  }
  /** Asks, and returns the calls of the venue and the time that it took, ms. */
  async function ask(daemon: SharedDaemon, back: number) {
    const span = spanAt(back)
    const at = clock.monotonic()
    const { bars, sent } = await passUntil(clock, daemon.ask(world, span), 1)
    expect(bars).toEqual(world.truth('yes', MINUTE, span, START))
    return { sent, tookMs: clock.monotonic() - at }
  }
  /** A daemon of one tier alone fetches spans, twice, so that all of them is final. */
  async function fill(tier: CandleTier, ...backs: readonly number[]): Promise<void> {
    const first = await open('first', [tier])
    for (let look = 0; look < 2; look++) {
      for (const back of backs) expect(await ask(first, back)).toMatchObject({ sent: 1 })
      await clock.advance(11 * MINUTE)
    }
  }

  test('before the server does not keep it from being asked, and is left alone after three questions', async () => {
    await fill(hub.open(), 30, 40, 50, 60, 70, 80)
    const daemon = await open('a', [peer(), hub.open()])
    await ask(daemon, 30)
    other.health = 'hangs'
    for (const back of [40, 50, 60]) {
      const { sent, tookMs } = await ask(daemon, back)
      expect(sent).toBe(0)
      expect(tookMs).toBeGreaterThanOrEqual(50)
      expect(tookMs).toBeLessThanOrEqual(60)
    }
    // The calls that nobody waits for end, too.
    await clock.advance(100)
    for (const back of [70, 80]) expect((await ask(daemon, back)).tookMs).toBeLessThanOrEqual(5)
    expect(daemon.shared.status()).toMatchObject([{ state: 'down' }, { state: 'ok', failed: 0 }])
  })

  test('before the server does not keep daemons from agreeing who fetches', async () => {
    const all = [
      await open('a', [peer(), hub.open()]),
      await open('b', [peer(), hub.open()]),
      await open('c', [peer(), hub.open()]),
    ]
    other.health = 'hangs'
    for (const back of [30, 40]) {
      const before = world.asked.length
      const at = clock.monotonic()
      const asked = Promise.all(all.map((daemon) => daemon.ask(world, spanAt(back))))
      for (const { bars } of await passUntil(clock, asked, 10))
        expect(bars).toEqual(world.truth('yes', MINUTE, spanAt(back), START))
      expect(world.asked.length - before).toBe(1)
      // The call of the venue, and the pauses of those who wait for it.
      expect(clock.monotonic() - at).toBeLessThanOrEqual(150 + 200 + 500)
    }
  })

  test('before and after the server costs 150 ms at most, all together', async () => {
    const daemon = await open('a', [peer(), hub.open(), { ...peer(), name: 'peer 2' }])
    await ask(daemon, 30)
    other.health = 'hangs'
    hub.health = 'hangs'
    // The time limit, and the call of the venue.
    for (const back of [40, 50, 60, 70])
      expect((await ask(daemon, back)).tookMs).toBeLessThanOrEqual(150 + 200 + 5)
  })

  test('as the server, does not keep a peer from being asked', async () => {
    await fill(other.open(), 30, 40)
    const daemon = await open('a', [hub.open(), peer()])
    await ask(daemon, 30)
    hub.health = 'hangs'
    const { sent, tookMs } = await ask(daemon, 40)
    expect(sent).toBe(0)
    expect(tookMs).toBeLessThanOrEqual(60)
  })

  test('is the only one that costs others a call: of tiers that respond, the first one is asked', async () => {
    await fill(other.open(), 30, 40)
    const daemon = await open('a', [peer(), hub.open()])
    peerDelayMs = 30
    const before = hub.calls['take'] ?? 0
    for (const back of [30, 40]) expect((await ask(daemon, back)).sent).toBe(0)
    expect(hub.calls['take'] ?? 0).toBe(before)
    // What it lacks is asked of the next one at once.
    expect((await ask(daemon, 60)).tookMs).toBeLessThanOrEqual(30 + 30 + 200 + 10)
  })
})
