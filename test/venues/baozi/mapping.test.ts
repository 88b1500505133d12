import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toEventRow, toMarketRow } from '../../../src/venues/baozi/mapping.js'
import { readMarket } from '../../../src/venues/baozi/native/accounts.js'
import { present } from '../../support/expect.js'
import { now } from '../../support/venue.js'
import { addressOf, type Binary, CLOSES, marketBytes, type Race, raceBytes } from './payloads.js'

const address = addressOf('market')
const binary = (given: Partial<Binary> = {}, at = now) =>
  toMarketRow(address, present(readMarket(marketBytes(given))), at)
const race = (given: Partial<Race> = {}, at = now) =>
  toMarketRow(address, present(readMarket(raceBytes(given))), at)
const pricesOf = ({ market }: ReturnType<typeof binary>) => market.outcomes.map(({ price }) => price)

test('a binary market', () => {
  expect(binary()).toEqual({
    status: 'active',
    market: {
      marketId: address,
      eventId: address,
      title: 'Will the comet be seen from Harbour Point? (Source: gazette.example)',
      description: '',
      outcomes: [binary().market.yes, binary().market.no],
      yes: {
        outcomeId: `${address}-YES`,
        marketId: address,
        label: 'Will the comet be seen from Harbour Point? (Source: gazette.example)',
        price: 0.75,
        metadata: { place: 0, poolSol: 0.03 },
      },
      no: {
        outcomeId: `${address}-NO`,
        marketId: address,
        label: 'Not Will the comet be seen from Harbour Point? (Source: gazette.example)',
        price: 0.25,
        metadata: { place: 1, poolSol: 0.01 },
      },
      up: binary().market.yes,
      down: binary().market.no,
      resolutionDate: '2026-12-01T13:00:00.000Z',
      volume: 0.04,
      liquidity: 0.04,
      url: `https://baozi.bet/market/${address}`,
      tags: ['Lab', 'solana', 'pari-mutuel'],
      status: 'active',
      nativeStatus: 'Active',
      sourceExchange: 'baozi',
      sourceMetadata: {
        kind: 'binary',
        marketNumber: '4',
        volumeUnit: 'SOL',
        priceSource: 'pool shares',
        closingTime: '2026-12-01T12:00:00.000Z',
        betsEndAt: '2026-12-01T11:55:00.000Z',
        lastBetAt: '2026-11-30T12:00:00.000Z',
        statusCode: 0,
        layer: 'Lab',
        accessGate: 'Public',
        creator: addressOf('creator'),
        platformFeeBps: 300,
        creatorFeeBps: 50,
      },
    },
  })
})

test('a race has an outcome a pool, and no sides unless it has two', () => {
  const { market } = race()
  expect(market.outcomes.map(({ outcomeId, label, price }) => [outcomeId, label, price])).toEqual([
    [`${address}-0`, 'Kestrels', 0.4520547945],
    [`${address}-1`, 'Otters', 0.4109589041],
    [`${address}-2`, 'Herons', 0.1369863014],
  ])
  expect(market).toMatchObject({ volume: 0.073, tags: ['Lab', 'solana', 'pari-mutuel', 'race'] })
  expect(market).not.toHaveProperty('yes')
  expect(race({ labels: ['Kestrels', 'Otters'], pools: [1n, 3n] }).market).toMatchObject({
    yes: { outcomeId: `${address}-0`, price: 0.25 },
    no: { outcomeId: `${address}-1`, price: 0.75 },
  })
})

test('nothing is staked: there is no price', () => {
  const empty = binary({ yes: 0n, no: 0n })
  expect(pricesOf(empty)).toEqual([undefined, undefined])
  expect(empty.market).toMatchObject({ volume: 0, liquidity: 0, yes: { metadata: { poolSol: 0 } } })
  expect(pricesOf(race({ pools: [] }))).toEqual([undefined, undefined, undefined])
  expect(pricesOf(binary({ yes: 0n, no: 0n, status: 2, winner: false }))).toEqual([0, 1])
})

