import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeBase58 } from '../../../../src/api/values/base58.js'
import { readMarket, readPosition } from '../../../../src/venues/baozi/native/accounts.js'
import { LayoutFault } from '../../../../src/venues/baozi/native/reader.js'
import { present } from '../../../support/expect.js'
import {
  addressOf,
  CLOSES,
  discriminator,
  marketBytes,
  positionBytes,
  raceBytes,
  racePositionBytes,
  wallet,
} from '../payloads.js'

const ms = (seconds: bigint): number => Number(seconds) * 1000

describe('a binary market', () => {
  test('is read field by field', () => {
    expect(readMarket(marketBytes())).toEqual({
      kind: 'binary',
      number: 4n,
      question: 'Will the comet be seen from Harbour Point? (Source: gazette.example)',
      labels: ['Yes', 'No'],
      pools: [30_000_000n, 10_000_000n],
      closesAt: ms(CLOSES),
      freezeMs: 300_000,
      resolvesAt: ms(CLOSES + 3_600n),
      lastBetAt: ms(CLOSES - 86_400n),
      status: 0,
      currency: 0,
      layer: 'Lab',
      accessGate: 'Public',
      creator: addressOf('creator'),
      creatorFeeBps: 50,
      platformFeeBps: 300,
    })
  })

  test('is the same with its optional members, and whatever follows it', () => {
    const { labels, ...plain } = present(readMarket(marketBytes({ platformFeeBps: 250, freeze: 60n })))
    const full = marketBytes({
      platformFeeBps: 250,
      freeze: 60n,
      withOptions: true,
      tail: Buffer.alloc(900, 255),
    })
    expect(readMarket(full)).toEqual({ labels, ...plain })
    expect(plain).toMatchObject({ platformFeeBps: 250, freezeMs: 60_000 })
  })

  test.each([
    [true, 0],
    [false, 1],
    [undefined, undefined],
  ])('with %s as its outcome is won by place %s', (winner, place) => {
    expect(readMarket(marketBytes({ winner, status: 2 }))?.winner).toBe(place)
  })

  test('0 of a time says that there is none, and a time beyond all is none', () => {
    const far = 99_999_999_999_999n
    expect(readMarket(marketBytes({ lastBet: 0n, resolution: 0n }))).not.toHaveProperty('lastBetAt')
    expect(readMarket(marketBytes({ resolution: far }))).not.toHaveProperty('resolvesAt')
    expect(readMarket(marketBytes({ resolution: -5n }))).not.toHaveProperty('resolvesAt')
  })
})

describe('a race', () => {
  test('is read field by field', () => {
    expect(readMarket(raceBytes({ winner: 2, status: 2, withOptions: true }))).toEqual({
      kind: 'race',
      number: 5n,
      question: 'Who wins the Lantern Cup?',
      labels: ['Kestrels', 'Otters', 'Herons'],
      pools: [33_000_000n, 30_000_000n, 10_000_000n],
      closesAt: ms(CLOSES),
      freezeMs: 300_000,
      resolvesAt: ms(CLOSES + 3_600n),
      lastBetAt: ms(CLOSES - 86_400n),
      status: 2,
      winner: 2,
      currency: 0,
      layer: 'Lab',
      accessGate: 'Public',
      creator: addressOf('creator'),
      creatorFeeBps: 50,
      platformFeeBps: 300,
    })
  })

  test('may end behind its fee', () => {
    expect(readMarket(raceBytes({ tail: Buffer.alloc(0) }))).toEqual(readMarket(raceBytes()))
  })

  test('has labels of 32 bytes, cut inside a character or not, and numbers those without', () => {
    const labels = ['Ä'.repeat(16), `x${'Ä'.repeat(16)}`, '']
    expect(readMarket(raceBytes({ labels }))?.labels).toEqual([
      'Ä'.repeat(16),
      `x${'Ä'.repeat(15)}`,
      'Outcome 3',
    ])
  })

  test.each([
    ['outcome_count', { count: 0 }],
    ['outcome_count', { count: 1 }],
    ['outcome_count', { count: 11 }],
    ['winning_outcome', { winner: 3 }],
    ['total_pool', { total: 1n }],
    // A pool of an outcome that the race has not.
    ['total_pool', { count: 2 }],
  ])('that contradicts itself at %s is none', (field, given) => {
    expect(() => readMarket(raceBytes(given))).toThrow(
      expect.objectContaining({ name: 'LayoutFault', field }),
    )
  })
})

