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

/** Looks a market up by an id, slug or other key of the venue for one request; undefined when the venue knows none. */
export type LookUpMarket = (venue: Venue, id: string, ctx: OpenContext) => Promise<MarketRow | undefined>

interface AskedMarket extends JoinedItem {
  readonly source: MarketSource
  readonly id: string
}

/** What was found, and what had to be left out of it, which its asker is told as if he had asked by himself. */
interface ToldMarket {
  readonly row: MarketRow | undefined
  readonly omitted?: Omitted
}

/** Each market by a lookup of its own. */
export const readMarketAlone: LookUpMarket = (venue, id, ctx) => venue.markets.getMarket(id, ctx)

/**
 * Markets that are looked up one by one, in one call where the venue has one for many ids and there are several by the
 * time at which its limits allow a call; one that is alone then, and what such a call does not tell of, is looked up as
 * ever.
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
      // What it leaves out is whole rows: each of them is asked for alone, and tells there what is wrong with it.
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
