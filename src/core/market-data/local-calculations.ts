import type { ArgsOf } from '../../api/arguments/methods.js'
import { createValidationError } from '../../api/envelope/errors.js'
import type { UnifiedEvent, UnifiedMarket } from '../../api/models/models.js'
import { findIgnoredCriteria } from '../query/ignored-arguments.js'
import { toEventTest, toMarketTest } from '../query/row-filter.js'
import { computeExecutionPrice } from './execution-price.js'

/** Methods that compute on the caller's data. They call no venue, so they work for every exchange id. */
export const pureMethods = {
  getExecutionPrice([book, side, amount]: ArgsOf<'getExecutionPrice'>): number {
    const result = computeExecutionPrice(book, side, amount)
    return result.fullyFilled ? result.price : 0
  },
  getExecutionPriceDetailed([book, side, amount]: ArgsOf<'getExecutionPriceDetailed'>) {
    return computeExecutionPrice(book, side, amount)
  },
  filterMarkets([markets, criteria]: ArgsOf<'filterMarkets'>): UnifiedMarket[] {
    return rowsIn<UnifiedMarket>(markets, 'markets', 'marketId').filter(toMarketTest(criteria))
  },
  filterEvents([events, criteria]: ArgsOf<'filterEvents'>): UnifiedEvent[] {
    return rowsIn<UnifiedEvent>(events, 'events', 'eventId').filter(toEventTest(criteria))
  },
} as const

/** Finds the arguments of such a call that have no effect. */
export function findIgnoredInCalculation(
  method: keyof typeof pureMethods,
  [, second]: readonly unknown[],
): string[] {
  const isFilter = method === 'filterMarkets' || method === 'filterEvents'
  return isFilter ? findIgnoredCriteria(second).map((name) => `criteria.${name}`) : []
}

/** Returns rows that a caller sends back, identified by their ids; filters treat every other member as optional. */
function rowsIn<Row extends object>(rows: readonly unknown[], name: string, idName: string): Row[] {
  return rows.map((row, index) => {
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      throw createValidationError(name, `${name}[${index}] must be an object`)
    const ids: unknown[] = [Reflect.get(row, 'id'), Reflect.get(row, idName)]
    if (ids.some((id) => typeof id === 'string' && id !== '')) return row as Row
    throw createValidationError(
      name,
      `${name}[${index}] has neither id nor ${idName}. Send rows as returned by the list methods`,
    )
  })
}
