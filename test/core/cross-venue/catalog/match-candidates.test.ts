import { expect, test } from 'vitest'
import type { VenueId } from '../../../../src/api/envelope/venue-ids.js'
import {
  createMatchCandidates,
  findMarketsNamed,
  withFeatures,
} from '../../../../src/core/cross-venue/catalog/match-candidates.js'
import { fakeClock, settle } from '../../../support/clock.js'
import { atOnce } from '../../../support/engine.js'
import { memoryShelvesOf } from '../../across-world.js'
import { type Asked, venueOf } from '../../matches-world.js'

const NOW = Date.UTC(2026, 10, 21)
const title = 'Will Bitcoin close above $100,000 on December 31, 2026?'

type Lists = readonly (readonly [VenueId, readonly Asked[]])[]

async function over(lists: Lists, turn = atOnce, clock = fakeClock(NOW)) {
  const { shelves } = memoryShelvesOf(
    lists.map(([id, markets]) => venueOf(id, markets)),
    clock,
  )
  shelves.keep()
  await settle()
  const lookalikes = createMatchCandidates({ clock, turn })
  const named = (venue: VenueId, name: string) => {
    const [told] = findMarketsNamed(shelves, [venue], name)
    if (told === undefined) throw new Error(`nothing is named ${name}`)
    return told
  }
  const beside = async (venue: VenueId, name: string, most?: number) =>
    await lookalikes.of(shelves.ready(), named(venue, name), most)
  const idsBeside = async (venue: VenueId, name: string, most?: number) =>
    (await beside(venue, name, most)).markets.map(({ market }) => market.marketId)
  return { clock, shelves, lookalikes, named, beside, idsBeside }
}

test('a market whose title says only who is found by what its event asks', async () => {
  const { named, beside } = await over([
    [
      'kalshi',
      [{ id: 'K', title: 'Anna Berg', event: 'KE', eventTitle: 'Who will win the Norway mayoral election?' }],
    ],
    [
      'rain',
      [
        { id: 'R', title: 'Anna Berg', event: 'RE', eventTitle: 'Who will win the Norway mayoral election?' },
        { id: 'X', title: 'Anna Berg', event: 'XE', eventTitle: 'Whose novel gets the Nobel prize?' },
      ],
    ],
  ])
  expect(named('kalshi', 'K').eventTitle).toBe('Who will win the Norway mayoral election?')
  const { markets } = await beside('kalshi', 'K')
  expect(markets[0]).toMatchObject({
    market: { marketId: 'R' },
    eventTitle: 'Who will win the Norway mayoral election?',
  })
  expect(markets[0]?.features).toEqual(withFeatures(named('rain', 'R')).features)
})

test('a market that is over by now is not told; one that ends this moment, or nobody knows when, is', async () => {
  const ends = (ms: number) => new Date(NOW + ms).toISOString()
  const { idsBeside } = await over([
    ['kalshi', [{ id: 'K', title }]],
    [
      'rain',
      [
        { id: 'over', title, ends: ends(-1) },
        { id: 'now', title, ends: ends(0) },
        { id: 'unknown', title, ends: 'some day' },
      ],
    ],
  ])
  expect((await idsBeside('kalshi', 'K')).sort()).toEqual(['now', 'unknown'])
})

test('what lies beside is as old as the oldest list that it was found in', async () => {
  const clock = fakeClock(NOW)
  const at = async (began: number, id: VenueId) => {
    const { shelves } = await over([[id, [{ id: `${id}-1`, title }]]], atOnce, fakeClock(began))
    return shelves.ready()
  }
  const { named } = await over([['hunch', [{ id: 'H', title }]]], atOnce, clock)
  const lookalikes = createMatchCandidates({ clock, turn: atOnce })
  const ready = [...(await at(NOW - 5_000, 'kalshi')), ...(await at(NOW - 90_000, 'rain'))]
  expect(await lookalikes.of(ready, named('hunch', 'H'))).toMatchObject({
    beganAt: NOW - 90_000,
    markets: [{ market: { marketId: 'kalshi-1' } }, { market: { marketId: 'rain-1' } }],
  })
})

test('what a market asks is read once, as long as its list stands', async () => {
  const { beside, idsBeside } = await over([
    ['kalshi', [{ id: 'K', title }]],
    [
      'rain',
      [
        { id: 'R', title },
        { id: 'S', title },
      ],
    ],
  ])
  const [first, again] = [await beside('kalshi', 'K'), await beside('kalshi', 'K')]
  expect(first.markets).toHaveLength(2)
  for (const [at, market] of again.markets.entries()) expect(market).toBe(first.markets[at])
  expect(withFeatures(first.markets[0] as (typeof first.markets)[0])).toBe(first.markets[0])
  expect(await idsBeside('kalshi', 'K', 1)).toHaveLength(1)
})

test('lists that were read anew are not indexed again sooner than a minute, or twenty times what it took', async () => {
  for (const [tookMs, restMs] of [
    [1_000, 60_000],
    [10_000, 200_000],
  ] as const) {
    const clock = fakeClock(NOW)
    let wait = 0
    const slow = async () => {
      clock.passTo(clock.now() + wait)
      wait = 0
    }
    const { shelves, lookalikes, named } = await over(
      [
        ['kalshi', [{ id: 'K', title }]],
        ['rain', [{ id: 'R', title }]],
      ],
      slow,
      clock,
    )
    const ids = async (ready = shelves.ready()) =>
      (await lookalikes.of(ready, named('kalshi', 'K'))).markets.map(({ market }) => market.marketId)
    wait = tookMs
    expect(await ids()).toEqual(['R'])
    const { shelves: anew } = await over(
      [
        ['kalshi', [{ id: 'K', title }]],
        ['rain', [{ id: 'NEW', title }]],
      ],
      atOnce,
      fakeClock(NOW + 1),
    )
    const later = anew.ready().map((shelf) => ({ ...shelf, key: `anew ${shelf.key}` }))
    await clock.advance(restMs - 1)
    expect(await ids(later)).toEqual(['R'])
    await settle()
    expect(await ids(later)).toEqual(['R'])
    await clock.advance(1)
    await ids(later)
    await settle()
    expect(await ids(later)).toEqual(['NEW'])
  }
})

test('reading what many markets ask lets others have their turn every eight milliseconds, and goes on before new pieces', async () => {
  const clock = fakeClock(NOW)
  const turns: (boolean | undefined)[] = []
  const turn = async (goesOn?: boolean) => {
    turns.push(goesOn)
  }
  // Each look at the clock takes a millisecond.
  const busy = {
    ...clock,
    now: () => clock.now(),
    monotonic() {
      clock.passTo(clock.now() + 1)
      return clock.monotonic()
    },
  }
  const many = Array.from({ length: 40 }, (_, at) => ({ id: `R${at}`, title }))
  const { shelves, named } = await over(
    [
      ['kalshi', [{ id: 'K', title }]],
      ['rain', many],
    ],
    atOnce,
    clock,
  )
  const lookalikes = createMatchCandidates({ clock: busy, turn })
  await lookalikes.of(shelves.ready(), named('kalshi', 'K'))
  turns.length = 0
  const { markets } = await lookalikes.of(shelves.ready(), named('kalshi', 'K'))
  expect(markets).toHaveLength(40)
  expect(turns.length).toBeGreaterThanOrEqual(4)
  expect(turns.length).toBeLessThanOrEqual(6)
  expect(new Set(turns)).toEqual(new Set([true]))
})
