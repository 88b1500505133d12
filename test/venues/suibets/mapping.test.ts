import { describe, expect, test } from 'vitest'
import { toMarketRow } from '../../../src/venues/suibets/mapping.js'
import { offer } from '../../../src/venues/suibets/schemas.js'
import { expectDrift } from '../../support/expect.js'
import { now } from '../../support/venue.js'
import { chainState, keptOffer, nativeOffer, objectId } from './payloads.js'

const rowOf = (native: object, at = now) => toMarketRow(offer.parse(native), at)
const pricesOf = (native: object) => rowOf(native).market.outcomes.map(({ price }) => price)

test('an offer is a market of the maker’s pick and what is against it', () => {
  const { market, status, startsAt } = rowOf(nativeOffer())
  expect([status, startsAt]).toEqual(['active', Date.UTC(2026, 10, 20, 10)])
  expect(market).toMatchObject({
    marketId: 'suibets:421',
    eventId: 'suibets:760454',
    title: 'Lanterns at Kestrels - Kestrels',
    outcomes: [
      { outcomeId: '421:creator', label: 'Kestrels', price: 0.4166666667 },
      { outcomeId: '421:taker', label: 'Not Kestrels', price: 0.5833333333 },
    ],
    resolutionDate: '2026-11-23T00:00:00.000Z',
    url: 'https://www.suibets.com/p2p/offer/421',
    category: 'Sports',
    tags: ['football', 'Harbour Cup', 'p2p', 'sui'],
    status: 'active',
    nativeStatus: 'open',
    contractAddress: objectId,
    yes: { outcomeId: '421:creator' },
    no: { outcomeId: '421:taker' },
    sourceMetadata: expect.objectContaining({
      odds: expect.anything(),
      currency: 'SUI',
      contractsLeft: 12,
      contractsMatched: 0,
    }),
  })
})

describe('money', () => {
  test('in other currencies than dollars is no volume', () => {
    const { market } = rowOf(nativeOffer())
    expect([market.volume, market.liquidity, market.openInterest]).toEqual([undefined, undefined, undefined])
    expect(market.sourceMetadata).not.toHaveProperty('volumeUnit')
  })

  test('of an offer that the venue keeps is counted by the takers', () => {
    // 4 of 10 pay for 4 x 3 / 2 = 6 contracts; 6 are left to put in.
    const { market } = rowOf(keptOffer())
    expect([market.volume, market.openInterest, market.liquidity]).toEqual([6, 6, 6])
  })

  test('of an offer on the chain is counted there: filledStake is the maker’s in its answers', () => {
    const state = chainState({ makerRemaining: 3_000_000, filledTaker: 4_000_000, oddsBps: 30_000 })
    const onChain = { onchainOfferId: objectId, filledStake: 2, onchainState: state }
    const { market } = rowOf(keptOffer(onChain))
    expect([market.volume, market.liquidity]).toEqual([6, 6])
  })

  test('is unknown where the chain could not be read', () => {
    for (const onchainState of [null, undefined]) {
      const { market } = rowOf(keptOffer({ onchainOfferId: objectId, onchainState }))
      expect([market.volume, market.liquidity]).toEqual([undefined, undefined])
      expect(market.outcomes[0]?.price).toBe(0.3333333333)
    }
  })

  test('was not taken because the maker took it back', () => {
    const state = chainState({ makerRemaining: 0, filledAmount: 5_000_000, isOpen: false, oddsBps: 30_000 })
    const { market } = rowOf(
      keptOffer({ status: 'cancelled', onchainOfferId: objectId, onchainState: state }),
    )
    expect([market.volume, market.liquidity]).toEqual([0, 0])
  })

  test('that nobody has taken yet may be null', () => {
    const untaken = rowOf(keptOffer({ status: 'open', filledStake: null }))
    expect(untaken.market).toMatchObject({ volume: 0, liquidity: 10 })
    const { market } = rowOf(keptOffer({ filledStake: null }))
    expect([market.volume, market.liquidity]).toEqual([undefined, undefined])
  })
})

