import { describe, expect, test } from 'vitest'
import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import { toEventRow, toMarketRows } from '../../../src/venues/rain/mapping.js'
import { stateWords } from '../../../src/venues/rain/native/states.js'
import { poolReply } from '../../../src/venues/rain/schemas.js'
import { expectDrift, present } from '../../support/expect.js'
import { contract, documentedPool, enveloped, option, pairPool, poolId, racePool } from './payloads.js'

const WHAT = 'GET /pools/pool/{id}'
const read = (pool: unknown) => readPayload(poolReply, pool, WHAT)
const rowsOf = (pool: unknown) => toMarketRows(read(pool), WHAT)
const marketOf = (pool: unknown) => present(rowsOf(pool)[0]).market
const pricesOf = (pool: unknown) =>
  rowsOf(pool).flatMap(({ market }) => market.outcomes.map(({ price }) => price))

describe('a pool of two options', () => {
  test('is one market', () => {
    const rows = rowsOf(pairPool())
    expect(rows).toHaveLength(1)
    const { market, status, startsAt } = present(rows[0])
    expect([status, startsAt]).toEqual(['active', Date.UTC(2026, 7, 1, 9, 30)])
    expect(market).toMatchObject({
      marketId: `rain:${poolId(1)}`,
      eventId: `rain:${poolId(1)}`,
      title: 'Will the Port Ellery bridge open in March? (1)',
      description: '',
      url: `https://www.rain.one/detail?id=${poolId(1)}`,
      resolutionDate: '2026-12-31T23:59:00.000Z',
      category: 'Cities',
      tags: ['Cities', 'Bridges'],
      status: 'active',
      nativeStatus: 'Live',
      contractAddress: contract(1),
      volume: 1.5,
      sourceExchange: 'rain',
    })
    expect(market.outcomes.map(({ outcomeId, price }) => [outcomeId, price])).toEqual([
      [`rain:${poolId(1)}:1`, 0.625],
      [`rain:${poolId(1)}:2`, 0.375],
    ])
    expect([market.yes?.outcomeId, market.no?.outcomeId]).toEqual([
      `rain:${poolId(1)}:1`,
      `rain:${poolId(1)}:2`,
    ])
  })

  test('tells no figure that the venue does not tell, or whose unit is not known', () => {
    const market = marketOf(pairPool())
    for (const name of ['liquidity', 'volume24h', 'openInterest', 'slug', 'tickSize']) {
      expect(market).not.toHaveProperty(name)
    }
  })

  test('has its no side where the venue has it', () => {
    const options = [option(1, 'No', 20), option(2, 'Yes', 80)]
    const { yes, no } = marketOf(pairPool(1, { options }))
    expect([yes?.price, no?.price]).toEqual([0.8, 0.2])
  })

  test('keeps names that are no yes and no', () => {
    const options = [option(1, 'Kestrels', 20), option(2, 'Lanterns', 80)]
    expect(marketOf(pairPool(1, { options })).outcomes.map(({ label }) => label)).toEqual([
      'Kestrels',
      'Lanterns',
    ])
  })
})

describe('a pool of more options', () => {
  test('is a market for each, with a derived no', () => {
    const rows = rowsOf(racePool())
    expect(rows.map(({ market }) => [market.marketId, market.title])).toEqual([
      [`rain:${poolId(2)}:1`, 'Who wins Ostrava Bay? - Ines Calloway'],
      [`rain:${poolId(2)}:2`, 'Who wins Ostrava Bay? - Tomas Rell'],
      [`rain:${poolId(2)}:3`, 'Who wins Ostrava Bay? - Nobody'],
    ])
    const [, { market } = present(rows[1])] = rows
    expect(market.outcomes.map(({ outcomeId, label, price }) => [outcomeId, label, price])).toEqual([
      [`rain:${poolId(2)}:2`, 'Tomas Rell', 0.305],
      [`rain:${poolId(2)}:2:no`, 'Not Tomas Rell', 0.695],
    ])
    expect(market.no?.metadata).toEqual({ derived: true })
    // What the venue tells is the volume of all of them together.
    expect(market).not.toHaveProperty('volume')
    expect(market.eventId).toBe(`rain:${poolId(2)}`)
  })

  test('is one event, which has the volume', () => {
    const { event, markets, status } = toEventRow(read(racePool()), WHAT)
    expect(event).toMatchObject({ id: `rain:${poolId(2)}`, title: 'Who wins Ostrava Bay?', volume: 1.5 })
    expect([markets.length, status]).toEqual([3, 'active'])
  })

  test('goes by the numbers of its options, not by their places', () => {
    const options = [option(3, 'C', 20), option(1, 'A', 50), option(2, 'B', 30)]
    const rows = rowsOf(racePool(2, { options }))
    expect(rows.map(({ market }) => [market.marketId.at(-1), market.yes?.label, market.yes?.price])).toEqual([
      ['1', 'A', 0.5],
      ['2', 'B', 0.3],
      ['3', 'C', 0.2],
    ])
  })
})

