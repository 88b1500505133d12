import { describe, expect, test } from 'vitest'
import { heldCredentials } from '../../src/config/credentials.js'

describe("the daemon's own credentials", () => {
  test('are none when none are set', () => {
    expect(heldCredentials({}, {})).toEqual({})
    expect(heldCredentials({}, { KALSHI_API_KEY: '', HOME: '/home/x', API_KEY: 'x' })).toEqual({})
  })

  test('come from the environment, the same names for kalshi and its demo', () => {
    const environment = { KALSHI_API_KEY: 'id', KALSHI_PRIVATE_KEY: 'pem' }
    const both = { apiKey: 'id', privateKey: 'pem' }
    expect(heldCredentials({}, environment)).toEqual({ kalshi: both, 'kalshi-demo': both })
  })

  test('take the first variable that is not empty', () => {
    expect(heldCredentials({}, { POLYMARKET_PK: '', POLYMARKET_PRIVATE_KEY: 'b' })).toEqual({
      polymarket: { privateKey: 'b' },
    })
    expect(heldCredentials({}, { POLYMARKET_PK: 'a', POLYMARKET_PRIVATE_KEY: 'b' })).toEqual({
      polymarket: { privateKey: 'a' },
    })
  })

  test('of the configuration are stronger, name by name', () => {
    const settings = { opinion: { credentials: { apiKey: 'file' } } }
    expect(heldCredentials(settings, { OPINION_API_KEY: 'env', OPINION_PRIVATE_KEY: 'env' })).toEqual({
      opinion: { apiKey: 'file', privateKey: 'env' },
    })
  })
})
