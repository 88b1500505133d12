import { describe, expect, test } from 'vitest'
import { errorRule } from '../../../src/venues/myriad/errors.js'

const reply = (status: number, json: unknown) => ({ status, json, headers: {}, text: '' })

describe('errors', () => {
  test.each([
    ['Too many requests, slow down', 'RATE_LIMIT_EXCEEDED'],
    ['rate limit exceeded', 'RATE_LIMIT_EXCEEDED'],
    ['Market not found', 'NOT_FOUND'],
    ['Something else', 'EXCHANGE_NOT_AVAILABLE'],
    [{ nested: true }, 'EXCHANGE_NOT_AVAILABLE'],
  ])('a success with the error %j is %s', (error, code) => {
    expect(errorRule(reply(200, { error }))).toMatchObject({ code })
  })

  test.each([
    ['Invalid network_id', false],
    ['Something else', false],
    [{ nested: true }, false],
    ['Internal server error', true],
    ['upstream timed out, try again', true],
    ['Too many requests, slow down', true],
    ['Market not found', false],
  ])('a success with the error %j is retryable: %s', (error, retryable) => {
    const failure = errorRule(reply(200, { error }))
    expect(failure).toMatchObject({ retryable })
    if (failure?.code === 'EXCHANGE_NOT_AVAILABLE')
      expect(failure.message.includes('Retrying does not help')).toBe(!retryable)
  })

  test.each([
    [200, { data: [] }],
    [200, { data: [], error: null }],
    [200, []],
    [200, null],
    [404, { error: 'Market not found' }],
    [429, { error: 'Too many requests' }],
  ])('HTTP %i with %j is left to the general mapping', (status, json) => {
    expect(errorRule(reply(status, json))).toBeUndefined()
  })
})
