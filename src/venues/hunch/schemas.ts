import * as z from 'zod'
import { openWordOf, wordOf } from '../../venue-kit/payload/native-words.js'
import { keepsRaw } from '../../venue-kit/payload/raw-fields.js'
import {
  decimal,
  id,
  integer,
  isoTime,
  maybe,
  notBelowZero,
  ornament,
  ornaments,
  text,
} from '../../venue-kit/payload/schema.js'
import { rowsOf } from '../../venue-kit/requests/map-rows.js'

/**
 * Payloads of the agent API, as far as they are read: its own schemas as a client of the operator mirrors them, and
 * recorded answers of the partner API, whose market objects are the same (README.md).
 */

/** On every answer; another version is another contract. */
const meta = maybe(z.object({ version: maybe(wordOf('hunch', 'meta.version', ['hunch-agent-api-v1'])) }))

/** Cents or percent, 0 to 100. */
const percent = decimal.refine((value) => value >= 0 && value <= 100, {
  error: 'expected cents or percent between 0 and 100',
})

const amount = notBelowZero('expected an amount that is not below 0')

const marketStatuses = ['open', 'closed', 'resolved', 'voided'] as const

const outcome = z.object({
  key: id,
  label: ornament(text),
  shortLabel: ornament(text),
  lowerUsd: ornament(decimal),
  upperUsd: ornament(decimal),
  startAt: ornament(isoTime),
  endAt: ornament(isoTime),
})
export type NativeOutcome = z.output<typeof outcome>

/** Of a market of two sides; a side of which the venue does not know the odds has null. */
const odds = z.object({ yesPriceCents: maybe(percent), noPriceCents: maybe(percent) })
export type Odds = z.output<typeof odds>

/** Bets and money of a market since it was listed. */
const stats = z.object({
  totalBets: ornament(integer),
  totalPoolUsd: ornament(amount),
  yesPoolUsd: ornament(amount),
  noPoolUsd: ornament(amount),
})
export type Stats = z.output<typeof stats>

/** What the outcomes of a market of several cost. */
const ladder = z.object({ outcomes: z.array(z.object({ key: id, impliedPct: maybe(percent) })) })
export type Ladder = z.output<typeof ladder>

/** A market, the same in every answer. */
const marketRef = keepsRaw(
  z.object({
    id: text,
    question: text,
    status: wordOf('hunch', 'market.status', marketStatuses),
    deadlineAt: maybe(isoTime),
    /** Null where it has two sides, and also for some that have more (README.md). */
    outcomes: maybe(z.array(outcome)),
    odds: maybe(odds),
    stats: maybe(stats),
    category: ornament(text),
    slug: ornament(text),
    shortTitle: ornament(text),
    summary: ornament(text),
    headline: ornament(text),
    deadlineLabel: ornament(text),
    tokenSymbol: ornament(text),
    tokenSymbols: ornaments(text),
    chainId: ornament(text),
    feeBps: ornament(decimal),
    volumeUsd: ornament(amount),
    /** What entered the pool in the last 24 hours. */
    volume24hUsd: ornament(amount),
    totalBets: ornament(integer),
    virtualLiquidityUsd: ornament(decimal),
    targetMarketCapUsd: ornament(decimal),
    links: ornament(z.object({ app: ornament(z.url()) })),
  }),
)
export type MarketRef = z.output<typeof marketRef>

/** `GET /markets`: a page; the cursor of the next one, absent after the last. */
export const marketsPage = z.object({
  meta,
  markets: rowsOf(marketRef, 'markets'),
  nextCursor: maybe(id),
})

/** `GET /markets/{id}` */
export const marketReply = z.object({ meta, market: marketRef })

/** The market that an answer is about. */
const named = maybe(z.object({ id: maybe(text), slug: maybe(text) }))

/** `GET /markets/{id}/research`, for what the outcomes cost now. */
export const researchOdds = z.object({
  meta,
  research: z.object({ market: named, stats: maybe(stats), ladder: maybe(ladder) }),
})
export type ResearchOdds = z.output<typeof researchOdds>['research']

/** A bet, with the odds of yes, or of the outcome that it names, after it; null where they are not known. */
const historyPoint = z.object({
  at: isoTime,
  yesPct: percent.nullable().transform((value) => value ?? undefined),
  outcomeKey: maybe(id),
})
export type HistoryPoint = z.output<typeof historyPoint>

/** `GET /markets/{id}/research`, for the bets so far. */
export const researchHistory = z.object({
  meta,
  research: z.object({
    market: named,
    stats: ornament(stats),
    oddsHistory: rowsOf(historyPoint, 'research.oddsHistory'),
  }),
})

/** What is not decided is `pending` (inferred); the others are those of markets. */
const resultStatuses: readonly string[] = ['pending', ...marketStatuses]

/** `GET /result`: how a market was decided; null while it is not. With an unknown word nothing says that it is. */
export const result = z.object({
  meta,
  result: z
    .object({
      marketId: maybe(text),
      status: openWordOf('hunch', 'result.status', resultStatuses),
      resolvedOutcome: maybe(id),
      resolvedAt: ornament(isoTime),
      source: ornament(text),
      sourceUrl: ornament(text),
      payoutPerShareUsd: ornament(decimal),
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
  outcomeLabel: ornament(text),
  shares: amount,
  stakedUsd: maybe(amount),
  avgEntryCents: maybe(percent),
  currentCents: maybe(percent),
  pnlUsd: maybe(decimal),
  status: wordOf('hunch', 'position.status', ['open', 'resolved-won', 'resolved-lost']),
})
export type NativePosition = z.output<typeof position>

/** `GET /positions`: every bet of a wallet, decided ones too. */
export const positionsReply = z.object({
  meta,
  wallet: maybe(text),
  count: maybe(integer),
  positions: rowsOf(position, 'positions'),
})

/** `GET /wallet/{addr}/readiness`: null where it could not read the chain. */
export const readinessReply = z.object({
  meta,
  readiness: z.object({
    wallet: maybe(text),
    usdcBalanceUsd: amount,
  }),
})
