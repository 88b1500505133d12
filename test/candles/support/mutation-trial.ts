import { isDeepStrictEqual } from 'node:util'
import { type ErrorCode, PmxError } from '../../../src/api/envelope/errors.js'
import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import { parseResolution } from '../../../src/api/times/resolution.js'
import type { CandleQuery } from '../../../src/candles/response/window.js'
import type { Venue, VenueContext } from '../../../src/venue-kit/contract/venue.js'
import { loadVenue } from '../../../src/venues/registry.js'
import { fakeClock } from '../../support/clock.js'
import {
  type Breakage,
  breakagesOf,
  breaking,
  isInside,
  type Member,
  membersOf,
  probesOf,
} from './member-paths.js'
import { type Answer, type Dump, nothing, openRestarts, type Restarts } from './restarts.js'
import { type Heard, type Shortening, stageVenue } from './staged-venue.js'

/** The instant at which is asked: between two of the quarters at which short-lived markets come and go. */
export const ASKED_AT = Date.UTC(2026, 10, 21, 12, 27, 20)
/** So much earlier the same was asked: long enough for the market to be looked up again. */
const EARLIER_MS = 11 * 60_000

/** A question about candles, all of whose native replies are to be broken. */
export interface Question {
  readonly venue: VenueId
  /** Finds the outcome that is asked about. */
  readonly outcome: (venue: Venue, ctx: VenueContext) => Promise<string>
  /** So long before it is looked for, to find what is over by now. */
  readonly foundBeforeMs?: number
  /** The newest candles, or those around the last trade of a market that is over. */
  readonly window: 'newest' | 'last hour of trading'
  readonly resolution: string
  readonly candles: number
  readonly shortenings?: readonly Shortening[]
}

/** How a question ends whose replies are broken. */
export type Ending =
  /** The very same answer and database: the member is not used. */
  | { readonly kind: 'unused' }
  /** The same answer and candles in the database; another place, listing or closing time of the outcome. */
  | { readonly kind: 'another location'; readonly what: string }
  /** An error that leaves no trace, not even in the process: asked again of a whole venue the answer is the whole one. */
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly message: string }
  /** What must never be. */
  | { readonly kind: 'wrong'; readonly what: string }

/** A question with its true answer, ready to be asked of a broken venue. */
export interface Trial {
  readonly answer: Answer
  /** Of every reply; a member before what it holds. */
  readonly members: readonly Member[]
  /** Asks a process that has just been started, over a database that holds an earlier answer. */
  ask(breakage: Breakage): Promise<Ending>
}

/** @param changed plays another adapter than the venue's own */
export async function openTrial(
  question: Question,
  changed: (venue: Venue) => Venue = (venue) => venue,
): Promise<Trial> {
  const loaded = await loadVenue(question.venue)
  if (loaded === undefined) throw new Error(`${question.venue} is not served`)
  const venue = changed(loaded)
  const clock = Object.assign(fakeClock(ASKED_AT), { sleep: async () => undefined })
  const staged = await stageVenue(question.venue, clock, question.shortenings ?? [])
  const restarts = openRestarts(venue, staged, clock)
  clock.set(ASKED_AT - (question.foundBeforeMs ?? 0))
  const outcomeId = await question.outcome(venue, restarts.context())
  clock.set(ASKED_AT)
  const { query, earlier } = await windowsOf(question, outcomeId, restarts)

  clock.set(ASKED_AT - EARLIER_MS)
  await restarts.start()(outcomeId, earlier)
  clock.set(ASKED_AT)
  const kept = restarts.dump()
  // What is over is not looked up again: it must be forgotten for that.
  const before = question.window === 'newest' ? kept : { ...kept, outcomes: [] }
  const start = () => {
    restarts.restore(before)
    const ask = restarts.start()
    return () => ask(outcomeId, query)
  }
  const replies: Heard[] = []
  staged.hear = (heard) => replies.push(heard)
  const answer = await start()()
  staged.hear = undefined
  const whole = { answer, dump: restarts.dump() }
  return {
    answer,
    members: membersOf(replies),
    async ask(breakage) {
      const ask = start()
      staged.tamper = breaking(breakage, replies)
      const said = await ask().catch((error: unknown) => ({ error }))
      staged.tamper = undefined
      if (!('error' in said)) return judgeAnswer({ answer: said, dump: restarts.dump() }, whole)
      const trace = traceOf(restarts.dump(), before, whole.dump)
      if (trace !== undefined) return { kind: 'wrong', what: `${String(said.error)}, but ${trace}` }
      const again = await ask().catch((error: unknown) => String(error))
      return judgeError(said.error, { answer: again, dump: restarts.dump() }, whole)
    },
  }
}

