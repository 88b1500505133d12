import { PmxError } from '../../api/envelope/errors.js'
import type { OrderBook } from '../../api/models/models.js'
import { toIso } from '../../api/times/instant.js'
import type { VenueReply } from '../../transport/call-types.js'
import { toStatusError } from '../../transport/errors.js'
import { defineMemoKey } from '../../venue-kit/contract/memo.js'
import type { RequestedOutcome } from '../../venue-kit/contract/outcome.js'
import type { BookSource, VenueContext } from '../../venue-kit/contract/venue.js'
import { assertSameSubject, createSchemaMismatch, readPayload } from '../../venue-kit/payload/payload.js'
import { toSourceMetadata } from '../../venue-kit/payload/raw-fields.js'
import { createNoBookError } from '../../venue-kit/unify/no-book.js'
import { omitUndefined } from '../../venue-kit/unify/unified-market.js'
import { readErrorText } from './errors.js'
import { assertOutcomeShape, readId } from './ids.js'
import { findTokenMarkets, TOKENS_A_CALL } from './lookup.js'
import { isPositionId, protocolOf } from './native/protocol.js'
import type { OutcomeFacts } from './outcomes.js'
import { promoted } from './promoted.js'
import { type ClobBook, clobBook, clobBooks } from './schemas.js'

/** The maximum is not documented. This many were observed to work (README.md). */
const BOOKS_A_CALL = 200

const batchRefused = defineMemoKey<true>('polymarket books refused', 10 * 60_000)

/**
 * Converts a native book; levels keep the venue's order, worst first. `last_trade_price` belongs to the market and can be the
 * other token's, so it remains in the metadata.
 * @returns a book with empty sides when nothing is quoted
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when it is the book of another token, or of another protocol
 */
export function toOrderBook(book: ClobBook, tokenId: string, what: string): OrderBook {
  assertSameSubject(tokenId, book.asset_id, what, 'asset_id')
  assertProtocol(book, tokenId, what)
  return omitUndefined<OrderBook>({
    bids: book.bids.map((level) => ({ ...level })),
    asks: book.asks.map((level) => ({ ...level })),
    timestamp: book.timestamp,
    datetime: toIso(book.timestamp),
    isNegRisk: book.neg_risk,
    sourceMetadata: toSourceMetadata(book, promoted.book, {
      timestampSource: 'venue',
      conditionId: book.market,
      hash: book.hash,
      tickSize: book.tick_size,
      minimumOrderSize: book.min_order_size,
      marketLastTradePrice: book.last_trade_price,
    }),
  })
}

/**
 * Asserts the protocol of a book. It is recorded for v2 books only, and not documented. A value that is not a version is ignored.
 */
function assertProtocol({ version }: ClobBook, tokenId: string, what: string): void {
  if (version === undefined || !/^v\d+$/i.test(version)) return
  const own = isPositionId(tokenId) ? 'v2' : 'v1'
  if (version !== own)
    throw createSchemaMismatch(
      what,
      'version',
      `expected protocol '${own}' for this outcome id, got '${version}'`,
    )
}

export const bookSource: BookSource<OutcomeFacts> = {
  mostBooksACall: BOOKS_A_CALL,
  manyAt: { host: 'clob', group: 'books' },

  async fetch(outcome, _depth, ctx) {
    const tokenId = await tokenOf(outcome, ctx)
    const book = await fetchOne(tokenId, ctx)
    if (book === undefined)
      throw createNoBookError(
        `Polymarket has no order book for outcome '${tokenId}': its market is closed or not open yet, or no such outcome exists.`,
      )
    return book
  },

  async fetchMany(outcomes, ctx) {
    await lookUpTogether(outcomes, ctx)
    const tokens = new Map(
      await Promise.all(outcomes.map(async (outcome) => [outcome.id, await tokenOf(outcome, ctx)] as const)),
    )
    const books = await fetchBooks([...new Set(tokens.values())], ctx)
    const found = new Map<string, OrderBook>()
    for (const [id, tokenId] of tokens) {
      const book = books.get(tokenId)
      if (book !== undefined) found.set(id, book)
    }
    return found
  },
}

/**
 * Returns the token to request. A CTF token is not looked up: the book request shows whether it exists. A position is looked up
 * first, because a market with an unknown protocol is refused. A position that the market list lacks, as in the first weeks of
 * v2, is not refused.
 * @throws VALIDATION_ERROR field `id` for an invalid outcome id; EXCHANGE_NOT_AVAILABLE (`unknown_protocol`)
 */
async function tokenOf(outcome: RequestedOutcome<OutcomeFacts>, ctx: VenueContext): Promise<string> {
  assertOutcomeShape(outcome.id)
  const native = readId(outcome.id)
  if (native.kind !== 'token') return (await outcome.located()).facts.tokenId
  if (isPositionId(native.tokenId) && ctx.memo.get(knownPositions, native.tokenId) !== true)
    await outcome.located().catch(unlessUnlisted)
  return native.tokenId
}

