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
