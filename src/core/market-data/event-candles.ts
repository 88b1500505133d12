import { MAX_CANDLES } from '../../api/arguments/bounds.js'
import { createValidationError, PmxError } from '../../api/envelope/errors.js'
import type { EventCandles } from '../../api/models/models.js'
import { renderResolution } from '../../api/times/resolution.js'
import { joinSpans } from '../../api/times/span.js'
import type { CandleAnswer, CandleEngine } from '../../candles/engine.js'
import type { FetchCall } from '../../candles/fetch/fetch-target.js'
import { toUnreachable } from '../../candles/fetch/unreachable.js'
import type { StaleFacts } from '../../candles/response/response-metadata.js'
import { type CandleQuery, type CandleWindow, toCandleWindow } from '../../candles/response/window.js'
import type { Venue } from '../../venue-kit/contract/venue.js'
import { createCandleHeaders } from '../request/response-headers.js'
import type { EventHeader } from './event-cache.js'

/** Everything that is needed to read the candles of an event. */
export interface EventCandleJob {
  readonly venue: Venue
  readonly call: FetchCall
  readonly candles: CandleEngine
  /** Epoch ms. The same time for all outcomes, so that they share one window. */
  readonly now: number
  /** Present where the event itself could not be requested and an earlier response is used. */
  readonly stale?: StaleFacts
}

/** Maximum number of concurrent series; the transport's rate budget and concurrency limit decide the actual speed. */
const PARALLEL_SERIES = 8
/**
 * Maximum number of joint reads of all outcomes before each outcome is searched separately, and the factor by which each read is
 * longer than the last.
 */
const MAX_LOOKS = 3
const GROWTH = 4
/** Maximum number of candles in one response over all outcomes. */
const MAX_EVENT_CANDLES = 10 * MAX_CANDLES

/**
 * Reads the candles of every outcome of an event, each as fetchOHLCV reads them, aligned on shared open times.
 * @throws what fetchOHLCV throws for any of its outcomes, and VALIDATION_ERROR for more than 500,000 candles
 */
export async function readEventCandles(
  event: EventHeader,
  query: CandleQuery,
  job: EventCandleJob,
): Promise<{ readonly data: EventCandles; readonly headers: Readonly<Record<string, string>> }> {
  const window = toCandleWindow(query, job.now)
  const { stepMs, span, limit } = window
  const outcomes = event.markets.flatMap((market) => market.outcomes)
  const most = outcomes.length * Math.min(limit, (span.to - span.from) / stepMs)
  if (query.limit !== undefined && most > MAX_EVENT_CANDLES) {
    throw createValidationError(
      'limit',
      `${outcomes.length} outcomes with ${limit} candles each exceed the maximum of ${MAX_EVENT_CANDLES} candles. Lower the limit`,
    )
  }
  const ids = outcomes.map(({ outcomeId }) => outcomeId)
  const asked = { ...query, end: Math.min(query.end ?? job.now, job.now) }
  const answers = window.open
    ? await readBack(ids, { ...asked, limit }, window, job)
    : await readAll(ids, asked, job)
  const times = timesOf(answers)
  const timestamps = times.slice(-limit)
  const isCut = !window.open && (times.length > limit || answers.some((answer) => answer.isCut === true))
  const data = {
    eventId: event.id,
    title: event.title,
    resolution: renderResolution(stepMs),
    timestamps,
    outcomes: outcomes.map(({ marketId, outcomeId, label }, index) => {
      const at = new Map(answers[index]?.bars.map((bar) => [bar.timestamp, bar]))
      return { marketId, outcomeId, label, candles: timestamps.map((time) => at.get(time) ?? null) }
    }),
  }
  return { data, headers: storyOf(answers, isCut, job.stale) }
}

/** Returns the open times at which any outcome has a candle, ascending. */
function timesOf(answers: readonly CandleAnswer[]): number[] {
  const times = new Set(answers.flatMap(({ bars }) => bars.map((bar) => bar.timestamp)))
  return [...times].sort((a, b) => a - b)
}

/**
 * Reads back from the end of the window without a start. All outcomes are read together, each time further back, until
 * together they have the requested number of open times. An outcome that rarely trades then need not be searched back to its
 * listing if another one trades all the time.
 */
