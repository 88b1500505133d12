import type { EventRow, MarketRow, VenueContext } from '../../venue-kit/contract/venue.js'
import { createSchemaMismatch, readPayload } from '../../venue-kit/payload/payload.js'
import { convertRows, readInList } from '../../venue-kit/requests/map-rows.js'
import { orderByRequest } from '../../venue-kit/requests/row-lists.js'
import { isAddress, readId } from './ids.js'
import { toEventRow, toMarketRow } from './mapping.js'
import { MAX_ACCOUNTS, readAccount, readAccounts } from './native/rpc.js'
import { accountReply, type NativeAccount, ownAccount, PROGRAM, severalAccounts } from './schemas.js'

/** Returns the event of the market with this address or page, or undefined if the program has none there. */
export async function getEvent(id: string, ctx: VenueContext): Promise<EventRow | undefined> {
  const row = await getMarket(id, ctx)
  return row && toEventRow(row)
}

/** Returns the market with this address or page, regardless of its status, or undefined if the program has none there. */
export async function getMarket(id: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const named = readId(id)
  if (named.kind !== 'market') return undefined
  const row = await marketAt(named.address, ctx)
  return row && { ...row, aliases: [id.trim()] }
}

/** Returns the market with this outcome, regardless of its status, or undefined if it has none with this index. */
export async function findOutcome(outcomeId: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const named = readId(outcomeId)
  if (named.kind !== 'outcome') return undefined
  const row = await marketAt(named.address, ctx)
  const outcome = row?.market.outcomes[named.place]
  if (row === undefined || outcome === undefined) return undefined
  // A binary market has no numbered outcomes, and a race no sides.
  const isNamed = outcome.outcomeId.toLowerCase() === outcomeId.trim().toLowerCase()
  return isNamed ? { ...row, aliases: [outcomeId.trim()] } : undefined
}

/** Returns the markets at these addresses, in one call. Accounts that are not the program's markets are left out. */
export async function readMany(ids: readonly string[], ctx: VenueContext): Promise<readonly MarketRow[]> {
  const addresses = ids.flatMap((id) => {
    const named = readId(id)
    return named.kind === 'market' ? [named.address] : []
  })
  if (addresses.length === 0) return []
  const { json, what } = await readAccounts(addresses, ctx)
  const { value } = readPayload(severalAccounts, json, what).result
  if (value.length !== addresses.length)
    throw createSchemaMismatch(
      what,
      'result.value',
      `${addresses.length} accounts were requested, ${value.length} were returned`,
    )
  const now = ctx.clock.now()
  const pairs = addresses.map((address, index) => ({ address, account: value[index] ?? null }))
  return readInList(what, ctx, () =>
    convertRows(pairs, 'result.value', ({ address, account }) => toRow(address, account, what, now)),
  )
}

/** Whether all ids are addresses of accounts, and one call takes this many. */
export function fitInOneCall(ids: readonly string[]): boolean {
  return ids.length <= MAX_ACCOUNTS && ids.every((id) => isAddress(id.trim()))
}

/** Returns the markets at addresses that {@link fitInOneCall}. */
export async function getMany(
  ids: readonly string[],
  ctx: VenueContext,
): Promise<ReadonlyMap<string, MarketRow>> {
  const found = orderByRequest(ids, await readMany(ids, ctx), (id) => id.trim())
  return new Map([...found].map(([id, row]) => [id, { ...row, aliases: [id.trim()] }]))
}

async function marketAt(address: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const { json, what } = await readAccount(address, ctx)
  const { value } = readPayload(accountReply, json, what).result
  return toRow(address, value, what, ctx.clock.now())
}

function toRow(
  address: string,
  account: NativeAccount | null,
  what: string,
  now: number,
): MarketRow | undefined {
  // Accounts of other programs may begin like a market's.
  if (account?.owner !== PROGRAM) return undefined
  const { data } = readPayload(ownAccount, account, what)
  return data === undefined ? undefined : toMarketRow(address, data, now)
}
