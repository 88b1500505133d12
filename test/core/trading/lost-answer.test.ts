import { expect, test } from 'vitest'
import { type ErrorCode, PmxError } from '../../../src/api/errors.js'
import { outcomeOfFailure } from '../../../src/core/trading/lost-answer.js'

const stateOf = (code: ErrorCode, upstreamStatus: number, begun = true) =>
  outcomeOfFailure(new PmxError(code, 'said', { detail: { upstreamStatus } }), begun).state

test.each(['NOT_FOUND', 'INVALID_ORDER', 'BAD_REQUEST', 'EXCHANGE_NOT_AVAILABLE'] as const)(
  'a failure of the venue’s own that is read as %s refuses no order: it may have been placed before',
  (code) => {
    expect(stateOf(code, 500)).toBe('unknown')
    expect(stateOf(code, 503)).toBe('unknown')
    expect(stateOf(code, 500, false)).toBe('refused')
  },
)

test.each(['NOT_FOUND', 'INVALID_ORDER', 'BAD_REQUEST'] as const)(
  '%s with a status of the caller’s is a refusal',
  (code) => {
    expect(stateOf(code, 404)).toBe('refused')
    expect(stateOf(code, 400)).toBe('refused')
  },
)
