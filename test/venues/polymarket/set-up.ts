import type { CredentialTexts } from '../../../src/api/arguments/credentials.js'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { polymarket } from '../../../src/venues/polymarket/index.js'
import type { FakeClock } from '../../support/clock.js'
import { setUpVenue } from '../../support/venue.js'
import type { Answer, Answers } from '../../support/wire.js'

/** The venue over canned answers, with what was asked of it. */
export function setUp(answers: Answers, clock?: FakeClock) {
  return setUpVenue(polymarket, answers, clock)
}

/** The key of the public development account. */
export const privateKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
export const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const apiKeys = {
  apiKey: 'my-key',
  apiSecret: 'dGhpcyBpcyBhIHRlc3Qgc2VjcmV0IGtleSBub3QgcmVhbA==',
  passphrase: 'my-passphrase',
}

/** The same with the credentials of one who trades from the key's own account, and others beside or instead. */
export function signedIn(answers: Answers, changes: CredentialTexts = {}) {
  const values = { privateKey, ...apiKeys, signatureType: 'eoa', ...changes }
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  return setUpVenue(polymarket, answers, undefined, { values: given, withheld: false })
}

/** An answer of the market list as its keyset route has it: rows in their envelope; a refusal stays as it is. */
export function keyset(answer: Answer): Answer {
  const enveloped = (rows: unknown): unknown => (Array.isArray(rows) ? { markets: rows } : rows)
  return typeof answer === 'function'
    ? (call: VenueCall) => enveloped((answer as (call: VenueCall) => unknown)(call))
    : enveloped(answer)
}
