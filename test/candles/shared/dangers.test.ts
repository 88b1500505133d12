import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CandleWorld, candleWorld } from '../../support/candle-world.js'
import { type FakeClock, fakeClock, passUntil } from '../../support/clock.js'
import { temporaryFolder } from '../../support/engine.js'
import { type MemoryHub, memoryHub } from '../../support/memory-tier.js'
import { type SharedDaemon, sharedDaemon } from '../support/shared-daemon.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Date.UTC(2026, 5, 10, 9, 30)
const yes = { venue: 'kalshi', seriesKey: 'yes', stepMs: MINUTE, basis: 'trade' } as const
const spanAt = (back: number) => ({ from: START - back * HOUR, to: START - (back - 5) * HOUR })

describe('the table of dangers, with many daemons or for long', () => {
  let clock: FakeClock
  let world: CandleWorld
  let hub: MemoryHub
  let folder: ReturnType<typeof temporaryFolder>
  let daemons: SharedDaemon[]

  beforeEach(() => {
    clock = fakeClock(START)
    world = candleWorld({ clock, listedAt: START - 4_000 * HOUR })
    hub = memoryHub(clock)
    folder = temporaryFolder()
    daemons = []
  })
  afterEach(async () => {
    for (const daemon of daemons) await passUntil(clock, daemon.close())
    folder.remove()
  })

  function open(name: string, seed = 1, tier = hub.open()): SharedDaemon {
    const daemon = sharedDaemon(`${folder.path}/${name}.db`, clock, [tier], { seed })
    daemons.push(daemon)
    return daemon
  }
  const truth = (back: number) => world.truth('yes', MINUTE, spanAt(back), START)

  test('a daemon that is killed 30 times in a backfill leaves the tier equal to its store', async () => {
    const backs = Array.from({ length: 30 }, (_, at) => 20 + 10 * at)
    for (const [at, back] of backs.entries()) {
      hub.health = at % 3 === 0 ? 'hangs' : 'down'
      const killed = hub.open()
      const one = sharedDaemon(`${folder.path}/one.db`, clock, [killed])
      await passUntil(clock, one.ask(world, spanAt(back)))
      // Now and then the server is there for a moment, and the daemon dies while it uploads.
      hub.health = 'up'
      await clock.advance(at % 4 === 0 ? 300 : 0)
      killed.kill()
      one.store.close()
    }
    const one = open('one')
    await clock.advance(2 * MINUTE)
    expect(one.shared.status()).toMatchObject([{ state: 'ok', outbox: 0 }])
    const all = { from: 0, to: START }
    expect(hub.store.coverage(yes, all)).toEqual(one.store.coverage(yes, all))
    expect(hub.store.read(yes, all)).toEqual(one.store.read(yes, all))
    expect(hub.store.provisional(yes, all)).toEqual(one.store.provisional(yes, all))
    const [other, before] = [open('other'), world.asked.length]
    for (const back of backs)
      expect((await passUntil(clock, other.ask(world, spanAt(back)))).bars).toEqual(truth(back))
    expect(world.asked).toHaveLength(before)
  })

  test('a clock that is set wrong while the daemon runs is noticed before the next upload, or within a minute', async () => {
    const one = open('one')
    await clock.advance(1_000)
    await passUntil(clock, one.ask(world, spanAt(20)))
    const given = hub.calls['give']
    expect(one.shared.status()).toMatchObject([{ clock: 'right', outbox: 0 }])
    // The clock of the server.
    hub.offsetMs = -2 * MINUTE
    await clock.advance(MINUTE)
    expect(one.shared.status()).toMatchObject([{ clock: 'wrong', clockOffsetMs: -2 * MINUTE }])
    hub.offsetMs = 0
    await clock.advance(MINUTE)
    expect(one.shared.status()).toMatchObject([{ clock: 'right' }])
    // The clock of the daemon, a moment before it fetches.
    clock.jump(2 * MINUTE)
    await passUntil(clock, one.ask(world, spanAt(40)))
    expect(hub.calls['give']).toBe(given)
    expect(one.shared.status()).toMatchObject([{ clock: 'wrong' }])
  })

  test('of questions to a server that hangs, 95 % take at most 160 ms longer, and none fails', async () => {
    const one = open('one')
    await clock.advance(1_000)
    hub.health = 'hangs'
    const took: number[] = []
    for (let at = 0; at < 100; at++) {
      const begunAt = clock.monotonic()
      const { bars } = await passUntil(clock, one.ask(world, spanAt(20 + 10 * at)), 1)
      expect(bars).toEqual(truth(20 + 10 * at))
      took.push(clock.monotonic() - begunAt)
      await clock.advance(3_000)
    }
    took.sort((a, b) => a - b)
    expect(took.at(-1)).toBeLessThanOrEqual(160)
    // In five minutes at most three questions waited.
    expect(took.filter((ms) => ms > 5).length).toBeLessThanOrEqual(3)
  })

  test('twenty daemons that start together and need one window call the venue once, and the server a few times each', async () => {
    world = candleWorld({ clock, listedAt: START - 4_000 * HOUR, hold: () => clock.sleep(3_000) })
    const times: number[] = []
    const all = Array.from({ length: 20 }, (_, at) => {
      const tier = hub.open()
      return open(`daemon${at}`, at + 1, {
        ...tier,
        take(...asked) {
          times.push(clock.monotonic())
          return tier.take(...asked)
        },
      })
    })
    const begunAt = clock.monotonic()
    const answers = await passUntil(clock, Promise.all(all.map((one) => one.ask(world, spanAt(20)))), 1)
    for (const { bars } of answers) expect(bars).toEqual(truth(20))
    expect(world.asked).toHaveLength(1)
    // At the beginning, and then at least every half a second, each at other times than the rest.
    expect(times.length / all.length).toBeLessThanOrEqual(14)
    const later = times.filter((at) => at - begunAt > 500)
    const together = later.map((at) => later.filter((other) => other === at).length)
    expect(Math.max(...together)).toBeLessThanOrEqual(4)
  })
  test('a tier that has the candles of a window without the times between them costs one call, not one for each gap', async () => {
    const one = open('one')
    await passUntil(clock, one.ask(world, spanAt(20)))
    expect(hub.store.coverage(yes, spanAt(20)).length).toBeGreaterThan(20)
    // As after an upload of a daemon whose clock was ahead of the server when it saw the empty ranges.
    hub.tamper = (told) => ({ ...told, provisional: [] })
    const two = open('two')
    await clock.advance(1_000)
    const { bars, sent } = await passUntil(clock, two.ask(world, spanAt(20)))
    expect(bars).toEqual(truth(20))
    // The span is in two windows.
    expect(sent).toBeLessThanOrEqual(2)
  })
})
