import { silentLogger } from '../../src/observe/logger.js'
import { startDeadline } from '../../src/policy/deadline.js'
import type { Wire } from '../../src/transport/call.js'
import { createTransport } from '../../src/transport/transport.js'
import { createMemo } from '../../src/venues/memo.js'
import { noSecrets, type Secrets } from '../../src/venues/secrets.js'
import type { Venue, VenueContext } from '../../src/venues/venue.js'
import { type FakeClock, fakeClock } from './clock.js'

/** The context in which an adapter's source runs, over a wire of the test's choice and a clock that stands still. */
export function venueContext(
  venue: Venue,
  wire: Wire,
  clock: FakeClock = fakeClock(),
  secrets: Secrets = noSecrets,
): VenueContext {
  const unlimited = { capacity: 1e9, perSecond: 1e9, source: 'test' }
  const hosts = Object.fromEntries(
    Object.entries(venue.hosts).map(([name, facts]) => [name, { url: facts.url, limit: unlimited }]),
  )
  const transport = createTransport({
    wire,
    clock,
    random: () => 0,
    wiringOf: (id) => (id === venue.id ? { hosts, errors: venue.errors } : undefined),
    maxBytes: 64_000_000,
    attemptTimeoutMs: 5_000,
  })
  const deadline = startDeadline(clock, 25_000)
  return {
    http: transport.bind(venue.id, deadline, 'interactive'),
    clock,
    signal: deadline.signal,
    log: silentLogger,
    memo: createMemo(1_000, clock),
    secrets,
  }
}
