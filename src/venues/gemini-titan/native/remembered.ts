import { defineMemoKey } from '../../../venue-kit/contract/memo.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { contractsIn } from '../mapping.js'
import type { NativeEvent } from '../schemas.js'

const WEEK_MS = 7 * 24 * 3_600_000

/** The ticker of the event of a contract, or of a part of a game; it never changes. */
const eventOfContract = defineMemoKey<string>('gemini event of contract', WEEK_MS)
const eventOfPart = defineMemoKey<string>('gemini event of part', WEEK_MS)

/**
 * Caches the contracts of an event from a list or a lookup: contracts cannot be looked up by symbol.
 * @returns the given event
 * @throws EXCHANGE_NOT_AVAILABLE (drift) as `contractsIn`
 */
export function rememberEvent(native: NativeEvent, what: string, ctx: VenueContext): NativeEvent {
  // A part that was looked up alone is still a part: its contracts are found where lists show them.
  const home = parentOf(native.ticker.toUpperCase(), ctx) ?? native.ticker
  for (const { contract, holder } of contractsIn(native, what)) {
    ctx.memo.set(eventOfContract, contract.instrumentSymbol.toUpperCase(), home)
    if (holder !== native) ctx.memo.set(eventOfPart, holder.ticker.toUpperCase(), native.ticker)
  }
  return native
}

/** Returns the ticker of the event with a contract, including its parts. @param symbol in capitals */
export function eventWith(symbol: string, ctx: VenueContext): string | undefined {
  return ctx.memo.get(eventOfContract, symbol)
}

/** Returns the ticker of the parent event of a part. @param ticker of the part, in capitals */
export function parentOf(ticker: string, ctx: VenueContext): string | undefined {
  return ctx.memo.get(eventOfPart, ticker)
}
