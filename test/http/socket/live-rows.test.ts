import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrderBook, UnifiedEvent, UnifiedMarket } from '../../../src/api/models/models.js'
import { temporaryFolder } from '../../support/engine.js'
import { openHouse } from './support.js'

const folder = temporaryFolder()
let house: Awaited<ReturnType<typeof openHouse>>

beforeAll(async () => {
  house = await openHouse({}, { catalogFile: join(folder.path, 'catalog.db') })
})

afterAll(async () => {
  await house.close()
  folder.remove()
})

/** A list as its client hears it, with what it cost. */
async function listed<Row>(path: string): Promise<{ rows: Row[]; calls: string | null }> {
  const reply = await fetch(`http://127.0.0.1:${house.door.port}/api/${path}`)
  const { data } = (await reply.json()) as { data: Row[] }
  return { rows: data, calls: reply.headers.get('x-pmx-upstream-requests') }
}

const middleOf = ({ bids, asks }: OrderBook): number =>
  Math.round(1_000_000 * (((bids[0]?.price ?? Number.NaN) + (asks[0]?.price ?? Number.NaN)) / 2)) / 1_000_000

const isClose = ({ bids, asks }: OrderBook): boolean =>
  (asks[0]?.price ?? Number.NaN) - (bids[0]?.price ?? Number.NaN) <= 0.1

test.each(['first', 'other'] as const)(
  'the rows of a watched market follow its book without a call, whichever of its tokens is watched: the %s',
  async (side) => {
    const list = 'polymarket/fetchMarkets?limit=20'
    const { rows } = await listed<UnifiedMarket>(list)
    const index = side === 'first' ? 0 : 1
    const pairs = rows.filter(({ outcomes }) => outcomes.length === 2)
    const ids = pairs.map(({ outcomes }) => outcomes[index]?.outcomeId ?? '')
    const client = house.connect()
    await client.opened()
    const wish = { action: 'subscribe', exchange: 'polymarket', method: 'watchOrderBooks', args: [ids] }
    client.send({ id: 'w', ...wish })
    const lastOf = (id: string): OrderBook | undefined =>
      client.of('w').reduce<OrderBook | undefined>((last, { symbol, data }) => {
        const books = (symbol === undefined ? data : { [symbol]: data }) as Record<string, OrderBook>
        return books[id] ?? last
      }, undefined)
    const moved = await house.until('a price that has moved since the list was read', () =>
      pairs.find(({ outcomes }) => {
        const { outcomeId = '', price } = outcomes[index] ?? {}
        const book = lastOf(outcomeId)
        return book !== undefined && isClose(book) && Math.abs(middleOf(book) - (price ?? 0)) > 1e-6
      }),
    )
    const found = await listed<UnifiedMarket>(list)
    const book = lastOf(moved.outcomes[index]?.outcomeId ?? '') as OrderBook
    const row = found.rows.find(({ marketId }) => marketId === moved.marketId)
    expect(found.calls).toBe('0')
    expect(row?.outcomes[index]?.price).toBeCloseTo(middleOf(book), 6)
    expect(row?.outcomes[1 - index]?.price).toBeCloseTo(1 - middleOf(book), 6)
    const bestBid = side === 'first' ? book.bids[0]?.price : 1 - (book.asks[0]?.price ?? Number.NaN)
    expect(row?.sourceMetadata?.['bestBid']).toBeCloseTo(bestBid ?? Number.NaN, 6)
    const inEvents = await listed<UnifiedEvent>('polymarket/fetchEvents')
    const nested = inEvents.rows
      .flatMap(({ markets }) => markets)
      .find(({ marketId }) => marketId === moved.marketId)
    expect([nested?.outcomes, inEvents.calls]).toEqual([row?.outcomes, '0'])
    // A row says no more than is believed: with the socket its news are gone.
    house.simulator.faults.set([{ venue: 'polymarket', host: 'stream', kind: 'frame-garbage', rate: 1 }])
    const live = house.core.streams?.live.of('polymarket', moved.marketId)
    await house.until('the end of the socket', () =>
      [...(live?.values() ?? [])].every((told) => told() === undefined),
    )
    const kept = (await listed<UnifiedMarket>(list)).rows.find(({ marketId }) => marketId === moved.marketId)
    expect(kept?.outcomes).toEqual(moved.outcomes)
    house.simulator.faults.clear()
    client.socket.terminate()
    // Watched no more, a row is as it was read.
    await house.until('the venue to be left', () => house.core.streams?.live.has('polymarket') === false)
  },
)
