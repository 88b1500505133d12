import { expect, test } from 'vitest'
import { errorTable } from '../../../src/api/envelope/errors.js'
import { renderFailure } from '../../../src/cli/output/failure.js'

test('a failure names its code and venue, what to do, and the request', () => {
  const error = { code: 'MARKET_NOT_FOUND', exchange: 'Kalshi', message: 'Market not found: X', detail: null }
  expect(renderFailure(error, 'r-7')).toEqual([
    'Market not found: X',
    '  List markets with fetchMarkets.',
    '  MARKET_NOT_FOUND, Kalshi, request id r-7',
  ])
})

test('a failure that may pass says when to try again', () => {
  const error = { code: 'RATE_LIMIT_EXCEEDED', message: 'Too many calls', retryAfter: 1.2, retryable: true }
  expect(renderFailure(error, undefined)).toEqual([
    'Too many calls',
    '  Retry in 2 s.',
    '  RATE_LIMIT_EXCEEDED',
  ])
  expect(renderFailure({ ...error, code: 'NETWORK_ERROR', retryAfter: undefined }, undefined)[1]).toBe(
    '  Check the network and any proxy, then retry. The same call may succeed later.',
  )
})

test.each(['NETWORK_ERROR', 'EXCHANGE_NOT_AVAILABLE', 'RATE_LIMIT_EXCEEDED'])(
  '%s that is not retryable invites no repetition',
  (code) => {
    const lost = { code, message: 'The order may or may not have been placed.', retryable: false }
    const unknown = { ...lost, detail: { state: 'unknown', clientOrderId: 'c-1' }, retryAfter: 3 }
    expect(renderFailure(lost, undefined).slice(1)).toEqual([
      '  Read the message first. The same call would fail again.',
      `  ${code}`,
    ])
    expect(renderFailure(unknown, undefined).slice(1)).toEqual([
      '  Read the message before you retry. The call may have succeeded.',
      expect.stringContaining('"state":"unknown"'),
      `  ${code}`,
    ])
  },
)

test('what is stored, and a daemon that works offline, have advice of their own', () => {
  const error = { code: 'NETWORK_ERROR', message: 'Not asked.', detail: { kind: 'offline', stored: {} } }
  const [, ...lines] = renderFailure(error, undefined)
  expect(lines).toEqual([
    expect.stringContaining('Restart the daemon without --offline'),
    expect.stringContaining('To get the stored data'),
    expect.stringContaining('{"kind"'),
    '  NETWORK_ERROR',
  ])
})

test('what a cassette lacks is not to be looked up', () => {
  const detail = { kind: 'cassette_miss', call: 'GET api/events', nearest: [] }
  const error = { code: 'NOT_FOUND', message: 'The cassette does not hold it. Record it again.', detail }
  const [, ...lines] = renderFailure(error, undefined)
  expect(lines).toEqual([expect.stringContaining('{"kind"'), '  NOT_FOUND'])
})

test('a failure without a known code is told as it is', () => {
  expect(renderFailure({ message: 'Odd' }, undefined)).toEqual(['Odd'])
  expect(renderFailure({ message: 'Odd', code: 'toString' }, undefined)).toEqual(['Odd', '  toString'])
})

test('the detail is shown in short, and nothing of it commands the terminal', () => {
  const error = { code: 'BAD_REQUEST', message: 'No\x1b[2J', detail: { page: 'x'.repeat(1_000) } }
  const [head, , detail = ''] = renderFailure(error, undefined)
  expect(head).toBe('No [2J')
  expect(detail.startsWith('  {"page":"xxx')).toBe(true)
  expect(detail.length).toBeLessThan(410)
})

test.each(Object.keys(errorTable))('%s ends with the next step, in words of the command line', (code) => {
  const lines = renderFailure({ code, message: 'Odd', detail: { field: 'limit' } }, undefined)
  expect(lines).toHaveLength(3)
  expect(lines[1]).toMatch(/^ {2}\S.*\.$/)
  expect(lines[1]).not.toMatch(/field|detail|retryAfter|GET \/api/)
})
