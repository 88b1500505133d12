import { PmxError } from '../../../api/errors.js'
import type { Position } from '../../../api/models.js'
import { assertWallet } from '../../../venue-kit/chain-ids.js'
import { memoKey } from '../../../venue-kit/memo.js'
import { type CursorPaging, collect } from '../../../venue-kit/paging.js'
import { expectSomewhere, readPayload } from '../../../venue-kit/payload.js'
import { known } from '../../../venue-kit/unify.js'
import type { VenueContext } from '../../../venue-kit/venue.js'
import { findConditionMarkets } from '../lookup.js'
import { dataPositions, legacyPositions, nextCursor } from '../wire.js'
import { askGenerations, type Generation, sendIfThere } from './generations.js'

const PAGE_ROWS = 500
/** Larger offsets are refused by the older route (README.md). */
const LARGEST_OFFSET = 10_000
/**
 * Holdings below this are dust the newer route leaves out by itself; the older one is asked for the same, in shares.
 */
const DUST_SHARES = 0.1

const marketOfCondition = memoKey<string>('polymarket market of condition', 24 * 60 * 60_000)

/** A position as either generation states it: shares, prices 0..1, money in USD. */
interface Holding {
  readonly tokenId: string
  readonly conditionId: string
  readonly shares: number
  readonly label: string | undefined
  readonly entryPrice: number | undefined
  readonly price: number | undefined
  readonly value: number | undefined
  readonly unrealizedPnL: number | undefined
  readonly realizedPnL: number | undefined
}

/** The public positions of a wallet (the one that holds the tokens, which is not always its owner's address). */
export async function positionsOf(address: string, ctx: VenueContext): Promise<readonly Position[]> {
  assertWallet(address)
  const user = address.toLowerCase()
  const holdings = await askGenerations('positions', (generation) => readHoldings(generation, user, ctx), ctx)
  const markets = await marketIdsOf([...new Set(holdings.map((holding) => holding.conditionId))], ctx)
  return holdings.map((holding) => toPosition(holding, markets.get(holding.conditionId)))
}

/**
 * Turns a holding into a position.
 * @param marketId absent when the venue's market list does not know the condition; the condition id, which every
 * lookup of markets takes as well, then names the market
 */
function toPosition(holding: Holding, marketId: string | undefined): Position {
  return known<Position>({
    marketId: marketId ?? holding.conditionId,
    outcomeId: holding.tokenId,
    outcomeLabel: holding.label,
    size: holding.shares,
    entryPrice: holding.entryPrice,
    currentPrice: holding.price,
    currentValue: holding.value,
    unrealizedPnL: holding.unrealizedPnL,
    realizedPnL: holding.realizedPnL,
  })
}

/** Market ids by condition id (lower case); accounts name markets only by their condition. */
export async function marketIdsOf(
  conditionIds: readonly string[],
  ctx: VenueContext,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const conditionId of conditionIds) {
    const marketId = ctx.memo.get(marketOfCondition, conditionId)
    if (marketId !== undefined) found.set(conditionId, marketId)
  }
  const missing = conditionIds.filter((conditionId) => !found.has(conditionId))
  for (const [conditionId, market] of await findConditionMarkets(missing, ctx)) {
    ctx.memo.set(marketOfCondition, conditionId, market.id)
    found.set(conditionId, market.id)
  }
  return found
}

/** All pages of one generation; 'gone' shows at the first. */
async function readHoldings(
  generation: Generation,
  user: string,
  ctx: VenueContext,
): Promise<readonly Holding[] | 'gone'> {
  const readPage = generation === 'v2' ? readNewer : readOlder
  const first = await readPage(undefined, user, ctx)
  if (first === 'gone') return 'gone'
  const paging: CursorPaging<Holding> = {
    kind: 'cursor',
    what: 'positions',
    idOf: (holding) => holding.tokenId,
    async fetch(cursor) {
      const page = cursor === undefined ? first : await readPage(cursor, user, ctx)
      if (page !== 'gone') return page
      throw new PmxError(
        'EXCHANGE_NOT_AVAILABLE',
        'Polymarket withdrew its positions while they were read; try again.',
      )
    },
  }
  return collect(paging)
}

interface Page {
  readonly rows: readonly Holding[]
  readonly next?: string | undefined
}

async function readNewer(
  cursor: string | undefined,
  user: string,
  ctx: VenueContext,
): Promise<Page | 'gone'> {
  const what = 'GET /v2/positions'
  const query = { user, status: 'OPEN', limit: PAGE_ROWS, cursor }
  const reply = await sendIfThere({ host: 'data', path: '/v2/positions', query, group: 'positionsV2' }, ctx)
  if (reply === 'gone') return 'gone'
  const { data, pagination } = readPayload(dataPositions, reply.json, what)
  const rows = data ?? []
  expectSomewhere(
    rows,
    ['avg_price', 'current_price', 'current_value', 'unrealized_pnl', 'outcome'],
    what,
    'data',
  )
  return {
    next: nextCursor(pagination, what),
    rows: rows.map((row) => ({
      tokenId: row.token_id,
      conditionId: row.condition_id.toLowerCase(),
      shares: row.current_size,
      label: row.outcome,
      entryPrice: row.avg_price,
      price: row.current_price,
      value: row.current_value,
      unrealizedPnL: row.unrealized_pnl,
      realizedPnL: row.realized_pnl,
    })),
  }
}

async function readOlder(
  cursor: string | undefined,
  user: string,
  ctx: VenueContext,
): Promise<Page | 'gone'> {
  const what = 'GET /positions'
  const offset = Number(cursor ?? 0)
  if (offset > LARGEST_OFFSET) throw tooMany()
  const query = { user, sizeThreshold: DUST_SHARES, limit: PAGE_ROWS, offset }
  const reply = await sendIfThere({ host: 'data', path: '/positions', query, group: 'positions' }, ctx)
  if (reply === 'gone') return 'gone'
  const rows = readPayload(legacyPositions, reply.json, what)
  expectSomewhere(rows, ['avgPrice', 'curPrice', 'currentValue', 'cashPnl', 'outcome'], what, '')
  return {
    next: rows.length === 0 ? undefined : String(offset + rows.length),
    rows: rows.map((row) => ({
      tokenId: row.asset,
      conditionId: row.conditionId.toLowerCase(),
      shares: row.size,
      label: row.outcome,
      entryPrice: row.avgPrice,
      price: row.curPrice,
      value: row.currentValue,
      unrealizedPnL: row.cashPnl,
      realizedPnL: row.realizedPnl,
    })),
  }
}

function tooMany(): PmxError {
  return new PmxError(
    'BAD_REQUEST',
    `This wallet holds more than ${LARGEST_OFFSET} positions, which Polymarket's older route cannot list.`,
    { detail: { kind: 'offset_wall', largestOffset: LARGEST_OFFSET } },
  )
}
