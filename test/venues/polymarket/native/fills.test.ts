import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTradeIds, type Fill, fetchFreshFills } from '../../../../src/venues/polymarket/native/fills.js'
import { condition, token } from '../../../support/chain-ids.js'

const fill = (overrides: Partial<Fill> = {}): Fill => ({
  tokenId: token(1),
  conditionId: condition(1),
  side: 'buy',
  shares: 10,
  price: 0.5,
  at: 1_795_261_477_000,
  transactionHash: '0xaa',
  ...overrides,
})

function idsOf(fills: readonly Fill[]): string[] {
  const ids = createTradeIds()
  return fills.map((one) => ids.idOf(one))
}

/** A feed, newest first: blocks of a few transactions with a few fills each, many of them equal to the eye. */
const feed = fc
  .array(
    fc.record({
      gapSeconds: fc.integer({ min: 2, max: 60 }),
      fills: fc.array(
        fc.record({ transaction: fc.integer({ min: 0, max: 2 }), outcome: fc.integer({ min: 1, max: 2 }) }),
        { minLength: 1, maxLength: 5 },
      ),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map((blocks) => {
    let at = 1_795_261_477_000
    return blocks.flatMap(({ gapSeconds, fills }, block) => {
      at -= gapSeconds * 1000
      return fills.map(({ transaction, outcome }) =>
        fill({ at, tokenId: token(outcome), transactionHash: `0x${block}-${transaction}` }),
      )
    })
  })

describe('ids of fills', () => {
  test('number the fills of a transaction and token', () => {
    const fills = [
      fill(),
      fill({ tokenId: token(2) }),
      fill(),
      fill({ transactionHash: '0xbb' }),
      fill(),
      fill({ at: 1_795_261_475_000, transactionHash: '0xcc' }),
      fill({ at: 1_795_261_475_000 }),
    ]
    expect(idsOf(fills)).toEqual([
      `0xaa-${token(1)}-0`,
      `0xaa-${token(2)}-0`,
      `0xaa-${token(1)}-1`,
      `0xbb-${token(1)}-0`,
      `0xaa-${token(1)}-2`,
      `0xcc-${token(1)}-0`,
      `0xaa-${token(1)}-3`,
    ])
  })

  test('are all different, and the same on a later walk that began with newer trades', () => {
    fc.assert(
      fc.property(feed, feed, (older, newer) => {
        const ids = idsOf(older)
        expect(new Set(ids).size).toBe(ids.length)
        const shifted = newer.map((one) => ({
          ...one,
          at: one.at + 86_400_000,
          transactionHash: `${one.transactionHash}-later`,
        }))
        expect(idsOf([...shifted, ...older]).slice(shifted.length)).toEqual(ids)
      }),
    )
  })
})

describe('a page', () => {
  const page = Array.from({ length: 20 }, (_unused, n) => fill({ transactionHash: `0x${n}` }))

  test('that shows the fills of the one before is an error', async () => {
    await expect(fetchFreshFills(page, [...page])).rejects.toMatchObject({
      detail: { kind: 'page_repeated' },
    })
  })

  test('of other fills, or of a few that are alike, is another one', async () => {
    const other = fill({ transactionHash: '0xff' })
    expect(await fetchFreshFills([other], page)).toEqual([other])
    expect(await fetchFreshFills([fill()], [fill()])).toEqual([fill()])
    expect(await fetchFreshFills([], [])).toEqual([])
  })

  test('that begins with the last fills of the one before brings the others', async () => {
    const other = fill({ transactionHash: '0xff' })
    expect(await fetchFreshFills([...page.slice(15), other], page)).toEqual([other])
  })
})
