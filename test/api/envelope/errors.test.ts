import { describe, expect, test } from 'vitest'
import { createValidationError, errorTable, PmxError } from '../../../src/api/envelope/errors.js'

/**
 * The error surface as clients know it (src/api/README.md, "Errors"). A failing row means that the wire changed:
 * if that is wanted, change this table and the documents in the same commit.
 */
const surface: Readonly<Record<string, readonly [status: number, retryable: boolean]>> = {
  BAD_REQUEST: [400, false],
  VALIDATION_ERROR: [400, false],
  INVALID_ORDER: [400, false],
  INSUFFICIENT_FUNDS: [400, false],
  AUTHENTICATION_ERROR: [401, false],
  PERMISSION_DENIED: [403, false],
  NOT_FOUND: [404, false],
  ORDER_NOT_FOUND: [404, false],
  MARKET_NOT_FOUND: [404, false],
  EVENT_NOT_FOUND: [404, false],
  RATE_LIMIT_EXCEEDED: [429, true],
  NETWORK_ERROR: [503, true],
  EXCHANGE_NOT_AVAILABLE: [503, true],
  NOT_SUPPORTED: [501, false],
  HOSTED_TRADING_ERROR: [500, true],
  INSUFFICIENT_ESCROW_BALANCE: [400, false],
  ORDER_SIZE_TOO_SMALL: [400, false],
  INVALID_API_KEY: [401, false],
  OUTCOME_NOT_FOUND: [404, false],
  CATALOG_UNAVAILABLE: [503, true],
  BUILT_ORDER_EXPIRED: [400, false],
  INVALID_SIGNATURE: [400, false],
  NO_LIQUIDITY: [400, false],
  MISSING_WALLET_ADDRESS: [400, false],
}

test('the codes, their statuses and whether a retry may help are exactly the contract', () => {
  const actual = Object.fromEntries(
    Object.entries(errorTable).map(([code, row]) => [code, [row.status, row.retryable]]),
  )
  expect(actual).toEqual(surface)
})

test('every code says what it means and what to do, as sentences', () => {
  for (const [code, { meaning, advice }] of Object.entries(errorTable)) {
    expect(meaning, code).toMatch(/^[A-Z].{9,}\.$/)
    expect(advice, code).toMatch(/^[A-Z].{5,}\.$/)
  }
})

describe('an error', () => {
  test('takes status and retryability from the table', () => {
    const error = new PmxError('RATE_LIMIT_EXCEEDED', 'slow down', { retryAfter: 7 })
    expect(error).toMatchObject({
      name: 'PmxError',
      code: 'RATE_LIMIT_EXCEEDED',
      status: 429,
      retryable: true,
      retryAfter: 7,
    })
  })

  test('may override both where the situation decides', () => {
    const error = new PmxError('BAD_REQUEST', 'too large', { status: 413, retryable: true })
    expect(error).toMatchObject({ status: 413, retryable: true })
  })

  test('keeps its cause, and has none when none was given', () => {
    const cause = new Error('socket')
    expect(new PmxError('NETWORK_ERROR', 'lost', { cause }).cause).toBe(cause)
    expect('cause' in new PmxError('NETWORK_ERROR', 'lost')).toBe(false)
  })

  test('gets the venue once: the first one to name it wins', () => {
    const options = {
      field: 'limit',
      detail: { kind: 'x' },
      retryAfter: 3,
      status: 418,
      retryable: true,
      cause: new Error('deep'),
    }
    const at = new PmxError('NOT_FOUND', 'gone', options).at('kalshi')
    expect(at).toMatchObject({ code: 'NOT_FOUND', message: 'gone', exchange: 'kalshi', ...options })
    expect(at.at('polymarket')).toBe(at)
  })

  test('of a wrong argument names the argument', () => {
    expect(createValidationError('limit', 'limit must be positive', { got: 0 })).toMatchObject({
      code: 'VALIDATION_ERROR',
      status: 400,
      field: 'limit',
      detail: { got: 0 },
    })
  })
})