test('all of it on one side is a share of one', () => {
  expect(pricesOf(binary({ yes: 50_000_000n, no: 0n }))).toEqual([1, 0])
  expect(pricesOf(race({ pools: [0n, 11_000_000n] }))).toEqual([0, 1, 0])
})

test('any pools have shares between 0 and 1 that add up to 1', () => {
  const pool = fc.bigInt({ min: 0n, max: 2n ** 62n })
  const some = fc.bigInt({ min: 1n, max: 2n ** 62n })
  fc.assert(
    fc.property(pool, some, pool, (a, b, c) => {
      const [yes = 2, no = 2] = pricesOf(binary({ yes: a, no: b }))
      expect(yes + no).toBeCloseTo(1, 12)
      const three = pricesOf(race({ pools: [a, b, c] }))
      expect(three.every((price) => price !== undefined && price >= 0 && price <= 1)).toBe(true)
      expect(three.reduce<number>((sum, price) => sum + (price ?? 0), 0)).toBeCloseTo(1, 9)
    }),
  )
})

describe('the end', () => {
  test.each([
    [true, [1, 0]],
    [false, [0, 1]],
    // It contradicts itself: nothing tells what an outcome is worth.
    [undefined, [undefined, undefined]],
  ])('resolved with %s pays %j', (winner, prices) => {
    const row = binary({ status: 2, winner })
    expect([row.status, row.market.nativeStatus, pricesOf(row)]).toEqual(['closed', 'Resolved', prices])
  })

  test('of a race is that of the winner', () => {
    const row = race({ status: 2, winner: 1 })
    expect(pricesOf(row)).toEqual([0, 1, 0])
    expect(row.market.sourceMetadata).toMatchObject({ winningOutcome: 'Otters' })
  })

  test.each([
    [1, 'Closed'],
    [3, 'Cancelled'],
    [4, 'Paused'],
    [5, 'ResolvedPending'],
    [6, 'Disputed'],
  ])('status %i (%s) is closed and keeps the shares, whatever is proposed', (status, name) => {
    const row = binary({ status, winner: true })
    expect([row.status, row.market.nativeStatus, pricesOf(row)]).toEqual(['closed', name, [0.75, 0.25]])
  })

  test('of the bets is before the closing time, by the freeze of the market', () => {
    const frozen = Number(CLOSES - 300n) * 1000
    expect([binary({}, frozen - 1).status, binary({}, frozen).status]).toEqual(['active', 'closed'])
    expect([race({}, frozen - 1).status, race({}, frozen).status]).toEqual(['active', 'closed'])
    expect(binary({ freeze: 0n }, frozen).status).toBe('active')
    // Nothing moves it on from Active.
    expect(binary({}, frozen).market.nativeStatus).toBe('Active')
  })
})

test.each([7, 255])('a status of code %i is refused', (status) => {
  expect(() => binary({ status })).toThrow(`unknown value '${status}' for market.status`)
  expect(() => race({ status })).toThrow(`unknown value '${status}' for market.status`)
})

test('what is not known is absent', () => {
  const { market } = binary({ currency: 1, layer: 9, accessGate: 9, resolution: 0n, lastBet: 0n })
  for (const name of ['volume', 'volume24h', 'liquidity', 'category', 'resolutionDate'])
    expect(market).not.toHaveProperty(name)
  expect(market.tags).toEqual(['solana', 'pari-mutuel'])
  expect(market.outcomes.map(({ price, metadata }) => [price, metadata])).toEqual([
    [0.75, { place: 0 }],
    [0.25, { place: 1 }],
  ])
  for (const name of ['volumeUnit', 'layer', 'accessGate', 'lastBetAt'])
    expect(market.sourceMetadata).not.toHaveProperty(name)
})

test('an event is its market', () => {
  const row = binary()
  const { event, markets, status } = toEventRow(row)
  expect([markets, status]).toEqual([[row], 'active'])
  expect(event).toEqual({
    id: address,
    title: row.market.title,
    description: '',
    slug: '',
    url: row.market.url,
    volume: 0.04,
    tags: row.market.tags,
    sourceExchange: 'baozi',
    sourceMetadata: row.market.sourceMetadata,
  })
})
