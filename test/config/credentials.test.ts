import { describe, expect, test } from 'vitest'
import { readDaemonCredentials as heldBy, type SecretFile } from '../../src/config/credentials.js'
import { ConfigError } from '../../src/config/load.js'
import { credentialVariablesOf } from '../../src/venues/registry.js'

type Environment = Parameters<typeof heldBy>[1]['environment']

function heldCredentials(
  settings: Parameters<typeof heldBy>[0],
  environment: Environment,
  files: Readonly<Record<string, Partial<SecretFile>>> = {},
) {
  const readFile = (path: string): SecretFile => {
    const file = files[path]
    if (file === undefined) throw new Error(`ENOENT: no such file or directory, open '${path}'`)
    return { text: '', mode: 0o600, isOwn: true, ...file }
  }
  return heldBy(settings, { environment, readFile }, credentialVariablesOf)
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

  test("of the demo have names of their own as well, as upstream's, which count there first", () => {
    const environment = {
      KALSHI_API_KEY: 'id',
      KALSHI_DEMO_API_KEY: 'demo id',
      KALSHI_DEMO_PRIVATE_KEY: 'demo pem',
    }
    expect(heldCredentials({}, environment)).toEqual({
      kalshi: { apiKey: 'id' },
      'kalshi-demo': { apiKey: 'demo id', privateKey: 'demo pem' },
    })
  })

  test.each(['OPINION_FUNDER_ADDRESS', 'OPINION_PROXY_ADDRESS'])(
    'of Opinion name whose money it is: %s',
    (name) => {
      expect(heldCredentials({}, { OPINION_PRIVATE_KEY: 'pk', [name]: '0xabc' })).toEqual({
        opinion: { privateKey: 'pk', funderAddress: '0xabc' },
      })
    },
  )

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

describe('a setting that says where a credential is', () => {
  const of = (apiKey: string) => ({ kalshi: { credentials: { apiKey } } })

  test.each<[string, string]>([
    ['env:MY_KEY', 'from env'],
    [' env:MY_KEY ', 'from env'],
    ['file:/keys/mine', 'from file'],
    ['environment', 'environment'],
  ])('%j is %j', (setting, value) => {
    const files = { '/keys/mine': { text: 'from file\n' } }
    expect(heldCredentials(of(setting), { MY_KEY: 'from env' }, files)).toMatchObject({
      kalshi: { apiKey: value },
    })
  })

  test('may be a key of several lines', () => {
    const pem = '-----BEGIN-----\nabc\n-----END-----'
    const settings = { kalshi: { credentials: { privateKey: 'file:/k.pem' } } }
    expect(heldCredentials(settings, {}, { '/k.pem': { text: `${pem}\n` } }).kalshi).toEqual({
      privateKey: pem,
    })
  })

  test.each<[string, Partial<SecretFile> | undefined, RegExp]>([
    ['env:NONE', undefined, /venues\.kalshi\.credentials\.apiKey: the environment variable NONE is not set/],
    ['env:', undefined, /is not set/],
    ['file:/none', undefined, /the file \/none cannot be read: ENOENT/],
    ['file:/f', { text: ' \n' }, /the file \/f is empty/],
    ['file:/f', { text: 'hunter2', mode: 0o644 }, /mode 644.*chmod 600 \/f/],
    ['file:/f', { text: 'hunter2', mode: 0o640 }, /chmod 600/],
    ['file:/f', { text: 'hunter2', isOwn: false }, /belongs to another user/],
    ['file:/f', { text: 'hunter2\nmore' }, /line break/],
  ])('%s of %j is refused, without its value', (setting, file, message) => {
    // What the environment holds is no stand-in for what was asked for.
    const held = () => heldCredentials(of(setting), { KALSHI_API_KEY: 'xyzzy' }, file && { '/f': file })
    expect(held).toThrow(ConfigError)
    expect(held).toThrow(message)
    expect(held).not.toThrow(/hunter2|xyzzy/)
  })

  test.each([0o600, 0o400, undefined])('is read with mode %o', (mode) => {
    expect(heldCredentials(of('file:/f'), {}, { '/f': { text: 'x', mode } })).toHaveProperty('kalshi')
  })
})
