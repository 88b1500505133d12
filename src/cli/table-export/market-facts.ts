import type { VenueId } from '../../api/envelope/venue-ids.js'
import { outcomeSettlementOf } from '../../api/models/market-settlement.js'
import type { UnifiedMarket } from '../../api/models/models.js'
import { parseIso } from '../../api/times/instant.js'
import { renderOutcomeId } from '../../api/values/outcome-id.js'
import type { AdditionalColumn, AdditionalValues } from '../../candle-table/columns.js'
import { readAnswer } from '../client/call-method.js'
import type { ApiCaller } from '../client/caller.js'
import { isMissing } from '../client/resolve-outcomes.js'
import { readShape, shapes } from '../client/response-shapes.js'
import type { ExportedSeries } from '../import-export/table-series.js'

/** Columns that `--with-markets` adds. */
export const marketColumns = [
  'market_id',
  'title',
  'event',
  'outcome',
  'status',
  'closed_at',
  'settlement_result',
  'settlement_payout',
  'settlement_at',
  'settlement_basis',
] as const satisfies readonly AdditionalColumn[]

/** Series with the values of {@link marketColumns}, and the outcomes whose market the venue does not know. */
interface SeriesWithMarkets {
  readonly all: readonly ExportedSeries[]
  readonly unknown: readonly string[]
}

/** Lookups in parallel. A daemon joins those of venues that have a call for many markets. */
const PARALLEL_LOOKUPS = 8

/**
 * Looks up the market of each series. The values of a market that its venue does not know are absent.
 * @throws CommandFailed with the API's error for any other failure: a table must not lack values that can be had
 */
export async function addMarketFacts(
  all: readonly ExportedSeries[],
  caller: Pick<ApiCaller, 'call'>,
): Promise<SeriesWithMarkets> {
  const wanted = new Map(
    all.map(({ series: { venue, outcomeId } }) => [
      renderOutcomeId({ venue, id: outcomeId }),
      { venue, outcomeId },
    ]),
  )
  const facts = new Map<string, AdditionalValues>()
  const queue = [...wanted]
  const lane = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [name, { venue, outcomeId }] = next
      // The other outcome of the same market may have brought it.
      if (facts.has(name)) continue
      const market = await lookUpMarket(caller, venue, outcomeId)
      for (const outcome of market?.outcomes ?? []) {
        const id = renderOutcomeId({ venue, id: outcome.outcomeId })
        if (market !== undefined && wanted.has(id)) facts.set(id, toMarketValues(market, outcome))
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(PARALLEL_LOOKUPS, queue.length) }, lane))
  return {
    all: all.map((one) => {
      const { venue, outcomeId } = one.series
      const additional = facts.get(renderOutcomeId({ venue, id: outcomeId }))
      return additional === undefined ? one : { ...one, series: { ...one.series, additional } }
    }),
    unknown: [...wanted.keys()].filter((name) => !facts.has(name)),
  }
}

/** @throws CommandFailed for a failure other than an unknown outcome */
async function lookUpMarket(
  caller: Pick<ApiCaller, 'call'>,
  venue: VenueId,
  outcomeId: string,
): Promise<UnifiedMarket | undefined> {
  const reply = await caller.call(venue, 'fetchMarket', [{ outcomeId }], { priority: 'background' })
  if (isMissing(reply)) return undefined
  const { data } = readAnswer(reply)
  // The shape is checked; the rest of the members are those of the same model.
  readShape(shapes.market, data, 'a market')
  return data as UnifiedMarket
}

function toMarketValues(
  market: UnifiedMarket,
  { outcomeId, label }: UnifiedMarket['outcomes'][number],
): AdditionalValues {
  const { marketId, title, eventId, status } = market
  const settlement = outcomeSettlementOf(market, outcomeId)
  return {
    ...{ market_id: marketId, title, event: eventId, outcome: label, status },
    closed_at: parseIso(settlement?.closedAt ?? ''),
    settlement_result: settlement?.result,
    settlement_payout: settlement?.payout,
    settlement_at: parseIso(settlement?.at ?? ''),
    settlement_basis: settlement?.basis,
  }
}
