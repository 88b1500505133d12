import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../../src/config/load.js'
import type { ConfigInput } from '../../../src/config/schema.js'
import { readProxies } from '../../../src/daemon/network/proxies.js'

function chosen(
  environment: Readonly<Record<string, string>>,
  url: string,
  flags: ConfigInput = {},
): string | undefined {
  const config = loadConfig({ flags, environment: {} })
  const use = readProxies(config, environment).of('kalshi', new URL(url))
  return use === undefined ? undefined : `${use.setting} ${use.address}`
}

const HTTPS = 'https://venue.test/markets'

describe('the proxy for an address', () => {
  test.each<[string, Record<string, string>, string, string | undefined]>([
    ['none', {}, HTTPS, undefined],
    ['that of its protocol', { HTTPS_PROXY: 'http://p:1' }, HTTPS, 'HTTPS_PROXY http://p:1'],
    ['not that of another', { HTTP_PROXY: 'http://p:1' }, HTTPS, undefined],
    ['plain http has its own', { http_proxy: 'http://p:1' }, 'http://venue.test/', 'http_proxy http://p:1'],
    ['one for all', { ALL_PROXY: 'http://p:1' }, HTTPS, 'ALL_PROXY http://p:1'],
    [
      'its protocol before one for all',
      { ALL_PROXY: 'http://p:1', https_proxy: 'http://p:2' },
      HTTPS,
      'https_proxy http://p:2',
    ],
    [
      'small letters first',
      { HTTPS_PROXY: 'http://p:1', https_proxy: 'http://p:2' },
      HTTPS,
      'https_proxy http://p:2',
    ],
    ['nothing is nothing', { https_proxy: ' ', HTTPS_PROXY: 'http://p:1' }, HTTPS, 'HTTPS_PROXY http://p:1'],
    ['a bare host is http', { HTTPS_PROXY: 'proxy.test:3128' }, HTTPS, 'HTTPS_PROXY http://proxy.test:3128'],
    ['a % in a password', { HTTPS_PROXY: 'http://u:5%@p:1' }, HTTPS, 'HTTPS_PROXY http://u:5%25@p:1'],
  ])('%s', (_what, environment, url, wanted) => {
    expect(chosen(environment, url)).toBe(wanted)
  })

  test('is the setting for all before the environment, and that of the venue before both', () => {
    const environment = { HTTPS_PROXY: 'http://p:1' }
    expect(chosen(environment, HTTPS, { proxy: 'http://p:2' })).toBe('proxy http://p:2')
    const flags = { proxy: 'http://p:2', venues: { kalshi: { proxy: 'http://p:3' } } }
    expect(chosen(environment, HTTPS, flags)).toBe('venues.kalshi.proxy http://p:3')
  })

  test('of another venue is not its own', () => {
    expect(chosen({}, HTTPS, { venues: { polymarket: { proxy: 'http://p:3' } } })).toBeUndefined()
  })
})

describe('NO_PROXY', () => {
  const with_ = (NO_PROXY: string, url: string, flags: ConfigInput = {}) =>
    chosen({ HTTPS_PROXY: 'http://p:1', NO_PROXY }, url, flags) === undefined ? 'direct' : 'proxy'

  test.each([
    ['*', HTTPS, 'direct'],
    ['venue.test', HTTPS, 'direct'],
    ['VENUE.test', HTTPS, 'direct'],
    ['venue.test', 'https://api.venue.test/', 'direct'],
    ['.venue.test', 'https://api.venue.test/', 'direct'],
    ['*.venue.test', 'https://api.venue.test/', 'direct'],
    ['venue.test', 'https://otherVenue.test/', 'proxy'],
    ['api.venue.test', HTTPS, 'proxy'],
    ['a.test, b.test venue.test', HTTPS, 'direct'],
    ['venue.test:443', HTTPS, 'direct'],
    ['venue.test:8443', HTTPS, 'proxy'],
    ['venue.test:8443', 'https://venue.test:8443/', 'direct'],
    ['10.0.0.7', 'https://10.0.0.7/', 'direct'],
    ['[fd00::7]', 'https://[fd00::7]/', 'direct'],
    ['', HTTPS, 'proxy'],
    [',:8080,', HTTPS, 'proxy'],
  ])('%j: %s goes %s', (noProxy, url, way) => {
    expect(with_(noProxy, url)).toBe(way)
    expect(with_(noProxy, url, { proxy: 'http://p:2' })).toBe(way)
  })

  test('does not undo a proxy that one venue was given', () => {
    expect(with_('*', HTTPS, { venues: { kalshi: { proxy: 'http://p:3' } } })).toBe('proxy')
  })
})

test.each(['http://localhost:1/', 'http://127.0.0.1:1/', 'http://127.8.9.1/', 'http://[::1]:1/'])(
  '%s is this machine and is never reached through a proxy',
  (url) => {
    const flags = { proxy: 'http://p:2', venues: { kalshi: { proxy: 'http://p:3' } } }
    expect(chosen({ HTTP_PROXY: 'http://p:1' }, url, flags)).toBeUndefined()
  },
)

test('all that are set are told, each once, with what is exempt', () => {
  const config = loadConfig({
    flags: { proxy: 'http://p:2', venues: { kalshi: { proxy: 'http://p:3' } } },
    environment: {},
  })
  const proxies = readProxies(config, { ALL_PROXY: 'http://p:1', NO_PROXY: 'a.test,b.test' })
  expect(proxies.all.map(({ setting }) => setting)).toEqual(['venues.kalshi.proxy', 'proxy', 'ALL_PROXY'])
  expect(proxies.exempt).toEqual(['a.test', 'b.test'])
})
