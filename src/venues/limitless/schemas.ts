import * as z from 'zod'
import { enumOf, numberedEnumOf } from '../../venue-kit/payload/native-enums.js'
import { keepRaw } from '../../venue-kit/payload/raw-fields.js'
import {
  decimal,
  epochTime,
  flag,
  integer,
  isoTime,
  optionalOf,
  ornamentOf,
  probability,
  text,
} from '../../venue-kit/payload/schema.js'
import { rowsOf } from '../../venue-kit/requests/map-rows.js'

/**
 * Native payloads, limited to the used members (README.md). Third-party recordings quote numbers that the venue sends without
 * quotes, so both spellings are read everywhere.
 */

export const tokenId = z.string().regex(/^\d+$/, 'expected a token id (digits in a text)')

/** An amount in base units: digits, or an integer that a double represents exactly. */
export const baseUnits = z
  .union([z.string(), z.number().int().transform(String)])
  .refine((amount) => /^\d+$/.test(amount), 'expected an amount in base units (digits)')
const signedBaseUnits = z.string().regex(/^-?\d+$/, 'expected an amount in base units (digits)')

/** 0 YES, 1 NO. */
export const outcomeIndex = numberedEnumOf('limitless', 'market.outcomeIndex', [0, 1])

/**
 * Only `FUNDED` is tradable. The others are documented (`RESOLVED`, `CLOSED`), or were observed on markets that are not funded
 * yet or held back.
 */
const marketStatus = enumOf('limitless', 'market.status', [
  'FUNDED',
  'RESOLVED',
  'CLOSED',
  'CREATED',
  'DRAFT',
  'DRAFTED',
  'LOCKED',
])

const winner = numberedEnumOf('limitless', 'market.winningOutcomeIndex', [0, 1])

const tradePrices = z.object({ market: optionalOf(z.array(optionalOf(decimal))) })

/** 0 means none. */
const deadline = decimal
  .refine((value) => value === 0)
  .transform(() => undefined)
  .or(epochTime)

/** Members that single markets, groups and the children of groups share. */
const marketFacts = {
  slug: text,
  title: z.string(),
  status: marketStatus,
  expired: flag,
  /** Epoch ms on most rows, epoch seconds on some (README.md, encodings); 0 means none. */
  expirationTimestamp: optionalOf(deadline),
  /** Needed only for counting contracts: no list is read in base units. */
  collateralToken: ornamentOf(z.object({ decimals: integer, symbol: ornamentOf(text) })),
  createdAt: optionalOf(isoTime),
  startAt: ornamentOf(isoTime),
  description: ornamentOf(z.string()),
  proxyTitle: ornamentOf(text),
  stableSlug: ornamentOf(text),
  /** The group of a child that is read alone. */
  groupSlug: optionalOf(text),
  conditionId: optionalOf(text),
  /** Contract of a pooled market. */
  address: optionalOf(text),
  tokens: optionalOf(z.object({ yes: tokenId, no: tokenId })),
  /** Replaces `tokens` on pooled markets. */
  positionIds: optionalOf(z.array(tokenId)),
  /** YES, NO: 0..1, on pooled markets formerly 0..100. */
  prices: optionalOf(z.array(optionalOf(decimal))),
  tradePrices: optionalOf(z.object({ buy: optionalOf(tradePrices), sell: optionalOf(tradePrices) })),
  winningOutcomeIndex: optionalOf(winner),
  /** Shares of YES and NO in the payout; null until the resolution. */
  payoutNumerators: ornamentOf(z.array(decimal)),
  volumeFormatted: optionalOf(decimal),
  liquidityFormatted: optionalOf(decimal),
  openInterestFormatted: ornamentOf(decimal),
  categories: ornamentOf(z.array(z.string())),
  tags: ornamentOf(z.array(z.string())),
  logo: ornamentOf(text),
  imageUrl: ornamentOf(text),
  /** The counterparty of trades, which determines the available data. */
  tradeType: optionalOf(enumOf('limitless', 'market.tradeType', ['clob', 'amm', 'group'])),
  automationType: ornamentOf(text),
  negRiskRequestId: ornamentOf(text),
  venue: ornamentOf(
    z.object({
      exchange: optionalOf(text),
      adapter: optionalOf(text),
      /** The contract that charges fees in USDC, and its kind. Absent if fees are part of the order. */
      feeModule: optionalOf(text),
      feeModuleType: optionalOf(text),
    }),
  ),
  metadata: ornamentOf(
    z.object({
      openPrice: optionalOf(decimal),
      externalProvider: optionalOf(text),
      externalSlug: optionalOf(text),
      /** False on a market that is marked as free of fees. */
      fee: ornamentOf(flag),
    }),
  ),
}

