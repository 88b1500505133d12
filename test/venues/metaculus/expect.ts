import { expect } from 'vitest'
import { PmxError } from '../../../src/contract/errors.js'
import { metaculus } from '../../../src/venues/metaculus/index.js'
import { noSecrets, type Secrets } from '../../../src/venues/secrets.js'
import { type FakeClock, fakeClock } from '../../support/clock.js'
import { venueContext } from '../../support/venue.js'
import { type Answer, type FakeWire, fakeWire, queryOf } from '../../support/wire.js'

/** The instant at which the tests of this folder run. */
export const now = Date.UTC(2026, 10, 21, 12)

const secrets: Secrets = { values: { apiToken: 'fictional-token' }, withheld: false }

/** A context with a token over canned answers, and the wire that recorded what was asked. */
export function setUp(answers: Readonly<Record<string, Answer>>, held: Secrets = secrets) {
  const clock: FakeClock = fakeClock(now)
  const wire: FakeWire = fakeWire(answers)
  return { wire, clock, ctx: venueContext(metaculus, wire, clock, held) }
}

export { noSecrets }

/** What was sent, as `METHOD host/path`. */
export function sentTo(wire: FakeWire): string[] {
  return wire.calls.map((call) => `${call.method} ${call.host}${call.path}`)
}

/** The query of the nth call. */
export function queryAt(wire: FakeWire, index: number): Record<string, string | string[]> {
  const call = wire.calls[index]
  if (call === undefined) throw new Error(`no call ${index}`)
  return queryOf(call)
}

/** The error of a promise or function that must fail; a value is a failing test. */
export async function failureOf(work: () => unknown): Promise<PmxError> {
  try {
    await work()
  } catch (error) {
    if (error instanceof PmxError) return error
    throw error
  }
  throw new Error('expected an error')
}

/** Expects an error of drift whose path contains `path`. */
export async function expectDrift(work: () => unknown, path: string): Promise<void> {
  const error = await failureOf(work)
  expect(error.code, error.message).toBe('EXCHANGE_NOT_AVAILABLE')
  expect(error.detail?.['kind'], error.message).toBe('drift')
  expect(`${String(error.detail?.['call'])} ${String(error.detail?.['path'])}`).toContain(path)
}

/** What must be there. */
export function present<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('it is not there')
  return part
}
