import { toIso } from '../../../api/times/instant.js'

/** Renders the time of an event with six decimals: `2025-02-01T17:36:21.054847Z`. @param seed for the last three */
export function toExactTime(at: number, seed: number): string {
  return `${toIso(at).slice(0, 23)}${String(seed % 1000).padStart(3, '0')}Z`
}
