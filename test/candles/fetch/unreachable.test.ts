import { describe, expect, test } from 'vitest'
import { type ErrorCode, PmxError } from '../../../src/api/envelope/errors.js'
import { toUnreachable } from '../../../src/candles/fetch/unreachable.js'
import { DeadlineExceeded } from '../../../src/policy/abort.js'
import { noSecrets } from '../../../src/venue-kit/contract/account-secrets.js'
import { noMarkets } from '../../support/venue.js'

const venue = { id: 'kalshi', hosts: {}, markets: noMarkets } as const
const hidden = { ...venue, isPrivate: true } as const
const { signal } = new AbortController()
const anybody = { signal, secrets: noSecrets }
const keyed = { signal, secrets: { values: { apiKey: 'k' }, withheld: false } }

const failure = (code: ErrorCode, detail?: Record<string, unknown>, retryable = true) =>
  new PmxError(code, 'x', { retryable, ...(detail === undefined ? {} : { detail }) })

describe('a venue is out of reach', () => {
  test.each<[ErrorCode, Record<string, unknown> | undefined, string]>([
    ['NETWORK_ERROR', undefined, 'unreachable'],
    ['NETWORK_ERROR', { kind: 'refused' }, 'unreachable'],
    ['NETWORK_ERROR', { kind: 'timeout' }, 'timeout'],
    ['NETWORK_ERROR', { kind: 'only_if_cached' }, 'only_if_cached'],
    ['NETWORK_ERROR', { kind: 'offline' }, 'offline'],
    ['RATE_LIMIT_EXCEEDED', undefined, 'rate_limited'],
    ['EXCHANGE_NOT_AVAILABLE', undefined, 'venue_failed'],
    ['EXCHANGE_NOT_AVAILABLE', { kind: 'other' }, 'venue_failed'],
  ])('by %s with %j: %s', (code, detail, reason) => {
    const error = failure(code, detail)
    expect(toUnreachable(error, venue, anybody)).toEqual({ reason, error })
  })

  test('by a deadline, which is told as a timeout', () => {
    expect(toUnreachable(new DeadlineExceeded(5), venue, anybody)).toMatchObject({
      reason: 'timeout',
      error: { code: 'NETWORK_ERROR' },
    })
  })

  test.each<[string, Record<string, unknown>]>([
    ['a wall for countries', { kind: 'geo' }],
    ['a wall for programs', { kind: 'bot' }],
    ['a page where data was asked for', { body: 'html' }],
  ])('behind %s, whoever asks', (_what, detail) => {
    for (const who of [anybody, keyed])
      expect(toUnreachable(failure('PERMISSION_DENIED', detail), hidden, who)?.reason).toBe('blocked')
  })

  test('by a refusal of anybody, but not of this very caller', () => {
    const refusal = failure('PERMISSION_DENIED', { kind: 'other', body: 'json' })
    expect(toUnreachable(refusal, venue, anybody)?.reason).toBe('blocked')
    expect(toUnreachable(failure('PERMISSION_DENIED'), venue, anybody)?.reason).toBe('blocked')
    expect(toUnreachable(refusal, venue, keyed)).toBeUndefined()
    expect(toUnreachable(refusal, hidden, anybody)).toBeUndefined()
  })
})

describe('a venue is not out of reach', () => {
  test.each<[string, unknown]>([
    ['that was asked something wrong', failure('VALIDATION_ERROR')],
    ['that has no such outcome', failure('NOT_FOUND')],
    ['of which a read goes on', failure('EXCHANGE_NOT_AVAILABLE', { kind: 'unfinished' })],
    ['that answered in another shape', failure('EXCHANGE_NOT_AVAILABLE', { kind: 'drift' }, false)],
    ['where we have a bug', new TypeError('x')],
  ])('%s', (_what, error) => {
    expect(toUnreachable(error, venue, anybody)).toBeUndefined()
  })

  test('to a caller who has left, but to one whose time is up', () => {
    const leaving = (reason: unknown) =>
      toUnreachable(failure('NETWORK_ERROR'), venue, { ...anybody, signal: AbortSignal.abort(reason) })
    expect(leaving(new Error('he left'))).toBeUndefined()
    expect(leaving(new DeadlineExceeded(5))?.reason).toBe('unreachable')
  })
})
