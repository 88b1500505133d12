import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { Order, OrderBook, Position, UnifiedMarket, UserTrade } from '../../../src/api/models/models.js'
import { getPaperCredentials } from '../../../src/simulator/mock-venues/gemini-titan/signature.js'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { loadVenue } from '../../../src/venues/registry.js'
import { openHouse } from '../../http/socket/support.js'
import { streamExceptions, tradingExceptions } from './exceptions.js'
import { playable } from './house.js'
import { hasRoom, offeredIn } from './tradable.js'

/**
 * An account is watched on every venue that takes orders, over a real socket of the daemon: by the user channel of the
 * demo venue where it has one, also while that is out, else by its lists.
 */
const loaded = await Promise.all(playable.map((id) => loadVenue(id)))
const trading = loaded.filter(
  (venue): venue is Venue =>
    venue?.orders?.cancel !== undefined &&
    venue.account?.openOrders !== undefined &&
    streamExceptions[venue.id]?.isAnothers === undefined,
)

test('venues with a user channel, and venues without one, are found', () => {
  const isStreamed = (venue: Venue): boolean => venue.ownStream !== undefined
  expect(trading.filter(isStreamed).length).toBeGreaterThan(2)
  expect(trading.filter((venue) => !isStreamed(venue)).length).toBeGreaterThan(2)
})

/** Keys of a kind that the lent ones are not: its user channel is for keys whose nonces are the time. */
const keys: Partial<Record<VenueId, object>> = { 'gemini-titan': getPaperCredentials('time') }

/** An order at the market may bring a little less than it says: the fee is taken from the contracts. */
const NET = 0.9

