import type { VenueId } from '../api/envelope/venue-ids.js'
import { HOUR_MS } from '../api/times/resolution.js'
import { MINUTE_MS } from '../api/times/span.js'
import type { HostLimit } from '../transport/hosts.js'
import type { Venue } from '../venue-kit/contract/venue.js'
import { MAX_PACE_MS, MIN_PACE_MS, type Pin } from './format.js'

/** The share of a venue's limit for all samples. The rest is for clients. */
const SAMPLE_SHARE = 1 / 4
/** Books per call, if a venue has a batch call without a stated maximum. No such venue is known to accept fewer. */
const USUAL_BOOKS_A_CALL = 100

/** Returns the interval of the bars of sampled prices: the sampling interval, rounded up to a minute. */
export function barStepOf(paceMs: number): number {
  return Math.ceil(paceMs / MINUTE_MS) * MINUTE_MS
}

/** Returns why a sampling interval is not possible on any venue, or undefined if it is. */
export function findPaceProblem(paceMs: number): string | undefined {
  if (paceMs < MIN_PACE_MS || paceMs > MAX_PACE_MS)
    return `samples are taken every ${renderPace(MIN_PACE_MS)} to ${renderPace(MAX_PACE_MS)}`
  if (HOUR_MS % barStepOf(paceMs) === 0) return undefined
  return `${renderPace(barStepOf(paceMs))} candles do not divide an hour evenly: use 1m, 2m, 3m, 4m, 5m, 6m, 10m, 12m, 15m, 20m, 30m or 1h`
}

/** Returns `90s`, `1m`, `1h`: the shortest name of an interval of whole seconds. */
export function renderPace(paceMs: number): string {
  if (paceMs % HOUR_MS === 0) return `${paceMs / HOUR_MS}h`
  return paceMs % MINUTE_MS === 0 ? `${paceMs / MINUTE_MS}m` : `${paceMs / 1_000}s`
}

/** An outcome and its sampling interval. */
interface SampledOutcome {
  readonly venue: VenueId
  readonly outcomeId: string
  readonly paceMs: number
}

/** Returns the outcomes that the pins sample, each with the shortest of its intervals. */
export function listSampledOutcomes(pins: readonly Pin[]): SampledOutcome[] {
  const all = new Map<string, SampledOutcome>()
  for (const { venue, outcomes, sampleMs: paceMs } of pins) {
    if (paceMs === undefined) continue
    for (const { outcomeId } of outcomes) {
      const key = `${venue} ${outcomeId}`
      const before = all.get(key)
      if (before === undefined || paceMs < before.paceMs) all.set(key, { venue, outcomeId, paceMs })
    }
  }
  return [...all.values()]
}

/** The cost of a venue's samples, in calls per minute. */
interface SampleCost {
  /** The most calls that the samples may need. */
  readonly needed: number
  /** The allowed calls: a share of the venue's lowest limit, which may be that of the book call. */
  readonly allowed: number
  readonly limit: number
  /** Undefined if each book needs a call of its own. */
  readonly booksACall: number | undefined
}

/** Returns the share of a venue's lowest limit that samples may use, in calls per minute. */
export function computeAllowedCalls({ hosts }: Pick<Venue, 'hosts'>): { limit: number; allowed: number } {
  const limits = Object.values(hosts).flatMap(({ limit, groups }) => [limit, ...Object.values(groups ?? {})])
  const isPublic = ({ ofAccounts }: HostLimit): boolean => ofAccounts !== true
  const limit = Math.min(...limits.filter(isPublic).map(({ perSecond }) => perSecond * 60))
  return { limit, allowed: limit * SAMPLE_SHARE }
}

function sampleCost(venue: Pick<Venue, 'id' | 'hosts' | 'book'>, pins: readonly Pin[]): SampleCost {
  const own = listSampledOutcomes(pins).filter((one) => one.venue === venue.id)
  const booksACall =
    venue.book?.fetchMany === undefined ? undefined : (venue.book.mostBooksACall ?? USUAL_BOOKS_A_CALL)
  const needed = [...new Set(own.map(({ paceMs }) => paceMs))].reduce((sum, paceMs) => {
    const books = own.filter((one) => one.paceMs === paceMs).length
    return sum + (Math.ceil(books / (booksACall ?? 1)) * MINUTE_MS) / paceMs
  }, 0)
  return { ...computeAllowedCalls(venue), needed, booksACall }
}

/** Returns why the pins of a venue cannot all be sampled, with the calculation, or undefined if they can. */
export function findCostProblem(
  venue: Pick<Venue, 'id' | 'hosts' | 'book'>,
  pins: readonly Pin[],
): string | undefined {
  const { needed, allowed, limit, booksACall } = sampleCost(venue, pins)
  if (needed <= allowed) return undefined
  const own = listSampledOutcomes(pins).filter((one) => one.venue === venue.id)
  const paces = [...new Set(own.map(({ paceMs }) => paceMs))].sort((a, b) => a - b)
  const what = paces
    .map((paceMs) => `${own.filter((one) => one.paceMs === paceMs).length} every ${renderPace(paceMs)}`)
    .join(' and ')
  const each = booksACall === undefined ? 'one per book' : `one for up to ${booksACall} books`
  return (
    `Sampling ${what} takes ${rounded(needed)} calls per minute (${each}). ` +
    `${venue.id} allows ${rounded(limit)} per minute. Sampling may use a quarter of that, ${rounded(allowed)}.`
  )
}

function rounded(calls: number): string {
  return String(Number(calls.toFixed(2)))
}
