import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readArguments } from '../../../src/api/arguments/arguments.js'
import type { MethodName } from '../../../src/api/arguments/methods.js'
import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { OrderBook, UnifiedEvent, UnifiedMarket, UnifiedSeries } from '../../../src/api/models/models.js'
import { loadConfig } from '../../../src/config/load.js'
import { ReadyJson } from '../../../src/core/request/api-call.js'
import { createCore } from '../../../src/daemon/compose-core.js'
import { createSystemIds } from '../../../src/effects/ids.js'
import { silentLogger } from '../../../src/observe/logger.js'
import { startSimulator } from '../../../src/simulator/server/start.js'
import type { RawRow } from '../../../src/venue-kit/payload/raw-fields.js'
import { connectInProcess } from '../../support/in-process.js'
import { openedWorld } from '../../support/worlds.js'
import { exceptions } from './exceptions.js'
import { hurried, playable, worldOf } from './house.js'
import { objectsIn, type RawKinds, rawIdOf, rawKinds } from './raw-rows.js'

/** A core over a mock venue, with every object that the venue has sent. */
async function openRecorded(venue: VenueId) {
  const sent: RawRow[] = []
  const { listen, wire } = connectInProcess((_call, reply) => {
    try {
      sent.push(...objectsIn(JSON.parse(reply.text)))
    } catch {
      // Not JSON, and no row.
    }
    return reply
  })
  const clock = hurried()
  const simulator = await startSimulator({
    seed: 7,
    clock,
    rhythm: 'natural',
    world: worldOf('natural', 50),
    venues: [venue],
    replyBytes: 64_000_000,
    listen,
  })
  simulator.switches.limits = 'off'
  const core = await createCore({
    config: loadConfig({ flags: {}, environment: {} }),
    effects: { clock, random: () => 0, ids: createSystemIds() },
    log: silentLogger,
    world: { ...openedWorld(simulator.urls), paper: simulator.paper },
    candleFile: undefined,
    wire,
  })
  return {
    sent,
    async ask<Data>(method: MethodName, ...args: readonly unknown[]): Promise<Data> {
      const call = { venue, signal: new AbortController().signal, credentials: undefined, trusted: true }
      const { data } = await core.dispatcher.run(method, readArguments(method, args).args, call)
      // As it goes onto the wire.
      return JSON.parse(data instanceof ReadyJson ? data.text : JSON.stringify(data)) as Data
    },
    async close() {
      await core.close()
      await simulator.close()
    },
  }
}

/** Names of the raw row's fields that `sourceMetadata` lacks, or has with another value. */
function differing(raw: RawRow, promoted: readonly string[], metadata: RawRow = {}): string[] {
  return Object.keys(raw).filter(
    (name) => !promoted.includes(name) && JSON.stringify(raw[name]) !== JSON.stringify(metadata[name]),
  )
}

/** Asserts that the metadata holds all fields of a raw row of that id, and none of those that are promoted. */
function assertVerbatim(
  sent: readonly RawRow[],
  { promoted, idOf }: RawKinds['market'],
  id: string,
  metadata: RawRow | undefined,
): void {
  const rows = sent.filter((raw) => idOf(raw) === id)
  expect(rows.length, `no raw row of ${id}`).toBeGreaterThan(0)
  const found = rows.map((raw) => differing(raw, promoted, metadata))
  expect(found, id).toContainEqual([])
}

const covered = playable.filter((venue) => rawKinds[venue] !== undefined)

test('every venue that sends rows as JSON is covered', () => {
  expect(playable.filter((venue) => !covered.includes(venue))).toEqual(['baozi'])
})

describe.each(covered)('%s shows the fields of its rows as it sends them:', (venue) => {
  const kinds = rawKinds[venue] as RawKinds
  let house: Awaited<ReturnType<typeof openRecorded>>
  let markets: UnifiedMarket[]
  beforeAll(async () => {
    house = await openRecorded(venue)
    markets = await house.ask<UnifiedMarket[]>('fetchMarkets', {})
    if (exceptions[venue]?.noClosedList === undefined)
      markets.push(...(await house.ask<UnifiedMarket[]>('fetchMarkets', { status: 'closed' })))
  })
  afterAll(() => house.close())

  test('never what came with a request, or is a secret', () => {
    const told = JSON.stringify(markets)
    expect(told).not.toContain('a-token-of-the-demo-world')
    const secrets = /api_?key|secret|passphrase|private_?key|signature|authorization|cookie|my_forecasts/i
    expect(
      objectsIn(markets)
        .flatMap(Object.keys)
        .filter((name) => secrets.test(name)),
    ).toEqual([])
  })

  test('markets', () => {
    expect(markets.length).toBeGreaterThan(0)
    for (const { marketId, sourceMetadata = {} } of markets)
      assertVerbatim(house.sent, kinds.market, rawIdOf(venue, marketId, sourceMetadata), sourceMetadata)
  })

  test('events with their markets', async () => {
    const events = await house.ask<UnifiedEvent[]>('fetchEvents', {})
    for (const { id, sourceMetadata, markets: parts } of events) {
      const kind = kinds.event
      // A market that is its own event is shown as its market is.
      const isOwn = kind === undefined || !house.sent.some((raw) => kind.idOf(raw) === id)
      if (!isOwn) assertVerbatim(house.sent, kind, id, sourceMetadata)
      else if (venue !== 'suibets') assertVerbatim(house.sent, kinds.market, id, sourceMetadata)
      for (const part of parts) {
        const metadata = part.sourceMetadata ?? {}
        assertVerbatim(house.sent, kinds.market, rawIdOf(venue, part.marketId, metadata), metadata)
      }
    }
  })

  if (kinds.series !== undefined)
    test('series', async () => {
      const { series: kind } = kinds
      const series = await house.ask<UnifiedSeries[]>('fetchSeries', {})
      expect(series.length).toBeGreaterThan(0)
      if (kind !== undefined)
        for (const { id, sourceMetadata } of series) assertVerbatim(house.sent, kind, id, sourceMetadata)
    })

  if (kinds.book !== undefined)
    test('books', async () => {
      const { book: promoted = [] } = kinds
      const open = markets.filter(({ outcomes }) => outcomes[0]?.price !== undefined).slice(0, 3)
      for (const { outcomes } of open) {
        const before = house.sent.length
        const book = await house
          .ask<OrderBook>('fetchOrderBook', outcomes[0]?.outcomeId)
          .catch(() => undefined)
        if (book === undefined || book.sourceMetadata?.['emulated'] === true) continue
        const raw = house.sent.slice(before).filter((one) => promoted.some((name) => name in one))
        const found = raw.map((one) => differing(one, promoted, book.sourceMetadata))
        expect(found).toContainEqual([])
      }
    })
})
