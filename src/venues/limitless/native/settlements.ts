import type { Settlement } from '../../../api/models/models.js'
import { decimalOf, fromUnits, toNumber } from '../../../api/values/decimal.js'
import type { Paging } from '../../../venue-kit/contract/paging.js'
import type { HistoryQuery } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { readList } from '../../../venue-kit/requests/map-rows.js'
import { omitUndefined } from '../../../venue-kit/unify/unified-market.js'
import { sendSigned } from '../auth.js'
import { findSlugsByName, findTokensBySlug, isOfOutcome } from './named-markets.js'
import { DECIMALS } from './order-rows.js'
import { historyReply, type NativeHistoryEntry } from './order-wire.js'

/** Maximum number of rows per page of the history. */
const ROWS_PER_PAGE = 100
const WHAT = 'GET /portfolio/history'

/**
 * Lists claimed payouts, and losses, in the account's history (../README.md, "Accounts and orders"). A claim has neither
 * contracts nor cost, a loss no fees.
 */
export function listSettlements(
  { marketId, outcomeId }: HistoryQuery,
  ctx: VenueContext,
): Paging<Settlement> {
  const counts = new Map<string, number>()
  let wanted: readonly string[] | undefined
  const name = marketId ?? outcomeId
  return {
    kind: 'cursor',
    what: 'settlements',
    idOf: ({ id }) => id,
    async fetch(cursor = '') {
      if (name !== undefined) wanted ??= await findSlugsByName(name, ctx)
      // An empty cursor selects pages by cursor; without one they are numbered.
      const query = { cursor, limit: ROWS_PER_PAGE }
      const { json } = await sendSigned({ host: 'api', path: '/portfolio/history', query }, ctx)
      const { data, nextCursor } = readList(historyReply, json, WHAT, ctx)
      const rows: Settlement[] = []
      for (const row of data) {
        const slug = row.market?.slug
        if (!isSettlement(row) || slug === undefined || wanted?.includes(slug) === false) continue
        const tokens = await findTokensBySlug(slug, ctx)
        const index = indexOf(row)
        const outcome = index === undefined ? undefined : tokens?.[index === 0 ? 'yes' : 'no']
        if (!isOfOutcome(outcomeId, outcome, tokens)) continue
        rows.push(toSettlement(row, slug, outcome, counts))
      }
      return { rows, next: nextCursor }
    },
  }
}

function isSettlement({ strategy, action, pnl }: NativeHistoryEntry): boolean {
  return strategy === 'Claim' || (strategy === undefined && (action !== undefined || pnl !== undefined))
}

/** Returns the outcome index of a claim with a single index set; 1 is the first, 2 the second. */
function indexOf({ strategy, outcomeIndex, indexSets }: NativeHistoryEntry): number | undefined {
  if (strategy !== 'Claim') return outcomeIndex
  const [set, ...others] = indexSets ?? []
  return others.length === 0 && (set === '1' || set === '2') ? Number(set) - 1 : undefined
}

function toSettlement(
  row: NativeHistoryEntry,
  slug: string,
  outcomeId: string | undefined,
  counts: Map<string, number>,
): Settlement {
  const { strategy, action, pnl, collateralAmount: money, blockTimestamp: timestamp } = row
  const isClaim = strategy === 'Claim'
  const isLoss = !isClaim && action?.toLowerCase() === 'loss'
  return omitUndefined<Settlement>({
    id: nameOf(row, slug, counts),
    marketId: slug,
    outcomeId,
    timestamp,
    payout: isClaim ? money : isLoss ? 0 : undefined,
    realizedPnL: pnl === undefined ? undefined : toNumber(fromUnits(BigInt(Math.trunc(pnl)), DECIMALS)),
    cost: isLoss && money !== undefined ? toNumber(decimalOf(money)) : undefined,
    metadata: omitUndefined({ action: isClaim ? 'claim' : action, txHash: row.transactionHash }),
  })
}

/** Names a row, which has no id: by its transaction, in which rows are counted. */
function nameOf(row: NativeHistoryEntry, slug: string, counts: Map<string, number>): string {
  const name = `${row.transactionHash ?? `${slug}-${row.blockTimestamp}`}-${row.action ?? 'claim'}`
  const count = counts.get(name) ?? 0
  counts.set(name, count + 1)
  return count === 0 ? name : `${name}-${count + 1}`
}
