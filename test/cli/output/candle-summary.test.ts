import { describe, expect, test } from 'vitest'
import {
  renderCandleSummary,
  renderModeNotice,
  renderPmxHeaders,
  warningsOf,
} from '../../../src/cli/output/candle-summary.js'

describe('the story of candles', () => {
  test('says how many, from where and on which prices', () => {
    const headers = { 'x-pmx-cache': 'hit', 'x-pmx-upstream-requests': '0', 'x-pmx-price-basis': 'trade' }
    expect(renderCandleSummary(2, headers, 100)).toEqual([
      '2 candles · from the cache · 0 venue calls · trade prices',
    ])
  })

  test('names the running candle and the demo world', () => {
    const headers = { 'x-pmx-partial-from': String(Date.UTC(2026, 10, 21, 9)), 'x-pmx-mode': 'demo' }
    expect(renderCandleSummary(1, headers, 100)).toEqual([
      '1 candle · the candle of 2026-11-21 09:00 is still open · demo mode: all data is simulated',
    ])
  })

  test.each([
    ['no_trades', 'no candles: no trades in this window'],
    ['before_listing', 'no candles: the market was not listed yet'],
    ['after_close', 'no candles: the market had closed'],
    ['beyond_retention', 'no candles: the venue no longer has data for this range'],
    ['something_new', 'no candles: something_new'],
  ])('gives the reason %s why there are none', (reason, text) => {
    expect(renderCandleSummary(0, { 'x-pmx-empty-reason': reason, 'x-pmx-cache': 'hit' }, 100)).toEqual([
      text,
    ])
  })

  test('is broken into lines that fit', () => {
    const headers = { 'x-pmx-cache': 'partial', 'x-pmx-upstream-requests': '1', 'x-pmx-price-basis': 'point' }
    expect(renderCandleSummary(3, headers, 40)).toEqual([
      '3 candles · partly from the cache',
      '1 venue call',
      'prices sampled by the venue',
    ])
  })

  test('tells nothing that the answer does not', () => {
    expect(renderCandleSummary(0, {}, 100)).toEqual(['no candles'])
    expect(
      renderCandleSummary(1, { 'x-pmx-partial-from': 'soon', 'x-pmx-upstream-requests': '-' }, 100),
    ).toEqual(['1 candle'])
  })
})

test('what was ignored, warned of or cut off is told', () => {
  const headers = { 'x-pmx-ignored': 'colour', 'x-pmx-warning': 'mind the gap', 'x-pmx-truncated': '1000' }
  expect(warningsOf(headers)).toEqual([
    'Ignored unknown arguments: colour',
    'Warning: mind the gap',
    'Only 1000 rows are shown. There are more.',
  ])
  expect(warningsOf({ 'x-pmx-cache': 'hit' })).toEqual([])
  expect(warningsOf({ 'x-pmx-missing-venues': 'kalshi,hunch' })).toEqual([
    'The market lists of these venues are missing from the result, because they are not synced yet: kalshi, hunch.',
  ])
  const stale = { 'x-pmx-stale': 'timeout; age=90' }
  expect(warningsOf(stale)).toEqual(['Stored data, not refreshed (timeout), fetched 90 s ago.'])
  const holes = (missing: string) => warningsOf({ ...stale, 'x-pmx-missing': missing }).join()
  const told = 'Stored data, not refreshed (timeout), fetched 90 s ago; not stored: '
  expect(holes('0-60000')).toBe(`${told}before 1970-01-01 00:01.`)
  expect(holes('3600000-7200000, 86400000-90000000')).toBe(
    `${told}1970-01-01 01:00 to 1970-01-01 02:00, 1970-01-02 00:00 to 1970-01-02 01:00.`,
  )
  expect(holes('+5, 0-1, 60000-120000, 180000-240000, 300000-360000')).toBe(
    `${told}1970-01-01 00:01 to 1970-01-01 00:02, 1970-01-01 00:03 to 1970-01-01 00:04, ` +
      '1970-01-01 00:05 to 1970-01-01 00:06, and 6 earlier.',
  )
  expect(holes('other words')).toBe(`${told}the rest of the window.`)
  expect(warningsOf({ 'x-pmx-stale': 'another word' })).toEqual([
    'Stored data, not refreshed (another word).',
  ])
})

test('an answer that is not about the real world says so', () => {
  expect(renderModeNotice({})).toBeUndefined()
  expect(renderModeNotice({ 'x-pmx-mode': 'demo' })).toBe('demo mode: all data is simulated')
  expect(renderModeNotice({ 'x-pmx-mode': 'replay' })).toBe('replayed from a recording, not live')
})

test('only our own headers are shown, made printable', () => {
  const headers = { 'content-type': 'application/json', 'x-pmx-cache': 'hit\x1b[2J', 'x-request-id': 'r-1' }
  expect(renderPmxHeaders(headers)).toEqual(['x-pmx-cache: hit [2J', 'x-request-id: r-1'])
})
