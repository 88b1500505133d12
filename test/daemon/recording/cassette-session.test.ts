import { expect, test } from 'vitest'
import { loadConfig } from '../../../src/config/load.js'
import { readProxies } from '../../../src/daemon/network/proxies.js'
import { listConfiguredSecrets } from '../../../src/daemon/recording/cassette-session.js'

test.each([
  ['http://user:half%price@proxy.test:8080', ['half%25price', 'half%price']],
  ['http://user:p%40ssword@proxy.test:8080', ['p%40ssword', 'p@ssword']],
])('the password of the proxy %s is withheld as it is written and as it is meant', async (proxy, values) => {
  const config = loadConfig({
    flags: { venues: { kalshi: { proxy } } },
    environment: {},
    file: undefined,
  })
  expect(listConfiguredSecrets(config, {}, readProxies(config, {}))).toEqual(
    values.map((value) => ({ name: 'venues.kalshi.proxy', value })),
  )
})

test.each([
  [
    'https://node.example/?api-key=0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0',
    ['0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0'],
  ],
  ['https://node.example/v2/AbCdEfGhIjKlMnOpQrStUv?cluster=mainnet', ['AbCdEfGhIjKlMnOpQrStUv']],
  ['https://me:p%40ssword@node.example', ['p%40ssword', 'p@ssword']],
  ['https://venue.example/trade-api/v2', []],
])('the key in the address of a host, %s, is withheld', (rpc, values) => {
  const config = loadConfig({
    flags: { venues: { baozi: { hosts: { rpc } } } },
    environment: {},
    file: undefined,
  })
  expect(listConfiguredSecrets(config, {}, readProxies(config, {}))).toEqual(
    values.map((value) => ({ name: 'venues.baozi.hosts.rpc', value })),
  )
})
