import type { Trade } from '../../../api/models/models.js'
import { createLru } from '../../../policy/lru.js'
import { createSchemaMismatch } from '../../../venue-kit/payload/payload.js'
import { complementPrice } from '../../../venue-kit/unify/unified-market.js'
import type { NativeTrade } from '../schemas.js'
import type { MarketFacts } from './directory.js'

/** One fill as the venue reports it, for the token that its taker traded. The venue gives fills no id. */
export interface Fill {
  readonly tokenId: string
  /** Epoch ms. */
  readonly at: number
  /** Price of that token, 0..1. */
  readonly price: number
  readonly shares: number
  /** The taker's side. */
  readonly side: 'buy' | 'sell'
  readonly transactionHash: string
  readonly wallet: string | undefined
}

/**
 * Reads a page of a market's trades.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) for a trade of another market (an ignored filter), a token that the market does not
 * have, and for another order than newest first
 */
export function toFills(natives: readonly NativeTrade[], facts: MarketFacts, what: string): readonly Fill[] {
  return natives.map((native, index) => {
    if (native.conditionId.toLowerCase() !== facts.conditionId) {
      throw createSchemaMismatch(
        what,
        `[${index}].conditionId`,
        `requested ${facts.conditionId}, got ${native.conditionId}`,
      )
    }
    if (native.timestamp > (natives[index - 1]?.timestamp ?? Number.POSITIVE_INFINITY)) {
      throw createSchemaMismatch(what, `[${index}].timestamp`, 'the trades are not newest first')
    }
    return {
      tokenId: tokenOf(native, facts, what, index),
      at: native.timestamp,
      price: native.price,
      shares: native.size,
      side: native.side === 'BUY' ? 'buy' : 'sell',
      transactionHash: native.transactionHash,
      wallet: native.proxyWallet,
    }
  })
}

/** Returns the token. One documented example has the collateral's name instead. The outcome's index then decides. */
function tokenOf(native: NativeTrade, { tokens }: MarketFacts, what: string, index: number): string {
  const token = tokens.includes(native.asset) ? native.asset : tokens[native.outcomeIndex ?? -1]
  if (token !== undefined) return token
  throw createSchemaMismatch(what, `[${index}].asset`, `${native.asset} is not a token of the market`)
}

/**
 * Converts a fill for a token. The books of a pair are two sides of one book. A fill of the other token at p is a fill of this
 * token at 1 - p, with the taker on the opposite side.
 * @returns undefined for a fill of another token if there are more than two
 */
export function seenFrom(fill: Fill, tokenId: string, { tokens }: MarketFacts): Fill | undefined {
  if (fill.tokenId === tokenId) return fill
  if (tokens.length !== 2) return undefined
  return { ...fill, tokenId, price: complementPrice(fill.price), side: fill.side === 'buy' ? 'sell' : 'buy' }
}

/** Maximum number of transactions whose fills are counted. The fills of one transaction are close together in the list. */
const COUNTED_TRANSACTIONS = 1_000

/**
 * Creates names for fills from the transaction hash, the token, and the sequence number of the fill within both. A transaction is
 * final when it first appears, and the list is newest first. The number is therefore the same in every pagination from the newest
 * fill.
 */
export function createTradeIds(): { idOf(fill: Fill): string } {
  const counts = createLru<number>(COUNTED_TRANSACTIONS)
  return {
    idOf({ transactionHash, tokenId }) {
      const name = `${transactionHash}-${tokenId}`
      const number = counts.get(name) ?? 0
      counts.set(name, number + 1)
      return `${name}-${number}`
    },
  }
}

/** Converts a fill to a public trade. */
export function toTrade(fill: Fill, id: string): Trade {
  const { at, price, shares, side, tokenId } = fill
  return { id, timestamp: at, price, amount: shares, side, outcomeId: tokenId }
}

/**
 * Returns the fills of a page that the previous page did not contain. Pages are requested with an overlap. New fills in the
 * meantime push it further down, by as many rows.
 * @param overlap how many rows at the start of the page are the end of the previous one, if nothing moved
 * @returns undefined when the end of the previous page is not found in this one
 */
export function withoutKnown(
  page: readonly Fill[],
  previous: readonly Fill[],
  overlap: number,
): readonly Fill[] | undefined {
  if (overlap === 0) return page
  const tail = previous.slice(previous.length - overlap)
  for (let end = overlap; end <= page.length; end++) {
    if (tail.every((fill, index) => isSame(fill, page[end - overlap + index]))) return page.slice(end)
  }
  return undefined
}

/** Returns all reported data of a fill. */
export function nameOfFill({ transactionHash, tokenId, at, side, shares, price, wallet }: Fill): string {
  return JSON.stringify([transactionHash, tokenId, at, side, shares, price, wallet])
}

function isSame(a: Fill, b: Fill | undefined): boolean {
  return b !== undefined && nameOfFill(a) === nameOfFill(b)
}
