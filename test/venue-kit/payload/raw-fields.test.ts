import { expect, test } from 'vitest'
import * as z from 'zod'
import { keepRaw, rawOf, toSourceMetadata, withRawOf } from '../../../src/venue-kit/payload/raw-fields.js'
import { decimal, optionalOf } from '../../../src/venue-kit/payload/schema.js'
import { rowsOf } from '../../../src/venue-kit/requests/map-rows.js'

const market = keepRaw(z.object({ ticker: z.string(), bid: optionalOf(decimal) }))
const raw = { ticker: 'A', bid: '0.4500', none: null, deep: { list: ['1', 2] }, size: '10.00' }
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('fields are those of the venue, by name, value and type, without the promoted ones', () => {
  const read = market.parse(raw)
  expect(read).toEqual({ ticker: 'A', bid: 0.45 })
  const { ticker: _promoted, ...rest } = raw
  expect(plain(toSourceMetadata(read, ['ticker']))).toEqual(rest)
})

test('our own members stand beside them, and in the place of none', () => {
  const own = { unit: 'contracts', bid: 0.45, ticker: 'ours', unknown: undefined }
  const metadata = toSourceMetadata(market.parse(raw), ['ticker'], own)
  expect(metadata).toMatchObject({ unit: 'contracts', bid: '0.4500', ticker: 'ours' })
  expect(metadata).not.toHaveProperty('unknown')
})

test('rows inside lists and other objects keep theirs, and so do changed copies', () => {
  const reply = z.object({ markets: rowsOf(market, 'markets'), one: market })
  const { markets, one } = reply.parse({ markets: [raw], one: { ...raw, ticker: 'B' } })
  expect([...markets, one].map((read) => rawOf(read)?.['ticker'])).toEqual(['A', 'B'])
  const copy = { ...one, more: true }
  expect(rawOf(copy)).toBeUndefined()
  expect(rawOf(withRawOf(one, copy))).toBe(rawOf(one))
})

test('what was made in another way has our own members alone', () => {
  expect(toSourceMetadata({ ticker: 'A' }, ['ticker'], { unit: 'usd' })).toEqual({ unit: 'usd' })
})

test('a schema that is made of one of them keeps nothing by itself', () => {
  expect(rawOf(market.extend({ more: z.string() }).parse({ ...raw, more: 'x' }))).toBeUndefined()
})