describe('options', () => {
  test('without any number are counted from 0, as the SDK does', () => {
    const market = marketOf({ ...documentedPool(), status: 'Live' })
    expect(market.outcomes.map(({ outcomeId, label }) => [outcomeId.split(':')[2], label])).toEqual([
      ['0', 'Team A'],
      ['1', 'Team B'],
    ])
    for (const outcome of market.outcomes) expect(outcome).not.toHaveProperty('price')
  })

  test.each([
    ['of which one lacks its number', [option(1, 'A', 50), { ...option(2, 'B', 50), choiceIndex: null }]],
    ['of which two have one number', [option(1, 'A', 50), option(1, 'B', 50)]],
  ])('%s are refused', async (_what, options) => {
    await expectDrift(async () => rowsOf(pairPool(1, { options })), 'choiceIndex')
  })

  test.each([[[]], [[option(1, 'A', 100)]]])('fewer than two are refused', async (options) => {
    await expectDrift(async () => rowsOf(pairPool(1, { options })), 'options')
  })
})

describe('prices', () => {
  const pair = (a: unknown, b: unknown) => pairPool(1, { options: [option(1, 'Yes', a), option(2, 'No', b)] })

  test.each([
    [62.5, 37.5, [0.625, 0.375]],
    ['62.5', '37.5', [0.625, 0.375]],
    [100, 0, [1, 0]],
    [100.00000000000001, 0, [1, 0]],
    [56.999999999999, 43.000000000001, [0.57, 0.43]],
    // Rounded by the venue.
    [33, 66, [0.33, 0.66]],
    [62.5, null, [0.625, undefined]],
    [null, null, [undefined, undefined]],
    ['', undefined, [undefined, undefined]],
    // Not counted yet, or on another scale: no shares of a pool.
    [0, 0, [undefined, undefined]],
    [0.625, 0.375, [undefined, undefined]],
  ])('%j and %j percent', (a, b, prices) => {
    expect(pricesOf(pair(a, b))).toEqual(prices)
  })

  test.each([-1, 101, 'much'])('%j percent is refused', async (percentage) => {
    await expectDrift(async () => rowsOf(pair(percentage, 50)), 'percentage')
  })
})

describe('volume', () => {
  test.each([
    [{}, 1.5],
    [{ totalVolume: '2500000' }, 2.5],
    [{ totalVolume: null }, 1.5],
    [{ totalVolume: 0 }, 0],
    [{ totalVolume: undefined, totalVolumeUSD: undefined }, undefined],
    // No whole number of the smallest units.
    [{ totalVolume: 12.5 }, undefined],
    [{ token: null }, 1.5],
    [{ token: {} }, 1.5],
    [{ token: { tokenDecimals: 18, tokenSymbol: 'RAIN' } }, undefined],
  ])('%j', (over, volume) => {
    expect(marketOf(pairPool(1, over)).volume).toBe(volume)
  })
})

describe('states', () => {
  test('are all known, and three of them are open', () => {
    const open = stateWords.filter((status) => rowsOf(pairPool(1, { status }))[0]?.status === 'active')
    expect(stateWords).toHaveLength(10)
    expect(open).toEqual(['New', 'Live', 'Closing_Soon'])
  })

  test.each(['Trading', 'InReview', 'Paused', '', null])('%j is refused', async (status) => {
    await expectDrift(async () => rowsOf(pairPool(1, { status })), 'status')
  })
})

describe('a winner', () => {
  const over = { status: 'Closed', winnerOption: { choiceIndex: 1, decidedBy: 'creator', createdAt: 'x' } }

  test('is told in the words of the venue, and makes no price', () => {
    const market = marketOf(pairPool(1, over))
    expect(market.sourceMetadata?.['winnerOption']).toEqual(over.winnerOption)
    expect(market.outcomes.map(({ price }) => price)).toEqual([0.625, 0.375])
  })

  test.each([null, undefined, {}, 'Yes', { choiceIndex: 'x' }])('of %j costs nothing', (winnerOption) => {
    expect(rowsOf(pairPool(1, { ...over, winnerOption }))).toHaveLength(1)
  })
})

describe('other spellings', () => {
  test('the members of the documents are read', () => {
    const { _id, question, options, ...rest } = pairPool()
    expect(rowsOf({ ...rest, id: _id, title: question, choices: options })).toEqual(rowsOf(pairPool()))
  })

  test('an envelope is taken off', () => {
    expect(read(enveloped(pairPool()))).toEqual(read(pairPool()))
  })

  test.each(['_id', 'question', 'options', 'status'])('without %s there is no pool', async (name) => {
    await expectDrift(async () => read({ ...pairPool(), [name]: undefined }), name)
  })

  test('an id that is none of the venue, and a pool of the newer API, are refused', async () => {
    await expectDrift(async () => read(pairPool(1, { _id: 'pool-1' })), '_id')
    await expectDrift(async () => read(pairPool(1, { subPools: [{ _id: poolId(9) }] })), 'subPools')
    expect(rowsOf(pairPool(1, { subPools: [] }))).toHaveLength(1)
  })

  test('what only decorates costs nothing, whatever it is', () => {
    const over = { tags: 'x', poolImage: 7, poolDescription: [], participantCount: 'many', isPrivate: null }
    expect(marketOf(pairPool(1, over)).description).toBe('')
    const told = marketOf(
      pairPool(1, { tags: ['a', null, 7], poolDescription: 'When the first car crosses.' }),
    )
    expect([told.tags, told.description]).toEqual([['a'], 'When the first car crosses.'])
  })

  test('dates may be absent', () => {
    const rows = rowsOf(pairPool(1, { createdAt: null, endDate: undefined }))
    expect(rows[0]).not.toHaveProperty('startsAt')
    expect(rows[0]?.market).not.toHaveProperty('resolutionDate')
  })
})