async function readBack(
  outcomeIds: readonly string[],
  query: CandleQuery & { readonly limit: number },
  { span, stepMs }: CandleWindow,
  job: EventCandleJob,
): Promise<CandleAnswer[]> {
  let steps = query.limit
  let isCheap = true
  // What an earlier read fetched is a hit for a later one, but not for the caller.
  const asCostly = (answer: CandleAnswer): CandleAnswer =>
    isCheap || answer.cache !== 'hit' ? answer : { ...answer, cache: 'partial' }
  for (let look = 1; look <= MAX_LOOKS; look++) {
    const start = span.to - steps * stepMs
    if (start <= 0) break
    const answers = await readAll(outcomeIds, { ...query, start }, job).catch((error: unknown) => {
      // Stored candles may end before this read begins.
      const isOver =
        job.call.stored?.serves === true && toUnreachable(error, job.venue, job.call) !== undefined
      if (isOver) return undefined
      throw error
    })
    if (answers === undefined) break
    if (timesOf(answers).length >= query.limit) return answers.map(asCostly)
    isCheap &&= answers.every(({ cache }) => cache === 'hit')
    steps *= GROWTH
  }
  return (await readAll(outcomeIds, query, job)).map(asCostly)
}

async function readAll(
  outcomeIds: readonly string[],
  query: CandleQuery,
  { venue, call, candles }: EventCandleJob,
): Promise<CandleAnswer[]> {
  const answers: CandleAnswer[] = []
  for (let from = 0; from < outcomeIds.length; from += PARALLEL_SERIES) {
    const batch = outcomeIds.slice(from, from + PARALLEL_SERIES)
    answers.push(
      ...(await Promise.all(
        batch.map((id) =>
          candles.candles(venue, id, query, call).catch((error: unknown) => {
            // The failure of one outcome fails the response: a gap would look like an outcome without trades.
            throw error instanceof PmxError
              ? error.with({ message: `Outcome '${id}': ${error.message}` })
              : error
          }),
        ),
      )),
    )
  }
  return answers
}

/**
 * Creates the headers of a response that combines many: a hit only if all were hits, open if any is open, and as old as the
 * oldest.
 * @param isCut the limit leaves out candles after the start
 */
function storyOf(
  answers: readonly CandleAnswer[],
  isCut: boolean,
  ofEvent: StaleFacts | undefined,
): Record<string, string> {
  const [first] = answers
  if (first === undefined) return {}
  const {
    emptyReason: _reason,
    runningFrom: _running,
    early: _early,
    searchedFrom: _searched,
    isCut: _cut,
    stale: _stale,
    unsampled: _unsampled,
    unkept: _unkept,
    provisional: _provisional,
    provisionalCandles: _candles,
    notFinal: _notFinal,
    finalAfter: _final,
    liveAgeMs: _liveAge,
    ...common
  } = first
  const stale = [
    ...(ofEvent === undefined ? [] : [ofEvent]),
    ...answers.flatMap((answer) => answer.stale ?? []),
  ]
  const [why] = stale
  const unsampled = joinSpans(answers.flatMap((answer) => answer.unsampled ?? []))
  const unkept = joinSpans(answers.flatMap((answer) => answer.unkept ?? []))
  const provisional = joinSpans(answers.flatMap((answer) => answer.provisional ?? []))
  const provisionalCandles = answers.reduce((sum, { provisionalCandles: own = 0 }) => sum + own, 0)
  const notFinal = joinSpans(answers.flatMap((answer) => answer.notFinal ?? []))
  const finalAfter = answers.flatMap((answer) => answer.finalAfter ?? [])
  const liveAges = answers.flatMap(({ liveAgeMs }) => liveAgeMs ?? [])
  // Without a start: all outcomes are known from this time on.
  const searched = answers.flatMap(({ searchedFrom }) => searchedFrom ?? [])
  const isSame = answers.every(({ cache }) => cache === first.cache)
  const running = answers.flatMap(({ runningFrom }) => runningFrom ?? [])
  const early = answers.flatMap((answer) => answer.early ?? [])
  return createCandleHeaders({
    ...common,
    cache: isSame ? first.cache : 'partial',
    ...(running.length === 0 ? {} : { runningFrom: Math.min(...running) }),
    ...(early.length === 0
      ? {}
      : {
          early: {
            ageMs: Math.max(...early.map(({ ageMs }) => ageMs)),
            completeUntil: Math.min(...early.map(({ completeUntil }) => completeUntil)),
          },
        }),
    ...(isCut ? { isCut } : {}),
    ...(unsampled.length === 0 ? {} : { unsampled }),
    ...(unkept.length === 0 ? {} : { unkept }),
    ...(provisional.length === 0 ? {} : { provisional }),
    ...(provisionalCandles === 0 ? {} : { provisionalCandles }),
    ...(notFinal.length === 0 ? {} : { notFinal }),
    ...(finalAfter.length === 0 ? {} : { finalAfter: Math.max(...finalAfter) }),
    ...(liveAges.length === 0 ? {} : { liveAgeMs: Math.max(...liveAges) }),
    ...(searched.length === 0 ? {} : { searchedFrom: Math.max(...searched) }),
    ...(why === undefined
      ? {}
      : {
          stale: {
            reason: why.reason,
            ageS: Math.max(...stale.map(({ ageS }) => ageS)),
            missing: joinSpans(stale.flatMap(({ missing }) => missing)),
          },
        }),
  })
}
