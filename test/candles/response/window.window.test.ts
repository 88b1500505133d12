import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_CANDLES } from '../../../src/api/arguments/bounds.js'
import { alignDown, parseResolution } from '../../../src/api/times/resolution.js'
import { assertAnswerable, findFirstLook, toCandleWindow } from '../../../src/candles/response/window.js'

const HOUR = 3_600_000
const NOW = Date.parse('2026-11-21T12:34:56.789Z')
const at = (iso: string): number => Date.parse(`2026-${iso}:00.000Z`)
const span = (from: string, to: string) => ({ from: at(from), to: at(to) })

describe('a window', () => {
  test('with nothing said is the newest 100 candles of an hour, the running one included, however old', () => {
    const window = toCandleWindow({}, NOW)
    expect(window).toEqual({
      stepMs: HOUR,
      span: { from: 0, to: at('11-21T13:00') },
      limit: 100,
      open: true,
      bounded: false,
    })
    expect(findFirstLook(window, window.span).from).toBe(at('11-21T13:00') - 100 * HOUR)
  })

  test('with a limit alone is that many back from now', () => {
    const window = toCandleWindow({ limit: 3 }, NOW)
    expect(window.limit).toBe(3)
    expect(findFirstLook(window, window.span)).toEqual(span('11-21T10:00', '11-21T13:00'))
  })

  test('with an end is that many back from the end', () => {
    const window = toCandleWindow({ limit: 2, end: at('11-20T05:30') }, NOW)
    expect(window).toMatchObject({ limit: 2, open: true })
    expect(findFirstLook(window, window.span)).toEqual(span('11-20T04:00', '11-20T06:00'))
    expect(toCandleWindow({ end: at('11-20T05:30') }, NOW).limit).toBe(100)
  })

  test('aligns the start down and includes it', () => {
    const query = { start: at('11-20T04:59'), end: at('11-20T06:00') }
    expect(toCandleWindow(query, NOW).span).toEqual(span('11-20T04:00', '11-20T07:00'))
  })

  test('includes the candle that opens exactly at the end', () => {
    const query = { start: at('11-20T04:00'), end: at('11-20T06:00') }
    expect(toCandleWindow(query, NOW).span.to).toBe(at('11-20T07:00'))
    expect(toCandleWindow({ ...query, end: at('11-20T06:00') - 1 }, NOW).span.to).toBe(at('11-20T06:00'))
  })

  test('of one instant is the candle that holds it', () => {
    const instant = at('11-20T04:59')
    expect(toCandleWindow({ start: instant, end: instant }, NOW).span).toEqual(
      span('11-20T04:00', '11-20T05:00'),
    )
  })

  test('ends now, however late the end was asked', () => {
    const query = { start: at('11-21T11:00'), end: at('12-24T00:00') }
    expect(toCandleWindow(query, NOW).span).toEqual(span('11-21T11:00', '11-21T13:00'))
  })

  test('in the future is empty', () => {
    const { span: future } = toCandleWindow({ start: at('12-24T00:00') }, NOW)
    expect(future.from).toBe(future.to)
  })

  test('with start and limit keeps the newest of the limit, and is not bounded by its times', () => {
    expect(toCandleWindow({ start: at('11-20T00:00'), limit: 5 }, NOW)).toMatchObject({
      span: span('11-20T00:00', '11-21T13:00'),
      limit: 5,
      bounded: false,
    })
  })

  test('with start alone is bounded, and answers no more than the most', () => {
    expect(toCandleWindow({ start: at('11-20T00:00') }, NOW)).toMatchObject({
      limit: MAX_CANDLES,
      bounded: true,
    })
  })

  test('of weeks begins on Mondays', () => {
    const window = toCandleWindow({ resolution: '1w', limit: 2 }, NOW)
    expect(findFirstLook(window, window.span)).toEqual(span('11-09T00:00', '11-23T00:00'))
  })

  test('never begins before 1970', () => {
    expect(toCandleWindow({ resolution: '1w', limit: MAX_CANDLES }, NOW).span.from).toBe(0)
  })

  test.each(['1m', '5m', '15m', '30m', '4h', '6h', '12h', '1d'])('of %s lies on its grid', (resolution) => {
    const window = toCandleWindow({ resolution, limit: 7 }, NOW)
    const { stepMs } = window
    const aligned = findFirstLook(window, window.span)
    expect([aligned.from % stepMs, aligned.to % stepMs, aligned.to - aligned.from]).toEqual([
      0,
      0,
      7 * stepMs,
    ])
  })
})

