import { toIso } from '../../api/times/instant.js'

/** Formats a time as `2026-11-21 14:05`, in UTC. */
export function formatMinute(epochMs: number): string {
  return toIso(epochMs).slice(0, 16).replace('T', ' ')
}

/** Formats a duration: `0.4 s`, `12 s`, `2 min 5 s`. */
export function formatElapsed(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const

/** Formats a duration as `38 s`, `12 min`, `5 h` or `3 d`. There are at least two of the unit, so little precision is lost. */
export function formatAge(ms: number): string {
  const [name, unit] = units.find(([, unit]) => ms >= 2 * unit) ?? ['s', 1_000]
  return `${Math.max(0, Math.floor(ms / unit))} ${name}`
}
