import type { Secrets } from '../../../src/venue-kit/contract/account-secrets.js'
import { polymarketUs } from '../../../src/venues/polymarket_us/index.js'
import type { FakeClock } from '../../support/clock.js'
import { setUpVenue } from '../../support/venue.js'
import type { Answers } from '../../support/wire.js'

/** The venue over canned answers, with what was asked of it. */
export function setUp(answers: Answers, clock?: FakeClock, secrets?: Secrets) {
  return setUpVenue(polymarketUs, answers, clock, secrets)
}

/** Seed bytes 00 to 1f. */
export const keys: Secrets = {
  values: { apiKey: 'key-id', privateKey: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' },
  withheld: false,
}
