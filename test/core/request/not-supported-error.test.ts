import { expect, test } from 'vitest'
import { createNotSupportedError } from '../../../src/core/request/not-supported-error.js'

test('what a venue cannot do says where it is listed what it can, and whose the methods across venues are', () => {
  const own = createNotSupportedError('fetchTrades', 'kalshi')
  expect([own.code, own.exchange]).toEqual(['NOT_SUPPORTED', 'kalshi'])
  expect(own.message).toContain('GET /api/kalshi/has')
  expect(own.message).not.toContain('router')
  expect(createNotSupportedError('fetchMarketMatches', 'kalshi').message).toContain("'router'")
})
