import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../../src/transport/call-types.js'
import { matchesIn, paginateFills } from '../../../../src/venues/myriad/native/book-fills.js'
import type { NativeTrade } from '../../../../src/venues/myriad/schemas.js'
import { queryOf } from '../../../support/wire.js'
import { hash, nativeTrade } from '../payloads.js'
import { setUp } from '../set-up.js'

/** Which rows of a list of trades are fills (src/venues/myriad/README.md). */

const leg = (over: Partial<NativeTrade> = {}): NativeTrade => ({
  price: 0.61,
  amount: 3,
  side: 'buy',
  outcome: 0,
  txHash: hash(1),
  timestamp: 1_795_800_030_000,
  fees: { total: 0 },
  ...over,
})
const paying = { fees: { total: 3e16 } }
const amountsOf = (fills: readonly NativeTrade[]) => fills.map(({ amount, side }) => `${side} ${amount}`)

describe('of a match whose legs are all listed', () => {
  test('the leg with a fee is the fill', () => {
    const [taker, maker] = [leg(paying), leg({ side: 'sell' })]
    expect(matchesIn([taker, maker], 0)).toEqual([taker])
    expect(matchesIn([maker, taker], 0)).toEqual([taker])
  })

  test('so it is against several makers, and where shares are made or unmade', () => {
    const taker = leg(paying)
    const makers = [leg({ side: 'sell', amount: 2 }), leg({ side: 'sell', amount: 1 })]
    expect(matchesIn([taker, ...makers], 0)).toEqual([taker])
    const minted = leg({ outcome: 1, price: 0.39 })
    expect(matchesIn([minted, taker], 0)).toEqual([taker])
  })

  test('two takers of one transaction are two fills', () => {
    const [one, two] = [leg(paying), leg({ ...paying, amount: 5 })]
    expect(matchesIn([one, leg({ side: 'sell' }), two, leg({ side: 'sell', amount: 5 })], 0)).toEqual([
      one,
      two,
    ])
  })

  test('other transactions are their own', () => {
    const rows = [leg(paying), leg({ txHash: hash(2) }), leg({ txHash: hash(3), side: 'sell' })]
    expect(matchesIn(rows, 0)).toEqual(rows)
  })
})

describe('where nobody pays a fee', () => {
  test('the two legs of a match are one fill', () => {
    expect(amountsOf(matchesIn([leg(), leg({ side: 'sell' })], 0))).toEqual(['buy 3'])
    expect(amountsOf(matchesIn([leg({ side: 'sell' }), leg()], 0))).toEqual(['sell 3'])
    expect(matchesIn([leg(), leg({ outcome: 1, price: 0.39 })], 0)).toHaveLength(1)
  })

  test('one taker against three makers is one fill', () => {
    const makers = [1, 1, 4].map((amount) => leg({ side: 'sell', amount }))
    expect(amountsOf(matchesIn([...makers, leg({ amount: 6 })], 0))).toEqual(['buy 6'])
  })

  test('legs that come to no whole are counted once a price and size', () => {
    const rows = [leg(), leg({ side: 'sell' }), leg({ amount: 4 })]
    expect(amountsOf(matchesIn(rows, 0))).toEqual(['buy 3', 'buy 4'])
  })

  test.each([undefined, { total: undefined }])('nor says anything of one: %j', (fees) => {
    expect(matchesIn([leg({ fees }), leg({ fees, side: 'sell' })], 0)).toHaveLength(1)
  })
})

test('where legs are not listed, rows are fills', () => {
  const rows = [leg(paying), leg(paying), leg({ ...paying, txHash: hash(2), side: 'sell' })]
  expect(matchesIn(rows, 0)).toEqual(rows)
  expect(matchesIn([leg()], 0)).toHaveLength(1)
  expect(matchesIn([], 0)).toEqual([])
})

test('whatever is matched with whom, what changed hands is counted once', () => {
  const match = fc.record({
    makers: fc.array(
      fc.record({ cents: fc.integer({ min: 1, max: 99 }), amount: fc.integer({ min: 1, max: 50 }) }),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
    isBuyer: fc.boolean(),
    outcome: fc.constantFrom(0, 1),
    minted: fc.boolean(),
    takerFirst: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(match, { maxLength: 5 }), fc.boolean(), (matches, hasFees) => {
      const rows = matches.flatMap(({ makers, isBuyer, outcome, minted, takerFirst }, index) => {
        const txHash = hash(100 + index)
        const side = isBuyer ? ('buy' as const) : ('sell' as const)
        const amount = makers.reduce((sum, maker) => sum + maker.amount, 0)
        const price = makers.reduce((sum, maker) => sum + maker.amount * maker.cents, 0) / amount / 100
        const taker = leg({ txHash, side, outcome, amount, price, ...(hasFees ? paying : {}) })
        const met = makers.map(({ cents, amount: size }) =>
          minted
            ? leg({ txHash, side, outcome: 1 - outcome, amount: size, price: (100 - cents) / 100 })
            : leg({ txHash, side: isBuyer ? 'sell' : 'buy', outcome, amount: size, price: cents / 100 }),
        )
        return takerFirst ? [taker, ...met] : [...met, taker]
      })
      const volume = matchesIn(rows, 0).reduce((sum, { amount }) => sum + amount, 0)
      const real = matches.flatMap(({ makers }) => makers).reduce((sum, { amount }) => sum + amount, 0)
      expect(volume).toBeCloseTo(real, 6)
    }),
  )
})

test.each([
  ['of the first outcome', '0'],
  ['of the second outcome', '1'],
])('a list %s without any row is a part without rows, and the other one is read on', async (_, blank) => {
  const { ctx } = setUp({
    'GET api/markets/wins/trades': (call: VenueCall) => {
      const { outcome, page } = queryOf(call)
      return outcome === blank || page !== '1' ? [] : [nativeTrade({ outcome: Number(outcome) })]
    },
  })
  const walk = paginateFills('wins', [0, 1])
  const found: unknown[] = []
  for (let isEnded = false; !isEnded; ) {
    const { fills, completeTo, isBlank } = await walk.next(ctx)
    found.push(isBlank, ...fills.map(({ outcome }) => outcome))
    isEnded = completeTo === undefined
  }
  expect(found.filter((one) => one !== false)).toEqual(['part', blank === '0' ? 1 : 0])
})
