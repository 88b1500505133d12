import { expect, test } from 'vitest'
import { parseResolution } from '../../../src/api/times/resolution.js'
import { nativeStepFor } from '../../../src/candles/response/window.js'

const natives = (...names: string[]) =>
  names.map((name) => ({ stepMs: parseResolution(name), maxWindowMs: 1 }))

test.each([
  ['1m', ['1m', '1h', '1d'], '1m'],
  ['5m', ['1m', '1h', '1d'], '1m'],
  ['90m', ['1m', '1h', '1d'], '1m'],
  ['1h', ['1m', '1h', '1d'], '1h'],
  ['6h', ['1m', '1h', '1d'], '1h'],
  ['1d', ['1m', '1h', '1d'], '1d'],
  ['1w', ['1m', '1h', '1d'], '1d'],
  ['1w', ['1d', '1m', '1h'], '1d'],
  ['1d', ['1m', '1h', '6h'], '6h'],
  ['30m', ['5m', '15m', '1h'], '15m'],
])('%s from %j is built of %s: itself, else the coarsest that divides it', (asked, offered, native) => {
  expect(nativeStepFor(parseResolution(asked), natives(...offered)).stepMs).toBe(parseResolution(native))
})

test.each([
  ['1m', ['1h', '1d'], '1h, 4h, 6h, 12h, 1d, 1w'],
  ['90m', ['1h'], '1h, 4h, 6h, 12h, 1d, 1w'],
  ['12h', ['1d'], '1d, 1w'],
  ['1h', [], 'none'],
])('%s from %j cannot be had exactly, and the error names what can', (asked, offered, works) => {
  expect(() => nativeStepFor(parseResolution(asked), natives(...offered))).toThrow(
    expect.objectContaining({
      code: 'VALIDATION_ERROR',
      field: 'resolution',
      message: expect.stringContaining(`: ${works}`),
    }),
  )
})
