import * as z from 'zod'
import { codeOf, wordOf } from '../../venue-kit/payload/native-words.js'
import { keepsRaw } from '../../venue-kit/payload/raw-fields.js'
import {
  decimal,
  epochTime,
  flag,
  integer,
  isoTime,
  maybe,
  ornament,
  probability,
  text,
} from '../../venue-kit/payload/schema.js'
import { rowsOf } from '../../venue-kit/requests/map-rows.js'

/**
 * Native payloads, as far as they are read (README.md). Third-party recordings quote numbers that the
 * venue sends bare, so both spellings are read everywhere.
 */

export const tokenId = z.string().regex(/^\d+$/, 'expected a token id (digits in a text)')

/** An amount in base units: digits, or a whole number that a double still holds exactly. */
export const baseUnits = z
  .union([z.string(), z.number().int().transform(String)])
  .refine((amount) => /^\d+$/.test(amount), 'expected an amount in base units (digits)')
const signedBaseUnits = z.string().regex(/^-?\d+$/, 'expected an amount in base units (digits)')

/** 0 YES, 1 NO. */
export const outcomeIndex = codeOf('limitless', 'market.outcomeIndex', [0, 1])

/**
 * Tradable is `FUNDED` alone. The others: docs (`RESOLVED`, `CLOSED`), and words that were seen of markets that are not
 * funded yet or held back.
 */
const marketStatus = wordOf('limitless', 'market.status', [
  'FUNDED',
  'RESOLVED',
  'CLOSED',
  'CREATED',
  'DRAFT',
  'DRAFTED',
  'LOCKED',
])

const winner = codeOf('limitless', 'market.winningOutcomeIndex', [0, 1])

const tradePrices = z.object({ market: maybe(z.array(maybe(decimal))) })

/** 0 is none. */
const deadline = decimal
  .refine((value) => value === 0)
  .transform(() => undefined)
  .or(epochTime)

/** What single markets, groups and the children of groups have alike. */
const marketFacts = {
  slug: text,
  title: z.string(),
  status: marketStatus,
  expired: flag,
  /** Epoch ms on most rows, epoch seconds on some (README.md, encodings); 0 is none. */
  expirationTimestamp: maybe(deadline),
  /** Needed to count contracts only: no list is read in base units. */
  collateralToken: ornament(z.object({ decimals: integer, symbol: ornament(text) })),
  createdAt: maybe(isoTime),
  startAt: ornament(isoTime),
  description: ornament(z.string()),
  proxyTitle: ornament(text),
  stableSlug: ornament(text),
  /** The group of a child that is read by itself. */
  groupSlug: maybe(text),
  conditionId: maybe(text),
  /** Contract of a pooled market. */
  address: maybe(text),
  tokens: maybe(z.object({ yes: tokenId, no: tokenId })),
  /** Stands for `tokens` on pooled markets. */
  positionIds: maybe(z.array(tokenId)),
  /** YES, NO: 0..1, on pooled markets once 0..100. */
  prices: maybe(z.array(maybe(decimal))),
  tradePrices: maybe(z.object({ buy: maybe(tradePrices), sell: maybe(tradePrices) })),
  winningOutcomeIndex: maybe(winner),
  volumeFormatted: maybe(decimal),
  liquidityFormatted: maybe(decimal),
  openInterestFormatted: ornament(decimal),
  categories: ornament(z.array(z.string())),
  tags: ornament(z.array(z.string())),
  logo: ornament(text),
  imageUrl: ornament(text),
  /** What it trades against decides what can be read of it. */
  tradeType: maybe(wordOf('limitless', 'market.tradeType', ['clob', 'amm', 'group'])),
  automationType: ornament(text),
  negRiskRequestId: ornament(text),
  venue: ornament(
    z.object({
      exchange: maybe(text),
      adapter: maybe(text),
      /** The contract that takes fees in USDC, and the kind of it; absent where fees are part of the order. */
      feeModule: maybe(text),
      feeModuleType: maybe(text),
    }),
  ),
  metadata: ornament(
    z.object({
      openPrice: maybe(decimal),
      externalProvider: maybe(text),
      externalSlug: maybe(text),
      /** False on a market that calls itself free of fees. */
      fee: ornament(flag),
    }),
  ),
}

const leafMarket = keepsRaw(z.object(marketFacts))

/** A market, or a group: what has `markets` is a group, whatever its type fields say. */
export const nativeMarket = keepsRaw(
  z.object({ ...marketFacts, markets: maybe(rowsOf(leafMarket, 'markets')) }),
)

export const activeReply = z.object({ data: rowsOf(nativeMarket, 'data'), totalMarketsCount: integer })

export const searchReply = z.object({
  markets: rowsOf(nativeMarket, 'markets'),
  totalMarketsCount: maybe(integer),
})

const level = z.object({ price: probability, size: baseUnits })

export const bookReply = keepsRaw(
  z.object({
    bids: z.array(level),
    asks: z.array(level),
    tokenId,
    /** YES price; null before the first trade. */
    lastTradePrice: maybe(probability),
    /** Bounds of rewards. */
    maxSpread: ornament(decimal),
    minSize: ornament(baseUnits),
  }),
)

export const fillsReply = z.object({
  events: z.array(
    z.object({
      createdAt: isoTime,
      tokenId,
      /** Of the token. */
      price: probability,
      matchedSize: baseUnits,
      /** 0 buy, 1 sell. */
      side: codeOf('limitless', 'fill.side', [0, 1]),
      txHash: text,
    }),
  ),
  page: integer,
  limit: integer.refine((limit) => limit > 0, 'expected a page size'),
  totalPages: integer,
  totalRows: integer,
})

const sidePosition = z.object({
  cost: signedBaseUnits,
  /** Price in base units: 991000 is 0.991. */
  fillPrice: baseUnits,
  realisedPnl: maybe(signedBaseUnits),
  unrealizedPnl: maybe(signedBaseUnits),
})

export const portfolioReply = z.object({
  clob: z.array(
    z.object({
      market: z.object({
        slug: text,
        title: z.string(),
        status: maybe(text),
        yesPositionId: tokenId,
        noPositionId: tokenId,
        winningOutcomeIndex: maybe(winner),
        collateralToken: z.object({ decimals: integer }),
      }),
      tokensBalance: z.object({ yes: baseUnits, no: baseUnits }),
      positions: z.object({ yes: sidePosition, no: sidePosition }),
      orders: maybe(z.object({ liveOrders: z.array(z.unknown()) })),
      latestTrade: maybe(z.object({ latestYesPrice: maybe(probability), latestNoPrice: maybe(probability) })),
    }),
  ),
  amm: maybe(
    z.array(
      z.object({
        market: z.object({ slug: text, title: z.string() }),
        outcomeIndex,
        outcomeTokenAmount: decimal,
        averageFillPrice: maybe(probability),
        realizedPnl: maybe(decimal),
        unrealizedPnl: maybe(decimal),
        latestTrade: maybe(z.object({ outcomeTokenPrice: maybe(probability) })),
      }),
    ),
  ),
  /** Named by the documents and never seen with anything in it. */
  group: maybe(z.array(z.unknown())),
})

export type NativeMarket = z.output<typeof nativeMarket>
export type NativeLeaf = z.output<typeof leafMarket>
export type NativeBook = z.output<typeof bookReply>
export type NativeFills = z.output<typeof fillsReply>
export type NativePortfolio = z.output<typeof portfolioReply>
