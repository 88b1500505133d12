import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readArguments } from '../../../src/api/arguments/arguments.js'
import type { MethodName } from '../../../src/api/arguments/methods.js'
import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { Order, OrderBook, UnifiedMarket } from '../../../src/api/models/models.js'
import { createCandleEngine } from '../../../src/candles/engine.js'
import { createMemoryStore } from '../../../src/candles/store/memory-store.js'
import { createDispatcher } from '../../../src/core/dispatcher.js'
import { createJoinedMarkets } from '../../../src/core/listings/batched-market-lookup.js'
import { createListPages } from '../../../src/core/listings/cache/list-cursors.js'
import { createJoinedSeek, createLocate } from '../../../src/core/listings/outcome-resolver.js'
import { createJoinedBooks } from '../../../src/core/market-data/batched-order-books.js'
import { createContexts } from '../../../src/core/request/request-context.js'
import { createOrderContext } from '../../../src/core/trading/context/order-context.js'
import { createSystemIds } from '../../../src/effects/ids.js'
import { silentLogger } from '../../../src/observe/logger.js'
import { startDeadline } from '../../../src/policy/abort.js'
import { MAX_CONSECUTIVE_URGENT } from '../../../src/policy/fair-queue.js'
import type { VenueCall, Wire, WireReply } from '../../../src/transport/call-types.js'
import type { HostFacts } from '../../../src/transport/hosts.js'
import { createLiveWire } from '../../../src/transport/live-http.js'
import { createTransport } from '../../../src/transport/transport.js'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { loadVenue } from '../../../src/venues/registry.js'
import { fakeClock, settle } from '../../support/clock.js'
import { atOnce } from '../../support/engine.js'
import { createMemoryJournal } from '../../support/memory-journal.js'
import { tradingExceptions } from './exceptions.js'
import { type House, openHouse, playable } from './house.js'

/**
 * A cancel and an order leave at once, on every venue that takes orders, while 160 reads of public data wait at each of
 * the hosts that they go to. The limits are those of the venues' `hosts.ts`, the adapters are real, the clock is passed in.
 */
const loaded = await Promise.all(playable.map((id) => loadVenue(id)))
const trading = loaded.filter((venue): venue is Venue => venue?.orders?.cancel !== undefined)

const READS = 160
const CLIENTS = 4
/** How long a venue takes for each of the reads: longer than any slot. */
const READ_MS = 3_000
const STEP_MS = 5

test('all twelve venues with cancelOrder are found', () => {
  expect(trading.map(({ id }) => id).sort()).toEqual([
    'gemini-titan',
    'hyperliquid',
    'kalshi',
    'kalshi-demo',
    'limitless',
    'metaculus',
    'myriad',
    'opinion',
    'polymarket',
    'polymarket_us',
    'probable',
    'smarkets',
  ])
})

test('calls that a venue counts by the account spend no limit of its addresses', () => {
  const apart = trading.flatMap(({ id, hosts }) =>
    Object.values<HostFacts>(hosts).flatMap(({ groups = {} }) =>
      Object.entries(groups).flatMap(([name, { isSeparate }]) =>
        isSeparate === true ? [`${id} ${name}`] : [],
      ),
    ),
  )
  // Others have a host of their own for accounts (Gemini, Polymarket US), or count both by the address.
  expect(apart.sort()).toEqual([
    'kalshi accountReads',
    'kalshi accountWrites',
    'kalshi-demo accountReads',
    'kalshi-demo accountWrites',
    'limitless account',
    'opinion keyless',
  ])
})

interface Sent {
  readonly call: VenueCall
  readonly at: number
  /** When it became possible to send it: the call before it was answered. */
  readonly since: number
}

