import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutSignatures } from '../../src/orders/unsigned.js'

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length })

test('what is signed is shown, and its signature is not, wherever it is and however it is written', () => {
  fc.assert(
    fc.property(hex(130), hex(64), hex(64), (whole, r, s) => {
      const call = {
        path: `/orders?proof=0x${whole}`,
        body: {
          order: { maker: '0xabc', signatureType: 2, salt: 7, signature: `0x${whole}` },
          proofs: [{ r: `0x${r}`, s: `0x${s}`, v: 27 }, `0x${whole}`],
          text: JSON.stringify({ of: `0x${whole}` }),
        },
        headers: { 'X-Own-Signature': 'c2hvcnQ=' },
      }
      const shown = JSON.stringify(withoutSignatures(call))
      for (const part of [whole, r, s, 'c2hvcnQ=']) expect(shown).not.toContain(part)
      expect(withoutSignatures(call)).toMatchObject({
        body: { order: { maker: '0xabc', signatureType: 2, salt: 7, signature: '(redacted)' } },
      })
    }),
    { numRuns: 50 },
  )
})

test('other texts, long ids among them, stay as they are', () => {
  const call = {
    condition: `0x${'ab'.repeat(32)}`,
    token: '9'.repeat(78),
    price: 0.5,
    none: null,
    design: 'x',
    r: 1,
  }
  expect(withoutSignatures(call)).toEqual(call)
})
