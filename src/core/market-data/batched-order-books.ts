import type { OrderBook } from '../../api/models/models.js'
import type { Clock } from '../../effects/clock.js'
import { createJoinedCalls } from '../../transport/joined-calls.js'
import type { Transport } from '../../transport/transport.js'
import type { BookSource, Venue } from '../../venue-kit/contract/venue.js'
import { resolveOutcome } from '../listings/outcome-resolver.js'
import { cacheScopeOf } from '../request/api-call.js'
import {
  type Contexts,
  type JoinedItem,
  type OpenContext,
  REQUEST_ALLOWED_MS,
  runJoined,
} from '../request/request-context.js'

/** Reads the book of one outcome for one request. */
export type ReadBook = (
  venue: Venue,
  source: BookSource,
  outcomeId: string,
  depth: number | undefined,
  ctx: OpenContext,
) => Promise<OrderBook>

/** Number of books per call on a venue that does not state a maximum. No venue is known to accept fewer. */
const USUAL_BOOKS_A_CALL = 100

interface AskedBook extends JoinedItem {
  readonly source: BookSource
  readonly outcomeId: string
  readonly depth: number | undefined
}

/** Reads each book by a separate call. */
export const readAlone: ReadBook = (venue, source, outcomeId, depth, ctx) =>
  source.fetch(resolveOutcome(venue, outcomeId, ctx), depth, ctx)

/**
 * Combines requests for single books into one call, if the venue has a call for many. It combines the books that are waiting when
 * the rate limit allows a call. A single book is requested alone.
 */
export function createJoinedBooks(contexts: Contexts, clock: Clock, reserve: Transport['reserve']): ReadBook {
  const batching = createJoinedCalls<AskedBook, OrderBook>({
    clock,
    reserve,
    allowedMs: REQUEST_ALLOWED_MS,
    kindOf: (item) => cacheScopeOf(item.venue, item),
    keyOf: ({ outcomeId, depth }) => `${outcomeId} ${depth ?? ''}`,
    fits: (chosen, { source }) => chosen.length < (source.mostBooksACall ?? USUAL_BOOKS_A_CALL),
    one: (asked, permit, shared) =>
      runJoined(contexts, asked, permit, shared, (ctx) =>
        readAlone(asked.venue, asked.source, asked.outcomeId, asked.depth, ctx),
      ),
    async many(items, permit, shared) {
      const [first] = items
      if (first === undefined) return new Map()
      const { venue, source } = first
      const ids = [...new Set(items.map(({ outcomeId }) => outcomeId))]
      const books = await runJoined(contexts, first, permit, shared, async (ctx) =>
        source.fetchMany?.(
          ids.map((id) => resolveOutcome(venue, id, ctx)),
          ctx,
        ),
      )
      return new Map(
        items.flatMap((item) => {
          const book = books?.get(item.outcomeId)
          return book === undefined ? [] : [[item, book] as const]
        }),
      )
    },
  })

  return async (venue, source, id, depth, ctx) => {
    const { manyAt: place } = source
    if (source.fetchMany === undefined || place === undefined) return readAlone(venue, source, id, depth, ctx)
    const asked = resolveOutcome(venue, id, ctx)
    if (source.needsLocated === true) await asked.located()
    const { secrets, noteSent, signal, priority, caller } = ctx
    return batching.load(
      { venue, source, place, outcomeId: asked.id, depth, secrets, onSent: noteSent },
      { signal, urgency: priority, caller },
    )
  }
}
