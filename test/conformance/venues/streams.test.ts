import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderBook, Trade } from '../../../src/api/models/models.js'
import type { Watching } from '../../../src/core/watch/subscriptions.js'
import type { FaultRule } from '../../../src/simulator/faults/faults.js'
import type { WorldBook } from '../../../src/simulator/world/common/types.js'
import type { StreamKind } from '../../../src/venue-kit/contract/stream-source.js'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { loadVenue } from '../../../src/venues/registry.js'
import { streamExceptions } from './exceptions.js'
import { playable } from './house.js'
import { openStreamHouse, type StreamedOutcome, type StreamHouse } from './stream-house.js'

/**
 * Every venue with a socket of its own is watched by it, over a real one: what it brings is what its HTTP answers say at
 * the same instants, also while the socket is cut, garbled and told twice.
 */
const loaded = await Promise.all(playable.map((id) => loadVenue(id)))
const streaming = loaded.filter(
  (venue): venue is Venue =>
    venue?.stream !== undefined && streamExceptions[venue.id]?.isAnothers === undefined,
)

/** World time of one watch. */
const WATCHED_MS = 40_000
/** What trades seldom is watched for so much longer, until it has. */
const QUIET_MS = 600_000
/** World time in which a socket that was cut or garbled is as good as new. */
const MENDED_MS = 120_000

test('venues with a socket are found', () => {
  expect(streaming.length).toBeGreaterThan(1)
})

