import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadConfig } from '../../src/config/load.js'

const path = 'config.example.json'
const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('the example loads, and says what the defaults are', () => {
  const example = loadConfig({ flags: {}, environment: {}, file: { path, text } })
  const { venues: _shown, feeds: _told, ...rest } = example
  const { venues: _none, feeds: _neither, ...defaults } = loadConfig({ flags: {}, environment: {} })
  expect(rest).toEqual(defaults)
})

test('what the example has commented out loads as well', () => {
  const all = text.replace(/\/\/ ("(stateDir|sdkVersion|api|rpc|proxy)")/g, '$1')
  const { venues, feeds, sdkVersion, stateDir, proxy } = loadConfig({
    flags: {},
    environment: {},
    file: { path, text: all },
  })
  expect(venues.kalshi?.hosts['api']).toContain('https://')
  expect(feeds.chainlink?.hosts['rpc']).toContain('https://')
  expect([sdkVersion, stateDir]).toEqual(['2.54.0', '/var/lib/pmx-local'])
  expect([proxy, venues.kalshi?.proxy]).toEqual(['http://proxy.example:8080', 'http://proxy.example:8080'])
})
