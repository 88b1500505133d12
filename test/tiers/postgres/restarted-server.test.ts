import { afterAll, describe, expect, test } from 'vitest'
import { createTierSession } from '../../../src/candles/shared/tier-session.js'
import { silentLogger } from '../../../src/observe/logger.js'
import {
  minutes,
  newSeries,
  partOf,
  programs,
  signal,
  useSharedServer,
  withPostgres,
} from './support/shared-server.js'

const LIMIT_MS = 150

describe.skipIf(programs === undefined)(`a server that restarts ${withPostgres}`, () => {
  const shared = useSharedServer()
  const ends: (() => Promise<void>)[] = []
  afterAll(() => Promise.all(ends.map((end) => end())))

  /** A daemon that has used the server. The clock stands, so that no time limit passes. */
  async function open() {
    const tier = shared.open()
    let probes = 0
    const counted = {
      ...tier,
      now: (...asked: Parameters<typeof tier.now>) => tier.now(...asked).finally(() => probes++),
    }
    const { clock } = tier
    clock.passTo(Date.now())
    const session = createTierSession(counted, { clock, log: silentLogger })
    ends.push(() => session.close())
    const series = newSeries()
    await tier.give(series, partOf(0, 5), signal)
    await clock.advance(0)
    await expect.poll(() => session.status.clock).toBe('right')
    const read = () => session.read(LIMIT_MS, (limit) => tier.take(series, minutes(0, 5), limit))
    const isRead = async () => (await read())?.value.bars.length === 5
    expect(await isRead()).toBe(true)
    return { clock, session, read, isRead, probes: () => probes }
  }

  test('costs a question no time, and is used again with the first background call', async () => {
    const { clock, session, read, isRead, probes } = await open()
    shared.server.stop()
    // No time passes on the clock: these fail at once.
    for (let question = 0; question < 4; question++) expect(await read()).toBeUndefined()
    expect(session.status).toMatchObject({ state: 'down', failed: 3 })
    for (const pauseMs of [250, 500, 1_000]) {
      const before = probes()
      await clock.advance(pauseMs)
      await expect.poll(probes).toBe(before + 1)
    }
    expect(await read()).toBeUndefined()
    shared.server.start()
    await clock.advance(2_000)
    await expect.poll(() => session.status.state).toBe('ok')
    expect(await isRead()).toBe(true)
  })

  test('within a moment is used without a pause', async () => {
    const { session, isRead } = await open()
    shared.server.restart()
    await expect.poll(isRead).toBe(true)
    expect(session.status.state).toBe('ok')
  })
})
