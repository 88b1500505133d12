import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  coinOf,
  eventSlugOf,
  marketIdOf,
  marketSlugOf,
  packOutcomeId,
  pageOf,
  readId,
  readToken,
  tokenOf,
} from '../../../src/venues/hyperliquid/ids.js'
import { hyperliquid } from '../../../src/venues/hyperliquid/index.js'
import { sideIn } from '../../../src/venues/hyperliquid/outcomes.js'
import { failureOf } from '../../support/expect.js'
import { readerOf } from '../../support/reading.js'
import { setUp } from './world.js'

describe('identifiers', () => {
  test('are those of the documents', () => {
    const ref = { outcome: 6611, side: 1 }
    expect(packOutcomeId(ref)).toBe('100066111')
    expect(coinOf(ref)).toBe('#66111')
    expect(tokenOf(ref)).toBe('+66111')
    expect(marketIdOf(6611)).toBe('hl-outcome-6611')
    expect(marketSlugOf(6611)).toBe('hl-6611')
    expect(eventSlugOf(198)).toBe('hl-question-198')
    expect(pageOf(6611)).toBe('https://app.hyperliquid.xyz/trade/%2366110')
  })

  test('of a side lead back to it in every spelling', () => {
    const refs = fc.record({
      outcome: fc.integer({ min: 0, max: 50_000_000 }),
      side: fc.integer({ min: 0, max: 9 }),
    })
    fc.assert(
      fc.property(refs, (ref) => {
        for (const spelling of [packOutcomeId(ref), coinOf(ref), tokenOf(ref)]) {
          expect(readId(spelling)).toEqual({ kind: 'side', ref })
        }
        expect(readToken(tokenOf(ref))).toEqual(ref)
        const market = { kind: 'market', outcome: ref.outcome }
        for (const spelling of [marketIdOf(ref.outcome), marketSlugOf(ref.outcome)]) {
          expect(readId(spelling)).toEqual(market)
        }
        expect(readId(pageOf(ref.outcome))).toEqual({ kind: 'page', outcome: ref.outcome })
      }),
    )
  })

  test('of any other form are none, and nothing throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(['side', 'market', 'page', 'question', 'number', 'none']).toContain(readId(text).kind)
      }),
    )
    for (const text of [
      '',
      '@107',
      'hl-outcome-',
      'hl-outcome-x',
      '-5',
      '1e9',
      '1234567890123456',
      '#',
      '#1.5',
    ]) {
      expect(readId(text), text).toEqual({ kind: 'none' })
    }
  })

  test.each([
    ['USDC', undefined],
    ['o12', undefined],
    ['@107', undefined],
    ['+1410', { outcome: 141, side: 0 }],
  ])('a balance of %s', (coin, ref) => {
    expect(readToken(coin)).toEqual(ref)
  })
})

describe('an outcome id', () => {
  test.each([
    ['100066111', { outcome: 6611, side: 1 }],
    ['#66111', { outcome: 6611, side: 1 }],
    ['+66110', { outcome: 6611, side: 0 }],
    ['hl-outcome-6611', { outcome: 6611, side: 0 }],
    ['hl-6611', { outcome: 6611, side: 0 }],
  ])('%s means a side; a market id means its first one', (text, ref) => {
    expect(sideIn(text)).toEqual(ref)
  })

  test('that is a bare number is refused with everything it could mean', async () => {
    const error = await failureOf(() => readerOf(hyperliquid, setUp().ctx).locate('6611'))
    expect(error).toMatchObject({
      code: 'BAD_REQUEST',
      detail: { kind: 'ambiguous', candidates: ['100066110', '100066111', '100006611'] },
    })
  })

  test.each(['hl-question-30', 'no outcome', ''])(
    'that is none is NOT_FOUND without a call: %j',
    async (text) => {
      const { ctx, wire } = setUp()
      const error = await failureOf(() => readerOf(hyperliquid, ctx).locate(text))
      expect([error.code, error.detail?.['kind']]).toEqual(['NOT_FOUND', 'unknown_outcome'])
      expect(error.message).toContain("the number of a side's asset")
      expect(wire.calls).toEqual([])
    },
  )
})
