import { expect, test } from 'vitest'
import { findSampledBook } from '../../../src/candles/series/sampled-basis.js'
import type { BookSource, Venue } from '../../../src/venue-kit/contract/venue.js'
import { noMarkets } from '../../support/venue.js'
import { fetchBench } from '../support/fetch-bench.js'

const venue: Venue = { id: 'kalshi', hosts: {}, markets: noMarkets }
const book = { fetch: async () => undefined } as unknown as BookSource<unknown>

test('candles are sampled of the books of a venue that has no price history', () => {
  expect(findSampledBook({ ...venue, book })).toBe(book)
  expect(findSampledBook(venue)).toBeUndefined()
})

test('a venue that has one is asked for it instead', () => {
  expect(findSampledBook({ ...venue, book, candles: fetchBench().target.source })).toBeUndefined()
})

test('a book that is made from something else than orders has no middle to sample', () => {
  expect(findSampledBook({ ...venue, book: { ...book, emulated: true } })).toBeUndefined()
})
