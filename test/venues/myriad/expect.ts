import { expect } from 'vitest'
import { PmxError } from '../../../src/contract/errors.js'
import { myriad } from '../../../src/venues/myriad/index.js'
import { type FakeClock, fakeClock } from '../../support/clock.js'
import { venueContext } from '../../support/venue.js'
import { type Answer, type FakeWire, fakeWire } from '../../support/wire.js'

/** The instant at which the tests of this folder run. */
export const now = Date.UTC(2026, 10, 21, 12)

/** A context over canned answers, and the wire that recorded what was asked. */
export function setUp(answers: Readonly<Record<string, Answer>>, clock: FakeClock = fakeClock(now)) {
  const wire: FakeWire = fakeWire(answers)
  return { wire, clock, ctx: venueContext(myriad, wire, clock) }
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
  expect(String(error.detail?.['path'])).toContain(path)
}

/** A part of the venue's definition that the tests rely on. */
export function present<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('the venue lacks this part')
  return part
}
