import { generateKeyPairSync } from 'node:crypto'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { type FakeClock, fakeClock } from '../../support/clock.js'
import { setUpVenue } from '../../support/venue.js'
import type { Answers } from '../../support/wire.js'

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

/** The venue over canned answers, for the holder of a key. */
export function signedIn(answers: Answers, clock: FakeClock = fakeClock()) {
  return setUpVenue(kalshi, answers, clock, { values: { apiKey: 'a-key', privateKey }, withheld: false })
}
