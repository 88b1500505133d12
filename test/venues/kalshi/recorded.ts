import { z } from 'zod'
import { fakeClock } from '../../support/clock.js'
import { sample } from '../../support/samples.js'
import type { Answers } from '../../support/wire.js'
import { setUp } from './set-up.js'

/** The body of a recorded reply. */
export function recorded(file: string): unknown {
  return z.object({ response: z.unknown() }).parse(sample('kalshi', file)).response
}

/** A day from which most recordings are. */
export const august = Date.UTC(2026, 7, 7)

/** The venue over recorded answers. */
export function recordedVenue(answers: Answers, now = august) {
  return setUp(answers, fakeClock(now))
}
