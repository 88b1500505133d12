import type { VenueId } from '../../api/envelope/venue-ids.js'
import { toIso } from '../../api/times/instant.js'
import type { ApiReply } from '../client/caller.js'
import { type NamedOutcome, resolveOutcomes } from '../client/resolve-outcomes.js'
import { countVenueCalls } from './contact.js'
import { createSeriesFill, fillSeries, type SeriesFill, waitUntilFinal } from './fill-series.js'
import { type BackfillDeps, type BackfillPlan, CHUNK_CANDLES, stepsIn } from './run-backfill.js'

/** The data to store for every id: a resolution, and times in epoch ms, both inclusive. */
export type BackfillWindow = Pick<BackfillPlan, 'resolution' | 'stepMs' | 'start' | 'end'>

/** An outcome, a market or an event on a venue. */
export interface RequestedId {
  readonly venue: VenueId
  readonly id: string
}

/** An outcome with its progress. */
export interface FilledOutcome {
  readonly outcome: NamedOutcome
  readonly fill: SeriesFill
}

/** Result of one id. */
export interface FilledId extends RequestedId {
  readonly outcomes: FilledOutcome[]
  /** Why it failed. Candles that were fetched earlier remain stored. */
  failure?: { readonly error: unknown }
}

/** Progress of all ids. */
export interface BackfillProgress {
  readonly ids: number
  done: number
  /** The id that was started last. */
  current: string
  /** Number of intervals in all outcomes. */
  count: number
  total: number
  /** When everything may be final, epoch ms. Absent before all ids are fetched. */
  waitsUntil?: number
}

interface FillTerms {
  readonly window: BackfillWindow
  /** Waits until everything is final. */
  readonly waits: boolean
  readonly deps: BackfillDeps
  readonly progress: BackfillProgress
  /** Called when an id has been fetched or has failed. */
  onId(filled: FilledId): void
}

/** Ids that are fetched in parallel. The venues' rate limits bound the calls anyway. */
const PARALLEL_IDS = 4

/** Returns the progress before the first request. */
export function createBackfillProgress(
  ids: readonly RequestedId[],
  window: BackfillWindow,
): BackfillProgress {
  return { ids: ids.length, done: 0, current: '', count: 0, total: ids.length * stepsIn(window) }
}

/**
 * Fetches all ids. A failed id does not stop the others.
 * @param filled receives each id when it begins
 * @throws the reason of the signal
 */
export async function fillMany(
  ids: readonly RequestedId[],
  terms: FillTerms,
  filled: FilledId[],
): Promise<void> {
  const { deps, progress } = terms
  const queue = [...ids]
  const lane = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const one: FilledId = { ...next, outcomes: [] }
      filled.push(one)
      progress.current = `${one.venue} ${one.id}`
      try {
        await fillId(one, terms)
      } catch (error) {
        deps.signal.throwIfAborted()
        one.failure = { error }
      }
      progress.done++
      terms.onId(one)
    }
  }
  await Promise.all(Array.from({ length: Math.min(PARALLEL_IDS, ids.length) }, lane))
  if (!terms.waits) return
  const byFill = new Map(filled.flatMap((one) => one.outcomes.map(({ fill }) => [fill, one] as const)))
  await waitUntilFinal([...byFill.keys()], deps, {
    onWait(until) {
      progress.waitsUntil = until
    },
    onFailure(fill, error) {
      const one = byFill.get(fill)
      if (one !== undefined) one.failure = { error }
    },
  })
}

async function fillId(one: FilledId, { window, deps, progress }: FillTerms): Promise<void> {
  let probed = 0
  const ask = async (): Promise<ApiReply> => {
    const reply = await probe(one, window, deps)
    deps.contact.note(reply)
    probed = countVenueCalls(reply.headers)
    return reply
  }
  const outcomes = await resolveOutcomes(deps.caller, one.venue, one.id, ask)
  progress.total += (outcomes.length - 1) * stepsIn(window)
  for (const outcome of outcomes) {
    const fill = createSeriesFill({ ...window, venue: one.venue, outcomeId: outcome.outcomeId }, probed)
    probed = 0
    one.outcomes.push({ outcome, fill })
    await fillSeries(fill, deps, ({ steps }) => {
      progress.count += steps
    })
  }
}

/** Requests the first chunk, which the backfill needs anyway and later reads from the store. */
function probe(
  { venue, id }: RequestedId,
  { resolution, stepMs, start, end }: BackfillWindow,
  { caller }: BackfillDeps,
): Promise<ApiReply> {
  const to = Math.min(end, start + (CHUNK_CANDLES - 1) * stepMs)
  const query = { resolution, start: toIso(start), end: toIso(to) }
  return caller.call(venue, 'fetchOHLCV', [id, query], { priority: 'background' })
}
