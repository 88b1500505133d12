import type { Settlement } from '../../../api/models/models.js'
import { decimalOf, subtractDecimals, toNumber } from '../../../api/values/decimal.js'
import { type CursorPaging, loadOncePerList } from '../../../venue-kit/contract/paging.js'
import type { HistoryQuery } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../../venue-kit/payload/payload.js'
import { readList } from '../../../venue-kit/requests/map-rows.js'
import { omitUndefined } from '../../../venue-kit/unify/unified-market.js'
import { signed } from '../auth.js'
import { outcomeIdOf } from '../ids.js'
import { type NativeResolution, resolutionsReply } from './order-wire.js'
import { requestedTradesOf } from './requested-trades.js'

const PATH = '/v1/portfolio/activities'
const TYPE = 'ACTIVITY_TYPE_POSITION_RESOLUTION'
const ROWS_PER_PAGE = 100

/** Lists the payouts of resolved markets, which are among the activities. */
export function listSettlements(query: HistoryQuery, ctx: VenueContext): CursorPaging<Settlement> {
  const what = `GET ${PATH}`
  const asked = loadOncePerList(() => requestedTradesOf(query, ctx))
  return {
    kind: 'cursor',
    what: 'settlements',
    idOf: ({ id }) => id,
    async fetch(cursor) {
      const wanted = await asked()
      if (wanted === undefined) return { rows: [] }
      const { slug, side } = wanted
      const page = { limit: ROWS_PER_PAGE, cursor, types: [TYPE], sortOrder: 'SORT_ORDER_DESCENDING' }
      const { json } = await signed.send(
        { host: 'api', path: PATH, query: { ...page, marketSlug: slug } },
        ctx,
      )
      const { activities, nextCursor, eof } = readList(resolutionsReply, json, what, ctx)
      const rows = activities.flatMap(({ type, positionResolution: row }) => {
        if (type !== TYPE) return []
        if (row === undefined)
          throw createSchemaMismatch(what, 'activities[*].positionResolution', 'a resolution without one')
        return toSettlement(row) ?? []
      })
      return {
        rows: rows.filter(
          ({ marketId, outcomeId }) =>
            (slug === undefined || marketId === slug) &&
            (side === undefined || outcomeId === outcomeIdOf(marketId, side)),
        ),
        next: eof === true ? undefined : (nextCursor ?? undefined),
      }
    },
  }
}

/** Undefined if nothing was held. `cost` includes fees, and `baseCost` does not (../README.md). */
function toSettlement({
  marketSlug,
  updateTime,
  beforePosition: held,
  side,
}: NativeResolution): Settlement | undefined {
  const { netPositionDecimal: net, cost: whole, baseCost, cashValue: payout } = held
  if (net === 0) return undefined
  const paid = whole !== undefined && whole >= 0 ? decimalOf(whole) : undefined
  const base = baseCost !== undefined && baseCost >= 0 ? baseCost : undefined
  const fee =
    paid !== undefined && base !== undefined ? toNumber(subtractDecimals(paid, decimalOf(base))) : held.fees
  return omitUndefined<Settlement>({
    id: `${marketSlug}:${updateTime ?? ''}`,
    marketId: marketSlug,
    outcomeId: outcomeIdOf(marketSlug, net > 0 ? 'long' : 'short'),
    timestamp: updateTime ?? 0,
    contracts: Math.abs(net),
    payout,
    cost: base,
    fee,
    realizedPnL:
      payout === undefined || paid === undefined
        ? undefined
        : toNumber(subtractDecimals(decimalOf(payout), paid)),
    metadata: omitUndefined({ unknown: updateTime === undefined ? ['timestamp'] : undefined, result: side }),
  })
}
