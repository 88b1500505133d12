import { DAY_MS, HOUR_MS } from '../../../api/times/resolution.js'

/** Trading days end at five in the afternoon in New York, in winter. */
const ROLL_MS = 22 * HOUR_MS

/** When the trading day of an instant began, epoch ms. */
export function dayStart(at: number): number {
  return Math.floor((at - ROLL_MS) / DAY_MS) * DAY_MS + ROLL_MS
}
