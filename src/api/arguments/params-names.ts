import * as inputs from './fields.js'

/** The name of the members of an object argument in the API description. */
interface ParamsName {
  readonly name: string
  readonly fields: inputs.Fields
  /** As in `Arg`. */
  readonly refusesOthers?: true
}

/**
 * Names of object arguments. Upstream's names are those of its generated client (pmxt_internal 2.54.0), so that programs written
 * for that client find them.
 */
export const paramsNames: readonly ParamsName[] = [
  { name: 'MarketFilterParams', fields: inputs.marketQuery },
  { name: 'EventFetchParams', fields: inputs.eventQuery },
  { name: 'MarketPageParams', fields: inputs.marketPageQuery },
  { name: 'EventPageParams', fields: inputs.eventsPageQuery },
  { name: 'OlderEventPageParams', fields: inputs.eventPageQuery },
  { name: 'SeriesParams', fields: inputs.seriesQuery },
  { name: 'OHLCVParams', fields: inputs.outcomeCandleQuery },
  { name: 'EventOHLCVParams', fields: inputs.eventCandleQuery },
  { name: 'FetchOrderBookParams', fields: inputs.bookQuery },
  { name: 'TradesParams', fields: inputs.tradeQuery },
  { name: 'TradingFeeParams', fields: inputs.feeQuery },
  { name: 'CreateOrderParams', fields: inputs.orderInput, refusesOthers: true },
  { name: 'EditOrderChanges', fields: inputs.orderChanges, refusesOthers: true },
  { name: 'SubmittedOrder', fields: inputs.builtOrder },
  { name: 'OrderHistoryParams', fields: inputs.orderHistoryQuery },
  { name: 'MyTradesParams', fields: inputs.myTradesQuery },
  { name: 'FetchMarketMatchesParams', fields: inputs.matchQuery },
  { name: 'FetchEventMatchesParams', fields: inputs.eventMatchQuery },
  { name: 'FetchMatchedMarketsParams', fields: inputs.pairQuery },
  { name: 'FetchArbitrageParams', fields: inputs.arbitrageQuery },
  { name: 'ExecutionBook', fields: inputs.executionBook },
]

/** Lookups of one row take the members of lists, some of which have no effect on them. */
const alike: ReadonlyMap<inputs.Fields, inputs.Fields> = new Map<inputs.Fields, inputs.Fields>([
  [inputs.oneMarketQuery, inputs.marketQuery],
  [inputs.oneEventQuery, inputs.eventQuery],
])

const names = new Map(paramsNames.map(({ fields, name }) => [fields, name]))

/**
 * Returns the name of the schema for an object argument's members.
 * @returns undefined for members that have no name
 */
export function paramsNameOf(fields: inputs.Fields): string | undefined {
  return names.get(alike.get(fields) ?? fields)
}
