import { describe, expect, test } from 'vitest'
import { heldCredentials as heldBy } from '../../src/config/credentials.js'
import { ConfigError } from '../../src/config/load.js'
import { credentialVariablesOf } from '../../src/venues/registry.js'

function heldCredentials(settings: Parameters<typeof heldBy>[0], environment: Parameters<typeof heldBy>[1]) {
  return heldBy(settings, environment, credentialVariablesOf)
}

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

  test('are known for a venue of the wire that is not served yet: no recording may hold them', () => {
    expect(heldCredentials({}, { GEMINI_API_SECRET: 'not-yet' })).toEqual({
      'gemini-titan': { apiSecret: 'not-yet' },
    })
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

  test('lose what files and shells leave around them; what is nothing but that is not set', () => {
    const environment = {
      OPINION_API_KEY: ' key\r\n',
      METACULUS_API_TOKEN: ' \n',
      KALSHI_PRIVATE_KEY: 'a\nb\n',
    }
    expect(heldCredentials({ kalshi: { credentials: { apiKey: 'id\n' } } }, environment)).toMatchObject({
      opinion: { apiKey: 'key' },
      kalshi: { apiKey: 'id', privateKey: 'a\nb' },
    })
    expect(heldCredentials({}, environment)).not.toHaveProperty('metaculus')
  })

  test.each(['one\ntwo-secret', 'tab\tsecret', 'secret\u20ac'])(
    'that cannot be sent (%j) are told by their variable, never by their value',
    (value) => {
      const held = () => heldCredentials({}, { METACULUS_API_TOKEN: value })
      expect(held).toThrow(ConfigError)
      expect(held).toThrow(/^METACULUS_API_TOKEN: /)
      expect(held).not.toThrow(/secret/)
    },
  )
})
