import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readArguments } from '../../src/api/arguments/arguments.js'
import type { MethodName } from '../../src/api/arguments/methods.js'
import { renderSuccess, successTextOf } from '../../src/api/envelope/envelope.js'
import { PmxError } from '../../src/api/envelope/errors.js'
import type { VenueId } from '../../src/api/envelope/venue-ids.js'
import { recordableWith } from '../../src/cassette/format/allowed-headers.js'
import { openRecording } from '../../src/cassette/record/record-session.js'
import type { CassetteSession } from '../../src/cassette/replay/cassette-session.js'
import { openReplay } from '../../src/cassette/replay/replay-session.js'
import { loadConfig } from '../../src/config/load.js'
import { ReadyJson } from '../../src/core/request/api-call.js'
import { type Core, createCore } from '../../src/daemon/compose-core.js'
import type { WorldUrls } from '../../src/daemon/network/host-wiring.js'
import { type Clock, systemClock } from '../../src/effects/clock.js'
import { createSystemIds } from '../../src/effects/ids.js'
import { silentLogger } from '../../src/observe/logger.js'
import { mockVenueIds } from '../../src/simulator/mock-venues/registry.js'
import { type Simulator, startSimulator } from '../../src/simulator/server/start.js'
import { createWorld } from '../../src/simulator/world/world.js'
import { declaredOf } from '../../src/venues/registry.js'
import { abridged } from '../support/abridged-world.js'
import { openedWorld } from '../support/worlds.js'
import { temporaryFolder } from './support/cassettes.js'
import { collectingLogger } from './support/collecting-logger.js'

/** Of what is over, one in so many is listed: lists of several pages, and not of dozens. */
const KEPT_CYCLES = 5
const YEAR_MS = 365 * 86_400_000
const nextYear: Clock = { ...systemClock, now: () => systemClock.now() + YEAR_MS }

function coreOver(cassette: CassetteSession, clock: Clock, world: WorldUrls | undefined): Promise<Core> {
  const effects = { clock, random: () => 0.5, ids: createSystemIds() }
  const config = loadConfig({ flags: {}, environment: {} })
  return createCore({
    config,
    effects,
    log: silentLogger,
    world: openedWorld(world, cassette),
    candleFile: undefined,
  })
}

/** One call's answer as its text, errors too: what a client would see. */
async function answerOf(
  core: Core,
  venue: VenueId,
  method: MethodName,
  raw: readonly unknown[],
): Promise<string> {
  const { args } = readArguments(method, raw)
  const signal = new AbortController().signal
  const call = { venue, signal, credentials: undefined, trusted: false }
  try {
    const { data, headers } = await core.dispatcher.run(method, args, call)
    const text = data instanceof ReadyJson ? successTextOf(data.text) : renderSuccess(data)
    return `${text} ${JSON.stringify(headers)}`
  } catch (error) {
    if (error instanceof PmxError) return `${error.code} ${error.message} ${JSON.stringify(error.detail)}`
    throw error
  }
}

/** A client's tour of one venue: what it asks depends on what it was told. */
async function tour(core: Core, venue: VenueId): Promise<string[]> {
  const seen: string[] = []
  const ask = async (method: MethodName, ...raw: unknown[]): Promise<unknown> => {
    const text = await answerOf(core, venue, method, raw)
    seen.push(`${method} ${JSON.stringify(raw)} ${text}`)
    return text.startsWith('{') ? JSON.parse(text.slice(0, text.lastIndexOf(' {'))) : undefined
  }
  const markets = await ask('fetchMarkets', { limit: 3 })
  const events = await ask('fetchEvents', { limit: 2 })
  await ask('fetchMarket', { marketId: 'NOSUCH-1' })
  await ask('fetchEvent', { eventId: textAt(events, 'data', '0', 'id') })
  await ask('fetchMarket', { marketId: textAt(markets, 'data', '0', 'marketId') })
  const outcome = textAt(markets, 'data', '0', 'outcomes', '0', 'outcomeId')
  for (const resolution of ['1m', '1h']) await ask('fetchOHLCV', outcome, { resolution, limit: 5 })
  const both = [outcome, textAt(markets, 'data', '0', 'outcomes', '1', 'outcomeId')]
  // Which of two at once makes the call that both share is chance, and only its header tells.
  await Promise.all(
    both.map((id) =>
      answerOf(core, venue, 'fetchOrderBook', [id]).then((text) => seen.push(text.replace(/ \{[^{]*$/, ''))),
    ),
  )
  await ask('fetchTrades', outcome, { limit: 3 })
  const isThorough = venue === 'polymarket' || venue === 'kalshi'
  if (!isThorough) return [...seen].sort()
  await ask('fetchMarkets', { query: 'election', limit: 3 })
  await ask('fetchMarkets', { status: 'closed', limit: 3 })
  await ask('fetchMarketsPaginated', { limit: 2 })
  await ask('fetchSeries', {})
  return [...seen].sort()
}

function textAt(value: unknown, ...path: readonly string[]): string {
  const found = path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined),
    value,
  )
  return typeof found === 'string' ? found : 'missing'
}

describe('every venue of the demo world, recorded and replayed a year later', () => {
  let simulator: Simulator

  beforeAll(async () => {
    const world = abridged(createWorld({ seed: 1 }), KEPT_CYCLES)
    simulator = await startSimulator({ seed: 1, clock: systemClock, world })
    simulator.switches.limits = 'off'
  })
  afterAll(() => simulator.close())

  test.each(mockVenueIds)('%s: the same client reads the same bytes', async (venue) => {
    const path = join(temporaryFolder(), `${venue}.cassette.gz`)
    const { log, lines } = collectingLogger()
    // What a venue sends is declared by itself, whatever others declare.
    const recordable = recordableWith(declaredOf(venue)?.recordable ?? [])
    const recording = openRecording({
      file: path,
      madeBy: 'test',
      clock: systemClock,
      owner: { pid: process.pid },
      isRunning: () => true,
      unique: 'u',
      newSecret: () => '',
      recordable,
      log,
    })
    const live = await coreOver(recording, systemClock, simulator.urls)
    const recorded = await tour(live, venue)
    await live.close()
    await recording.close()
    expect(recording.report()).toMatchObject({ withheld: 0, ended: undefined })
    expect(lines).toEqual([])

    const session = openReplay({
      files: [path],
      onRepeat: 'error',
      time: 'recorded',
      recordable,
      clock: nextYear,
    })
    const offline = await coreOver(session, nextYear, undefined)
    const replayed = await tour(offline, venue)
    await offline.close()
    expect(replayed).toEqual(recorded)
    expect(session.report()).toMatchObject({ missed: 0, unused: { count: 0 } })
  })
})