describe('a window is refused by name', () => {
  test.each([
    [{ limit: 0 }, 'limit'],
    [{ limit: -1 }, 'limit'],
    [{ limit: 1.5 }, 'limit'],
    [{ limit: MAX_CANDLES + 1 }, 'limit'],
    [{ limit: Number.NaN }, 'limit'],
    [{ start: 2, end: 1 }, 'start'],
    [{ resolution: '2w' }, 'resolution'],
    [{ resolution: '1s' }, 'resolution'],
    [{ resolution: '' }, 'resolution'],
  ])('%j names %s', (query, field) => {
    expect(() => toCandleWindow(query, NOW)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', field }),
    )
  })

  test('limits from 1 to 50,000 are fine', () => {
    expect(MAX_CANDLES).toBe(50_000)
    for (const limit of [1, MAX_CANDLES]) expect(toCandleWindow({ limit }, NOW).limit).toBe(limit)
  })

  test('and the message shows both ends when they are the wrong way round', () => {
    expect(() => toCandleWindow({ start: at('11-02T00:00'), end: at('11-01T00:00') }, NOW)).toThrow(
      /2026-11-02T00:00:00\.000Z.*2026-11-01T00:00:00\.000Z/,
    )
  })
})

describe('a window bounded by times alone', () => {
  const window = toCandleWindow({ resolution: '1m', start: 0 }, NOW)

  test('may hold as many candles as one answer', () => {
    expect(() => assertAnswerable(window, { from: 0, to: MAX_CANDLES * 60_000 })).not.toThrow()
  })

  test('is refused above that, with the ways out', () => {
    expect(() => assertAnswerable(window, { from: 0, to: (MAX_CANDLES + 1) * 60_000 })).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        field: 'start',
        message: expect.stringMatching(/50001.*Shorten.*coarser.*limit/),
      }),
    )
  })

  test('is not refused when a limit picks the newest', () => {
    const limited = toCandleWindow({ resolution: '1m', start: 0, limit: 5 }, NOW)
    expect(() => assertAnswerable(limited, limited.span)).not.toThrow()
  })
})

test('any accepted window is aligned, ends by now, and holds the end that was asked', () => {
  const query = fc.record(
    {
      resolution: fc.constantFrom('1m', '5m', '7m', '1h', '6h', '1d', '1w'),
      start: fc.integer({ min: 0, max: NOW + HOUR }),
      end: fc.integer({ min: 0, max: NOW + HOUR }),
      limit: fc.integer({ min: 1, max: MAX_CANDLES }),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(query, ({ start, end, ...rest }) => {
      const ordered =
        start !== undefined && end !== undefined && start > end ? { start: end, end: start } : { start, end }
      const asked = Object.fromEntries(
        Object.entries({ ...rest, ...ordered }).filter(([, value]) => value !== undefined),
      )
      const window = toCandleWindow(asked, NOW)
      const stepMs = parseResolution(rest.resolution ?? '1h')
      expect(window.stepMs).toBe(stepMs)
      expect(alignDown(window.span.to, stepMs)).toBe(window.span.to)
      expect(window.span.from === 0 || alignDown(window.span.from, stepMs) === window.span.from).toBe(true)
      expect(window.span.from).toBeLessThanOrEqual(window.span.to)
      expect(window.span.to).toBe(alignDown(Math.min(ordered.end ?? NOW, NOW), stepMs) + stepMs)
    }),
  )
})
