import { describe, expect, test } from 'vitest'
import { ConfigError, type ConfigSources, environmentSettings, loadConfig } from '../../src/config/load.js'

const path = '/etc/pmx/config.json'

function load(sources: Partial<ConfigSources> & { readonly text?: string } = {}) {
  const { flags = {}, environment = {}, text } = sources
  return loadConfig({ flags, environment, file: text === undefined ? undefined : { path, text } })
}

/** The message of the error that a file leads to. */
function refusal(settings: unknown, environment: ConfigSources['environment'] = {}): string {
  try {
    load({ text: typeof settings === 'string' ? settings : JSON.stringify(settings), environment })
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error('the settings were accepted')
}

describe('without any setting', () => {
  test('the daemon is bound to the loopback, open for reads, with its limits', () => {
    expect(load()).toMatchObject({
      server: { host: '127.0.0.1', port: 3847 },
      logLevel: 'info',
      security: { requireToken: false, allowHosts: [], allowOrigins: [], apiKeys: [] },
      limits: { maxBodyBytes: 2_000_000, maxVenueBytes: 64_000_000, venueTimeoutMs: 10_000, slowMs: 3_000 },
      venues: {},
      cache: { enabled: true },
      demo: { seed: 1 },
    })
  })
})

describe('variables with addresses of hosts', () => {
  const hostVariables = { baozi: { rpc: ['BAOZI_RPC_URL', 'HELIUS_RPC_URL'] } }
  const node = 'https://node.example/?api-key=s3cret'
  const hostsOf = (environment: ConfigSources['environment'], venues?: object) =>
    loadConfig({
      flags: {},
      environment,
      hostVariables,
      file: venues === undefined ? undefined : { path, text: JSON.stringify({ venues }) },
    }).venues.baozi?.hosts

  test('stand for what the file leaves out, the first that is not empty', () => {
    expect(hostsOf({})).toBeUndefined()
    expect(hostsOf({ HELIUS_RPC_URL: node })).toEqual({ rpc: node })
    expect(hostsOf({ BAOZI_RPC_URL: ` ${node}\n`, HELIUS_RPC_URL: 'x' })).toEqual({ rpc: node })
    expect(hostsOf({ BAOZI_RPC_URL: ' ', HELIUS_RPC_URL: node })).toEqual({ rpc: node })
    expect(hostsOf({ BAOZI_RPC_URL: node }, { baozi: { limits: 'none' } })).toEqual({ rpc: node })
    const mine = { rpc: 'http://127.0.0.1:8899' }
    expect(hostsOf({ BAOZI_RPC_URL: node }, { baozi: { hosts: mine } })).toEqual(mine)
  })

  test.each(['node.example?api-key=s3cret', 'ftp://s3cret.example', 's3cret'])(
    'that hold no address are told of without it: %s',
    (value) => {
      const told = () => hostsOf({ BAOZI_RPC_URL: value })
      expect(told).toThrow(
        new ConfigError('BAOZI_RPC_URL must be an http, https, ws or wss address. Change or unset it.'),
      )
    },
  )
})

describe('a file that is not JSON', () => {
  test('is told of by its line, without what stands there', () => {
    const long = '{\n  "security": {\n    "token": s3cretS3cretS3cretS3cret\n  }\n}'
    expect(refusal(long)).toContain("is not JSON: Unexpected token 's' in line 3\n")
    for (const text of [long, '{"token":s3cret}', "'s3cretS3cret'", 's3cret\n']) {
      expect(refusal(text)).not.toContain('3cr')
    }
  })

  test('may begin with the mark of its encoding', () => {
    expect(load({ text: '\uFEFF{"server":{"port":1001}}' }).server.port).toBe(1001)
  })
})

describe('layers', () => {
  const text = '{ "server": { "port": 1001, "host": "localhost" }, "logLevel": "error" }'

  test('flags are stronger than the environment, that than the file, that than the defaults', () => {
    const environment = { PMX_LOCAL_PORT: '1002', PMX_LOCAL_LOG_LEVEL: 'warn' }
    expect(load({ text }).server).toEqual({ port: 1001, host: 'localhost' })
    expect(load({ text, environment })).toMatchObject({
      server: { port: 1002, host: 'localhost' },
      logLevel: 'warn',
    })
    expect(load({ text, environment, flags: { server: { port: 1003 } } })).toMatchObject({
      server: { port: 1003, host: 'localhost' },
      logLevel: 'warn',
    })
  })

  test('a flag that was not given hides nothing', () => {
    expect(load({ text, flags: { server: { port: undefined }, logLevel: undefined } })).toMatchObject({
      server: { port: 1001 },
      logLevel: 'error',
    })
  })

  test('lists replace lists, objects are merged', () => {
    const file = '{ "security": { "allowHosts": ["a"], "requireToken": true } }'
    expect(load({ text: file, flags: { security: { allowHosts: ['b', 'c'] } } }).security).toMatchObject({
      allowHosts: ['b', 'c'],
      requireToken: true,
    })
  })
})

describe('the environment', () => {
  test.each<[string, string, Readonly<Record<string, unknown>>]>([
    ['PMX_LOCAL_HOST', '::1', { server: { host: '::1' } }],
    ['PMX_LOCAL_PORT', '0', { server: { port: 0 } }],
    ['PMX_LOCAL_STATE_DIR', '/var/x', { stateDir: '/var/x' }],
    ['PMX_LOCAL_LOG_LEVEL', 'debug', { logLevel: 'debug' }],
    ['PMXT_LOG_LEVEL', 'silent', { logLevel: 'silent' }],
    ['PMX_LOCAL_CASSETTE_KEY', 'a'.repeat(64), { record: { key: 'a'.repeat(64) } }],
    ['PMXT_ACCESS_TOKEN', 'x'.repeat(20), { security: { token: 'x'.repeat(20) } }],
  ])('%s=%s is read', (name, value, settings) => {
    expect(load({ environment: { [name]: value } })).toMatchObject(settings)
    expect(Object.keys(environmentSettings)).toContain(name)
  })

  test('our own variable comes before that of the SDKs', () => {
    for (const environment of [
      { PMX_LOCAL_LOG_LEVEL: 'warn', PMXT_LOG_LEVEL: 'debug' },
      { PMXT_LOG_LEVEL: 'debug', PMX_LOCAL_LOG_LEVEL: 'warn' },
    ])
      expect(load({ environment }).logLevel).toBe('warn')
  })

  test('an empty variable is none, and others are not read', () => {
    expect(load({ environment: { PMX_LOCAL_PORT: '', PORT: '1', HOST: '0.0.0.0' } }).server).toEqual({
      host: '127.0.0.1',
      port: 3847,
    })
  })

  test.each(['abc', '3847x', '-1', '70000', '1.5'])('PMX_LOCAL_PORT=%s is refused', (port) => {
    expect(refusal({}, { PMX_LOCAL_PORT: port })).toContain('server.port')
  })
})

describe('a setting that does not exist is refused, with the likely meaning', () => {
  test.each<[unknown, string]>([
    [{ prot: 1 }, 'prot: no such setting'],
    [{ sever: {} }, "sever: no such setting (did you mean 'server'?)"],
    [{ server: { prot: 1 } }, "server.prot: no such setting (did you mean 'port'?)"],
    [
      { security: { requiretoken: true } },
      "security.requiretoken: no such setting (did you mean 'requireToken'?)",
    ],
    [
      { security: { apiKeys: [{ key: 'x'.repeat(16), right: [] }] } },
      "security.apiKeys.0.right: no such setting (did you mean 'rights'?)",
    ],
    [{ limits: { slowMS: 1, maxBytes: 2 } }, "limits.slowMS: no such setting (did you mean 'slowMs'?)"],
    [{ venues: { kalsi: {} } }, "venues.kalsi: no such venue (did you mean 'kalshi'?)"],
    [{ venues: { kalshi: { host: {} } } }, "venues.kalshi.host: no such setting (did you mean 'hosts'?)"],
    [{ cache: { enable: true } }, "cache.enable: no such setting (did you mean 'enabled'?)"],
    [{ zzzzzzz: 1 }, 'zzzzzzz: no such setting'],
    ['{ "__proto__": { "server": { "port": 1 } } }', '__proto__: no such setting'],
    ['{ "server": { "constructor": 1 } }', 'server.constructor: no such setting'],
  ])('%j', (settings, line) => {
    expect(refusal(settings).split('\n')).toContain(`  ${line}`)
  })

  test('all of them at once', () => {
    const message = refusal({ sever: {}, server: { prot: 1 }, logLevel: 'loud' })
    expect(message.split('\n')).toHaveLength(5)
    expect(message).toContain(path)
  })
})

describe('a value of the wrong kind is refused by name', () => {
  test.each<[unknown, string]>([
    [{ server: { port: '3847' } }, 'server.port'],
    [{ server: { port: 65_536 } }, 'server.port'],
    [{ server: 'localhost' }, 'server'],
    [{ server: null }, 'server'],
    [{ logLevel: 'loud' }, 'logLevel'],
    [{ sdkVersion: 'latest' }, 'sdkVersion'],
    [{ security: { token: 'short' } }, 'security.token'],
    [{ security: { allowOrigins: ['http://x.test/path'] } }, 'security.allowOrigins.0'],
    [{ security: { allowOrigins: ['*'] } }, 'security.allowOrigins.0'],
    [{ security: { allowHosts: ['http://x'] } }, 'security.allowHosts.0'],
    [{ security: { apiKeys: [{ key: 'short' }] } }, 'security.apiKeys.0.key'],
    [{ security: { apiKeys: [{ key: 'x'.repeat(16), rights: ['admin'] }] } }, 'security.apiKeys.0.rights.0'],
    [{ limits: { venueTimeoutMs: 30_000 } }, 'limits.venueTimeoutMs'],
    [{ limits: { maxBodyBytes: 1 } }, 'limits.maxBodyBytes'],
    [{ venues: { kalshi: { hosts: { api: 'ftp://x' } } } }, 'venues.kalshi.hosts.api'],
    [{ venues: { kalshi: { proxy: 'proxy:8080' } } }, 'venues.kalshi.proxy'],
    [{ venues: { kalshi: { proxy: 'http://us%ff:pw@proxy:8080' } } }, 'venues.kalshi.proxy'],
    [{ demo: { seed: -1 } }, 'demo.seed'],
  ])('%j names %s', (settings, name) => {
    expect(refusal(settings)).toMatch(new RegExp(`^ {2}${name.replaceAll('.', '\\.')}: \\S`, 'm'))
  })

  test('a secret value is not repeated', () => {
    expect(refusal({ security: { token: 'hunter2' } })).not.toContain('hunter2')
  })
})

describe('a file', () => {
  test('may hold comments and trailing commas', () => {
    expect(load({ text: '{\n // the port\n "server": { "port": 1001, },\n}' }).server.port).toBe(1001)
  })

  test.each(['', '[]', '5', 'null', '{ "server": ', 'server: 1'])(
    'holding %j is refused by its path',
    (text) => {
      expect(refusal(text)).toContain(path)
    },
  )
})

describe('a bind that other machines can reach', () => {
  const wide = (security: object) => ({ server: { host: '0.0.0.0' }, security })

  test.each<[object, RegExp]>([
    [{}, /requireToken.* and .*allowHosts/],
    [{ requireToken: true }, /needs security\.allowHosts/],
    [{ allowHosts: ['box'] }, /needs security\.requireToken/],
  ])('is refused with %j, with what is missing and how a container does it', (security, missing) => {
    const message = refusal(wide(security))
    expect(message).toMatch(missing)
    expect(message).toContain('ports: ["127.0.0.1:3847:3847"]')
  })

  test.each([
    { requireToken: true, allowHosts: ['box'] },
    { apiKeys: [{ key: 'x'.repeat(16) }], allowHosts: ['box'] },
  ])('is accepted with %j', (security) => {
    expect(load({ text: JSON.stringify(wide(security)) }).server.host).toBe('0.0.0.0')
  })

  test.each(['127.0.0.1', '::1', 'localhost'])('is not %s', (host) => {
    expect(load({ text: JSON.stringify({ server: { host } }) }).server.host).toBe(host)
  })

  test.each(['0.0.0.0', '::', '192.168.1.5', 'box.lan', '127.0.0.1.evil.test', ''])('is %j', (host) => {
    expect(() => load({ text: JSON.stringify({ server: { host } }) })).toThrow(ConfigError)
  })
})

test('nothing can change the configuration afterwards', () => {
  const config = load({ text: '{ "security": { "apiKeys": [{ "key": "0123456789abcdef" }] } }' })
  const parts: unknown[] = [config, config.server, config.security, config.security.apiKeys, config.venues]
  for (const part of [...parts, ...config.security.apiKeys]) expect(Object.isFrozen(part)).toBe(true)
})

test('files that the file names are meant from where it lies', () => {
  const credentials = {
    apiKey: 'file:keys/k',
    privateKey: 'file:/abs/p',
    apiToken: 'env:X',
    passphrase: 'file:',
  }
  const text = JSON.stringify({ venues: { kalshi: { credentials } } })
  const config = loadConfig({ flags: {}, environment: {}, file: { path: '/etc/pmx/config.json', text } })
  expect(config.venues.kalshi?.credentials).toEqual({ ...credentials, apiKey: 'file:/etc/pmx/keys/k' })
})
