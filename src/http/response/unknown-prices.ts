import type { MethodName } from '../../api/arguments/methods.js'
import { getMethodRow } from '../../api/arguments/methods.js'
import { outcomeShortcuts } from '../../api/models/wire-rows.js'
import { isObject } from '../../api/values/json.js'
import { ReadyJson, readyTextOf } from '../../core/request/api-call.js'

/** Data as it is shown, with a warning if a price in it is not from a venue. */
interface Shown {
  readonly data: unknown
  readonly warning?: string
}

/**
 * Fills in a price for outcomes without one, for clients that calculate with every price (`compat.unknownPrice`). Only responses
 * with markets and events change. Trading, matching and counting do not use these prices.
 * @param price 0..1, or undefined to omit unknown prices
 */
export function withUnknownPrices(method: MethodName, data: unknown, price: number | undefined): Shown {
  if (price === undefined || getMethodRow(method).group !== 'catalog') return { data }
  // A separate copy, which may be changed.
  const value: unknown = JSON.parse(readyTextOf(data) ?? JSON.stringify(data ?? null))
  const filled = fillRows(value, price)
  if (filled === 0) return { data }
  return {
    data: new ReadyJson(JSON.stringify(value)),
    warning: `${filled} outcomes without a known price show ${price} (compat.unknownPrice)`,
  }
}

/**
 * @returns the number of outcomes without a price in the rows. The same outcomes in the shortcut members are filled in but not
 * counted.
 */
function fillRows(value: unknown, price: number): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, row) => sum + fillRows(row, price), 0)
  if (!isObject(value)) return 0
  const { outcomes } = value
  if (Array.isArray(outcomes)) {
    for (const side of outcomeShortcuts) fillOutcome(value[side], price)
    return outcomes.filter((outcome) => fillOutcome(outcome, price)).length
  }
  // Events and series hold rows, pages have them in `data` or `events`, and a map has one at each key.
  return Object.entries(value).reduce(
    (sum, [name, member]) => (isFactual(name) ? sum : sum + fillRows(member, price)),
    0,
  )
}

/** Whether a member contains the venue's own data, in which `outcomes` has a different meaning. */
function isFactual(name: string): boolean {
  return name === 'sourceMetadata' || name === 'metadata'
}

function fillOutcome(outcome: unknown, price: number): boolean {
  if (!isObject(outcome) || typeof outcome['outcomeId'] !== 'string' || outcome['price'] !== undefined)
    return false
  outcome['price'] = price
  return true
}