/** The window of the question, and an earlier one beside it. */
async function windowsOf(
  { window, resolution, candles }: Question,
  outcomeId: string,
  restarts: Restarts,
): Promise<{ readonly query: CandleQuery; readonly earlier: CandleQuery }> {
  if (window === 'newest') {
    const query = { resolution, limit: candles }
    return { query, earlier: query }
  }
  const stepMs = parseResolution(resolution)
  const { bars } = await restarts.start()(outcomeId, { resolution: '1h', start: 0, limit: 1 })
  restarts.restore(nothing)
  const start = bars[0]?.timestamp ?? 0
  return {
    query: { resolution, start, end: start + (candles - 1) * stepMs },
    earlier: { resolution, start: start - 10 * stepMs, end: start - 5 * stepMs },
  }
}

interface Outcome {
  readonly answer: Answer | string
  readonly dump: Dump
}

function judgeAnswer(got: Outcome, whole: Outcome): Ending {
  if (!isDeepStrictEqual(got.answer, whole.answer)) {
    return { kind: 'wrong', what: `another answer: ${differenceOf(got.answer, whole.answer)}` }
  }
  const { outcomes: place, ...candles } = got.dump
  const { outcomes: truePlace, ...trueCandles } = whole.dump
  if (!isDeepStrictEqual(candles, trueCandles)) {
    return { kind: 'wrong', what: `other things kept: ${differenceOf(candles, trueCandles)}` }
  }
  if (isDeepStrictEqual(place, truePlace)) return { kind: 'unused' }
  return { kind: 'another location', what: differenceOf(place, truePlace) }
}

function judgeError(error: unknown, again: Outcome, whole: Outcome): Ending {
  if (!(error instanceof PmxError)) return { kind: 'wrong', what: `no error of ours: ${String(error)}` }
  if (!isDeepStrictEqual(again, whole)) {
    return { kind: 'wrong', what: `${error.message} And afterwards: ${differenceOf(again, whole)}` }
  }
  return { kind: 'refused', code: error.code, message: error.message }
}

/** What an error left behind; where the outcome is found may be remembered, if it is true. */
function traceOf(after: Dump, before: Dump, whole: Dump): string | undefined {
  const [left, was] = [
    { ...after, outcomes: [] },
    { ...before, outcomes: [] },
  ]
  if (!isDeepStrictEqual(left, was)) return `kept: ${differenceOf(left, was)}`
  const isTrue = [before, whole].some(({ outcomes }) => isDeepStrictEqual(after.outcomes, outcomes))
  return isTrue ? undefined : `located: ${differenceOf(after.outcomes, whole.outcomes)}`
}

/** The place where two values part, for people. */
function differenceOf(got: unknown, wanted: unknown): string {
  const [a, b] = [JSON.stringify(got), JSON.stringify(wanted)]
  const at = [...a].findIndex((letter, index) => letter !== b[index])
  const from = Math.max(0, (at < 0 ? a.length : at) - 40)
  return `…${a.slice(from, from + 120)}… where …${b.slice(from, from + 120)}… is right`
}

export interface Tried {
  readonly breakage: Breakage
  readonly ending: Ending
}

/**
 * Breaks every member in every way. Of a member that may be gone or of another type without any difference, neither
 * the rest is tried nor what it holds: nobody reads it.
 */
export async function tryAll(trial: Trial): Promise<readonly Tried[]> {
  const tried: Tried[] = []
  const unread: Member[] = []
  const run = async (breakage: Breakage): Promise<Ending> => {
    const ending = await trial.ask(breakage)
    tried.push({ breakage, ending })
    return ending
  }
  for (const member of trial.members) {
    if (unread.some((holder) => isInside(member, holder))) continue
    const probes = probesOf(member)
    const endings: Ending[] = []
    for (const probe of probes) endings.push(await run(probe))
    if (endings.every(({ kind }) => kind === 'unused')) unread.push(member)
    else {
      const isLeft = ({ reach, how }: Breakage) =>
        !probes.some((one) => one.reach === reach && one.how === how)
      for (const breakage of breakagesOf(member).filter(isLeft)) await run(breakage)
    }
  }
  return tried
}
