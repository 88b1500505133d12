import { z } from 'zod'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { fakeClock } from '../../support/clock.js'
import { sample } from '../../support/samples.js'
import { venueContext } from '../../support/venue.js'
import { type Answer, fakeWire } from '../../support/wire.js'

/** The body of a recorded reply. */
export function recorded(file: string): unknown {
  return z.object({ response: z.unknown() }).parse(sample('kalshi', file)).response
}

/** A day from which most recordings are. */
export const august = Date.UTC(2026, 7, 7)

/** The venue over recorded answers. */
export function recordedVenue(answers: Readonly<Record<string, Answer>>, now = august) {
  const wire = fakeWire(answers)
  return { wire, ctx: venueContext(kalshi, wire, fakeClock(now)) }
}

/** For what the types allow to be missing and the test knows to be there. */
export function never(): never {
  throw new Error('missing')
}
