import type { Clock } from '../../effects/clock.js'
import { createJoinedCalls } from '../../transport/joined-calls.js'
import type { Transport } from '../../transport/transport.js'
import type { MarketRow, MarketSource, Venue } from '../../venue-kit/contract/venue.js'
import type { Omitted } from '../../venue-kit/payload/response-notes.js'
import { cacheScopeOf } from '../request/api-call.js'
import {
  type Contexts,
  type JoinedItem,
  type OpenContext,
  REQUEST_ALLOWED_MS,
  runJoined,
} from '../request/request-context.js'

/** Looks up a market by an id, slug or other venue key for one request. Returns undefined if the venue has none. */
export type LookUpMarket = (venue: Venue, id: string, ctx: OpenContext) => Promise<MarketRow | undefined>

interface AskedMarket extends JoinedItem {
  readonly source: MarketSource
  readonly id: string
}

/** The row that was found, and the parts that had to be left out, which are reported as in the caller's own lookup. */
interface ToldMarket {
  readonly row: MarketRow | undefined
  readonly omitted?: Omitted
}

/** Looks up each market by a separate call. */
export const readMarketAlone: LookUpMarket = (venue, id, ctx) => venue.markets.getMarket(id, ctx)

/**
 * Combines single market lookups into one call, if the venue has a call for many ids. It combines the ids that are waiting when
 * the rate limit allows a call. A single id, or an id that the combined call does not return, is looked up alone.
 */
export function createJoinedMarkets(
  contexts: Contexts,
  clock: Clock,
  reserve: Transport['reserve'],
): LookUpMarket {
  const calls = createJoinedCalls<AskedMarket, ToldMarket>({
    clock,
    reserve,
    allowedMs: REQUEST_ALLOWED_MS,
    kindOf: (item) => cacheScopeOf(item.venue, item),
    keyOf: ({ id }) => id,
    fits: (chosen, { source, id }) => source.fitACall?.([...chosen.map((asked) => asked.id), id]) === true,
    one: (asked, permit, shared) =>
      runJoined(contexts, asked, permit, shared, async (ctx) => {
        const row = await readMarketAlone(asked.venue, asked.id, ctx)
        const { rows, warnings, cut } = ctx.omissions
        return { row, omitted: { rows, warnings, cut } }
      }),
    async many(items, permit, shared) {
      const [first] = items
      if (first === undefined) return new Map()
      const ids = [...new Set(items.map(({ id }) => id))]
      // A joined call leaves out whole rows: each of them is then requested alone, which reports its error.
      const found = await runJoined(contexts, first, permit, shared, async (ctx) =>
        first.source.getMany?.(ids, ctx),
      )
      return new Map(
        items.flatMap((item) => {
          const row = found?.get(item.id)
          return row === undefined ? [] : [[item, { row }] as const]
        }),
      )
    },
  })

  return async (venue, id, ctx) => {
    const source = venue.markets
    const { manyAt: place } = source
    if (place === undefined || source.fitACall?.([id]) !== true) return readMarketAlone(venue, id, ctx)
    const { secrets, noteSent, signal, priority, caller } = ctx
    const { row, omitted } = await calls.load(
      { venue, source, place, id, secrets, onSent: noteSent },
      { signal, urgency: priority, caller },
    )
    if (omitted !== undefined) ctx.omissions.include(omitted)
    return row
  }
}
