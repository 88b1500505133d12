import * as z from 'zod'
import { enumOf, openEnumOf } from '../../venue-kit/payload/native-enums.js'
import { keepRaw } from '../../venue-kit/payload/raw-fields.js'
import {
  decimal,
  id,
  integer,
  isoTime,
  optionalOf,
  ornamentOf,
  ornamentsOf,
  requireNonNegative,
  text,
} from '../../venue-kit/payload/schema.js'
import { rowsOf } from '../../venue-kit/requests/map-rows.js'

/**
 * Payloads of the agent API, limited to the used members. Sources: its own schemas as mirrored by a client of the operator, and
 * recorded responses of the partner API, whose market objects are the same (README.md).
 */

/** Present in every response. A different version means a different API contract. */
const meta = optionalOf(
  z.object({ version: optionalOf(enumOf('hunch', 'meta.version', ['hunch-agent-api-v1'])) }),
)

/** Cents or percent, 0 to 100. */
const percent = decimal.refine((value) => value >= 0 && value <= 100, {
  error: 'expected cents or a percentage from 0 to 100',
})

const amount = requireNonNegative('expected a non-negative amount')

const marketStatuses = ['open', 'closed', 'resolved', 'voided'] as const

const outcome = z.object({
  key: id,
  label: ornamentOf(text),
  shortLabel: ornamentOf(text),
  lowerUsd: ornamentOf(decimal),
  upperUsd: ornamentOf(decimal),
  startAt: ornamentOf(isoTime),
  endAt: ornamentOf(isoTime),
})
export type NativeOutcome = z.output<typeof outcome>

/** For a market with two sides. A side with unknown odds has null. */
const odds = z.object({ yesPriceCents: optionalOf(percent), noPriceCents: optionalOf(percent) })
export type Odds = z.output<typeof odds>

/** Bets and money of a market since it was listed. */
const stats = z.object({
  totalBets: ornamentOf(integer),
  totalPoolUsd: ornamentOf(amount),
  yesPoolUsd: ornamentOf(amount),
  noPoolUsd: ornamentOf(amount),
})
export type Stats = z.output<typeof stats>

/** Odds of a market with several outcomes. */
const ladder = z.object({ outcomes: z.array(z.object({ key: id, impliedPct: optionalOf(percent) })) })
export type OddsTable = z.output<typeof ladder>

/** A market, the same in every response. */
const marketRef = keepRaw(
  z.object({
    id: text,
    question: text,
    status: enumOf('hunch', 'market.status', marketStatuses),
    deadlineAt: optionalOf(isoTime),
    /** Null for two sides, and also for some markets that have more (README.md). */
    outcomes: optionalOf(z.array(outcome)),
    odds: optionalOf(odds),
    stats: optionalOf(stats),
    category: ornamentOf(text),
    slug: ornamentOf(text),
    shortTitle: ornamentOf(text),
    summary: ornamentOf(text),
    headline: ornamentOf(text),
    deadlineLabel: ornamentOf(text),
    tokenSymbol: ornamentOf(text),
    tokenSymbols: ornamentsOf(text),
    chainId: ornamentOf(text),
    feeBps: ornamentOf(decimal),
    volumeUsd: ornamentOf(amount),
    /** Money added to the pool in the last 24 hours. */
    volume24hUsd: ornamentOf(amount),
    totalBets: ornamentOf(integer),
    virtualLiquidityUsd: ornamentOf(decimal),
    targetMarketCapUsd: ornamentOf(decimal),
    links: ornamentOf(z.object({ app: ornamentOf(z.url()) })),
  }),
)
export type MarketRef = z.output<typeof marketRef>

/** `GET /markets`: a page; the cursor of the next one, absent after the last. */
export const marketsPage = z.object({
  meta,
  markets: rowsOf(marketRef, 'markets'),
  nextCursor: optionalOf(id),
})

/** `GET /markets/{id}` */
export const marketReply = z.object({ meta, market: marketRef })

/** The market of a response. */
const named = optionalOf(z.object({ id: optionalOf(text), slug: optionalOf(text) }))

/** `GET /markets/{id}/research`, for the current odds. */
export const researchOdds = z.object({
  meta,
  research: z.object({ market: named, stats: optionalOf(stats), ladder: optionalOf(ladder) }),
})
export type ResearchOdds = z.output<typeof researchOdds>['research']

/** A bet, with the odds of yes, or of its outcome, after it, or null if they are unknown. */
const historyPoint = z.object({
  at: isoTime,
  yesPct: percent.nullable().transform((value) => value ?? undefined),
  outcomeKey: optionalOf(id),
})
export type HistoryPoint = z.output<typeof historyPoint>

/** `GET /markets/{id}/research`, for the bets so far. */
export const researchHistory = z.object({
  meta,
  research: z.object({
    market: named,
    stats: ornamentOf(stats),
    oddsHistory: rowsOf(historyPoint, 'research.oddsHistory'),
  }),
})

/** An undecided market is `pending` (inferred); the others are those of markets. */
const resultStatuses: readonly string[] = ['pending', ...marketStatuses]

/** `GET /result`: a market's result, or null while it is undecided. An unknown word does not prove a decision. */
export const result = z.object({
  meta,
  result: z
    .object({
      marketId: optionalOf(text),
      status: openEnumOf('hunch', 'result.status', resultStatuses),
      resolvedOutcome: optionalOf(id),
      resolvedAt: ornamentOf(isoTime),
      source: ornamentOf(text),
      sourceUrl: ornamentOf(text),
      payoutPerShareUsd: ornamentOf(decimal),
    })
    .transform((row) =>
      resultStatuses.includes(row.status)
        ? row
        : { ...row, resolvedOutcome: undefined, payoutPerShareUsd: undefined },
    ),
})
export type Result = z.output<typeof result>['result']

const position = z.object({
  marketId: text,
  side: id,
  outcomeLabel: ornamentOf(text),
  shares: amount,
  stakedUsd: optionalOf(amount),
  avgEntryCents: optionalOf(percent),
  currentCents: optionalOf(percent),
  pnlUsd: optionalOf(decimal),
  status: enumOf('hunch', 'position.status', ['open', 'resolved-won', 'resolved-lost']),
})
export type NativePosition = z.output<typeof position>

/** `GET /positions`: every bet of a wallet, including decided ones. */
export const positionsReply = z.object({
  meta,
  wallet: optionalOf(text),
  count: optionalOf(integer),
  positions: rowsOf(position, 'positions'),
})

/** `GET /wallet/{addr}/readiness`: null when the chain could not be read. */
export const readinessReply = z.object({
  meta,
  readiness: z.object({
    wallet: optionalOf(text),
    usdcBalanceUsd: amount,
  }),
})
