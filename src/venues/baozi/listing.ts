import type { CursorPaging } from '../../venue-kit/contract/paging.js'
import type { EventRow, Listed, Listing, MarketRow, VenueContext } from '../../venue-kit/contract/venue.js'
import { convertRows, readInList, readList } from '../../venue-kit/requests/map-rows.js'
import { eventIdOf, marketIdOf } from '../../venue-kit/requests/row-lists.js'
import { toEventRow, toMarketRow } from './mapping.js'
import type { NativeMarket } from './native/accounts.js'
import { scan } from './native/rpc.js'
import { marketScan } from './schemas.js'

/** A market's account with its address. */
export interface Found {
  readonly address: string
  readonly native: NativeMarket
}

/** Lists all markets of any status: a scan of the chain has no pages, and no filter by status. */
export function listMarkets(_listing: Listing, ctx: VenueContext): Listed<MarketRow> {
  return { sorted: false, paging: onePage('markets', marketIdOf, () => readAll(ctx)) }
}

/** Lists the markets as events. */
export function listEvents(_listing: Listing, ctx: VenueContext): Listed<EventRow> {
  return {
    sorted: false,
    paging: onePage('events', eventIdOf, async () => (await readAll(ctx)).map(toEventRow)),
  }
}

async function readAll(ctx: VenueContext): Promise<readonly MarketRow[]> {
  const [binaries, races] = await Promise.all([readKind('Market', ctx), readKind('RaceMarket', ctx)])
  // Nodes return accounts in no particular order: the program's count is stable.
  const newestFirst = [...binaries, ...races].sort((a, b) => Number(b.native.number - a.native.number))
  const now = ctx.clock.now()
  return readInList('getProgramAccounts', ctx, () =>
    convertRows(newestFirst, 'result', ({ address, native }) => toMarketRow(address, native, now)),
  )
}

/** Returns the accounts of one kind; those that cannot be read are set aside. */
export async function readKind(kind: 'Market' | 'RaceMarket', ctx: VenueContext): Promise<readonly Found[]> {
  const { json, what } = await scan(kind, ctx)
  const { result } = readList(marketScan, json, what, ctx)
  return result.map(({ pubkey, account }) => ({ address: pubkey, native: account.data }))
}

function onePage<Row>(
  what: string,
  idOf: (row: Row) => string,
  read: () => Promise<readonly Row[]>,
): CursorPaging<Row> {
  return { kind: 'cursor', what, idOf, fetch: async () => ({ rows: await read() }) }
}