describe('status', () => {
  const start = Date.UTC(2026, 10, 23)
  test.each([
    ['open', {}, now, 'active'],
    ['OPEN', {}, now, 'active'],
    ['partial', {}, now, 'active'],
    ['open', {}, start - 1, 'active'],
    // The server refuses takers from then on, and sweeps later.
    ['open', {}, start, 'closed'],
    ['open', { expiresAt: '2026-11-21T11:59:59Z' }, now, 'closed'],
    ['open', { matchDate: '2026-11-21T11:59:59Z' }, now, 'closed'],
    ['open', { matchDate: null }, now, 'active'],
    ['open', { onchainState: chainState({ isOpen: false }) }, now, 'closed'],
    ['open', { onchainState: null }, now, 'active'],
    ['filled', {}, now, 'closed'],
    ['settling', {}, now, 'closed'],
    ['settled', {}, now, 'closed'],
    ['cancelled', {}, now, 'closed'],
    ['expired', {}, now, 'closed'],
    ['refund_pending', {}, now, 'closed'],
    ['refunded', {}, now, 'closed'],
    ['void', {}, now, 'closed'],
  ])('%s with %j', (status, more, at, expected) => {
    expect(rowOf(nativeOffer({ status, ...more }), at).status).toBe(expected)
  })

  test('a word of no known meaning is refused', async () => {
    expect(offer.safeParse(nativeOffer({ status: 'matched' })).error?.issues[0]?.path).toEqual(['status'])
  })
})

describe('prices', () => {
  test.each([
    ['filled', null, [0.4166666667, 0.5833333333]],
    ['settling', null, [0.4166666667, 0.5833333333]],
    ['settled', 'creator', [1, 0]],
    ['settled', 'taker', [0, 1]],
    ['settled', 'push', [undefined, undefined]],
    ['void', 'void', [undefined, undefined]],
    ['settled', null, [undefined, undefined]],
    ['expired', null, [undefined, undefined]],
    ['refunded', null, [undefined, undefined]],
  ])('%s, won by %s', (status, winner, expected) => {
    expect(pricesOf(nativeOffer({ status, winner }))).toEqual(expected)
  })

  test('reach from the longest odds to the shortest', () => {
    const at = (odds: unknown) => pricesOf(nativeOffer({ odds, onchainState: null }))[0]
    expect([at(100), at('1.01'), at(1.0009765625)]).toEqual([0.01, 0.9900990099, 0.999000999])
  })

  test('odds that leave nothing to bet, or that the chain contradicts, are refused', async () => {
    for (const odds of [1, 0, -2, 'evens', null]) {
      expect(offer.safeParse(nativeOffer({ odds })).error?.issues[0]?.path).toEqual(['odds'])
    }
    await expectDrift(() => rowOf(nativeOffer({ odds: 1.00001, onchainState: null })), 'odds')
    await expectDrift(() => rowOf(nativeOffer({ odds: 2.5 })), 'onchainState.oddsBps')
    expect(pricesOf(nativeOffer({ onchainState: chainState({ oddsBps: 0 }) }))[0]).toBe(0.4166666667)
  })
})

test('rows of the wild: long numbers as texts, no names, unknown currency', () => {
  const bare = { leagueName: null, sportName: null, eventName: '', marketType: null, createdAt: null }
  const { market, startsAt } = rowOf(
    nativeOffer({ ...bare, id: '421', odds: '2.4', takerStake: '7', currency: 'DOGE', matchDate: null }),
  )
  expect(market).toMatchObject({ title: 'Kestrels vs Lanterns - Kestrels', tags: ['p2p', 'sui'] })
  expect(market.sourceMetadata).not.toHaveProperty('contractsLeft')
  expect(startsAt).toBeUndefined()
})

test('an offer on nothing with a name is refused', async () => {
  await expectDrift(() => rowOf(nativeOffer({ eventName: null, homeTeam: null })), 'eventName')
})

test('the shape that other clients expect is refused, not guessed at', () => {
  const { odds: _odds, eventId: _event, ...rest } = nativeOffer()
  const other = { ...rest, creatorOdds: 2.4, matchId: '760454' }
  expect(offer.safeParse(other).error?.issues.map(({ path }) => path[0])).toEqual(['eventId', 'odds'])
})