/** A dispatcher over the demo exchange of a house, at the venue's own limits. */
function openLimited(venue: Venue, { simulator, clock: houseClock }: House) {
  const clock = fakeClock(houseClock.now())
  const urls = simulator.urls[venue.id] ?? {}
  const hosts: Readonly<Record<string, HostFacts>> = Object.fromEntries(
    Object.entries<HostFacts>(venue.hosts).flatMap(([name, { alternates, ...facts }]) =>
      urls[name] === undefined ? [] : [[name, { ...facts, url: urls[name] }]],
    ),
  )
  const live = createLiveWire({ userAgent: 'test', mayFollow: () => false })
  const underWay = new Set<Promise<unknown>>()
  const sent: Sent[] = []
  let reads = 0
  let answeredAt = clock.monotonic()
  const wire: Wire = {
    async send(call, url, options): Promise<WireReply> {
      if (call.path.startsWith('/public/')) {
        await clock.sleep(READ_MS, options.signal)
        return { status: 200, headers: { 'content-type': 'application/json' }, text: '{}' }
      }
      sent.push({ call, at: clock.monotonic(), since: answeredAt })
      houseClock.passTo(clock.now())
      const reply = live.send(call, url, options)
      underWay.add(reply)
      try {
        return await reply
      } finally {
        underWay.delete(reply)
        answeredAt = clock.monotonic()
      }
    },
    close: () => live.close(),
  }
  const transport = createTransport({
    wire,
    clock,
    random: () => 0,
    wiringOf: () => ({ hosts, errors: venue.errors }),
    maxBytes: 64_000_000,
    attemptTimeoutMs: 60_000,
  })
  const contexts = createContexts({ transport, clock, log: silentLogger })
  const locate = createLocate(createJoinedSeek(contexts, clock, transport.reserve))
  const ids = createSystemIds()
  const dispatcher = createDispatcher({
    contexts,
    candles: createCandleEngine({
      store: createMemoryStore(),
      clock,
      turn: atOnce,
      locateOutcome: locate,
      openContext: contexts.openFetch,
    }),
    clock,
    pages: createListPages(clock, ids),
    held: { [venue.id]: simulator.paper[venue.id] ?? { apiToken: 'a-token-of-the-demo-world' } },
    orders: createOrderContext({
      journal: createMemoryJournal(),
      tradingLimits: { enabled: true, dryRun: false },
      clock,
      ids,
      log: silentLogger,
    }),
    locate,
    readBook: createJoinedBooks(contexts, clock, transport.reserve),
    readMarket: createJoinedMarkets(contexts, clock, transport.reserve),
    loadVenue: (id: VenueId) => (id === venue.id ? Promise.resolve(venue) : undefined),
  })

  /** Reads of public data of several clients, at every host and every limit that such reads spend. */
  function flood(): void {
    const deadline = startDeadline(clock, 3_600_000)
    for (const [host, facts] of Object.entries(hosts)) {
      if (facts.url.startsWith('ws')) continue
      const groups = Object.entries(facts.groups ?? {}).flatMap(([name, { ofAccounts }]) =>
        ofAccounts === true ? [] : [name],
      )
      for (const group of [undefined, ...groups])
        for (let index = 0; index < READS; index++) {
          const client = `client ${index % CLIENTS}`
          const caller = { client, work: String(index) }
          const path = `/public/${group ?? 'any'}/${index}`
          const request = { host, path, ...(group === undefined ? {} : { group }) }
          reads++
          void transport
            .bind(venue.id, deadline, 'interactive', { caller })
            .send(request)
            .catch(() => undefined)
            .finally(() => reads--)
        }
    }
  }

  /** Lets time pass only while nothing is on the loopback. */
  async function passed<Value>(work: Promise<Value>): Promise<Value> {
    let isDone = false
    work.then(
      () => (isDone = true),
      () => (isDone = true),
    )
    answeredAt = clock.monotonic()
    for (let step = 0; step < 20_000 && !isDone; step++) {
      await settle()
      while (underWay.size > 0) {
        await Promise.race([...underWay].map((reply) => reply.catch(() => undefined)))
        await settle()
      }
      if (!isDone) await clock.advance(STEP_MS)
    }
    return work
  }

  async function ask<Data>(method: MethodName, args: readonly unknown[]): Promise<Data> {
    const call = {
      venue: venue.id,
      signal: new AbortController().signal,
      credentials: undefined,
      trusted: true,
      client: 'trader',
    }
    const run = dispatcher.run(method, readArguments(method, args).args as never, call)
    return (await passed(run)).data as Data
  }

  /** The longest time in which one of the call's limits lets such a call pass. */
  function slotOf({ host, group, cost = 1 }: VenueCall): number {
    const facts = hosts[host]
    const own = group === undefined ? undefined : facts?.groups?.[group]
    const limits = [...(own?.isSeparate === true ? [] : [facts?.limit]), own]
    return Math.max(
      ...limits.flatMap((limit) => (limit === undefined ? [] : (1000 * cost) / limit.perSecond)),
    )
  }

  return { ask, flood, sent, slotOf, pass: clock.advance, reads: () => reads, close: () => transport.close() }
}

