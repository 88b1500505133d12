import { toIso } from '../../api/times/instant.js'
import { renderCount } from '../output/counted.js'
import { toPrintable } from '../output/display-width.js'
import { CommandFailed } from '../output/output.js'
import { renderProgressBar } from '../output/progress-bar.js'
import { formatMinute } from '../output/times.js'
import type { BackfillProgress, BackfillWindow, FilledId, FilledOutcome } from './fill-many.js'
import { type FilledSeries, summarizeSeries } from './fill-series.js'

/** Totals of a backfill. */
interface Sums
  extends Pick<FilledSeries, 'candles' | 'provisional' | 'unconfirmed' | 'venueCalls' | 'finalAfter'> {
  readonly isUnconfirmed: boolean
  /** Whether all reported candles are stored. False if some are provisional, or if only one response reports that there are none. */
  readonly isFinal: boolean
}

export function sumUp(filled: readonly FilledId[]): Sums {
  const all = filled.flatMap(({ outcomes }) => outcomes.map(({ fill }) => summarizeSeries(fill)))
  const ends = all.flatMap(({ finalAfter }) => finalAfter ?? [])
  const candles = all.reduce((sum, fill) => sum + fill.candles, 0)
  const provisional = all.reduce((sum, fill) => sum + fill.provisional, 0)
  const isUnconfirmed = all.some((fill) => fill.isUnconfirmed === true)
  return {
    candles,
    provisional,
    unconfirmed: all.reduce((sum, fill) => sum + fill.unconfirmed, 0),
    isUnconfirmed,
    isFinal: provisional === 0 && (candles > 0 || !isUnconfirmed),
    venueCalls: all.reduce((sum, { venueCalls }) => sum + venueCalls, 0),
    ...(ends.length === 0 ? {} : { finalAfter: Math.max(...ends) }),
  }
}

/**
 * Renders `95 1h candles`, `94 1h candles stored, 1 provisional, final after 2026-11-28 10:10`, or
 * `47 1h candles stored, 46 intervals unconfirmed, final after 2026-11-28 10:10`.
 */
function renderCandles(
  {
    candles,
    provisional,
    unconfirmed,
    finalAfter,
  }: Pick<FilledSeries, 'candles' | 'provisional' | 'unconfirmed' | 'finalAfter'>,
  { resolution }: BackfillWindow,
): string {
  const count = renderCount(candles, `${resolution} candle`)
  if (provisional + unconfirmed === 0) return count
  return [
    `${count} stored`,
    ...(provisional === 0 ? [] : [`${provisional} provisional`]),
    ...(unconfirmed === 0 ? [] : [`${renderCount(unconfirmed, 'interval')} unconfirmed`]),
    ...(finalAfter === undefined ? [] : [`final after ${formatMinute(finalAfter + 59_999)}`]),
  ].join(', ')
}

/** Renders the result of an outcome in one line. */
export function renderOutcomeLine(
  { venue }: FilledId,
  { outcome, fill }: FilledOutcome,
  window: BackfillWindow,
): string {
  const { outcomeId, label, market = '' } = outcome
  const series = summarizeSeries(fill)
  const name = label === undefined ? '' : ` (${toPrintable(`${market}: ${label}`)})`
  const span = `${formatMinute(window.start)} to ${formatMinute(series.upTo)}`
  return `${venue} ${toPrintable(outcomeId)}${name}: ${renderCandles(series, window)}, ${span}, ${renderCount(series.venueCalls, 'venue call')}`
}

/** Renders the result of many ids in one line. */
export function renderSummary(filled: readonly FilledId[], ids: number, window: BackfillWindow): string {
  const sums = sumUp(filled)
  const failed = filled.filter(({ failure }) => failure !== undefined).length
  const rest = ids - filled.length
  return [
    `${renderCount(ids, 'id')}: ${renderCandles(sums, window)}`,
    renderCount(sums.venueCalls, 'venue call'),
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(rest === 0 ? [] : [`${rest} not begun`]),
  ].join(', ')
}

/** Renders a note about empty ranges that only one response reports. Returns undefined if there are none. */
export function renderUnconfirmed(filled: readonly FilledId[]): string | undefined {
  const all = filled.flatMap(({ outcomes }) => outcomes.map(({ fill }) => summarizeSeries(fill)))
  const open = all.filter(
    ({ unconfirmed, provisional, isUnconfirmed }) =>
      unconfirmed > 0 || (provisional === 0 && isUnconfirmed === true),
  )
  if (open.length === 0) return undefined
  const blank = open.filter(({ candles, provisional }) => candles + provisional === 0).length
  const verb = blank === 1 ? 'has' : 'have'
  return [
    'Some empty ranges were reported by only one response, and are not final.',
    ...(blank === 0 ? [] : [`${blank} of ${renderCount(all.length, 'outcome')} ${verb} no candles at all.`]),
    'To confirm them, run the same command again in half an hour, or use --wait.',
  ].join(' ')
}

/** Renders `3/200 ids · kalshi KXFOO-26 · ████░░ 2,500/5,000 intervals`. */
export function renderBackfillProgress(progress: BackfillProgress, elapsedMs: number): string {
  const { ids, done, current, count, total, waitsUntil } = progress
  const id = ids === 1 ? '' : `${done}/${ids} ids · `
  if (waitsUntil !== undefined)
    return `${id}waiting for final candles until ${formatMinute(waitsUntil + 59_999)}`
  if (current === '') return 'selecting markets'
  return `${id}${toPrintable(current)} · ${renderProgressBar({ count, total, elapsedMs, unit: 'intervals' })}`
}

/** Renders the failure of an id. */
export function renderIdFailure({ venue, id, failure }: FilledId): string {
  return `${venue}:${toPrintable(id)} failed: ${toPrintable(messageIn(failure?.error).split('\n')[0] ?? '')}`
}

/** Returns an id with its outcomes as JSON. */
export function toIdJson(one: FilledId): object {
  const { venue, id, outcomes, failure } = one
  return {
    venue,
    id,
    outcomes: outcomes.map(toOutcomeJson),
    ...(failure === undefined ? {} : { error: messageIn(failure.error) }),
  }
}

export function toOutcomeJson({ outcome, fill }: FilledOutcome): object {
  const { upTo, finalAfter, unconfirmed, isUnconfirmed, ...sums } = summarizeSeries(fill)
  return {
    ...outcome,
    ...sums,
    upTo: toIso(upTo),
    ...(finalAfter === undefined ? {} : { finalAfter: toIso(finalAfter) }),
    ...(unconfirmed === 0 ? {} : { unconfirmed }),
    ...(isUnconfirmed === undefined ? {} : { isUnconfirmed }),
  }
}

/** @throws an error that is a bug rather than a failed call */
function messageIn(error: unknown): string {
  if (error instanceof CommandFailed) return error.message
  throw error
}
