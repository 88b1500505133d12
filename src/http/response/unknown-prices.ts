import type { MethodName } from '../../api/arguments/methods.js'
import { getMethodRow } from '../../api/arguments/methods.js'
import { outcomeShortcuts } from '../../api/models/wire-rows.js'
import { isObject } from '../../api/values/json.js'
import { ReadyJson, readyTextOf } from '../../core/request/api-call.js'

/** Data as it is shown, with a warning where something in it is not what a venue has said. */
interface Shown {
  readonly data: unknown
  readonly warning?: string
}

/**
 * Fills in a price for outcomes that have none, for clients that calculate with every price (`compat.unknownPrice`).
 * Only what is shown of markets and events is changed: nothing here trades, matches or counts by it.
 * @param price 0..1; undefined leaves unknown prices out
 */
export function withUnknownPrices(method: MethodName, data: unknown, price: number | undefined): Shown {
  if (price === undefined || getMethodRow(method).group !== 'catalog') return { data }
  // A copy of our own, which may be changed.
  const value: unknown = JSON.parse(readyTextOf(data) ?? JSON.stringify(data ?? null))
  const filled = fillRows(value, price)
  if (filled === 0) return { data }
  return {
    data: new ReadyJson(JSON.stringify(value)),
    warning: `prices that are not known are shown as ${price}, of ${filled} outcomes (compat.unknownPrice)`,
  }
}

/** @returns how many outcomes of the rows had no price; what their shortcuts repeat is filled and not counted */
function fillRows(value: unknown, price: number): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, row) => sum + fillRows(row, price), 0)
  if (!isObject(value)) return 0
  const { outcomes } = value
  if (Array.isArray(outcomes)) {
    for (const side of outcomeShortcuts) fillOutcome(value[side], price)
    return outcomes.filter((outcome) => fillOutcome(outcome, price)).length
  }
  // Events and series hold rows, pages have them in `data` or `events`, and a map has one at each of its keys.
  return Object.entries(value).reduce(
    (sum, [name, member]) => (isFactual(name) ? sum : sum + fillRows(member, price)),
    0,
  )
}

/** Members that hold words of the venue, in which an `outcomes` is its own. */
function isFactual(name: string): boolean {
  return name === 'sourceMetadata' || name === 'metadata'
}

function fillOutcome(outcome: unknown, price: number): boolean {
  if (!isObject(outcome) || typeof outcome['outcomeId'] !== 'string' || outcome['price'] !== undefined)
    return false
  outcome['price'] = price
  return true
}
