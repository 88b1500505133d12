import { expect, test } from 'vitest'
import {
  type ContextualMarket,
  createMatchCandidates,
  findMarketsNamed,
  withFeatures,
} from '../../../../src/core/cross-venue/catalog/match-candidates.js'
import { fakeClock, settle } from '../../../support/clock.js'
import { memoryShelvesOf } from '../../across-world.js'
import { event, fakeVenue, market } from '../../fake-venue.js'
import { readMarketOf } from '../../read-market.js'

const NOW = Date.UTC(2026, 10, 21)
const title = 'Will Bitcoin close above $100,000 on December 31, 2026?'
const sought: ContextualMarket = readMarketOf('polymarket', 'P', title)

/** Lists of Kalshi in which each market has only a bare title: what it asks stands in the title of its event. */
async function lookalikesOf(ends: Readonly<Record<string, string>>, others = 0) {
  const clock = fakeClock(NOW)
  const rows = Object.entries(ends).map(([id, resolutionDate]) => {
    const bare = market(id, { title: '$100,000 or above' })
    const row = { ...bare, market: { ...bare.market, resolutionDate } }
    return event(`E-${id}`, [row], { title: 'Bitcoin price on December 31, 2026?' })
  })
  const more = Array.from({ length: others }, (_, at) => event(`X-${at}`, [market(`X${at}`)]))
  const { shelves } = memoryShelvesOf([fakeVenue({ events: [...more, ...rows], pageSize: 500 })], clock)
  shelves.keep()
  await settle()
  const turns: (boolean | undefined)[] = []
  let turnMs = 0
  const lookalikes = createMatchCandidates({
    // Time passes where it is looked at, and in the turns of others.
    clock: {
      now: () => clock.now(),
      monotonic: () => clock.monotonic() + turnMs,
    },
    turn: async (yields) => {
      turns.push(yields)
    },
  })
  return {
    clock,
    shelves,
    lookalikes,
    turns,
    pass: (ms: number) => {
      turnMs += ms
    },
  }
}

const idsOf = (markets: readonly ContextualMarket[]) => markets.map(({ market }) => market.marketId)

test('a market is found, and told, by the title of its event, in a list longer than one reading', async () => {
  const { lookalikes, shelves, turns } = await lookalikesOf({ K: '2026-12-31T23:59:00.000Z' }, 150)
  const { markets } = await lookalikes.of(shelves.ready(), sought)
  const eventTitle = 'Bitcoin price on December 31, 2026?'
  expect(markets[0]).toMatchObject({ venue: 'kalshi', market: { marketId: 'K' }, eventTitle })
  // Nobody else waits for all of the list.
  expect(turns.length).toBeGreaterThan(2)
  expect(turns.every((yields) => yields === true)).toBe(true)
  // What is named is told as what is found.
  const named = findMarketsNamed(shelves, ['kalshi', 'polymarket'], 'K')
  expect(named).toMatchObject([{ market: { marketId: 'K' }, eventTitle }])
  expect(named.map(withFeatures).map(({ features }) => features)).toEqual([markets[0]?.features])
})

test('a market that ends now can still be traded; one that has ended a moment ago is none', async () => {
  const at = (ms: number) => new Date(NOW + ms).toISOString()
  const { lookalikes, shelves } = await lookalikesOf({ ended: at(-1), now: at(0), later: at(1) })
  expect(idsOf((await lookalikes.of(shelves.ready(), sought)).markets).toSorted()).toEqual(['later', 'now'])
})

test('a market is read once, however often it is found', async () => {
  const { lookalikes, shelves } = await lookalikesOf({ K: '2026-12-31T23:59:00.000Z' })
  const [first] = (await lookalikes.of(shelves.ready(), sought)).markets
  const [again] = (await lookalikes.of(shelves.ready(), sought)).markets
  expect(first?.market.marketId).toBe('K')
  expect(again?.features).toBe(first?.features)
  if (first !== undefined) expect(withFeatures(first)).toBe(first)
})

test('an answer is as old as the oldest of its lists', async () => {
  const { lookalikes, shelves } = await lookalikesOf({ K: '2026-12-31T23:59:00.000Z' })
  const [shelf] = shelves.ready()
  if (shelf === undefined) throw new Error('no list lies ready')
  const both = [shelf, { ...shelf, venue: 'rain' as const, beganAt: NOW - 60_000 }]
  expect((await lookalikes.of(both, sought)).beganAt).toBe(NOW - 60_000)
})

test('a market in no event, or in one that its venue does not list, is told without a title', async () => {
  const { shelves } = await lookalikesOf({ K: '2026-12-31T23:59:00.000Z' })
  const alone = (eventId?: string) => {
    const text = JSON.stringify({ marketId: 'A', title, ...(eventId === undefined ? {} : { eventId }) })
    const row = { head: Buffer.from(text), tail: undefined }
    return {
      ...shelves,
      named: (_: string, kind: string) => (kind === 'market' ? [{ id: 'A', read: () => row }] : []),
    }
  }
  for (const eventId of [undefined, 'unlisted'])
    expect(
      findMarketsNamed(alone(eventId) as unknown as typeof shelves, ['kalshi'], 'A')[0],
    ).not.toHaveProperty('eventTitle')
})

test('others have a turn after each slice of reading, and none where reading takes no time', async () => {
  const ends = { A: '2026-12-31T23:59:00.000Z', B: '2026-12-31T23:59:00.000Z' }
  const { lookalikes, shelves, turns, pass } = await lookalikesOf(ends)
  const ask = async () => {
    const before = turns.length
    await lookalikes.of(shelves.ready(), sought)
    return turns.length - before
  }
  await ask()
  // The index stands, and the slice has just begun.
  expect(await ask()).toBe(0)
  pass(7)
  expect(await ask()).toBe(0)
  pass(1)
  expect(await ask()).toBe(1)
})
