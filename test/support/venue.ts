import { silentLogger } from '../../src/observe/logger.js'
import { startDeadline } from '../../src/policy/abort.js'
import type { Wire } from '../../src/transport/call-types.js'
import { createTransport } from '../../src/transport/transport.js'
import { noSecrets, type Secrets } from '../../src/venue-kit/contract/account-secrets.js'
import { createMemo } from '../../src/venue-kit/contract/memo.js'
import { collect, type Paging } from '../../src/venue-kit/contract/paging.js'
import type { Venue, VenueContext } from '../../src/venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../src/venue-kit/payload/payload.js'
import { createOmissions, type Omissions } from '../../src/venue-kit/payload/response-notes.js'
import { type FakeClock, fakeClock } from './clock.js'
import { type Answers, fakeWire } from './wire.js'

/** The instant at which the tests of venues run. */
export const now = Date.UTC(2026, 10, 21, 12)

/** A venue's context over canned answers, with the wire that recorded what was asked. */
export function setUpVenue(
  venue: Venue,
  answers: Answers,
  clock: FakeClock = fakeClock(now),
  secrets: Secrets = noSecrets,
) {
  const wire = fakeWire(answers)
  return { wire, clock, ctx: venueContext(venue, wire, clock, secrets) }
}

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
    wiringOf: (id) =>
      id === venue.id ? { hosts, errors: venue.errors, errorForm: venue.errorForm } : undefined,
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
    omissions: strictOmissions(),
  }
}

/** Tolerates nothing: what the core would leave out is an error, so that tests see that it was noticed, and where. */
function strictOmissions(): Omissions {
  return {
    ...createOmissions(silentLogger, () => {}),
    noteRows(call, places) {
      const [first] = [...places.values()].flatMap(({ malformed }) => malformed)
      if (first !== undefined) throw createSchemaMismatch(call, first.path, first.problem)
    },
    noteMissing(_what, error) {
      throw error
    },
  }
}

/** The same context as the core makes it, which leaves out single odd rows and calls that only decorate. */
export function tolerant(ctx: VenueContext): VenueContext {
  return { ...ctx, omissions: createOmissions(silentLogger, () => {}) }
}

/** A whole list as the core reads it: odd rows are set aside, many of them are an error. */
export async function wholeList<Row>(paging: Paging<Row>, ctx: VenueContext): Promise<Row[]> {
  const rows = await collect(paging)
  ctx.omissions.assertFew()
  return rows
}

/** A venue's markets, for tests in which nobody looks at them. */
export const noMarkets: Venue['markets'] = {
  listEvents: () => {
    throw new Error('not used')
  },
  getEvent: async () => undefined,
  getMarket: async () => undefined,
  findOutcome: async () => undefined,
}
