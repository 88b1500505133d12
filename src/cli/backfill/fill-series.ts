import {
  type BackfillDeps,
  type BackfillPlan,
  type BackfillStep,
  requestSpan,
  runBackfill,
} from './run-backfill.js'

/** A series with the newest result of each of its requests. */
export interface SeriesFill {
  readonly plan: BackfillPlan
  /** By the first open time of the request. */
  readonly steps: Map<number, BackfillStep>
  venueCalls: number
}

/** The stored data of a series. */
export interface FilledSeries {
  /** Candles that are stored permanently. */
  readonly candles: number
  /** Candles that have ended and are not final. */
  readonly provisional: number
  readonly venueCalls: number
  /** Time up to which everything from the start is complete, epoch ms. */
  readonly upTo: number
  /** When everything may be final, epoch ms. Absent if everything is complete. */
  readonly finalAfter?: number
  /** See `BackfillStep`; 0 without any. */
  readonly unconfirmed: number
  readonly isUnconfirmed?: true
}

/** @param venueCalls calls that were made for the series already */
export function createSeriesFill(plan: BackfillPlan, venueCalls: number): SeriesFill {
  return { plan, steps: new Map(), venueCalls }
}

/**
 * Requests all candles of a series once.
 * @param onStep called after each request
 * @throws as `runBackfill`
 */
export async function fillSeries(
  fill: SeriesFill,
  deps: BackfillDeps,
  onStep: (step: BackfillStep) => void,
): Promise<void> {
  for await (const step of runBackfill(fill.plan, deps)) {
    note(fill, step)
    onStep(step)
  }
}

/** Pause between requests for candles that a later trade may make final before their age does, ms. */
const POLL_MS = 15 * 60_000
const MIN_PAUSE_MS = 1_000
/** Pause before requesting candles again that are still not final although they could be, ms. */
const OVERDUE_PAUSE_MS = 60_000

/**
 * Requests provisional candles again once they could be final, until all of them are.
 * @param onWait called before each pause with the time at which everything may be final, epoch ms
 * @param onFailure called for a series that fails: it is not requested again
 * @throws the reason of the signal
 */
export async function waitUntilFinal(
  fills: readonly SeriesFill[],
  deps: BackfillDeps,
  { onWait, onFailure }: { onWait(until: number): void; onFailure(fill: SeriesFill, error: unknown): void },
): Promise<void> {
  const { clock, signal } = deps
  const left = new Set(fills)
  for (;;) {
    const open = [...left].flatMap((fill) => openSteps(fill).map((step) => ({ fill, ...step })))
    if (open.length === 0) return
    const now = clock.now()
    const times = open.map(({ finalAfter }) => finalAfter)
    onWait(Math.max(...times))
    const next = Math.min(...times.map((at) => (at > now ? at : now + OVERDUE_PAUSE_MS)))
    const pause = Math.min(POLL_MS, Math.max(MIN_PAUSE_MS, next - now))
    await clock.sleep(pause, signal)
    const isPoll = Math.min(...times) > clock.now()
    for (const { fill, from, to, finalAfter } of open) {
      if (!left.has(fill) || (!isPoll && finalAfter > clock.now())) continue
      try {
        note(fill, await requestSpan(fill.plan, { from, to }, deps))
      } catch (error) {
        signal.throwIfAborted()
        left.delete(fill)
        onFailure(fill, error)
      }
    }
  }
}

/** Returns the requests of a series that are not final. */
function openSteps({ steps }: SeriesFill): (BackfillStep & { readonly finalAfter: number })[] {
  return [...steps.values()].flatMap((step) =>
    step.finalAfter === undefined ? [] : [{ ...step, finalAfter: step.finalAfter }],
  )
}

/** Adds up a series' requests. */
export function summarizeSeries({ plan, steps, venueCalls }: SeriesFill): FilledSeries {
  const all = [...steps.values()]
  const ends = all.flatMap(({ finalAfter }) => finalAfter ?? [])
  return {
    candles: all.reduce((sum, { candles }) => sum + candles, 0),
    provisional: all.reduce((sum, { provisional }) => sum + provisional, 0),
    unconfirmed: all.reduce((sum, { unconfirmed = 0 }) => sum + unconfirmed, 0),
    venueCalls,
    upTo: all.reduce((latest, { upTo }) => Math.max(latest, upTo), plan.start),
    ...(ends.length === 0 ? {} : { finalAfter: Math.max(...ends) }),
    ...(all.some(({ isUnconfirmed }) => isUnconfirmed === true) ? { isUnconfirmed: true as const } : {}),
  }
}

function note(fill: SeriesFill, step: BackfillStep): void {
  fill.steps.set(step.from, step)
  fill.venueCalls += step.venueCalls
}
