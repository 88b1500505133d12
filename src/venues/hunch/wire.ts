import * as z from 'zod'
import { recordOf, rowsOf } from '../../venue-kit/rows.js'
import {
  decimal,
  given,
  id,
  isoTime,
  maybe,
  notBelowZero,
  ornament,
  ornaments,
  text,
} from '../../venue-kit/schema.js'

/** On every answer; another version is another contract (README.md). */
const meta = z.object({ version: z.literal('hunch-partner-api-v1') })

/** Cents or whole percent, 0 to 100. */
const percent = decimal.refine((value) => value >= 0 && value <= 100, {
  error: 'expected cents or percent between 0 and 100',
})

const amount = notBelowZero('expected an amount that is not below 0')

const marketStatuses = ['open', 'closed', 'resolved', 'voided'] as const

const outcome = z.object({
  key: id,
  label: text,
  shortLabel: ornament(text),
  lowerUsd: ornament(decimal),
  upperUsd: ornament(decimal),
  startAt: ornament(isoTime),
  endAt: ornament(isoTime),
})
export type NativeOutcome = z.output<typeof outcome>

/** A market, the same in every answer. */
export const marketRef = z.object({
  id: text,
  question: text,
  category: text,
  status: z.enum(marketStatuses),
  deadlineAt: isoTime,
  /** Null where it has two sides, and also for some that have more (README.md). */
  outcomes: given(z.array(outcome)),
  slug: ornament(text),
  shortTitle: ornament(text),
  summary: ornament(text),
  deadlineLabel: ornament(text),
  tokenSymbol: ornament(text),
  tokenSymbols: ornaments(text),
  chainId: ornament(text),
  feeBps: ornament(decimal),
  virtualLiquidityUsd: ornament(decimal),
  targetMarketCapUsd: ornament(decimal),
  links: ornament(z.object({ app: ornament(z.url()) })),
})
export type MarketRef = z.output<typeof marketRef>

/** Bets and money of a market since it was listed. */
const stats = z.object({
  totalBets: decimal,
  totalPoolUsd: amount,
  yesPoolUsd: maybe(amount),
  noPoolUsd: maybe(amount),
})
export type Stats = z.output<typeof stats>

/** Of two sides `yesPriceCents` and `noPriceCents`, else by the keys of the outcomes. */
const odds = recordOf(maybe(percent), 'odds')
export type Odds = z.output<typeof odds>

/** `GET /catalogue`: everything that takes bets, without odds. */
export const catalogue = z.object({
  meta,
  categories: rowsOf(
    z.object({ key: text, label: ornament(text), markets: rowsOf(marketRef, 'markets') }),
    'categories',
  ),
})

/** `GET /trending`: the markets with the most money and bets, most first. */
export const trending = z.object({
  meta,
  trending: rowsOf(
    z.object({
      market: z.object({ id: text }),
      odds: maybe(odds),
      outcomeOdds: maybe(odds),
      stats: maybe(stats),
    }),
    'trending',
  ),
})
export type Trend = z.output<typeof trending>['trending'][number]

/** `GET /quote`: a market with its odds. */
export const quote = z.object({
  meta,
  market: marketRef,
  odds: maybe(odds),
  stats: maybe(stats),
})
export type Quote = z.output<typeof quote>

/** `GET /result`: how a market was decided. */
export const result = z.object({
  meta,
  result: z.object({
    marketId: text,
    status: text,
    resolvedOutcome: given(id),
    resolvedAt: ornament(isoTime),
    source: ornament(text),
    sourceUrl: ornament(text),
    payoutPerShareUsd: ornament(decimal),
  }),
})
export type Result = z.output<typeof result>['result']

const position = z.object({
  marketId: text,
  side: id,
  outcomeLabel: ornament(text),
  shares: amount,
  stakedUsd: maybe(amount),
  avgEntryCents: maybe(percent),
  currentCents: maybe(percent),
  pnlUsd: maybe(decimal),
  status: z.enum(['open', 'resolved-won', 'resolved-lost']),
})
export type NativePosition = z.output<typeof position>

/** `GET /positions`: every bet of a wallet, decided ones too. */
export const positionsReply = z.object({
  meta,
  wallet: text,
  count: decimal,
  positions: rowsOf(position, 'positions'),
})

/** `GET /wallet/{addr}/readiness` of the agent API: null where it could not read the chain. */
export const readinessReply = z.object({
  readiness: z.object({
    wallet: maybe(text),
    usdcBalanceUsd: amount,
  }),
})
