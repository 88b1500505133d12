import { expect, test } from 'vitest'
import { loadStoredAddresses } from '../../src/daemon/sources/venue-loader.js'
import { loadVenue } from '../../src/venues/registry.js'

const settings = (api: string) => ({ hosts: { api }, limits: 'published', credentials: {} }) as const

test('a venue at its own addresses is stored as itself, however they are spelt; at others it is another', async () => {
  const own = (await loadVenue('kalshi'))?.hosts['api']?.url ?? ''
  const of = async (api: string) =>
    (await loadStoredAddresses({ kalshi: settings(api) }, undefined))('kalshi')
  expect(await of(own)).toBe('')
  expect(await of(`${own.replace(/\/$/, '')}/`)).toBe('')
  expect(await of('http://name:word@localhost:4000/kalshi/')).toBe('api=http://localhost:4000/kalshi')
  expect((await loadStoredAddresses({}, undefined))('kalshi')).toBe('')
})

test('a demo world has files of its own, so its ports are no part of the name', async () => {
  const addresses = await loadStoredAddresses({ kalshi: settings('http://localhost:4000') }, {})
  expect(addresses('kalshi')).toBe('')
})
