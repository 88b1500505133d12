import type { ArgsOf } from '../../api/arguments/methods.js'
import type { OrderBook } from '../../api/models/models.js'
import type { Clock } from '../../effects/clock.js'
import { createLru } from '../../policy/lru.js'
import type { BookSource } from '../../venue-kit/contract/venue.js'
import { cacheScopeOf, type Job } from '../request/api-call.js'
import { createLiveAgeHeader } from '../request/response-headers.js'
import type { ReadBook } from './batched-order-books.js'
import { depthOf, readOrderBook, readOrderBooks } from './order-books.js'

/** One book or several, with the age of those that were not requested from the venue now. */
interface ToldBooks<Data> {
  readonly data: Data
  readonly headers: Readonly<Record<string, string>>
}

/** Reads books of venues; cached ones only for callers that state a maximum age (`Cache-Control: max-age`). */
export interface BookReads {
  /** @throws as `readOrderBook` */
  one(source: BookSource, args: ArgsOf<'fetchOrderBook'>, job: Job): Promise<ToldBooks<OrderBook>>
  /** @throws as `readOrderBooks` */
  many(
    source: BookSource,
    outcomeIds: readonly unknown[],
    job: Job,
  ): Promise<ToldBooks<Readonly<Record<string, OrderBook>>>>
}

interface Remembered {
  readonly book: OrderBook
  /** Time before the request to the venue, by the monotonic clock. */
  readonly requestedAt: number
}

/** Maximum number of remembered price levels, some forty bytes each. */
const MAX_LEVELS = 100_000

export function createBookReads(clock: Pick<Clock, 'monotonic'>, readBook: ReadBook): BookReads {
  const last = createLru<Remembered>(MAX_LEVELS, ({ book }) => book.bids.length + book.asks.length)

  function known({ venue, ctx, freshness }: Job, outcomeId: string, depth: number | undefined) {
    const mostAgeMs = freshness?.maxAgeMs
    if (mostAgeMs === undefined) return undefined
    const found = last.get(keyOf(cacheScopeOf(venue, ctx), outcomeId, depth))
    if (found === undefined) return undefined
    const ageMs = clock.monotonic() - found.requestedAt
    return ageMs < mostAgeMs ? { ageMs, book: found.book } : undefined
  }

  return {
    async one(source, args, job) {
      const { venue, ctx } = job
      const [id, limit, params] = args
      const depth = depthOf(limit ?? params?.limit)
      const isPlain = Object.keys(params ?? {}).every((name) => name === 'limit')
      const before = isPlain ? known(job, id, depth) : undefined
      if (before !== undefined) return { data: before.book, headers: createLiveAgeHeader(before.ageMs) }
      const requestedAt = clock.monotonic()
      const book = await readOrderBook(venue, source, args, ctx, readBook)
      if (isPlain) last.set(keyOf(cacheScopeOf(venue, ctx), id, depth), { book, requestedAt })
      return { data: book, headers: {} }
    },
    async many(source, outcomeIds, job) {
      const { venue, ctx } = job
      const before = new Map<string, NonNullable<ReturnType<typeof known>>>()
      for (const id of outcomeIds) {
        const found = typeof id === 'string' ? known(job, id, undefined) : undefined
        if (typeof id === 'string' && found !== undefined) before.set(id, found)
      }
      const requestedAt = clock.monotonic()
      const asked = await readOrderBooks(
        venue,
        source,
        outcomeIds.filter((id) => typeof id !== 'string' || !before.has(id)),
        ctx,
      )
      for (const [id, book] of Object.entries(asked))
        last.set(keyOf(cacheScopeOf(venue, ctx), id, undefined), { book, requestedAt })
      const ages = [...before.values()].map(({ ageMs }) => ageMs)
      return {
        data: { ...Object.fromEntries([...before].map(([id, { book }]) => [id, book])), ...asked },
        headers: ages.length === 0 ? {} : createLiveAgeHeader(Math.max(...ages)),
      }
    },
  }
}

function keyOf(scope: string, outcomeId: string, depth: number | undefined): string {
  return `${scope} ${depth ?? 'all'} ${outcomeId}`
}
