import { describe, expect, test } from 'vitest'
import { bookSource, toOrderBook } from '../../../src/venues/suibets/book.js'
import type { Side } from '../../../src/venues/suibets/ids.js'
import { offer } from '../../../src/venues/suibets/schemas.js'
import { failureOf } from '../../support/expect.js'
import { now } from '../../support/venue.js'
import { json } from '../../support/wire.js'
import { chainState, keptOffer, nativeOffer, objectId, setUp } from './payloads.js'

const bookOf = (native: object, side: Side) => toOrderBook(offer.parse(native), side, now)

describe('an offer is one order', () => {
  test('of its maker for the own pick, as of whoever takes it against that', () => {
    const state = chainState({ makerRemaining: 2_000_000_000, filledTaker: 4_200_000_000 })
    const native = nativeOffer({ status: 'partial', onchainState: state })
    expect(bookOf(native, 'creator')).toEqual({
      bids: [{ price: 0.4166666667, size: 4.8, orderCount: 1 }],
      asks: [],
      timestamp: now,
      datetime: '2026-11-21T12:00:00.000Z',
      sourceMetadata: { timestampSource: 'received', sizeUnit: 'SUI' },
    })
    expect(bookOf(native, 'taker')).toMatchObject({
      bids: [],
      asks: [{ price: 0.5833333333, size: 4.8, orderCount: 1 }],
    })
  })

  test('whose size is what the takers have left where the venue keeps the money', () => {
    // 6 of the takers' 10 are left; a contract costs them 2/3.
    expect(bookOf(keptOffer(), 'taker').asks).toEqual([{ price: 0.6666666667, size: 9, orderCount: 1 }])
    expect(bookOf(keptOffer({ filledStake: 10 }), 'creator').bids).toEqual([])
  })

  test.each([
    ['USDC', 12_000_000, 28.8],
    ['USDSUI', 12_000_000, 28.8],
    ['LBTC', 12_000_000, 0.288],
    ['SBETS', 12_000_000, 0.0288],
  ])('in %s', (currency, makerRemaining, size) => {
    const native = nativeOffer({ currency, onchainState: chainState({ makerRemaining }) })
    expect(bookOf(native, 'creator').bids[0]?.size).toBe(size)
  })
})

describe('no book', () => {
  test('of an offer that cannot be taken', async () => {
    for (const native of [
      nativeOffer({ status: 'filled' }),
      nativeOffer({ expiresAt: '2026-11-21T12:00:00Z' }),
    ]) {
      const { code, detail } = await failureOf(() => bookOf(native, 'creator'))
      expect([code, detail]).toEqual(['NOT_FOUND', { kind: 'no_book' }])
    }
  })

  test('where nobody knows how much is left, rather than one that may be wrong', async () => {
    const unread = keptOffer({ onchainOfferId: objectId, onchainState: null, filledStake: 2 })
    expect(await failureOf(() => bookOf(unread, 'taker'))).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      retryable: true,
      detail: { kind: 'unknown_size' },
    })
    const strange = nativeOffer({ currency: 'DOGE' })
    expect(await failureOf(() => bookOf(strange, 'taker'))).toMatchObject({ retryable: false })
  })
})

describe('asked for', () => {
  const asked = (id: string) => ({ id, located: () => Promise.reject(new Error(`no outcome ${id}`)) })

  test('it takes one call', async () => {
    const { ctx, wire } = setUp({ 'GET api/p2p/offers/421': nativeOffer() })
    expect((await bookSource.fetch(asked('421:creator'), undefined, ctx)).bids).toHaveLength(1)
    expect(wire.calls).toHaveLength(1)
  })

  test('what no offer has is refused as every lookup does', async () => {
    const { ctx } = setUp({ 'GET api/p2p/offers/421': json(404, { message: 'Offer not found' }) })
    await expect(bookSource.fetch(asked('421:creator'), undefined, ctx)).rejects.toThrow('no outcome')
    await expect(bookSource.fetch(asked('suibets:421'), undefined, ctx)).rejects.toThrow('no outcome')
  })
})
