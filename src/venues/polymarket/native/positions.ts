import type * as z from 'zod'
import type { Position } from '../../../api/models/models.js'
import { defineMemoKey } from '../../../venue-kit/contract/memo.js'
import { type CursorPaging, collect } from '../../../venue-kit/contract/paging.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { expectSomewhere, readPayload } from '../../../venue-kit/payload/payload.js'
import { assertWallet } from '../../../venue-kit/unify/chain-ids.js'
import { omitUndefined } from '../../../venue-kit/unify/unified-market.js'
import { findConditionMarkets } from '../lookup.js'
import { dataPositions, readNextCursor } from '../schemas.js'
import { createNoRouteError, sendIfThere } from './generations.js'
import { isComboPosition, outcomeIndexOf, padCondition } from './protocol.js'

type Holding = NonNullable<z.output<typeof dataPositions>['data']>[number]

const PAGE_ROWS = 500

const marketOfCondition = defineMemoKey<string>('polymarket market of condition', 24 * 60 * 60_000)

/** Returns the public positions of a wallet (the one that holds the tokens, which is not always its owner's address). */
export async function positionsOf(address: string, ctx: VenueContext): Promise<readonly Position[]> {
  assertWallet(address)
  const user = address.toLowerCase()
  const holdings = await collect(positionPages(user, ctx))
  const markets = await marketIdsOf([...new Set(holdings.map(({ condition_id }) => condition_id))], ctx)
  return holdings.map((holding) => toPosition(holding, markets.get(padCondition(holding.condition_id))))
}

/**
 * Converts a holding to a position, with shares, prices 0..1 and money in USD.
 * @param marketId absent when the venue's market list does not have the condition, as that of a combo; the condition id, which
 * every lookup of markets accepts as well, then replaces it
 */
function toPosition(holding: Holding, marketId: string | undefined): Position {
  return omitUndefined<Position>({
    marketId: marketId ?? holding.condition_id.toLowerCase(),
    outcomeId: holding.token_id,
    outcomeLabel: holding.outcome ?? comboLabel(holding),
    size: holding.current_size,
    entryPrice: holding.avg_price,
    currentPrice: holding.current_price,
    currentValue: holding.current_value,
    unrealizedPnL: holding.unrealized_pnl,
    realizedPnL: holding.realized_pnl,
  })
}

/**
 * Returns the label of a combo, which has no outcomes. The first side means that all legs are right, and the second that not all
 * of them are.
 */
function comboLabel({ token_id, title }: Holding): string | undefined {
  if (!isComboPosition(token_id)) return undefined
  const name = title ?? 'the combo'
  const labels = { 0: title ?? 'Combo', 1: `Not ${name}` } as const
  const index = outcomeIndexOf(token_id)
  return index === undefined ? undefined : labels[index]
}

/** Returns market ids by padded condition id, because account data identifies markets only by their condition. */
export async function marketIdsOf(
  conditionIds: readonly string[],
  ctx: VenueContext,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const padded = [...new Set(conditionIds.map(padCondition))]
  for (const conditionId of padded) {
    const marketId = ctx.memo.get(marketOfCondition, conditionId)
    if (marketId !== undefined) found.set(conditionId, marketId)
  }
  const missing = padded.filter((conditionId) => !found.has(conditionId))
  for (const [conditionId, market] of await findConditionMarkets(missing, ctx)) {
    ctx.memo.set(marketOfCondition, conditionId, market.id)
    found.set(conditionId, market.id)
  }
  return found
}

function positionPages(user: string, ctx: VenueContext): CursorPaging<Holding> {
  const what = 'GET /v2/positions'
  return {
    kind: 'cursor',
    what: 'positions',
    idOf: ({ token_id }) => token_id,
    async fetch(cursor) {
      // Redeemable ones are among the open ones, those of archived markets only when requested.
      const query = { user, status: 'OPEN', include_archived: true, limit: PAGE_ROWS, cursor }
      const reply = await sendIfThere(
        { host: 'data', path: '/v2/positions', query, group: 'positionsV2' },
        ctx,
      )
      if (reply === 'gone') throw createNoRouteError('positions')
      const { data, pagination } = readPayload(dataPositions, reply.json, what)
      const rows = data ?? []
      const named = rows.filter(({ token_id }) => !isComboPosition(token_id))
      const told = ['avg_price', 'current_price', 'current_value', 'unrealized_pnl', 'outcome']
      expectSomewhere(named, told, what, 'data')
      return { rows, next: readNextCursor(pagination, what) }
    },
  }
}
