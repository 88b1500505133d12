import { toIso } from '../../api/instant.js'

/** `2026-11-21 14:05`, UTC. */
export function formatMinute(epochMs: number): string {
  return toIso(epochMs).slice(0, 16).replace('T', ' ')
}

/** A length of time for people: `0.4 s`, `12 s`, `2 min 5 s`. */
export function formatElapsed(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
