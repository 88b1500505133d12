import { formatElapsed } from './times.js'

const WIDTH = 20
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** Progress of countable work. */
export interface Done {
  readonly count: number
  readonly total: number
  readonly elapsedMs: number
  /** The plural noun for what is counted. */
  readonly unit?: string
}

/**
 * Renders `█████░░░░░ 2,500/5,000 · 1,250/s · 2.0 s left`. The rate and the remaining time appear only once there is enough
 * progress for an estimate.
 */
export function renderProgressBar({ count, total, elapsedMs, unit }: Done): string {
  const share = total === 0 ? 1 : Math.min(1, count / total)
  const filled = Math.floor(share * WIDTH)
  const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
  const noun = unit === undefined ? '' : ` ${unit}`
  const numbers = `${bar} ${whole.format(count)}/${whole.format(total)}${noun}`
  if (count === 0 || elapsedMs <= 0) return numbers
  const perMs = count / elapsedMs
  const rest = Math.max(0, total - count) / perMs
  return `${numbers} · ${whole.format(perMs * 1_000)}/s · ${formatElapsed(rest)} left`
}