describe.each(trading.map((venue) => [venue.id, venue] as const))('%s', (id, venue) => {
  const lot = tradingExceptions[id]?.lots?.contracts ?? 20
  const isForecast = tradingExceptions[id]?.forecasts !== undefined
  let house: House
  let order: Readonly<Record<string, unknown>>
  let orderId: string

  beforeAll(async () => {
    house = await openHouse('natural', id, 50)
    order = await findOrder()
    orderId = ((await house.ask(id, 'createOrder', [order])) as Order).id
  })
  afterAll(() => house.close())

  /** A bid far below the market, or a forecast. */
  async function findOrder() {
    const markets = (await house.ask(id, 'fetchMarkets', [{ limit: 40 }])) as UnifiedMarket[]
    for (const { marketId, yes, outcomes } of markets) {
      const outcomeId = (yes ?? outcomes[0])?.outcomeId
      if (outcomeId === undefined) continue
      const bid = { marketId, outcomeId, side: 'buy', type: 'limit', amount: lot, price: 0.1 }
      if (isForecast) {
        if (outcomes.length === 2) return { ...bid, type: 'market', amount: 1, price: 0.3 }
        continue
      }
      const book = (await house.ask(id, 'fetchOrderBook', [outcomeId]).catch(() => undefined)) as
        | OrderBook
        | undefined
      if (book === undefined || book.sourceMetadata?.['emulated'] === true) continue
      const isInside = (price = 0): boolean => price >= 0.15 && price <= 0.85
      if (isInside(book.bids[0]?.price) && isInside(book.asks[0]?.price)) return bid
    }
    throw new Error(`${id}: no market of the demo has a book with two sides`)
  }

  test('cancels all orders, or several, within a slot of its limits a call, behind 160 reads', async () => {
    const canList = venue.account?.openOrders !== undefined
    const method = canList ? 'cancelAllOrders' : 'cancelOrders'
    const limited = openLimited(venue, house)
    try {
      limited.flood()
      await limited.pass(1_000)
      await limited.ask(method, [canList ? order['marketId'] : [orderId]])
      // Calls of several orders go side by side, each within a slot of those before it.
      for (const [index, { call, at, since }] of limited.sent.entries()) {
        const wait = { call: `${call.method} ${call.host}${call.path}`, ms: Math.round(at - since) }
        const slots = index < MAX_CONSECUTIVE_URGENT ? 1 : 2
        expect(wait.ms, wait.call).toBeLessThanOrEqual(slots * limited.slotOf(call) + STEP_MS)
      }
      expect(limited.sent.length).toBeGreaterThan(0)
      expect(limited.reads()).toBeGreaterThan(0)
    } finally {
      await limited.close()
    }
    orderId = ((await house.ask(id, 'createOrder', [order])) as Order).id
  })

  test('cancels, then places, within a slot of its limits a call, behind 160 reads', async () => {
    const limited = openLimited(venue, house)
    try {
      limited.flood()
      // The bursts of the limits are spent, and all places for reads are taken.
      await limited.pass(1_000)
      const canceled = await limited.ask<Order>('cancelOrder', [orderId])
      expect(canceled.id).toBe(orderId)
      const cancelCalls = limited.sent.splice(0)
      const placed = await limited.ask<Order>('createOrder', [order])
      expect(placed.id).toBeTypeOf('string')
      const orderCalls = limited.sent.splice(0)
      for (const calls of [cancelCalls, orderCalls])
        for (const [index, { call, at, since }] of calls.entries()) {
          // Every eleventh call in a row lets one read pass (`policy/fair-queue.ts`).
          const slots = index < MAX_CONSECUTIVE_URGENT ? 1 : 2
          const wait = { call: `${call.method} ${call.host}${call.path}`, ms: Math.round(at - since) }
          expect(wait.ms, wait.call).toBeLessThanOrEqual(slots * limited.slotOf(call) + STEP_MS)
        }
      expect(cancelCalls.length).toBeGreaterThan(0)
      expect(orderCalls.length).toBeGreaterThan(0)
      // Reads still wait: none was lost, and none was needed to go first.
      expect(limited.reads()).toBeGreaterThan(0)
    } finally {
      await limited.close()
    }
  })
})
