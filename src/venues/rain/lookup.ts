import { PmxError } from '../../api/envelope/errors.js'
import { pathOf } from '../../transport/call-types.js'
import type { EventRow, MarketRow, VenueContext } from '../../venue-kit/contract/venue.js'
import { assertSameSubject, readPayload } from '../../venue-kit/payload/payload.js'
import { type NativeId, packPoolId, readId, spellingsOf } from './ids.js'
import { hasCandidates, toEventRow, toMarketRows } from './mapping.js'
import { type NativePool, nothingReply, poolReply } from './schemas.js'

const WHAT = 'GET /pools/pool/{id}'

/** Returns the pool with this id or site address, regardless of its status, or undefined if the venue has none. */
export async function getEvent(id: string, ctx: VenueContext): Promise<EventRow | undefined> {
  const native = readId(id)
  if (native.kind !== 'pool') return undefined
  const pool = await poolAt(native.pool, ctx)
  return pool && { ...toEventRow(pool, WHAT), aliases: spellingsOf([packPoolId(pool.id)]) }
}

/**
 * Returns the market with this id, regardless of its status, or undefined if the venue has none. The market of a pool with two
 * options has the pool's id. In a larger pool, the market of each option has its own id.
 * @throws BAD_REQUEST with the candidates for a pool with several markets
 */
export async function getMarket(id: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const native = readId(id)
  if (native.kind === 'none' || (native.kind === 'option' && native.place.isNegative)) return undefined
  const pool = await poolAt(native.pool, ctx)
  if (pool === undefined) return undefined
  const rows = toMarketRows(pool, WHAT)
  if (native.kind === 'option') return hasCandidates(pool) ? rowOf(rows, id) : undefined
  if (hasCandidates(pool)) throw severalMarkets(pool, rows)
  return rows[0] && spelt(rows[0])
}

/** Returns the market with this outcome, regardless of its status, or undefined if the venue has none. */
export async function findOutcome(outcomeId: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const native = readId(outcomeId)
  if (native.kind !== 'option') return undefined
  const pool = await poolAt(native.pool, ctx)
  return pool && rowOf(toMarketRows(pool, WHAT), outcomeId)
}

/** Returns the row with this id, in any spelling. */
function rowOf(rows: readonly MarketRow[], id: string): MarketRow | undefined {
  const [asked] = spellingsOf([id.trim().toLowerCase()])
  const row = rows.find(({ market }) =>
    market.outcomes.some(({ outcomeId }) => spellingsOf([outcomeId])[0] === asked),
  )
  return row && spelt(row)
}

/** Adds the other spellings of the ids, so that a lookup by one of them finds the row. */
function spelt(row: MarketRow): MarketRow {
  const { marketId, outcomes } = row.market
  const ids = [marketId, ...outcomes.map(({ outcomeId }) => outcomeId)]
  return { ...row, aliases: [...new Set(spellingsOf(ids))] }
}

function severalMarkets({ id, question }: NativePool, rows: readonly MarketRow[]): PmxError {
  const candidates = rows.map(({ market }) => market.marketId)
  return new PmxError(
    'BAD_REQUEST',
    `'${packPoolId(id)}' (${question}) is an event with a market for each of its ${rows.length} options. Request one ` +
      `of ${candidates.join(', ')}, or the event.`,
    { detail: { kind: 'ambiguous', candidates } },
  )
}

/** Returns the native pool of an id, or of its option, or undefined if there is none. */
export async function findPool(native: NativeId, ctx: VenueContext): Promise<NativePool | undefined> {
  return native.kind === 'none' ? undefined : poolAt(native.pool, ctx)
}

/** Texts that such servers return for an unknown id. */
const noSuchPool = /not found|no pool|not exist|invalid (pool )?id/i

/**
 * Returns the pool with this id, or undefined if the venue has none. Its status for an unknown id is not documented. 404, 400
 * with such a text, and an empty success all count as unknown.
 */
async function poolAt(id: string, ctx: VenueContext): Promise<NativePool | undefined> {
  const reply = await ctx.http
    .send({ host: 'api', path: pathOf`/pools/pool/${id}`, accept: [404] })
    .catch((error: unknown) => {
      if (isAbsence(error)) return undefined
      throw error
    })
  if (reply === undefined || reply.status === 404 || nothingReply.safeParse(reply.json).success)
    return undefined
  const pool = readPayload(poolReply, reply.json, WHAT)
  assertSameSubject(id, pool.id, WHAT, '_id')
  return pool
}

function isAbsence(error: unknown): boolean {
  if (!(error instanceof PmxError)) return false
  const status = error.detail?.['upstreamStatus']
  return status === 404 || (status === 400 && noSuchPool.test(error.message))
}
