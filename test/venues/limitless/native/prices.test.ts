import { describe, expect, test } from 'vitest'
import { readPayload } from '../../../../src/venue-kit/payload/payload.js'
import { priceFor, pricesOf } from '../../../../src/venues/limitless/native/prices.js'
import { nativeMarket as schema } from '../../../../src/venues/limitless/schemas.js'
import { expectDrift } from '../../../support/expect.js'
import { nativeMarket, nativePool, quotes } from '../payloads.js'

const what = 'GET /markets/active'
const pricesIn = (payload: unknown) => pricesOf(readPayload(schema, payload, what), what)

describe('prices of a market', () => {
  test.each([
    ['the middle of the book', {}, [0.164, 0.836]],
    ['numbers in texts', { prices: ['0.164', '0.836'] }, [0.164, 0.836]],
    ['YES has won', { winningOutcomeIndex: 0 }, [1, 0]],
    ['NO has won, whatever the last book', { status: 'RESOLVED', winningOutcomeIndex: 1 }, [0, 1]],
    ['resolved without a winner: a tie pays both', { status: 'RESOLVED' }, undefined],
    ['none shown', { prices: null }, undefined],
    ['a price that is not known', { prices: [null, null] }, undefined],
    ['nothing for both sides', { prices: [0, 0] }, undefined],
    ['an empty book', { prices: [0.5, 0.5], tradePrices: quotes(0.001, 0.999) }, undefined],
    ['a one-sided book', { prices: [0.5, 0.5], tradePrices: quotes(0.3, 0.999) }, undefined],
    ['0.5 without the quotes behind it', { prices: [0.5, 0.5], tradePrices: null }, undefined],
    ['a true 0.5', { prices: [0.5, 0.5], tradePrices: quotes(0.48, 0.52) }, [0.5, 0.5]],
    ['a wide book', { prices: [0.4995, 0.5005], tradePrices: quotes(0.001, 0.998) }, [0.4995, 0.5005]],
  ])('%s', (_what, overrides, expected) => {
    expect(pricesIn(nativeMarket(overrides))).toEqual(expected)
  })

  test('a pool is listed in percent', () => {
    expect(pricesIn(nativePool())).toEqual([0.428, 0.572])
    expect(pricesIn(nativePool({ prices: [50, 50] }))).toEqual([0.5, 0.5])
    expect(pricesIn(nativePool({ prices: [0.5, 0.5] }))).toEqual([0.5, 0.5])
  })

  test.each([[[-0.1, 1.1]], [[120, 30]], [[1.2, 0.9]]])('%j can be no prices', async (prices) => {
    await expectDrift(() => pricesIn(nativeMarket({ prices })), 'prices')
  })
})

test('the NO side costs what is left of one', () => {
  expect(priceFor('yes', 0.3)).toBe(0.3)
  expect(priceFor('no', 0.3)).toBe(0.7)
})
