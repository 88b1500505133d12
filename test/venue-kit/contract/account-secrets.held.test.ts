import { describe, expect, test } from 'vitest'
import { secretsFor } from '../../../src/venue-kit/contract/account-secrets.js'
import type { VenueContext } from '../../../src/venue-kit/contract/venue.js'
import { coreOver, event, fakeVenue, market } from '../../core/fake-venue.js'

const held = { kalshi: { apiKey: "the daemon's" } }

describe('what a request may use', () => {
  test('are its own credentials, whoever it is', () => {
    const given = { apiKey: 'mine', privateKey: 'mine too' }
    for (const trusted of [true, false])
      expect(secretsFor('kalshi', given, trusted, held)).toEqual({ values: given, withheld: false })
  })

  test("are the daemon's only when it carries the access token", () => {
    expect(secretsFor('kalshi', undefined, true, held)).toEqual({
      values: held.kalshi,
      withheld: false,
      isHeld: true,
    })
    expect(secretsFor('kalshi', undefined, false, held)).toEqual({ values: {}, withheld: true })
  })

  test('is never a mixture of both', () => {
    expect(secretsFor('kalshi', { privateKey: 'mine' }, true, held).values).toEqual({ privateKey: 'mine' })
  })

  test('is nothing at a venue for which the daemon holds nothing', () => {
    for (const trusted of [true, false])
      expect(secretsFor('polymarket', undefined, trusted, held)).toEqual({ values: {}, withheld: false })
  })

  test('names what was sent without a value, so that the venue that needs it refuses the call', () => {
    const given = { apiKey: 'mine', privateKey: ' ', passphrase: '' }
    expect(secretsFor('kalshi', given, true, held)).toEqual({
      values: { apiKey: 'mine' },
      withheld: false,
      empty: ['passphrase', 'privateKey'],
    })
  })

  test('is text, though a key of digits comes as a number', () => {
    const given = JSON.parse('{"apiKey":12345678}')
    expect(secretsFor('kalshi', given, false, {}).values).toEqual({ apiKey: '12345678' })
  })

  test('holds no address of another server', () => {
    const given = { baseUrl: 'http://evil.test', signatureType: 1 }
    expect(secretsFor('kalshi', given, false, {})).toEqual({ values: {}, withheld: false })
  })
})

test('a source sees the credentials of its own request and no other', async () => {
  const seen: unknown[] = []
  const venue = fakeVenue({
    events: [event('E', [market('A')])],
    sources: {
      getMarket: async (_id, ctx: VenueContext) => {
        seen.push(ctx.secrets)
        return market('A')
      },
    },
  })
  const core = coreOver(venue, { held })
  await core.answer('fetchMarket', ['A'], { call: { credentials: { apiKey: 'mine' } } })
  await core.answer('fetchMarket', ['A'])
  await core.answer('fetchMarket', ['A'], { call: { trusted: true } })
  expect(seen).toEqual([
    { values: { apiKey: 'mine' }, withheld: false },
    { values: {}, withheld: true },
    { values: held.kalshi, withheld: false, isHeld: true },
  ])
})

describe('credentials that are lent where nothing is real', () => {
  const lent = { apiKey: 'lent' }

  test('are for everybody who has none, and never instead of own ones', () => {
    for (const trusted of [true, false]) {
      expect(secretsFor('kalshi', undefined, trusted, {}, lent)).toEqual({
        values: lent,
        withheld: false,
      })
      expect(secretsFor('kalshi', { apiKey: 'mine' }, trusted, {}, lent).values).toEqual({ apiKey: 'mine' })
      expect(secretsFor('kalshi', { signatureType: 2 }, trusted, {}, lent).values).toEqual(lent)
    }
  })
})
