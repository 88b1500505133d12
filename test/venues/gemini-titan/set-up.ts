import type { VenueCall } from '../../../src/transport/call-types.js'
import type { Secrets } from '../../../src/venue-kit/contract/account-secrets.js'
import { geminiTitan } from '../../../src/venues/gemini-titan/index.js'
import type { FakeClock } from '../../support/clock.js'
import { setUpVenue } from '../../support/venue.js'
import { type Answers, json, queryOf } from '../../support/wire.js'
import { notFound, pageOf } from './payloads.js'

const EVENTS = '/v1/prediction-markets/events'
export const LIST = `GET api${EVENTS}`
export const eventAt = (ticker: string): string => `${LIST}/${ticker}`

/** The venue over canned answers, with what was asked of it. */
export function setUp(answers: Answers, clock?: FakeClock, secrets?: Secrets) {
  return setUpVenue(geminiTitan, answers, clock, secrets)
}

/** Lists by status, in pages of a hundred, as `?status=<word>&offset=<n>` asks for them. */
export function lists(rows: Readonly<Record<string, readonly unknown[]>>) {
  return (call: VenueCall) => {
    const { status, offset, limit } = queryOf(call)
    const all = rows[String(status)] ?? []
    const start = Number(offset)
    return pageOf(all.slice(start, start + Number(limit)), all.length, start)
  }
}

/** Answers for events by ticker; those that are not among them are not found. */
export function events(found: Readonly<Record<string, unknown>>, missing: readonly string[] = []): Answers {
  return Object.fromEntries([
    ...Object.entries(found).map(([ticker, event]) => [eventAt(ticker), event]),
    ...missing.map((ticker) => [eventAt(ticker), json(404, notFound)]),
  ])
}
