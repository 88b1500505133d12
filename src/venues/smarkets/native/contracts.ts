import { memoKey } from '../../../venue-kit/memo.js'
import { walk } from '../../../venue-kit/paging.js'
import { assertAllRead } from '../../../venue-kit/rows.js'
import type { VenueContext } from '../../../venue-kit/venue.js'
import { readId } from '../ids.js'
import type { NativeContract, NativeEvent } from '../wire.js'
import { readContracts, readMarkets, readMarketsOf } from './ask.js'
import { eventPages } from './event-pages.js'

/** A contract never moves to another market; the age only keeps the memory from filling up with old ones. */
const marketOfContract = memoKey<string>('smarkets market of contract', 7 * 24 * 60 * 60_000)

/** Events of a page while a contract is looked for: their markets come in two calls. */
const SCAN_PAGE = 100

/** Keeps which market the contracts belong to: the venue has no call that tells it. */
export function rememberContracts(contracts: readonly NativeContract[], ctx: VenueContext): void {
  for (const contract of contracts) ctx.memo.set(marketOfContract, contract.id, contract.market_id)
}

/** What a number turned out to name. */
export type Named =
  | { readonly kind: 'contract'; readonly contractId: string; readonly marketId: string }
  | { readonly kind: 'market'; readonly marketId: string; readonly contracts: readonly NativeContract[] }

/**
 * Markets and contracts are counted apart, so a number that names a market here may one day name a contract as well.
 */
export const otherReading = 'If a contract of the same number is meant, fetch its own market first.'

/**
 * The contract with this number, else the market that has it; undefined when no open event has such a contract.
 * Contracts are remembered from every list and lookup; one that was never seen is looked for in all open events, which
 * takes the venue long. Those of closed events are found only when they were seen.
 */
export async function contractOrMarket(id: string, ctx: VenueContext): Promise<Named | undefined> {
  const native = readId(id)
  // An address holds the number of an event.
  if (native.kind !== 'number' || native.number !== id.trim()) return undefined
  const { number } = native
  const remembered = ctx.memo.get(marketOfContract, number)
  if (remembered !== undefined) return { kind: 'contract', contractId: number, marketId: remembered }
  const [market] = await readMarkets([number], ctx)
  if (market === undefined) {
    const marketId = await scan(number, ctx)
    return marketId === undefined ? undefined : { kind: 'contract', contractId: number, marketId }
  }
  const { contracts } = await readContracts([market.id], ctx)
  rememberContracts(contracts, ctx)
  return { kind: 'market', marketId: market.id, contracts }
}

async function scan(contractId: string, ctx: VenueContext): Promise<string | undefined> {
  const pages = eventPages('active', SCAN_PAGE, ctx)
  const events = walk<NativeEvent>({ kind: 'cursor', what: 'events', idOf: ({ id }) => id, ...pages })
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
