import { outcomeSettlementOf, settlementOf } from '../../api/models/market-settlement.js'
import type { UnifiedMarket } from '../../api/models/models.js'
import { parseIso } from '../../api/times/instant.js'
import { parseOutcomeId, renderOutcomeId } from '../../api/values/outcome-id.js'

/** Columns of the settlements table, in order. It has one row for each outcome of a closed market. */
export const settlementColumns = [
  'venue',
  'market_id',
  'outcome_id',
  'title',
  'outcome',
  'event',
  'result',
  'payout',
  'at',
  'closed_at',
  'basis',
  'stage',
] as const

export type SettlementRow = Readonly<Partial<Record<(typeof settlementColumns)[number], string | number>>>

/**
 * A query for settlements. `since` is inclusive, epoch ms, and compares the time of the settlement, otherwise the end of
 * trading.
 */
export interface SettlementQuery {
  readonly since?: number
  readonly limit: number
  readonly offset: number
}

/** Rows of a query, and what is missing from them. */
export interface SettlementPage {
  readonly rows: readonly SettlementRow[]
  /** Whether more rows follow. */
  readonly isCut: boolean
  /** Number of markets that `since` leaves out because the venue reports no time for them. */
  readonly undated: number
}

/** Number of markets per call. */
const MARKETS_AT_ONCE = 500

/**
 * Collects the settlements of a venue's closed markets in list order, with the most recently closed market first.
 * @param fetchPage fetches closed markets of the list from an offset on
 */
export async function collectSettlements(
  fetchPage: (limit: number, offset: number) => Promise<readonly UnifiedMarket[]>,
  { since, limit, offset }: SettlementQuery,
): Promise<SettlementPage> {
  const rows: SettlementRow[] = []
  /** A list that is replaced between two pages may repeat rows of the earlier page. */
  const seen = new Set<string>()
  let undated = 0
  let skipped = 0
  for (let from = 0; ; from += MARKETS_AT_ONCE) {
    const markets = await fetchPage(MARKETS_AT_ONCE, from)
    for (const market of markets) {
      if (seen.has(market.marketId)) continue
      seen.add(market.marketId)
      const fits = isSince(market, since)
      if (fits === undefined) undated++
      if (fits !== true) continue
      for (const row of toSettlementRows(market)) {
        if (skipped < offset) skipped++
        else if (rows.length < limit) rows.push(row)
        else return { rows, isCut: true, undated }
      }
    }
    if (markets.length < MARKETS_AT_ONCE) return { rows, isCut: false, undated }
  }
}

/** Returns whether a market was settled since a given time, or undefined if its times are unknown. */
function isSince(market: UnifiedMarket, since: number | undefined): boolean | undefined {
  if (since === undefined) return true
  const { at, closedAt } = settlementOf(market) ?? {}
  const time = parseIso(at ?? closedAt ?? '')
  return time === undefined ? undefined : time >= since
}

/** Returns a row for each outcome of a closed market, or no rows for a market without a settlement. */
export function toSettlementRows(market: UnifiedMarket): readonly SettlementRow[] {
  const { sourceExchange: venue, marketId, title, eventId } = market
  return market.outcomes.flatMap(({ outcomeId, label }) => {
    const settlement = outcomeSettlementOf(market, outcomeId)
    if (settlement === undefined) return []
    const { result, payout, at, closedAt, basis, stage } = settlement
    return [
      {
        venue,
        market_id: marketId,
        outcome_id: withVenue(venue, outcomeId),
        title,
        outcome: label,
        ...(eventId === undefined ? {} : { event: eventId }),
        result,
        ...(payout === undefined ? {} : { payout }),
        ...(at === undefined ? {} : { at }),
        ...(closedAt === undefined ? {} : { closed_at: closedAt }),
        basis,
        ...(stage === undefined ? {} : { stage }),
      },
    ]
  })
}

/** Returns the id in the form that all tables use. @param venue the venue that reports the market */
function withVenue(venue: string, id: string): string {
  const name = parseOutcomeId(`${venue}:${id}`)
  return name === undefined ? id : renderOutcomeId(name)
}
