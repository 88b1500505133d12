import { describe, expect, test } from 'vitest'
import {
  isShareable,
  keyOfRequest,
  packResponse,
  unpackResponse,
} from '../../../src/catalog/shared/shared-response.js'

const bytes = new TextEncoder().encode('{"markets":[{"price":"0.10"}],\n"cursor":"ä"}')

test('a response comes back byte by byte, with its status, headers and time of the venue', async () => {
  const reply = { status: 404, headers: { date: 'x', age: '3' }, json: undefined, bytes }
  const packed = await packResponse({ reply, venueTime: 1_700_000_000_999 })
  expect(await unpackResponse(packed ?? new Uint8Array())).toEqual({ reply, venueTime: 1_700_000_000_999 })
})

test('cookies of one daemon do not reach the others', async () => {
  const headers = { date: 'x', 'set-cookie': 'session=1' }
  const packed = await packResponse({ reply: { status: 200, headers, json: undefined, bytes } })
  expect((await unpackResponse(packed ?? new Uint8Array())).reply.headers).toEqual({ date: 'x' })
})

test('a response that was already parsed has no bytes to share', async () => {
  expect(await packResponse({ reply: { status: 200, headers: {}, json: {} } })).toBeUndefined()
})

test('bytes that are no response are refused', async () => {
  await expect(unpackResponse(new Uint8Array([1, 2, 3]))).rejects.toThrow()
})

describe('requests', () => {
  const list = { host: 'api', path: '/markets', query: { limit: 100, cursor: 'a' } }
  test('have equal keys whatever the order of their parameters, and different keys otherwise', () => {
    const key = keyOfRequest('kalshi', list)
    expect(keyOfRequest('kalshi', { ...list, query: { cursor: 'a', limit: 100 } })).toBe(key)
    expect(keyOfRequest('kalshi', { ...list, query: { cursor: 'b', limit: 100 } })).not.toBe(key)
    expect(keyOfRequest('polymarket', list)).not.toBe(key)
  })

  test.each([
    [list, true],
    [{ ...list, body: { query: '{}' }, read: true as const }, true],
    [{ ...list, body: { order: 1 } }, false],
    [{ ...list, isUnrecorded: true as const }, false],
    [{ ...list, secretHeaders: { authorization: 'key' } }, false],
    [{ ...list, secretHeaders: {} }, true],
  ])('%j may be shared: %s', (request, isAllowed) => {
    expect(isShareable(request)).toBe(isAllowed)
  })
})
