import { systemClock } from '../../effects/clock.js'
import type { Output } from './output.js'
import { FRAME_MS, renderProgress } from './progress-line.js'

/** Waits shorter than this show no progress, ms. */
const QUIET_MS = 400

/**
 * Shows progress on a terminal during an operation. Other output replaces it, and the end clears it.
 * @param what the text, such as `asking kalshi`; a function where it changes
 * @param venueCalls calls sent to venues so far, or undefined if the number is unknown
 * @param options `notesEveryMs`: without a terminal, print the text so often; absent: never
 */
export async function withProgress<Result>(
  output: Pick<Output, 'progress' | 'progressColumns' | 'note'>,
  what: string | (() => string),
  venueCalls: () => number | undefined,
  work: () => Promise<Result>,
  { notesEveryMs }: { readonly notesEveryMs?: number } = {},
): Promise<Result> {
  const columns = output.progressColumns
  const render = (): string => (typeof what === 'string' ? what : what())
  if (columns === undefined) return withNotes(output, render, notesEveryMs, work)
  const startedAt = systemClock.now()
  const timer = setInterval(() => {
    const elapsedMs = systemClock.now() - startedAt
    if (elapsedMs < QUIET_MS) return
    output.progress(renderProgress({ what: render(), elapsedMs, venueCalls: venueCalls() }, columns))
  }, FRAME_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    output.progress(undefined)
  }
}

/** Prints the text as a line from time to time if nothing can be redrawn. */
async function withNotes<Result>(
  output: Pick<Output, 'note'>,
  render: () => string,
  everyMs: number | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (everyMs === undefined) return work()
  const timer = setInterval(() => output.note(render()), everyMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