describe.each(trading.map(({ id, ownStream }) => [id, ownStream?.brings] as const))('%s', (venue, brings) => {
  const { lots = { contracts: 20 }, noOrdersInEmulatedBooks, feeInContracts } = tradingExceptions[venue] ?? {}
  const amount = lots.contracts
  const credentials = keys[venue]
  let house: Awaited<ReturnType<typeof openHouse>>
  let wanted: { marketId: string; outcomeId: string; side: 'buy'; amount: number }
  beforeAll(async () => {
    house = await openHouse({}, { venues: [venue] })
    wanted = { ...(await tradable()), side: 'buy', amount }
  })
  afterAll(() => house.close())

  async function ask<Data>(method: string, args?: readonly unknown[]): Promise<Data> {
    const { data, error } = await house.call(`${venue}/${method}`, args, credentials)
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return data as Data
  }

  async function tradable() {
    for (const market of await ask<UnifiedMarket[]>('fetchMarkets?limit=400')) {
      const outcomeId = market.yes?.outcomeId ?? market.outcomes[0]?.outcomeId ?? ''
      const book = await ask<OrderBook>(`fetchOrderBook?outcomeId=${outcomeId}`).catch(() => undefined)
      const [bid, offer] = [book?.bids[0]?.price, book?.asks[0]?.price]
      if (book === undefined || bid === undefined || offer === undefined || !hasRoom(bid, offer)) continue
      if (noOrdersInEmulatedBooks !== undefined && book.sourceMetadata?.['emulated'] === true) continue
      if (offeredIn(book) >= 2 * amount) return { marketId: market.marketId, outcomeId }
    }
    throw new Error('no such market')
  }

  const resting = () => ({ ...wanted, type: 'limit', price: 0.1 })

  async function watch(...methods: readonly string[]) {
    const client = house.connect()
    await client.opened()
    for (const method of methods)
      client.send({ id: method, action: 'subscribe', exchange: venue, method, args: [], credentials })
    await house.until('the answers', () => {
      const answered = methods.filter((one) => client.frames.some(({ id }) => id === one))
      return answered.length === methods.length
    })
    expect(client.frames.filter(({ event }) => event === 'error')).toEqual([])
    return {
      rows: <Row>(method: string): readonly Row[] => client.of(method).flatMap(({ data }) => data as Row[]),
      close() {
        expect(client.frames.filter(({ event }) => event === 'error')).toEqual([])
        client.socket.close()
      },
    }
  }

  test('brings an order as it is placed and canceled', async () => {
    const client = await watch('watchOrders')
    const placed = await ask<Order>('createOrder', [resting()])
    const seen = () => client.rows<Order>('watchOrders').filter(({ id }) => id === placed.id)
    await house.until('the order', () => seen().some(({ status }) => status === 'open'))
    await ask('cancelOrder', [placed.id])
    await house.until('its end', () => seen().some(({ status }) => status === 'canceled'))
    expect(seen().map(({ status }) => status)).toEqual(['open', 'canceled'])
    expect(seen()[0]).toMatchObject({ ...resting(), filled: 0, remaining: amount })
    expect((house.core.streams?.counters.of(venue).frames ?? 0) > 0).toBe(brings?.includes('orders') === true)
    client.close()
  })

  test('brings a trade once, and what is held after it', async () => {
    const has = await ask<Record<string, unknown>>('has')
    const methods = ['watchMyTrades', 'watchPositions'].filter((method) => has[method] !== false)
    const client = await watch(...methods)
    const isWanted = ({ outcomeId }: { readonly outcomeId?: string }): boolean =>
      outcomeId === wanted.outcomeId
    const held = (): number => client.rows<Position>('watchPositions').filter(isWanted).at(-1)?.size ?? 0
    const before = held()
    await ask('createOrder', [{ ...wanted, type: 'market' }])
    const least = feeInContracts === undefined ? amount : amount * NET
    await house.until('the position', () => held() - before >= least - 1e-6)
    if (!methods.includes('watchMyTrades')) return client.close()
    const trades = () => client.rows<UserTrade>('watchMyTrades')
    const bought = (): number => trades().reduce((sum, trade) => sum + trade.amount, 0)
    await house.until('the trades', () => bought() >= least - 1e-6)
    // Long after: lists that are read again bring none of them again.
    await house.clock.advance(30_000)
    expect(bought()).toBeLessThanOrEqual(amount + 1e-6)
    const listed = await ask<UserTrade[]>('fetchMyTrades', [{}])
    // A venue may list a trade under another id than it sends (src/venues/kalshi/README.md).
    const ids = listed.flatMap(({ id, metadata }) => [id, metadata?.['tradeId']])
    expect(trades().filter(({ id }) => !ids.includes(id))).toEqual([])
    client.close()
  })

  test('as a call waits for the next change, and tells it once', async () => {
    const call = () => house.call(`${venue}/watchOrders`, [wanted.marketId], credentials)
    const answer = async (waiting: ReturnType<typeof call>): Promise<readonly Order[]> => {
      let told: unknown
      void waiting.then(({ data, error }) => {
        told = data ?? error
      })
      await house.until('the answer', () => told)
      return told as readonly Order[]
    }
    expect(await answer(call())).toEqual([])
    const placing = call()
    const { id } = await ask<Order>('createOrder', [resting()])
    expect(await answer(placing)).toMatchObject([{ id, status: 'open' }])
    const ending = call()
    await ask('cancelOrder', [id])
    expect(await answer(ending)).toMatchObject([{ id, status: 'canceled' }])
  })

  test('what happened while the channel was out is told when it is back', async () => {
    house.simulator.faults.set([{ venue, kind: 'socket-close', delayMs: 3_000 }])
    const client = await watch('watchOrders')
    await house.clock.advance(4_000)
    house.simulator.faults.set([{ venue, kind: 'socket-refuse', status: 503 }])
    const placed = await ask<Order>('createOrder', [resting()])
    await ask('cancelOrder', [placed.id])
    const left = await ask<Order>('createOrder', [{ ...resting(), amount: amount + 1 }])
    house.simulator.faults.clear()
    const seen = () => client.rows<Order>('watchOrders').filter(({ id }) => id === left.id)
    await house.until('what is open', () => seen().length > 0)
    await ask('cancelOrder', [left.id])
    await house.until('its end', () => seen().some(({ status }) => status === 'canceled'))
    client.close()
  })
})