/** Positions whose market recently had a known protocol in the market list. */
const knownPositions = defineMemoKey<true>('polymarket known positions', 10 * 60_000)

/** Looks up several positions in few calls; missing ones are looked up alone afterwards. */
async function lookUpTogether(
  outcomes: readonly RequestedOutcome<OutcomeFacts>[],
  ctx: VenueContext,
): Promise<void> {
  const asked = outcomes.flatMap(({ id }) => {
    const native = readId(id)
    const isNew = native.kind === 'token' && isPositionId(native.tokenId)
    return isNew && ctx.memo.get(knownPositions, native.tokenId) !== true ? [native.tokenId] : []
  })
  if (asked.length < 2) return
  for (let at = 0; at < asked.length; at += TOKENS_A_CALL) {
    const markets = await findTokenMarkets(asked.slice(at, at + TOKENS_A_CALL), ctx).catch(unlessRefused)
    for (const [id, market] of markets ?? [])
      if (protocolOf(market) !== undefined) ctx.memo.set(knownPositions, id, true)
  }
}

/** Handles a refused position filter, which only one client is known to use. Each position is then looked up in other ways. */
function unlessRefused(error: unknown): undefined {
  if (error instanceof PmxError && error.code !== 'NETWORK_ERROR') return undefined
  throw error
}

function unlessUnlisted(error: unknown): void {
  if (!(error instanceof PmxError) || error.code !== 'NOT_FOUND') throw error
}

/** Undefined when the venue has no book for the token: closed, resolved, not deployed or unknown. */
async function fetchOne(tokenId: string, ctx: VenueContext): Promise<OrderBook | undefined> {
  const what = 'GET /book'
  const query = { token_id: tokenId }
  const reply = await ctx.http.send({ host: 'clob', path: '/book', query, group: 'book', accept: [400, 404] })
  if (reply.status === 404 || isNoToken(reply)) return undefined
  if (reply.status === 400) throw toStatusError(reply)
  return toOrderBook(readPayload(clobBook, reply.json, what), tokenId, what)
}

/** Whether the venue refused digits that cannot be a token (README.md). */
function isNoToken({ status, json }: VenueReply): boolean {
  return status === 400 && /invalid token id/i.test(readErrorText(json) ?? '')
}

async function fetchBooks(
  tokenIds: readonly string[],
  ctx: VenueContext,
): Promise<ReadonlyMap<string, OrderBook>> {
  const found = new Map<string, OrderBook>()
  for (let at = 0; at < tokenIds.length; at += BOOKS_A_CALL) {
    const asked = tokenIds.slice(at, at + BOOKS_A_CALL)
    for (const [tokenId, book] of (await fetchBatch(asked, ctx)) ?? (await fetchSingly(asked, ctx))) {
      found.set(tokenId, book)
    }
  }
  return found
}

/**
 * Undefined if the venue refuses the ids together, or the form of the request. The documented form was unavailable in some
 * periods.
 */
async function fetchBatch(
  asked: readonly string[],
  ctx: VenueContext,
): Promise<Map<string, OrderBook> | undefined> {
  if (ctx.memo.get(batchRefused, 'books') === true) return undefined
  const what = 'POST /books'
  const reply = await ctx.http.send({
    host: 'clob',
    path: '/books',
    body: asked.map((tokenId) => ({ token_id: tokenId })),
    read: true,
    group: 'books',
    accept: [400, 404, 405],
  })
  if (reply.status >= 300) {
    const said = readErrorText(reply.json) ?? ''
    if (/no orderbook exists/i.test(said)) return new Map()
    // One such id causes the refusal of all others.
    if (isNoToken(reply)) return undefined
    if (reply.status === 400 && !/invalid payload/i.test(said)) throw toStatusError(reply)
    ctx.log.warn({ status: reply.status, said }, 'POST /books was refused, so books are requested one by one')
    ctx.memo.set(batchRefused, 'books', true)
    return undefined
  }
  // The order differs from the request and unknown tokens are left out: only `asset_id` joins the two.
  const books = readPayload(clobBooks, reply.json, what)
  const stranger = books.find((book) => !asked.includes(book.asset_id))
  if (stranger !== undefined)
    throw createSchemaMismatch(what, '[*].asset_id', `got ${stranger.asset_id}, which was not requested`)
  return new Map(books.map((book) => [book.asset_id, toOrderBook(book, book.asset_id, what)]))
}

async function fetchSingly(asked: readonly string[], ctx: VenueContext): Promise<Map<string, OrderBook>> {
  const found = new Map<string, OrderBook>()
  await Promise.all(
    asked.map(async (tokenId) => {
      const book = await fetchOne(tokenId, ctx)
      if (book !== undefined) found.set(tokenId, book)
    }),
  )
  return found
}