describe('an account that is not laid out so', () => {
  test.each([
    ['closing_time', { closing: 0n }],
    ['closing_time', { closing: -1n }],
    ['closing_time', { closing: CLOSES * 1000n }],
  ])('says so at %s', (field, given) => {
    expect(() => readMarket(marketBytes(given))).toThrow(expect.objectContaining({ field }))
  })

  test('a text that is no UTF-8, and a flag that is neither', () => {
    const broken = marketBytes()
    broken[20] = 0xff
    expect(() => readMarket(broken)).toThrow(expect.objectContaining({ field: 'question' }))
    const position = positionBytes(wallet, 4n, [1n, 2n])
    position[64] = 2
    expect(() => readPosition(position)).toThrow(expect.objectContaining({ field: 'claimed' }))
  })

  test('an account that was cut before its terms says where, and never reads on', () => {
    for (const whole of [marketBytes(), raceBytes()]) {
      const terms = whole.indexOf(decodeBase58(addressOf('creator')) ?? '') + 32
      for (let length = 8; length < terms; length++)
        expect(() => readMarket(whole.subarray(0, length))).toThrow(LayoutFault)
    }
  })

  test('one whose terms are others is a market without them, frozen as long as the program has it', () => {
    for (const whole of [marketBytes({ freeze: 60n }), raceBytes()]) {
      const terms = whole.indexOf(decodeBase58(addressOf('creator')) ?? '') + 32
      const { creatorFeeBps, platformFeeBps, freezeMs: _one, ...rest } = present(readMarket(whole))
      expect([creatorFeeBps, platformFeeBps]).toEqual([50, 300])
      const cut = present(readMarket(whole.subarray(0, terms + 90)))
      expect(cut).toEqual({ ...rest, freezeMs: 300_000 })
      const other = Buffer.from(whole)
      other[terms] = 7
      expect(readMarket(other)).toEqual(cut)
    }
    for (const freeze of [-1n, 2n ** 40n])
      expect(readMarket(marketBytes({ freeze }))).toMatchObject({ freezeMs: 300_000 })
  })

  test('any bytes behind the first eight are a market, or a fault that names its place', () => {
    const kinds = fc.constantFrom('Market', 'RaceMarket', 'UserPosition', 'RacePosition')
    fc.assert(
      fc.property(kinds, fc.uint8Array({ maxLength: 1_200 }), (kind, rest) => {
        const bytes = Buffer.concat([discriminator(kind), rest])
        for (const read of [readMarket, readPosition]) {
          try {
            read(bytes)
          } catch (error) {
            expect(error).toBeInstanceOf(LayoutFault)
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  test('what lies elsewhere in a buffer is not read', () => {
    const around = Buffer.concat([Buffer.alloc(13, 1), marketBytes(), Buffer.alloc(3, 1)])
    expect(readMarket(around.subarray(13, -3))).toEqual(readMarket(marketBytes()))
  })
})

test('any market comes out as it went in', () => {
  const amount = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n })
  const question = fc.string({ unit: 'binary', maxLength: 80 })
  const number = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
  const fields = fc.record({
    number,
    question,
    yes: amount,
    no: amount,
    status: fc.nat({ max: 6 }),
    winner: fc.option(fc.boolean(), { nil: undefined }),
    layer: fc.nat({ max: 255 }),
    withOptions: fc.boolean(),
    closing: fc.bigInt({ min: 1n, max: 99_999_999_999n }),
    freeze: fc.bigInt({ min: 0n, max: 86_400n }),
  })
  fc.assert(
    fc.property(fields, (given) => {
      const read = present(readMarket(marketBytes(given)))
      expect([read.number, read.question, read.pools]).toEqual([
        given.number,
        given.question,
        [given.yes, given.no],
      ])
      expect([read.status, read.layer]).toEqual([given.status, ['Official', 'Lab', 'Private'][given.layer]])
      expect(read.winner).toBe(given.winner === undefined ? undefined : given.winner ? 0 : 1)
      expect([read.closesAt, read.freezeMs]).toEqual([ms(given.closing), ms(given.freeze)])
    }),
  )
})

describe('a position', () => {
  test.each([false, true])('in a binary market, collected: %s', (claimed) => {
    expect(readPosition(positionBytes(wallet, 4n, [5n, 6n], claimed))).toEqual({
      kind: 'binary',
      user: addressOf('wallet'),
      number: 4n,
      stakes: [5n, 6n],
      isClaimed: claimed,
    })
  })

  test.each([false, true])('in a race, collected: %s', (claimed) => {
    const stakes = [1n, 0n, 3n, 0n, 0n, 0n, 0n, 0n, 0n, 10n]
    expect(readPosition(racePositionBytes(wallet, 5n, stakes, claimed))).toEqual({
      kind: 'race',
      user: addressOf('wallet'),
      number: 5n,
      stakes,
      isClaimed: claimed,
    })
  })

  test('in a race whose total is not that of its bets is none', () => {
    const bytes = racePositionBytes(wallet, 5n, [1n, 2n])
    bytes[128] = 9
    expect(() => readPosition(bytes)).toThrow(expect.objectContaining({ field: 'total_bet' }))
  })

  test('is no market, and a market is no position', () => {
    expect(readMarket(positionBytes(wallet, 4n, [1n]))).toBeUndefined()
    expect(readPosition(marketBytes())).toBeUndefined()
    expect(readMarket(Buffer.alloc(3))).toBeUndefined()
    expect(readMarket(Buffer.concat([discriminator('GlobalConfig'), Buffer.alloc(200)]))).toBeUndefined()
  })
})
