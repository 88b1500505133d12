import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import { countCalls, createUnfinishedError, isOutOfTime } from '../../../src/candles/fetch/partial-fetch.js'
import { DeadlineExceeded } from '../../../src/policy/abort.js'
import { patientCall } from '../../support/engine.js'

const venue = { id: 'kalshi' } as const

describe('a read that is not whole yet', () => {
  test('says how much is known, what is missing, what it has cost, and when to come back', () => {
    const missing = [
      { from: 1_000, to: 1_250 },
      { from: 1_500, to: 1_801 },
    ]
    expect(createUnfinishedError(venue, { from: 1_000, to: 2_000 }, missing, { spent: 7 })).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      exchange: 'kalshi',
      retryable: true,
      retryAfter: 1,
      message: expect.stringContaining('44 % of the window is cached now'),
      detail: {
        kind: 'unfinished',
        percent: 44,
        from: 1_000,
        to: 2_000,
        missingFrom: 1_000,
        missingTo: 1_801,
        venueCalls: 7,
      },
    })
  })

  test('says nothing of what is missing where nobody knows it', () => {
    const { detail } = createUnfinishedError(venue, { from: 0, to: 10 }, [], { spent: 0 })
    expect(detail).toEqual({ kind: 'unfinished', percent: 100, from: 0, to: 10, venueCalls: 0 })
  })

  test('comes back when the venue says', () => {
    const cause = new PmxError('RATE_LIMIT_EXCEEDED', 'x', { retryAfter: 9 })
    expect(createUnfinishedError(venue, { from: 0, to: 10 }, [], { spent: 0 }, cause)).toMatchObject({
      retryAfter: 9,
      cause,
      message: expect.stringContaining('in 9 s'),
    })
    expect(
      createUnfinishedError(venue, { from: 0, to: 10 }, [], { spent: 0 }, new Error('x')).retryAfter,
    ).toBe(1)
  })
})

test.each<[string, unknown, boolean]>([
  ['a deadline', new DeadlineExceeded(1), true],
  ['a failure for a deadline', new PmxError('NETWORK_ERROR', 'x', { cause: new DeadlineExceeded(1) }), true],
  [
    'a budget that is used up',
    new PmxError('RATE_LIMIT_EXCEEDED', 'x', { detail: { kind: 'local_budget' } }),
    true,
  ],
  [
    'a rate limit of the venue',
    new PmxError('RATE_LIMIT_EXCEEDED', 'x', { detail: { kind: 'other' } }),
    false,
  ],
  ['a failure without details', new PmxError('NETWORK_ERROR', 'x'), false],
  ['a bug', new TypeError('x'), false],
  [
    'a bug that looks like a deadline',
    Object.assign(new Error('x'), { cause: new DeadlineExceeded(1) }),
    false,
  ],
])('%s is for want of time alone: %s', (_what, error, is) => {
  expect(isOutOfTime(error)).toBe(is)
})

describe('what a question costs', () => {
  test('is counted for it and told its caller', () => {
    const caller = patientCall()
    const call = countCalls(caller)
    call.onSent(2)
    call.onSent(3)
    expect([call.spent, caller.sent, call.knownMs]).toEqual([5, 5, 0])
  })

  test('changes nothing about who asks and on which terms', () => {
    const stored = { serves: true }
    const owner = { ...patientCall(), isOwner: true, stored }
    const { signal, priority, secrets } = owner
    expect(countCalls(owner)).toMatchObject({ signal, priority, secrets, isOwner: true, stored })
    const stranger = countCalls(patientCall())
    expect(stranger.isOwner).toBe(false)
    expect(stranger).not.toHaveProperty('stored')
  })
})
