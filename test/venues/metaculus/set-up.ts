import type { Secrets } from '../../../src/venue-kit/contract/account-secrets.js'
import { metaculus } from '../../../src/venues/metaculus/index.js'
import { present } from '../../support/expect.js'
import { setUpVenue } from '../../support/venue.js'
import { type Answers, type FakeWire, queryOf } from '../../support/wire.js'

const token: Secrets = { values: { apiToken: 'fictional-token' }, withheld: false }

/** The venue over canned answers, with what was asked of it; with a token unless told otherwise. */
export function setUp(answers: Answers, secrets: Secrets = token) {
  return setUpVenue(metaculus, answers, undefined, secrets)
}

/** The query of the nth call. */
export function queryAt(wire: FakeWire, index: number): Record<string, string | string[]> {
  return queryOf(present(wire.calls[index]))
}
