import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createOrderHmac } from '../../src/orders/order-hmac.js'

const seal = createOrderHmac('a key')

test('what comes back through JSON, its members in another order, is what was sealed', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.option(fc.jsonValue(), { nil: undefined })), (value) => {
      const back = JSON.parse(JSON.stringify(value)) as Record<string, unknown>
      const turned = Object.fromEntries(Object.entries(back).reverse())
      expect(seal.matches(turned, seal.codeOf(value))).toBe(true)
    }),
  )
  const built = { price: '0.5', note: undefined, raw: { list: [1, { b: 1, a: 2 }] } }
  expect(seal.matches({ raw: { list: [1, { a: 2, b: 1 }] }, price: '0.5' }, seal.codeOf(built))).toBe(true)
})

test('what differs in anything is not', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      fc.pre(JSON.stringify(one) !== JSON.stringify(other))
      // Zero has a sign that JSON drops, and members have no order.
      fc.pre(JSON.stringify(sorted(one)) !== JSON.stringify(sorted(other)))
      expect(seal.matches(other, seal.codeOf(one))).toBe(false)
    }),
  )
  const code = seal.codeOf({ amount: 1, list: [1, 2] })
  for (const changed of [{ amount: '1', list: [1, 2] }, { amount: 1, list: [2, 1] }, { amount: 1 }, null])
    expect(seal.matches(changed, code)).toBe(false)
})

test.each([undefined, null, 5, '', 'x', {}])('%j is no seal', (code) => {
  expect(seal.matches({ a: 1 }, code)).toBe(false)
})

test('a seal of another run of the daemon is none', () => {
  expect(seal.matches({ a: 1 }, createOrderHmac('another key').codeOf({ a: 1 }))).toBe(false)
})

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]): [string, unknown] => [name, sorted(member)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}
