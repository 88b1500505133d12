import { PmxError } from '../../api/errors.js'
import { memoKey } from '../../venue-kit/memo.js'
import { walk } from '../../venue-kit/paging.js'
import { assertAllRead } from '../../venue-kit/rows.js'
import type { VenueContext } from '../../venue-kit/venue.js'
import { readContracts, readMarkets, readMarketsOf } from './ask.js'
import { eventPages } from './event-pages.js'
import { readId } from './ids.js'
import type { NativeContract, NativeEvent } from './wire.js'

/** A contract never moves to another market; the age only keeps the memory from filling up with old ones. */
const marketOfContract = memoKey<string>('smarkets market of contract', 7 * 24 * 60 * 60_000)

/** Events of a page while a contract is looked for: their markets come in two calls. */
const SCAN_PAGE = 100

/** Keeps which market the contracts belong to: the venue has no call that tells it. */
export function rememberContracts(contracts: readonly NativeContract[], ctx: VenueContext): void {
  for (const contract of contracts) ctx.memo.set(marketOfContract, contract.id, contract.market_id)
}

/**
 * The market of a contract; undefined when no open event has it. Contracts are remembered from every list and lookup;
 * one that was never seen is looked for in all open events, which takes the venue long. Those of closed events are
 * found only when they were seen.
 * @throws BAD_REQUEST with the contracts as candidates for the id of a market
 */
export async function findMarketOf(outcomeId: string, ctx: VenueContext): Promise<string | undefined> {
  const native = readId(outcomeId)
  if (native.kind !== 'number') return undefined
  const remembered = ctx.memo.get(marketOfContract, native.number)
  if (remembered !== undefined) return remembered
  const [market] = await readMarkets([native.number], ctx)
  if (market === undefined) return scan(native.number, ctx)
  const { contracts } = await readContracts([market.id], ctx)
  rememberContracts(contracts, ctx)
  throw marketNotContract(market.id, contracts)
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

/**
 * Markets and contracts are counted apart, so a number that names a market here may one day name a contract as well.
 */
function marketNotContract(marketId: string, contracts: readonly NativeContract[]): PmxError {
  const names = contracts.map(({ id, name }) => `${id} (${name})`).join(', ')
  return new PmxError(
    'BAD_REQUEST',
    `'${marketId}' is a Smarkets market, not an outcome. Its outcome ids are ${names || 'not out yet'}. ` +
      'If a contract of the same number is meant, fetch its own market first.',
    { detail: { kind: 'ambiguous', candidates: contracts.map(({ id }) => id) } },
  )
}
