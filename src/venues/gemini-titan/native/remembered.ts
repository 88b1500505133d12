import { defineMemoKey } from '../../../venue-kit/contract/memo.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { contractsIn } from '../mapping.js'
import type { NativeEvent } from '../schemas.js'

const WEEK_MS = 7 * 24 * 3_600_000

/** Under which ticker the event is found that has a contract, or a part of a game; that never changes. */
const eventOfContract = defineMemoKey<string>('gemini event of contract', WEEK_MS)
const eventOfPart = defineMemoKey<string>('gemini event of part', WEEK_MS)

/**
 * Keeps what a list or a lookup shows by the way: no contract can be looked up by its symbol.
 * @returns the event as it was given
 * @throws EXCHANGE_NOT_AVAILABLE (drift) as `contractsIn`
 */
export function rememberEvent(native: NativeEvent, what: string, ctx: VenueContext): NativeEvent {
  // A part that came by itself is one all the same: its contracts are found where lists show them.
  const home = parentOf(native.ticker.toUpperCase(), ctx) ?? native.ticker
  for (const { contract, holder } of contractsIn(native, what)) {
    ctx.memo.set(eventOfContract, contract.instrumentSymbol.toUpperCase(), home)
    if (holder !== native) ctx.memo.set(eventOfPart, holder.ticker.toUpperCase(), native.ticker)
  }
  return native
}

/** The ticker of the event that has a contract, or one of whose parts has it. @param symbol in capitals */
export function eventWith(symbol: string, ctx: VenueContext): string | undefined {
  return ctx.memo.get(eventOfContract, symbol)
}

/** The ticker of the event that a part belongs to. @param ticker of the part, in capitals */
export function parentOf(ticker: string, ctx: VenueContext): string | undefined {
  return ctx.memo.get(eventOfPart, ticker)
}
