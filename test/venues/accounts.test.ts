import { expect, test } from 'vitest'
import { venueIds } from '../../src/api/envelope/venue-ids.js'
import { accountOf } from '../../src/venue-kit/contract/account-secrets.js'
import type { VenueContext } from '../../src/venue-kit/contract/venue.js'
import { loadVenue } from '../../src/venues/registry.js'

const key = `0x${'ab12'.repeat(16)}`
const address = `0x${'ab12'.repeat(10)}`
const venues = await Promise.all(venueIds.map((id) => loadVenue(id)))
const trading = venues.flatMap((venue) => (venue?.orders === undefined ? [] : [venue]))

test('every venue that takes orders says whose they are', () => {
  expect(trading.length).toBeGreaterThan(9)
  for (const { id, orders } of trading)
    expect(orders?.accountIn !== undefined || orders?.accountBy !== undefined, id).toBe(true)
})

test('where no address is an account, what a call names beside its key makes no other one', () => {
  for (const venue of trading.filter(({ orders }) => orders?.accountIn === undefined)) {
    const of = (values: Readonly<Record<string, string>>) => accountOf(venue, { values, withheld: false })
    const own = { apiKey: 'k', apiToken: 'k', privateKey: 'secret' }
    expect(of({ ...own, walletAddress: address, funderAddress: address }), venue.id).toBe(of(own))
    expect(of({ ...own, apiKey: 'other', apiToken: 'other' }), venue.id).not.toBe(of(own))
  }
})

test('a wallet is no account of another key', async () => {
  const myriad = trading.find(({ id }) => id === 'myriad')
  const memo = { get: () => undefined, set: () => undefined, delete: () => undefined }
  const secrets = { values: { privateKey: key, walletAddress: address }, withheld: false }
  const found = myriad?.orders?.accountIn?.({ secrets, memo } as unknown as VenueContext)
  await expect(found).rejects.toMatchObject({ code: 'AUTHENTICATION_ERROR' })
})

test.each([
  ['myriad', { privateKey: key }, { privateKey: key, apiKey: 'k', apiSecret: 's' }],
  ['hyperliquid', { walletAddress: address }, { apiKey: address }],
  [
    'opinion',
    { apiKey: 'k', funderAddress: address },
    { apiKey: 'k', privateKey: key, funderAddress: address },
  ],
] as const)('on %s a wallet is one account, however it is named', async (id, one, other) => {
  const venue = trading.find((each) => each.id === id)
  const memo = { get: () => undefined, set: () => undefined, delete: () => undefined }
  const of = async (values: object) =>
    venue?.orders?.accountIn?.({ secrets: { values, withheld: false }, memo } as unknown as VenueContext)
  expect(String(await of(one ?? {}))).toMatch(/^0x[0-9a-f]{40}$/i)
  expect(await of(one ?? {})).toBe(await of(other ?? {}))
})
