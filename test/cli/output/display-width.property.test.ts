import fc from 'fast-check'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { measureWidth, toPrintable } from '../../../src/cli/output/display-width.js'

test('string-width counts the same columns', () => {
  const words = [
    'Málaga',
    '東京',
    'Ελλάδα',
    'Київ',
    'e\u0301',
    '한국',
    'かな',
    '👩‍🚀',
    '🇪🇸',
    '⚽',
    '…',
    '€',
    '％',
    '、',
    ' ',
    '5',
    '-',
  ]
  const texts = fc.oneof(
    fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((parts) => parts.join('')),
    fc.string({ maxLength: 40 }),
    fc.string({ unit: fc.integer({ min: 0xa1, max: 0x24f }).map((code) => String.fromCodePoint(code)) }),
    fc.string({ unit: fc.integer({ min: 0x4e00, max: 0x9fff }).map((code) => String.fromCodePoint(code)) }),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const shown = toPrintable(text)
      expect(measureWidth(shown)).toBe(stringWidth(shown))
    }),
    { numRuns: 1_000 },
  )
})
