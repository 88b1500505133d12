import { createNotAnIdError, MAX_TEXT_LENGTH } from '../../api/arguments/arguments.js'
import { assertWithin, countBound } from '../../api/arguments/bounds.js'
import type { ArgsOf } from '../../api/arguments/methods.js'
import { createValidationError, PmxError } from '../../api/envelope/errors.js'
import { venueNames } from '../../api/envelope/venue-ids.js'
import type { OrderBook, OrderLevel, UnifiedMarket } from '../../api/models/models.js'
import { toIso } from '../../api/times/instant.js'
import type { RequestedOutcome } from '../../venue-kit/contract/outcome.js'
import type { BookSource, Venue, VenueContext } from '../../venue-kit/contract/venue.js'
import { resolveOutcome } from '../listings/outcome-resolver.js'
import { assertRequested, isRequestedMarket } from '../query/verify-lookup.js'
import type { OpenContext } from '../request/request-context.js'
import type { ReadBook } from './batched-order-books.js'

type BookParams = NonNullable<ArgsOf<'fetchOrderBook'>[2]>

/** Maximum number of concurrent book requests, if a venue has no call for several. */
const PARALLEL_BOOKS = 8
/** Maximum number of outcomes named in an error message. The error's details list all of them. */
const MAX_NAMED = 5
/** Maximum number of characters of an id that an error repeats. */
const MAX_REPEATED = 100

/**
 * Reads the live book of an outcome: bids descending, asks ascending, at most `limit` levels per side. `params.outcome`
 * of yes or no makes the first argument a market id; any other text there is the outcome id. `params.side` selects the
 * side of the market that has the outcome (api/README.md, "Order books").
 * @throws NOT_FOUND, MARKET_NOT_FOUND, VALIDATION_ERROR, and NOT_SUPPORTED for the hosted archive's since/until
 */
export async function readOrderBook(
  venue: Venue,
  source: BookSource,
  [id, limit, params = {}]: ArgsOf<'fetchOrderBook'>,
  ctx: OpenContext,
  read: ReadBook,
): Promise<OrderBook> {
  assertNoPast(params)
  const depth = depthOf(limit ?? params.limit)
  const outcomeId = await outcomeOf(venue, id, params, ctx)
  const book = sortBook(await read(venue, source, outcomeId, depth, ctx), depth)
  if (isEmpty(book) && (await isClosed(venue, outcomeId, ctx))) throw noBookOfClosed(venue, outcomeId)
  return book
}

/** @throws NOT_SUPPORTED for a historical book */
export function assertNoPast({ since, until }: BookParams): void {
  if (since !== undefined || until !== undefined)
    throw new PmxError('NOT_SUPPORTED', 'Past order books (since, until) exist in the hosted archive only.')
}

/**
 * Reads books by the caller's exact texts. Spaces around an id are not part of it.
 * @throws NOT_FOUND for the whole call when one of them has no book
 */
export async function readOrderBooks(
  venue: Venue,
  source: BookSource,
  outcomeIds: readonly unknown[],
  ctx: VenueContext,
): Promise<Record<string, OrderBook>> {
  const ids = outcomeIds.map((id, index) => {
    if (typeof id === 'string' && id.trim() !== '' && id.length <= MAX_TEXT_LENGTH) return id
    throw createNotAnIdError(`outcomeIds[${index}]`, id)
  })
  const unique = [...new Set(ids.map((id) => id.trim()))]
  if (unique.length === 0) return {}
  const asked = unique.map((id) => resolveOutcome(venue, id, ctx))
  const books =
    source.fetchMany === undefined ? await oneByOne(source, asked, ctx) : await source.fetchMany(asked, ctx)
  const empty = unique.filter((id) => isEmpty(books.get(id)))
  const ended = await Promise.all(
    empty.map(async (id) => books.has(id) && (await isClosed(venue, id, ctx)) && id),
  )
  const without = unique.filter((id) => !books.has(id) || ended.includes(id))
  if (without.length > 0) throw noBooks(without)
  return Object.fromEntries(
    ids.flatMap((id) => {
      const book = books.get(id.trim())
      return book === undefined ? [] : [[id, sortBook(book, undefined)] as const]
    }),
  )
}

function isEmpty(book: OrderBook | undefined): boolean {
  return book !== undefined && book.bids.length === 0 && book.asks.length === 0
}

/** Whether an outcome's market has closed. Some venues then return an empty book, which looks like one that may fill again. */
async function isClosed(venue: Venue, outcomeId: string, ctx: VenueContext): Promise<boolean> {
  const { closedAt, isClosed: isOver } = await resolveOutcome(venue, outcomeId, ctx).located()
  return isOver === true || (closedAt !== undefined && closedAt <= ctx.clock.now())
}

function noBookOfClosed(venue: Venue, outcomeId: string): PmxError {
  return new PmxError(
    'NOT_FOUND',
    `${venueNames[venue.id]} has no order book for the outcome '${outcomeId.slice(0, MAX_REPEATED)}': its market has closed.`,
    { detail: { kind: 'no_book' } },
  )
}

