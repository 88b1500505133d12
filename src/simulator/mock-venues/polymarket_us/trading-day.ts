import { DAY_MS, HOUR_MS } from '../../../api/times/resolution.js'

/** Trading days end at 5 pm in New York, in winter time. */
const ROLL_MS = 22 * HOUR_MS

/** Returns the start of the trading day that contains an instant, epoch ms. */
export function startOfDay(at: number): number {
  return Math.floor((at - ROLL_MS) / DAY_MS) * DAY_MS + ROLL_MS
}
