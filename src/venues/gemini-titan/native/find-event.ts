import { pathOf } from '../../../transport/call-types.js'
import { defineMemoKey } from '../../../venue-kit/contract/memo.js'
import { collect } from '../../../venue-kit/contract/paging.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { assertNamed } from '../../../venue-kit/payload/payload.js'
import { assertAllRead } from '../../../venue-kit/requests/map-rows.js'
import { requestOptional } from '../../../venue-kit/requests/request-list.js'
import { contractsIn, type ListedContract } from '../mapping.js'
import { type NativeEvent, nativeEvent } from '../schemas.js'
import { listEventPages } from './event-pages.js'
import { eventWith, parentOf, rememberEvent } from './remembered.js'

export const EVENT = 'GET /v1/prediction-markets/events/{eventTicker}'

/** Maximum number of candidate tickers of a symbol: recordings have no more dashes, and each candidate takes a call. */
const MAX_TICKERS = 5

/** A complete open list without a match is expensive: the result is cached for a while. */
const notListed = defineMemoKey<true>('gemini not listed', 60_000)

/** Returns the event with this ticker (in capitals), regardless of its status, or undefined if the venue has none. */
export async function findEvent(ticker: string, ctx: VenueContext): Promise<NativeEvent | undefined> {
  const found = await askEvent(ticker, ctx)
  const parent = parentOf(ticker, ctx)
  if (found !== undefined || parent === undefined) return found
  // A part of a game has its own path (README.md, public clients 2026-11); it is also inside of its parent.
  return (await askEvent(parent, ctx))?.events?.find((part) => part.ticker.toUpperCase() === ticker)
}

async function askEvent(ticker: string, ctx: VenueContext): Promise<NativeEvent | undefined> {
  const path = pathOf`/v1/prediction-markets/events/${ticker}`
  const native = await requestOptional(ctx, nativeEvent, { path, what: EVENT })
  if (native === undefined) return undefined
  assertNamed(ticker, [native.ticker], EVENT, 'ticker')
  return rememberEvent(native, EVENT, ctx)
}

/** Returns the open events with this slug, which recurring ones share. */
export async function openEventsOfSlug(slug: string, ctx: VenueContext): Promise<readonly NativeEvent[]> {
  return listed(`event '${slug}'`, (native) => native.slug?.toLowerCase() === slug, ctx)
}

/**
 * Returns the contract with this symbol (in capitals), regardless of its status, or undefined if neither the events that
 * its symbol names nor the open ones have it.
 */
export async function findContract(symbol: string, ctx: VenueContext): Promise<ListedContract | undefined> {
  const known = eventWith(symbol, ctx)
  for (const ticker of known === undefined ? eventsNamedIn(symbol) : [known]) {
    const found = contractIn(await askEvent(ticker, ctx), symbol)
    if (found !== undefined) return found
  }
  const has = (native: NativeEvent): boolean => contractIn(native, symbol) !== undefined
  const [first] = await listed(`contract '${symbol}'`, has, ctx)
  return contractIn(first, symbol)
}

function contractIn(native: NativeEvent | undefined, symbol: string): ListedContract | undefined {
  if (native === undefined) return undefined
  return contractsIn(native, EVENT).find(({ contract }) => contract.instrumentSymbol.toUpperCase() === symbol)
}

/** Returns the events that `GEMI-{event}-{contract}` may name, most likely first: either part may contain dashes. */
function eventsNamedIn(symbol: string): readonly string[] {
  const [, ...parts] = symbol.split('-')
  const tickers = parts.slice(1).map((_part, index) => parts.slice(0, index + 1).join('-'))
  return tickers.reverse().slice(0, MAX_TICKERS)
}

/** Returns the matching open events. @param what the searched name, which is cached when there is none */
async function listed(
  what: string,
  fits: (native: NativeEvent) => boolean,
  ctx: VenueContext,
): Promise<readonly NativeEvent[]> {
  if (ctx.memo.get(notListed, what) === true) return []
  const idOf = ({ ticker }: NativeEvent): string => ticker
  const all = await collect<NativeEvent>({
    kind: 'cursor',
    what: 'events',
    idOf,
    ...listEventPages('active', ctx),
  })
  const found = all.filter(fits)
  if (found.length > 0) return found
  assertAllRead(`The ${what}`, ctx)
  ctx.memo.set(notListed, what, true)
  return []
}
