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

/** The markets that the series' outcomes belong to. */
export interface MarketBook {
  /**
   * Looks up the markets that are missing.
   * @throws CommandFailed with the API's error for any failure other than an unknown market, because a table must not lack values
   * that are available
   */
  lookUp(all: readonly ExportedSeries[], caller: Pick<ApiCaller, 'call'>): Promise<void>
  /** Whether the market of a series was not looked up. */
  lacksAny(all: readonly ExportedSeries[]): boolean
  /** Returns series with the values of {@link marketColumns}; the values of a market that its venue does not know are absent. */
  addTo(all: readonly ExportedSeries[]): readonly ExportedSeries[]
  /** Returns the outcomes whose market the venue does not know. */
  unknown(): readonly string[]
}

/** Lookups in parallel. A daemon combines the calls to venues that have a call for many markets. */
const PARALLEL_LOOKUPS = 8

/** Creates an empty collection of market facts. */
export function createMarketBook(): MarketBook {
  const wanted = new Set<string>()
  const facts = new Map<string, AdditionalValues>()
  return {
    async lookUp(all, caller) {
      const missing = all.filter((one) => !wanted.has(nameOf(one)))
      const queue = [...new Map(missing.map((one) => [nameOf(one), one])).values()]
      for (const one of all) wanted.add(nameOf(one))
      const lane = async (): Promise<void> => {
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
          const { venue, outcomeId } = next.series
          // The other outcome of the same market may have brought it.
          if (facts.has(nameOf(next))) continue
          const market = await lookUpMarket(caller, venue, outcomeId)
          for (const outcome of market?.outcomes ?? []) {
            const id = renderOutcomeId({ venue, id: outcome.outcomeId })
            if (market !== undefined && wanted.has(id)) facts.set(id, toMarketValues(market, outcome))
          }
        }
      }
      await Promise.all(Array.from({ length: Math.min(PARALLEL_LOOKUPS, queue.length) }, lane))
    },
    lacksAny: (all) => all.some((one) => !wanted.has(nameOf(one))),
    addTo: (all) =>
      all.map((one) => {
        const additional = facts.get(nameOf(one))
        return additional === undefined ? one : { ...one, series: { ...one.series, additional } }
      }),
    unknown: () => [...wanted].filter((name) => !facts.has(name)),
  }
}

function nameOf({ series: { venue, outcomeId } }: ExportedSeries): string {
  return renderOutcomeId({ venue, id: outcomeId })
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
