import type { ArgsOf } from '../../api/arguments/methods.js'
import { createValidationError } from '../../api/envelope/errors.js'
import type { FeeFormula, TradingFee } from '../../api/models/models.js'
import type { Clock } from '../../effects/clock.js'
import type { FeeScheduleOf, FeeTerms } from '../../venue-kit/contract/fees.js'
import { omitUndefined } from '../../venue-kit/unify/unified-market.js'
import type { MarketReads } from '../listings/venue-lists.js'
import type { Job } from '../request/api-call.js'

type FeeQuery = ArgsOf<'fetchTradingFee'>[0]

/** Reads the fees of a market, and estimates the fee of an order. Unknown values are absent. */
export function createTradingFee(reads: Pick<MarketReads, 'market'>, clock: Pick<Clock, 'now'>) {
  return async (query: FeeQuery, feeSchedule: FeeScheduleOf, { venue, ctx }: Job): Promise<TradingFee> => {
    const { outcomeId, marketId } = query
    if (outcomeId === undefined && marketId === undefined)
      throw createValidationError('outcomeId', 'fetchTradingFee needs an outcomeId or a marketId')
    const order = orderIn(query)
    const named = {
      ...(outcomeId === undefined ? {} : { outcomeId }),
      ...(marketId === undefined ? {} : { marketId }),
    }
    const market = await reads.market(venue, { ...named, status: 'all' }, ctx)
    const { currency, taker, maker } = feeSchedule(market, clock.now()) ?? {}
    return omitUndefined<TradingFee>({
      marketId: market.marketId,
      outcomeId,
      currency,
      taker: formulaOf(taker),
      maker: formulaOf(maker),
      estimate:
        order &&
        omitUndefined<NonNullable<TradingFee['estimate']>>({
          side: order.side,
          price: order.price,
          amount: order.size,
          taker: tidy(taker?.feeOf(order)),
          maker: tidy(maker?.feeOf(order)),
        }),
    })
  }
}

/**
 * Returns the described order, or undefined if none is described.
 * @throws VALIDATION_ERROR for an incomplete order
 */
function orderIn({ side, price, amount }: FeeQuery): Parameters<FeeTerms['feeOf']>[0] | undefined {
  if (side === undefined && price === undefined && amount === undefined) return undefined
  if (side === undefined) throw createValidationError('side', 'An estimate needs side, price and amount')
  if (price === undefined || !(price > 0 && price < 1))
    throw createValidationError('price', 'An estimate needs a price between 0 and 1')
  if (amount === undefined || !(amount > 0))
    throw createValidationError('amount', 'An estimate needs an amount above 0')
  return { side, price, size: amount }
}

/** Removes floating-point noise. */
function tidy(fee: number | undefined): number | undefined {
  return fee === undefined ? undefined : Number(fee.toFixed(9))
}

function formulaOf(terms: FeeTerms | undefined): FeeFormula | undefined {
  if (terms === undefined) return undefined
  const { formula, parameters, note } = terms
  return omitUndefined<FeeFormula>({ formula, parameters: { ...parameters }, note })
}
