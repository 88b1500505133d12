import {
  arbitrageQuery,
  bookQuery,
  builtOrder,
  eventCandleQuery,
  eventMatchQuery,
  eventPageQuery,
  eventQuery,
  eventsPageQuery,
  executionBook,
  type Fields,
  feeQuery,
  marketPageQuery,
  marketQuery,
  matchQuery,
  myTradesQuery,
  oneEventQuery,
  oneMarketQuery,
  orderChanges,
  orderHistoryQuery,
  orderInput,
  outcomeCandleQuery,
  pairQuery,
  seriesQuery,
  tradeQuery,
} from './fields.js'

/** The name of the members of an object argument in the API description. */
interface ParamsName {
  readonly name: string
  readonly fields: Fields
  /** As in `Arg`. */
  readonly refusesOthers?: true
}

/**
 * Names of object arguments. Upstream's names are those of its generated client (pmxt_internal 2.54.0), so that programs written
 * for that client find them.
 */
export const paramsNames: readonly ParamsName[] = [
  { name: 'MarketFilterParams', fields: marketQuery },
  { name: 'EventFetchParams', fields: eventQuery },
  { name: 'MarketPageParams', fields: marketPageQuery },
  { name: 'EventPageParams', fields: eventsPageQuery },
  { name: 'OlderEventPageParams', fields: eventPageQuery },
  { name: 'SeriesParams', fields: seriesQuery },
  { name: 'OHLCVParams', fields: outcomeCandleQuery },
  { name: 'EventOHLCVParams', fields: eventCandleQuery },
  { name: 'FetchOrderBookParams', fields: bookQuery },
  { name: 'TradesParams', fields: tradeQuery },
  { name: 'TradingFeeParams', fields: feeQuery },
  { name: 'CreateOrderParams', fields: orderInput, refusesOthers: true },
  { name: 'EditOrderChanges', fields: orderChanges, refusesOthers: true },
  { name: 'SubmittedOrder', fields: builtOrder },
  { name: 'OrderHistoryParams', fields: orderHistoryQuery },
  { name: 'MyTradesParams', fields: myTradesQuery },
  { name: 'FetchMarketMatchesParams', fields: matchQuery },
  { name: 'FetchEventMatchesParams', fields: eventMatchQuery },
  { name: 'FetchMatchedMarketsParams', fields: pairQuery },
  { name: 'FetchArbitrageParams', fields: arbitrageQuery },
  { name: 'ExecutionBook', fields: executionBook },
]

/** Lookups of one row take the members of lists, some of which have no effect on them. */
const alike: ReadonlyMap<Fields, Fields> = new Map<Fields, Fields>([
  [oneMarketQuery, marketQuery],
  [oneEventQuery, eventQuery],
])

const names = new Map(paramsNames.map(({ fields, name }) => [fields, name]))

/**
 * Returns the name of the members of an object argument.
 * @returns undefined for members that have no name
 */
export function paramsNameOf(fields: Fields): string | undefined {
  return names.get(alike.get(fields) ?? fields)
}
