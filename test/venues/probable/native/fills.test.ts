import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MarketFacts } from '../../../../src/venues/probable/native/directory.js'
import {
  createTradeIds,
  type Fill,
  seenFrom,
  withoutKnown,
} from '../../../../src/venues/probable/native/fills.js'
import { condition, token } from '../../../support/chain-ids.js'

const facts: MarketFacts = {
  conditionId: condition(1),
  tokens: [token(1), token(2)],
}
const fill = (overrides: Partial<Fill> = {}): Fill => ({
  tokenId: token(1),
  at: 1_000,
  price: 0.62,
  shares: 4,
  side: 'buy',
  transactionHash: '0x1',
  wallet: undefined,
  ...overrides,
})

const someFill = fc
  .record({
    price: fc.integer({ min: 0, max: 1000 }),
    at: fc.integer({ min: 1, max: 9 }),
    isYes: fc.boolean(),
  })
  .map(({ price, at, isYes }) => fill({ price: price / 1000, at, tokenId: token(isYes ? 1 : 2) }))

describe('a fill seen from a token', () => {
  test('of the same token is itself, of the other one its mirror', () => {
    expect(seenFrom(fill(), token(1), facts)).toEqual(fill())
    expect(seenFrom(fill(), token(2), facts)).toEqual(fill({ tokenId: token(2), price: 0.38, side: 'sell' }))
  })

  test('seen from the other side and back it is the same fill', () => {
    fc.assert(
      fc.property(someFill, (one) => {
        const other = facts.tokens.find((candidate) => candidate !== one.tokenId) ?? ''
        const mirrored = seenFrom(one, other, facts)
        expect(mirrored && seenFrom(mirrored, one.tokenId, facts)).toEqual(one)
        expect((mirrored?.price ?? 0) + one.price).toBeCloseTo(1, 9)
      }),
    )
  })

  test('where there are more than two tokens no fill is that of another', () => {
    const three = { ...facts, tokens: [token(1), token(2), token(3)] }
    expect(seenFrom(fill(), token(2), three)).toBeUndefined()
  })
})

test('fills of one transaction are numbered by token, in the order of the list', () => {
  const ids = createTradeIds()
  const name = (tokenId: string, transactionHash: string) => ids.idOf(fill({ tokenId, transactionHash }))
  expect([name('a', '0x1'), name('a', '0x1'), name('b', '0x1'), name('a', '0x2'), name('a', '0x1')]).toEqual([
    '0x1-a-0',
    '0x1-a-1',
    '0x1-b-0',
    '0x2-a-0',
    '0x1-a-2',
  ])
})

describe('a page that overlaps the one before', () => {
  test('gives each fill once, however many were made in between', () => {
    const overlap = 3
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: 30 }),
        fc.integer({ min: 0, max: 6 }),
        fc.integer({ min: 10, max: 15 }),
        (count, added, size) => {
          const fills = Array.from({ length: count }, (_unused, n) =>
            fill({ at: 10_000 - n, transactionHash: `0x${n}` }),
          )
          const first = fills.slice(0, size)
          const moved = [...Array.from({ length: added }, () => fill({ at: 20_000 })), ...fills]
          const from = Math.max(0, first.length - overlap)
          const page = moved.slice(from, from + size)
          expect(withoutKnown(page, first, Math.min(overlap, first.length))).toEqual(
            page.slice(Math.min(page.length, overlap + added)),
          )
        },
      ),
    )
  })

  test('is refused when it does not', () => {
    const first = [fill({ at: 3 }), fill({ at: 2 })]
    expect(withoutKnown([fill({ at: 1 })], first, 1)).toBeUndefined()
    expect(withoutKnown([fill({ at: 1 })], first, 0)).toEqual([fill({ at: 1 })])
  })
})