// A venue mostly waits for frames that are on their way: venues wait side by side, the tests of one in turn.
describe.concurrent.each(streaming.map((venue) => [venue.id, venue] as const))('%s', (id, venue) => {
  /** Declares a test where the socket brings it; no test is there else. */
  const whenBrought =
    (kind: StreamKind) =>
    (name: string, body: () => Promise<void>): void => {
      if (venue.stream?.brings.includes(kind) === true) test.sequential(name, body)
    }
  let house: StreamHouse
  let outcomes: readonly StreamedOutcome[]
  beforeAll(async () => {
    house = await openStreamHouse(id)
    const hasBook = ({ sourceMetadata }: OrderBook): boolean => sourceMetadata?.['emulated'] !== true
    const isPolled = streamExceptions[id]?.pollsEmulatedBooks !== undefined
    outcomes = await house.outcomes(3, isPolled ? hasBook : () => true)
  })
  afterAll(() => house.close())

  const worldAsItIs = (): string =>
    outcomes.map(({ key }) => spelled(house.world.book(key, house.clock.now()))).join()

  /** Watches all outcomes for a while, beside the HTTP books after each change of the world. */
  async function watchBooks(faults: readonly FaultRule[]) {
    house.simulator.faults.set(faults)
    const ids = outcomes.flatMap(({ yes, no }) => (no === undefined ? [yes] : [yes, no]))
    const truths = new Map(ids.map((one) => [one, [] as string[]]))
    const told = new Map(ids.map((one) => [one, [] as OrderBook[]]))
    const errors: unknown[] = []
    let seen = ''
    async function look(): Promise<void> {
      const now = worldAsItIs()
      if (now === seen) return
      seen = now
      for (const one of ids) truths.get(one)?.push(spelled(await house.book(one)))
    }
    const isCurrent = (): boolean =>
      ids.every((one) => {
        const last = told.get(one)?.at(-1)
        return last !== undefined && spelled(last) === truths.get(one)?.at(-1)
      })
    async function pass(ms: number, isEnough: () => boolean): Promise<boolean> {
      for (let passed = 0; passed < ms; passed += 100) {
        await look()
        await house.tick(() => worldAsItIs() === seen && isCurrent())
        if (isEnough()) return true
      }
      return false
    }
    await look()
    const watching = await house.settled(
      house.watch('watchOrderBooks', [ids], {
        update: (news) => void (news.kind === 'book' && told.get(news.symbol)?.push(news.data())),
        ended: (error) => errors.push(error),
      }),
    )
    await pass(WATCHED_MS, () => false)
    await pass(QUIET_MS, () => [...told.values()].some((books) => books.length > 2))
    house.simulator.faults.clear()
    // A socket that was opened before is still cut at its time, and trades of that moment are nobody's news.
    await pass(Math.max(0, ...faults.map(({ delayMs = 0 }) => delayMs)), () => false)
    const isMended = await pass(MENDED_MS, isCurrent)
    watching.stop()
    const wrong = ids.flatMap((one) =>
      (told.get(one) ?? []).filter((book) => truths.get(one)?.includes(spelled(book)) !== true),
    )
    return { isStreamed: watching.isStreamed, told: [...told.values()], wrong, errors, isMended }
  }

  whenBrought('book')('books are those of HTTP, from both sides', async () => {
    const { isStreamed, told, wrong, errors, isMended } = await watchBooks([])
    expect({ isStreamed, wrong, errors, isMended }).toEqual({
      isStreamed: true,
      wrong: [],
      errors: [],
      isMended: true,
    })
    for (const books of told) {
      const times = [...books.map(({ timestamp = 0 }) => timestamp), house.clock.now()]
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    }
    // The first book and a change of it.
    expect(Math.max(...told.map((books) => books.length))).toBeGreaterThan(1)
  })

  whenBrought('book')('a socket that is cut, garbled and told twice brings no wrong book', async () => {
    const on = { venue: id, host: venue.stream?.host ?? '' }
    const { wrong, errors, isMended } = await watchBooks([
      { ...on, kind: 'socket-close', delayMs: 9_000 },
      { ...on, kind: 'frame-double', rate: 0.2 },
      { ...on, kind: 'frame-garbage', rate: 0.02 },
    ])
    expect({ wrong, errors, isMended }).toEqual({ wrong: [], errors: [], isMended: true })
  })

  whenBrought('trades')('trades are those of HTTP, each once', async () => {
    const told = new Map<string, Trade[]>(outcomes.map(({ yes }) => [yes, []]))
    const from = house.clock.now()
    const watchings: Watching[] = []
    for (const { yes } of outcomes)
      watchings.push(
        await house.settled(
          house.watch('watchTrades', [yes], {
            update: (news) => void (news.kind === 'trades' && told.get(yes)?.push(...news.trades)),
            ended: (error) => expect.fail(error.message),
          }),
        ),
      )
    expect(watchings.every(({ isStreamed }) => isStreamed)).toBe(true)
    const tapeOf = (key: string, start: number) =>
      house.world.trades(key, start, house.clock.now() + 1).map(({ at, price, size, takerSide }): Told => {
        const side = takerSide === 'yes' ? 'buy' : 'sell'
        return { timestamp: at, price, amount: size, side }
      })
    const inWorld = (start: number): number =>
      outcomes.flatMap(({ key }) => house.world.trades(key, start, house.clock.now() + 1)).length
    const heard = (): number => [...told.values()].flat().length
    // Time to be subscribed; what is traded until then need not be told.
    for (let passed = 0; passed < 2_000; passed += 100) await house.tick(() => true)
    const since = house.clock.now()
    const before = heard()
    for (let passed = 0; passed < 3 * WATCHED_MS; passed += 100)
      await house.tick(() => heard() - before >= inWorld(since + 1))
    for (const watching of watchings) watching.stop()
    let seen = 0
    for (const { yes, key } of outcomes) {
      const rows = told.get(yes) ?? []
      expect(new Set(rows.map(({ id: name }) => name)).size).toBe(rows.length)
      expect(rows.every(({ outcomeId }) => outcomeId === yes)).toBe(true)
      // Some tell their trades by their socket alone.
      const real = venue.trades === undefined ? tapeOf(key, from) : await house.trades(yes, from)
      const late = (trades: readonly Told[]) =>
        trades
          .filter(({ timestamp }) => timestamp >= since + 1_000)
          .map(factsOf)
          .sort()
      expect(late(rows)).toEqual(late(real))
      seen += late(rows).length
    }
    expect(seen).toBeGreaterThan(0)
  })
})

function spelled({ bids, asks }: WorldBook): string {
  return JSON.stringify([bids, asks].map((side) => side.map(({ price, size }) => [near(price), near(size)])))
}

type Told = Pick<Trade, 'timestamp' | 'price' | 'amount' | 'side'>

/** What a trade is, whatever its id; some venues tell whole seconds in one of the two places. */
function factsOf({ timestamp, price, amount, side }: Told): string {
  return JSON.stringify([Math.floor(timestamp / 1000), near(price), near(amount), side])
}

/** To the dust of floating point. */
function near(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
