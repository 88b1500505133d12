import { renderCount } from './counted.js'
import { shorten } from './display-width.js'
import { formatElapsed } from './times.js'

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const
/** Time from one frame to the next, ms. */
export const FRAME_MS = 120

/** The data shown during a wait. */
export interface ProgressState {
  readonly what: string
  readonly elapsedMs: number
  /** The number of calls sent to venues so far. Absent if only a daemon has the number. */
  readonly venueCalls?: number | undefined
}

/** Renders `⠹ asking kalshi · 12 venue calls · 2.4 s`, cut to the width. */
export function renderProgress({ what, elapsedMs, venueCalls }: ProgressState, columns: number): string {
  const frame = frames[Math.floor(elapsedMs / FRAME_MS) % frames.length] ?? ''
  const calls = venueCalls === undefined || venueCalls === 0 ? [] : [renderCount(venueCalls, 'venue call')]
  return shorten(`${frame} ${[what, ...calls, formatElapsed(elapsedMs)].join(' · ')}`, columns - 1)
}