const leafMarket = keepRaw(z.object(marketFacts))

/** A market, or a group: a row with `markets` is a group, regardless of its type fields. */
export const nativeMarket = keepRaw(
  z.object({ ...marketFacts, markets: optionalOf(rowsOf(leafMarket, 'markets')) }),
)

export const activeReply = z.object({ data: rowsOf(nativeMarket, 'data'), totalMarketsCount: integer })

export const searchReply = z.object({
  markets: rowsOf(nativeMarket, 'markets'),
  totalMarketsCount: optionalOf(integer),
})

const level = z.object({ price: probability, size: baseUnits })

export const bookReply = keepRaw(
  z.object({
    bids: z.array(level),
    asks: z.array(level),
    tokenId,
    /** YES price; null before the first trade. */
    lastTradePrice: optionalOf(probability),
    /** Bounds of rewards. */
    maxSpread: ornamentOf(decimal),
    minSize: ornamentOf(baseUnits),
  }),
)

export const fillsReply = z.object({
  events: z.array(
    z.object({
      createdAt: isoTime,
      tokenId,
      /** Price of the token. */
      price: probability,
      matchedSize: baseUnits,
      /** 0 buy, 1 sell. */
      side: numberedEnumOf('limitless', 'fill.side', [0, 1]),
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
  realisedPnl: optionalOf(signedBaseUnits),
  unrealizedPnl: optionalOf(signedBaseUnits),
})

export const portfolioReply = z.object({
  clob: z.array(
    z.object({
      market: z.object({
        slug: text,
        title: z.string(),
        status: optionalOf(text),
        yesPositionId: tokenId,
        noPositionId: tokenId,
        winningOutcomeIndex: optionalOf(winner),
        collateralToken: z.object({ decimals: integer }),
      }),
      tokensBalance: z.object({ yes: baseUnits, no: baseUnits }),
      positions: z.object({ yes: sidePosition, no: sidePosition }),
      orders: optionalOf(z.object({ liveOrders: z.array(z.unknown()) })),
      latestTrade: optionalOf(
        z.object({ latestYesPrice: optionalOf(probability), latestNoPrice: optionalOf(probability) }),
      ),
    }),
  ),
  amm: optionalOf(
    z.array(
      z.object({
        market: z.object({ slug: text, title: z.string() }),
        outcomeIndex,
        outcomeTokenAmount: decimal,
        averageFillPrice: optionalOf(probability),
        realizedPnl: optionalOf(decimal),
        unrealizedPnl: optionalOf(decimal),
        latestTrade: optionalOf(z.object({ outcomeTokenPrice: optionalOf(probability) })),
      }),
    ),
  ),
  /** Documented, but never observed with content. */
  group: optionalOf(z.array(z.unknown())),
})

export type NativeMarket = z.output<typeof nativeMarket>
export type NativeLeaf = z.output<typeof leafMarket>
export type NativeBook = z.output<typeof bookReply>
export type NativeFills = z.output<typeof fillsReply>
export type NativePortfolio = z.output<typeof portfolioReply>