/** Creates an error that names all outcomes without a book, so that one more request can read the others. */
function noBooks(outcomeIds: readonly string[]): PmxError {
  const named = outcomeIds.slice(0, MAX_NAMED).map((id) => `'${id}'`)
  const more = outcomeIds.length - named.length
  return new PmxError(
    'NOT_FOUND',
    `No order book for ${outcomeIds.length === 1 ? 'outcome' : 'outcomes'} ${named.join(', ')}` +
      `${more > 0 ? ` and ${more} more` : ''}. Leave ${outcomeIds.length === 1 ? 'it' : 'them'} out to get the others.`,
    { detail: { kind: 'no_book', outcomeIds } },
  )
}

async function oneByOne(
  source: BookSource,
  outcomes: readonly RequestedOutcome[],
  ctx: VenueContext,
): Promise<ReadonlyMap<string, OrderBook>> {
  const books = new Map<string, OrderBook>()
  for (let from = 0; from < outcomes.length; from += PARALLEL_BOOKS) {
    const batch = outcomes.slice(from, from + PARALLEL_BOOKS)
    const found = await Promise.all(batch.map((outcome) => source.fetch(outcome, undefined, ctx)))
    batch.forEach(({ id }, index) => {
      const book = found[index]
      if (book !== undefined) books.set(id, book)
    })
  }
  return books
}

/** Finds the arguments of a book request that have no effect. */
export function findIgnoredInBook([
  id,
  limit,
  { outcome, limit: other } = {},
]: ArgsOf<'fetchOrderBook'>): string[] {
  const isOutcome = outcome !== undefined && sideIn(outcome) === undefined
  return [
    ...(limit !== undefined && other !== undefined && limit !== other ? ['params.limit'] : []),
    ...(isOutcome && outcome !== id ? ['outcomeId'] : []),
  ]
}

/** Returns the side that a word names, or undefined for any other text, which is the id of an outcome. */
export function sideIn(outcome: string): 'yes' | 'no' | undefined {
  const word = outcome.toLowerCase()
  return word === 'yes' || word === 'no' ? word : undefined
}

/** @throws VALIDATION_ERROR */
export function depthOf(limit: number | undefined): number | undefined {
  assertWithin('limit', countBound, limit)
  return limit
}

/**
 * Returns the outcome that a book request names.
 * @throws as `readOrderBook`
 */
export async function outcomeOf(
  venue: Venue,
  id: string,
  { outcome, side }: BookParams,
  ctx: VenueContext,
): Promise<string> {
  if (outcome !== undefined) {
    const wanted = sideIn(outcome)
    if (wanted === undefined) return outcomeOf(venue, outcome, side === undefined ? {} : { side }, ctx)
    if (side !== undefined && side !== wanted)
      throw createValidationError('side', `side '${side}' contradicts outcome '${wanted}'`)
    const row = await venue.markets.getMarket(id, ctx)
    if (row === undefined) throw new PmxError('MARKET_NOT_FOUND', `Market not found: ${id}`)
    return sideOf(assertRequested(row, id, isRequestedMarket, venue).market, wanted)
  }
  if (side === undefined) return id
  const row = (await venue.markets.findOutcome(id, ctx)) ?? (await venue.markets.getMarket(id, ctx))
  if (row === undefined) throw new PmxError('NOT_FOUND', `No outcome or market '${id}'`)
  const { market } = assertRequested(row, id, isRequestedMarket, venue)
  // A market id that is also the id of its yes outcome names the market here, so either side may be requested.
  const isNo = market.no?.outcomeId === id && market.marketId !== id
  if (isNo && side === 'yes') {
    throw createValidationError(
      'side',
      `Outcome '${id}' is the no side of its market; side 'yes' contradicts it`,
    )
  }
  return sideOf(market, side)
}

/** @throws VALIDATION_ERROR if the market has no sides */
export function sideOf(market: UnifiedMarket, side: 'yes' | 'no'): string {
  const outcome = market[side]
  if (outcome !== undefined) return outcome.outcomeId
  const ids = market.outcomes.map(({ outcomeId }) => outcomeId)
  throw createValidationError(
    'outcome',
    `Market '${market.marketId}' has no yes and no outcomes. Its outcomes are ${ids.join(', ')}`,
  )
}

/**
 * Returns a book with its levels in order, at most `depth` per side.
 * @throws EXCHANGE_NOT_AVAILABLE (kind `bad_book`) for an invalid level
 */
export function sortBook(book: OrderBook, depth: number | undefined): OrderBook {
  const bids = levels(book.bids, 'bids').sort((a, b) => b.price - a.price)
  const asks = levels(book.asks, 'asks').sort((a, b) => a.price - b.price)
  return {
    ...book,
    bids: bids.slice(0, depth),
    asks: asks.slice(0, depth),
    ...(book.timestamp === undefined ? {} : { datetime: toIso(book.timestamp) }),
  }
}

/** Drops levels without a size. A level without a valid price is an error. */
function levels(side: readonly OrderLevel[], name: string): OrderLevel[] {
  return side.filter(({ price, size }, index) => {
    if (price >= 0 && price <= 1 && Number.isFinite(size)) return size > 0
    throw new PmxError(
      'EXCHANGE_NOT_AVAILABLE',
      `The venue's book has an impossible level: ${name}[${index}].`,
      {
        detail: { kind: 'bad_book', path: `${name}[${index}]`, price, size },
        retryable: false,
      },
    )
  })
}
