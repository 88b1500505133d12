import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type NativeId, pageOf, readId } from '../../../src/venues/opinion/ids.js'
import { token } from '../../support/chain-ids.js'

const site = 'https://app.opinion.trade/detail'

test.each<[string, NativeId]>([
  ['5342', { kind: 'number', number: 5342 }],
  [' 5342 ', { kind: 'number', number: 5342 }],
  [token(1), { kind: 'token', tokenId: token(1) }],
  ['Who-Wins-Ostrava-Bay', { kind: 'slug', slug: 'who-wins-ostrava-bay' }],
  ['will-btc-hit-100.5k', { kind: 'slug', slug: 'will-btc-hit-100.5k' }],
  [`${site}?topicId=801&type=multi`, { kind: 'page', number: 801, isCategorical: true }],
  [`${site}?topicId=7101`, { kind: 'page', number: 7101, isCategorical: false }],
  ['https://www.opinion.trade/market/some-slug/', { kind: 'slug', slug: 'some-slug' }],
  ['https://app.opinion.trade/detail/?topicId=7', { kind: 'page', number: 7, isCategorical: false }],
  ['https://www.opinion.trade/market/some-slug', { kind: 'slug', slug: 'some-slug' }],
  // There a number may be of a binary or of a categorical market.
  ['https://www.opinion.trade/market/801', { kind: 'none' }],
  ['https://elsewhere.example/market/some-slug', { kind: 'none' }],
  [`${site}?topicId=`, { kind: 'none' }],
  ['https://', { kind: 'none' }],
  ['12345678901234567890', { kind: 'none' }],
  ['-5', { kind: 'none' }],
  ['word', { kind: 'none' }],
  ['a-b/c', { kind: 'none' }],
  ['', { kind: 'none' }],
])('%s is read as what it is', (text, id) => {
  expect(readId(text)).toEqual(id)
})

test('pages are read back as what they were written for', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), fc.boolean(), (number, isCategorical) => {
      const page = pageOf(number, isCategorical ? 'categorical' : 'binary')
      expect(readId(page)).toEqual({ kind: 'page', number, isCategorical })
      expect(readId(String(number))).toEqual({ kind: 'number', number })
    }),
  )
})

test('no text makes it throw', () => {
  fc.assert(fc.property(fc.string(), (text) => readId(text).kind !== undefined))
})
