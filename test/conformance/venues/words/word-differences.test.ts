import { expect, test } from 'vitest'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import { differenceOf, isNamedIn } from './word-differences.js'

const order = { id: 'a', side: 'buy', price: 0.5, status: 'open', filled: 0 }

test('the same, and less, is no difference', () => {
  expect(differenceOf(order, order, undefined)).toBeUndefined()
  const { filled: _filled, ...less } = order
  expect(differenceOf(less, order, undefined)).toBeUndefined()
  expect(differenceOf({ ...order, side: 'unknown' }, order, undefined)).toBeUndefined()
  expect(differenceOf({ ...order, metadata: { unknown: ['side'] } }, order, undefined)).toBeUndefined()
})

test.each([
  [{ ...order, side: 'sell' }],
  [{ ...order, status: 'closed' }],
  [{ ...order, status: 'zz_new' }],
  [{ ...order, price: 0.4 }],
  [{ ...order, id: 'b' }],
  [{ ...order, fee: 1 }],
])('%j is one', (told) => {
  expect(differenceOf(told, order, 'a warning')).toBeDefined()
})

test('rows may be missing where a warning says so, and no others come in their place', () => {
  const rows = [order, { ...order, id: 'b' }]
  expect(differenceOf([order], rows, 'a warning')).toBeUndefined()
  expect(differenceOf([order], rows, undefined)).toContain('missing without a word')
  expect(differenceOf([{ ...order, id: 'c' }], rows, 'a warning')).toContain('another row')
  expect(differenceOf([{ ...order, side: 'sell' }], rows, 'a warning')).toContain('sell')
})

test('rows that stand elsewhere in the whole list are compared with those', () => {
  const [first, moved] = [order, { ...order, id: 'b' }]
  expect(differenceOf([moved], [first], undefined)).toContain('another row')
  expect(differenceOf([moved], [first], undefined, [first, moved])).toBeUndefined()
  expect(differenceOf([{ ...moved, price: 0.9 }], [first], undefined, [first, moved])).toContain('0.9')
  expect(differenceOf([], [first], undefined, [first, moved])).toContain('missing without a word')
})

test('what is named as not known, and what is handed on in the words of the venue, is no difference', () => {
  const whole = { ...order, description: 'in USDC, and more', sourceMetadata: { state: 'open' } }
  expect(
    differenceOf({ ...whole, filled: 9, metadata: { unknown: ['filled'] } }, whole, undefined),
  ).toBeUndefined()
  expect(differenceOf({ ...whole, sourceMetadata: { state: 'zz_new' } }, whole, undefined)).toBeUndefined()
  expect(differenceOf({ ...whole, sourceMetadata: { state: 'closed' } }, whole, undefined)).toContain(
    'closed',
  )
  expect(differenceOf({ ...whole, description: 'in zz_new, and more' }, whole, undefined)).toBeUndefined()
  expect(differenceOf({ ...whole, description: 'out zz_new, and more' }, whole, undefined)).toContain('out')
})

test('levels of a book are all there, or it is another book', () => {
  const level = { price: 0.5, size: 3 }
  expect(differenceOf({ bids: [] }, { bids: [level] }, 'a warning')).toBeUndefined()
  expect(differenceOf({ bids: [level] }, { bids: [level, level] }, 'a warning')).toContain('1 rows')
})

test('an error names the word or the member', () => {
  const said = (message: string, detail = {}) =>
    isNamedIn(new PmxError('EXCHANGE_NOT_AVAILABLE', message, { detail }), 'state')
  expect([said('unknown word'), said("unknown value 'zz_new'"), said('no', { path: 'order.state' })]).toEqual(
    [false, true, true],
  )
})
