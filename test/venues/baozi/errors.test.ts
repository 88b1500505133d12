import { describe, expect, test } from 'vitest'
import { errorRule } from '../../../src/venues/baozi/errors.js'
import { failure } from './payloads.js'

const refusal = (status: number, json: unknown, headers = {}) => errorRule({ status, headers, json })
const node = 'venues.baozi.hosts.rpc'

describe('a failure of the node', () => {
  test.each([
    [429, 429, 'Too many requests for a specific RPC call'],
    [200, 429, 'Too many requests'],
    [200, -32005, 'Too many requests for a specific RPC call, contact your app developer'],
    [200, -32429, 'rate limited'],
    [503, -32000, 'Connection rate limits exceeded'],
    [200, -32007, '15/second request limit reached - reduce calls per second'],
    [403, -32002, 'You have exceeded the RPS limit of your plan'],
  ])('HTTP %i with code %i, "%s", is a rate limit', (status, code, message) => {
    const error = refusal(status, failure(code, message), { 'retry-after': '12' })
    expect(error).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      retryAfter: 12,
      detail: { upstreamCode: code },
    })
  })

  test.each([
    [200, -32010, 'account excluded from account secondary indexes; this RPC method unavailable for key'],
    [200, -32601, 'Method not found'],
    [410, 410, 'The RPC call or parameters have been disabled.'],
    [400, -32602, 'Invalid param: WrongSize'],
  ])('HTTP %i with code %i, "%s", does not pass by asking again', (status, code, message) => {
    const error = refusal(status, failure(code, message))
    expect(error).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', retryable: false })
    expect(error?.message).toContain(node)
  })

  test.each([
    [403, 403, 'Access forbidden', 'PERMISSION_DENIED'],
    [200, 403, 'Your IP or provider is blocked from this endpoint', 'PERMISSION_DENIED'],
    [401, -32401, 'invalid api key provided', 'AUTHENTICATION_ERROR'],
  ])(
    'HTTP %i with code %i, "%s", is %s, and names where another node goes',
    (status, code, message, word) => {
      const error = refusal(status, failure(code, message))
      expect(error).toMatchObject({ code: word })
      expect(error?.message).toContain(node)
    },
  )

  test.each([
    [200, -32005, 'Node is behind by 42 slots'],
    [500, -32603, 'Internal error'],
    [200, -32004, 'Block not available for slot 1'],
  ])('HTTP %i with code %i, "%s", may pass', (status, code, message) => {
    const error = refusal(status, failure(code, message))
    expect(error).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', retryable: true })
  })

  test('says at most 200 characters of it', () => {
    expect(refusal(200, failure(-32000, 'x'.repeat(900)))?.message.length).toBeLessThan(260)
  })
})

describe('a gateway before the node, which has words of its own,', () => {
  test.each([
    [200, { code: '429' }, 'RATE_LIMIT_EXCEEDED'],
    [200, { code: '-32005', message: 'Too many requests' }, 'RATE_LIMIT_EXCEEDED'],
    [200, 'rate limited', 'RATE_LIMIT_EXCEEDED'],
    [429, {}, 'RATE_LIMIT_EXCEEDED'],
    [401, 'invalid api key', 'AUTHENTICATION_ERROR'],
    [200, { code: '403', message: 'blocked' }, 'PERMISSION_DENIED'],
    [200, { code: '-32601' }, 'EXCHANGE_NOT_AVAILABLE'],
    [502, { code: 'UPSTREAM', message: 'no node' }, 'EXCHANGE_NOT_AVAILABLE'],
    [200, 'gone', 'EXCHANGE_NOT_AVAILABLE'],
  ])('with HTTP %i and %j is told as %s', (status, error, code) => {
    const told = refusal(status, { error })
    expect(told?.code).toBe(code)
    expect(told?.message).toMatch(/^The Solana node refused the request: \S.*\.( |$)/)
  })
})

test.each([{ result: [] }, null, 'text', [], { error: null, result: 1 }])('%j is none of them', (json) =>
  expect(refusal(200, json)).toBeUndefined(),
)
