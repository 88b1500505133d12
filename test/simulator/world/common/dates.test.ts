import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCodeDate, slugOf, toCodeDate } from '../../../../src/simulator/world/common/dates.js'

test('a code date reads back as the day or the minute it was made from', () => {
  const minutes = fc.integer({ min: Date.UTC(2000, 0, 1) / 60_000, max: Date.UTC(2099, 11, 31) / 60_000 })
  fc.assert(
    fc.property(minutes, (minute) => {
      const at = minute * 60_000
      expect(parseCodeDate(toCodeDate(at, true))).toBe(at)
      expect(parseCodeDate(toCodeDate(at, false))).toBe(at - (at % 86_400_000))
    }),
  )
})

test.each(['', '26NOV', '26XXX21', '2026NOV21', '26NOV2112'])('%j is no code date', (code) => {
  expect(parseCodeDate(code)).toBeUndefined()
})

test('slugs are plain ASCII', () => {
  expect(slugOf('Cup of the Nine Ports: Ñandú & Ægir’s?')).toMatch(/^[a-z0-9-]+$/)
  expect(slugOf('  Jörg  Nachtweil ')).toBe('jorg-nachtweil')
})
