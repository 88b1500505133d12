import { expect, test } from 'vitest'
import { readArguments } from '../../src/api/arguments/arguments.js'
import type { ArgsOf } from '../../src/api/arguments/methods.js'
import { DAY_MS, HOUR_MS } from '../../src/api/times/resolution.js'
import type { CassetteSession } from '../../src/cassette/replay/cassette-session.js'
import { loadConfig } from '../../src/config/load.js'
import { ReadyJson } from '../../src/core/request/api-call.js'
import { type Core, createCore } from '../../src/daemon/compose-core.js'
import type { WorldUrls } from '../../src/daemon/network/host-wiring.js'
import { createSystemIds } from '../../src/effects/ids.js'
import { silentLogger } from '../../src/observe/logger.js'
import { startSimulator } from '../../src/simulator/server/start.js'
import type { Wire } from '../../src/transport/call-types.js'
import { finishWork } from '../conformance/lies/clockwork.js'
import type { LieKind } from '../conformance/lies/lies.js'
import { createLyingWire } from '../conformance/lies/lying-wire.js'
import { seriesOf } from '../conformance/lies/series.js'
import { worldFor } from '../conformance/lies/world.js'
import { type FakeClock, fakeClock } from '../support/clock.js'
import { connectInProcess } from '../support/in-process.js'
import { openedWorld } from '../support/worlds.js'
import { NOON, recording, replaying } from './support/cassettes.js'

/** Recordings of a venue that lied: what was marked then is marked in the replay. */

const MINUTE_MS = 60_000
const query = { resolution: '1h', start: NOON - 2 * DAY_MS, end: NOON - 3 * HOUR_MS, limit: 500 }
/** Minutes between the questions; the first one is told the lie. */
const PAUSES = [0, 1, 12, 31]

function openCore(session: CassetteSession, clock: FakeClock, urls?: WorldUrls): Promise<Core> {
  return createCore({
    config: loadConfig({ flags: {}, environment: {} }),
    effects: { clock, random: () => 0, ids: createSystemIds() },
    log: silentLogger,
    world: openedWorld(urls, session),
    candleFile: undefined,
  })
}

const over = (session: CassetteSession, wire: Wire): CassetteSession =>
  Object.assign(Object.create(session) as CassetteSession, { wire: () => session.wire(() => wire) })

async function ask(core: Core, clock: FakeClock, outcomeId: string): Promise<unknown> {
  const { args } = readArguments('fetchOHLCV', [outcomeId, query]) as { args: ArgsOf<'fetchOHLCV'> }
  const call = {
    venue: 'polymarket',
    signal: new AbortController().signal,
    credentials: undefined,
    trusted: true,
  } as const
  const { data, headers } = await finishWork(clock, core.dispatcher.run('fetchOHLCV', args, call))
  return { data: data instanceof ReadyJson ? JSON.parse(data.text) : data, headers }
}

const kinds: readonly LieKind[] = ['blank', 'oldest half missing', 'middle missing', 'newest half missing']

test.each(kinds)('a replay marks what the recording session marked: %s', async (kind) => {
  const [series] = await seriesOf('polymarket')
  if (series === undefined) expect.unreachable('no market')
  const { session, clock, file } = recording()
  const { listen, wire: honest } = connectInProcess()
  const simulator = await startSimulator({
    seed: 7,
    clock,
    world: worldFor('polymarket'),
    rhythm: worldFor('polymarket').rhythm,
    venues: ['polymarket'],
    replyBytes: 16_000_000,
    listen,
  })
  simulator.switches.limits = 'off'
  const wire = createLyingWire({ honest, replica: honest, clock, seed: 1 })
  const live = await openCore(over(session, wire), clock, simulator.urls)
  await live.loadVenue('polymarket')
  const recorded: unknown[] = []
  wire.begin({ kind, target: 'history', from: 0, skips: 0, lastsMs: 9 * MINUTE_MS })
  for (const pause of PAUSES) {
    clock.passTo(clock.now() + pause * MINUTE_MS)
    recorded.push(await ask(live, clock, series.outcomeId))
  }
  expect(wire.told.length).toBeGreaterThan(0)
  await finishWork(clock, live.close())
  await session.close()
  await simulator.close()

  const later = fakeClock(NOON + 365 * DAY_MS)
  const replay = replaying(file, { clock: later })
  const again = await openCore(replay, later)
  await again.loadVenue('polymarket')
  const replayed: unknown[] = []
  for (const _pause of PAUSES) replayed.push(await ask(again, later, series.outcomeId))
  await finishWork(later, again.close())
  expect(replayed).toEqual(recorded)
  const marks = recorded.map((answer) => JSON.stringify(answer).includes('x-pmx-provisional'))
  expect(marks.slice(0, 2)).toEqual([true, true])
})
