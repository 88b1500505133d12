import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  commonResolutions,
  defaultResolution,
  parseResolution,
  renderResolution,
} from '../../../src/api/times/resolution.js'

const MINUTE = 60_000

test.each([
  ['1m', 1],
  ['5m', 5],
  ['15m', 15],
  ['30m', 30],
  ['1h', 60],
  ['60m', 60],
  ['4h', 240],
  ['6h', 360],
  ['12h', 720],
  ['1d', 1440],
  ['24h', 1440],
  ['1w', 10_080],
  ['7d', 10_080],
  ['10080m', 10_080],
])('%s is %d minutes', (text, minutes) => {
  expect(parseResolution(text)).toBe(minutes * MINUTE)
})

test.each([
  '0m',
  '01h',
  '1s',
  '60s',
  '1M',
  '1H',
  'h',
  '1',
  '',
  ' 1h',
  '1h ',
  '-1h',
  '1.5h',
  '2w',
  '8d',
  '10081m',
  '9999999m',
  '1y',
  'NaNm',
  '__proto__',
])('%j is an error that names the working ones', (text) => {
  expect(() => parseResolution(text)).toThrow(
    expect.objectContaining({
      code: 'VALIDATION_ERROR',
      field: 'resolution',
      message: expect.stringContaining(commonResolutions.join(', ')),
    }),
  )
})

describe('names', () => {
  test('the common resolutions are their own shortest names, but for whole weeks', () => {
    for (const name of commonResolutions) expect(renderResolution(parseResolution(name))).toBe(name)
    expect(commonResolutions).toContain(defaultResolution)
  })

  test('naming and reading any whole number of minutes gives the step back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_080 }), (minutes) => {
        expect(parseResolution(renderResolution(minutes * MINUTE))).toBe(minutes * MINUTE)
      }),
    )
  })
})
