import type { Secrets } from '../../../src/venue-kit/contract/account-secrets.js'
import { opinion } from '../../../src/venues/opinion/index.js'
import type { FakeClock } from '../../support/clock.js'
import { setUpVenue } from '../../support/venue.js'
import type { Answers } from '../../support/wire.js'

/** The venue over canned answers, with what was asked of it; without a key unless one is held. */
export function setUp(answers: Answers, secrets?: Secrets) {
  return setUpVenue(opinion, answers, undefined, secrets)
}

/** Runs what waits between its tries, with time going on. */
export async function inTime<Value>(clock: FakeClock, work: () => Promise<Value>): Promise<Value> {
  const running = work()
  running.catch(() => undefined)
  await clock.advance(20_000)
  return running
}
