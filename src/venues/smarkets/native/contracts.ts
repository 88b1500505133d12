import { defineMemoKey } from '../../../venue-kit/contract/memo.js'
import { paginate } from '../../../venue-kit/contract/paging.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { assertAllRead } from '../../../venue-kit/requests/map-rows.js'
import { readId } from '../ids.js'
import type { NativeContract, NativeEvent } from '../schemas.js'
import { listEventPages } from './event-pages.js'
import { readContracts, readMarkets, readMarketsOf, readMarketsOfContracts } from './request.js'

/** A contract never moves to another market. The maximum age only limits the size of the cache. */
const marketOfContract = defineMemoKey<string>('smarkets market of contract', 7 * 24 * 60 * 60_000)

/** Number of events per page during the search for a contract. Their markets take two calls. */
const SCAN_PAGE = 100

/** Caches the market of each contract. */
export function rememberContracts(contracts: readonly NativeContract[], ctx: VenueContext): void {
  for (const contract of contracts) ctx.memo.set(marketOfContract, contract.id, contract.market_id)
}

/** The result for a number. */
export type Named =
  | { readonly kind: 'contract'; readonly contractId: string; readonly marketId: string }
  | {
      readonly kind: 'market'
      readonly marketId: string
      readonly contracts: readonly NativeContract[]
      /** Whether a contract with the same number may exist, because the venue did not report whether it does. */
      readonly mayBeContract: boolean
    }

/** Markets and contracts are numbered separately, so a market's number may also be that of a contract. */
export const otherReading = 'If you mean a contract with the same number, fetch its market first.'

/**
 * Returns the contract with this number, otherwise the market with it, or undefined if the venue has neither. Contracts are
 * cached from every list and lookup. Others are looked up, regardless of their state. If the venue has no such route, all open
 * events are searched. This takes a long time, and never finds contracts of closed events (../README.md, "Lookups").
 */
export async function findContractOrMarket(id: string, ctx: VenueContext): Promise<Named | undefined> {
  const native = readId(id)
  // A site address contains the number of an event.
  if (native.kind !== 'number' || native.number !== id.trim()) return undefined
  const { number } = native
  const contractIn = (marketId: string): Named => ({ kind: 'contract', contractId: number, marketId })
  const remembered = ctx.memo.get(marketOfContract, number) ?? ctx.listedMarketOf?.(number)
  if (remembered !== undefined) return contractIn(remembered)
  const found = await readMarketsOfContracts([number], ctx)
  const marketId = found?.get(number)
  if (marketId !== undefined) {
    ctx.memo.set(marketOfContract, number, marketId)
    return contractIn(marketId)
  }
  const [market] = await readMarkets([number], ctx)
  if (market === undefined) {
    const scanned = found === undefined ? await scan(number, ctx) : undefined
    return scanned === undefined ? undefined : contractIn(scanned)
  }
  const { contracts } = await readContracts([market.id], ctx)
  rememberContracts(contracts, ctx)
  return { kind: 'market', marketId: market.id, contracts, mayBeContract: found === undefined }
}

async function scan(contractId: string, ctx: VenueContext): Promise<string | undefined> {
  const pages = listEventPages('active', SCAN_PAGE, ctx)
  const events = paginate<NativeEvent>({ kind: 'cursor', what: 'events', idOf: ({ id }) => id, ...pages })
  for await (const rows of events) {
    const markets = await readMarketsOf(rows.map(idOf), ctx)
    const { contracts } = await readContracts(markets.map(idOf), ctx)
    rememberContracts(contracts, ctx)
    const found = contracts.find((contract) => contract.id === contractId)
    if (found !== undefined) return found.market_id
  }
  assertAllRead(`The market of contract ${contractId}`, ctx)
  return undefined
}

function idOf({ id }: { readonly id: string }): string {
  return id
}
