import { expect, test } from 'vitest'
import { loadConfig } from '../../src/config/load.js'
import { configuredSecrets } from '../../src/daemon/cassette.js'
import { readProxies } from '../../src/daemon/proxies.js'

test.each([
  ['http://user:half%price@proxy.test:8080', ['half%25price', 'half%price']],
  ['http://user:p%40ssword@proxy.test:8080', ['p%40ssword', 'p@ssword']],
])('the password of the proxy %s is withheld as it is written and as it is meant', async (proxy, values) => {
  const config = loadConfig({
    flags: { venues: { kalshi: { proxy } } },
    environment: {},
    file: undefined,
  })
  expect(configuredSecrets(config, {}, readProxies(config, {}))).toEqual(
    values.map((value) => ({ name: 'venues.kalshi.proxy', value })),
  )
})
