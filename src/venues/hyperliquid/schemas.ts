import * as z from 'zod'
import { isObject } from '../../api/values/json.js'
import { enumOf } from '../../venue-kit/payload/native-enums.js'
import { keepRaw } from '../../venue-kit/payload/raw-fields.js'
import {
  decimal,
  epochMillis,
  id,
  integer,
  optionalOf,
  ornamentOf,
  probability,
  requireNonNegative,
  text,
} from '../../venue-kit/payload/schema.js'
import { recordOf, rowsOf } from '../../venue-kit/requests/map-rows.js'

/**
 * Native responses of `POST /info`, limited to the used members (README.md, recordings of 2026). Prices and sizes are decimal
 * texts, times epoch milliseconds.
 */

/** A count of contracts. */
const size = requireNonNegative('expected a contract count >= 0')
const number = integer.refine((value) => value >= 0, { error: 'expected a number >= 0' })

const outcome = keepRaw(
  z.object({
    outcome: number,
    name: text,
    /** A grammar of `key:value` for generated outcomes, prose for others; may be empty. */
    description: z.string(),
    /** Two in every recording; the side's index is the last digit of its ids. */
    sideSpecs: z
      .array(z.object({ name: text }))
      .min(2)
      .max(10),
    quoteToken: ornamentOf(text),
    deployer: ornamentOf(text),
    venue: ornamentOf(text),
    deployerFeeScale: ornamentOf(decimal),
  }),
)
/** A contract with its sides. */
export type NativeOutcome = z.output<typeof outcome>

const question = keepRaw(
  z.object({
    question: number,
    name: text,
    description: z.string(),
    fallbackOutcome: optionalOf(number),
    namedOutcomes: z.array(number),
    settledNamedOutcomes: z.array(number),
  }),
)
/** A group of outcomes, one of which wins. */
export type NativeQuestion = z.output<typeof question>

/** `outcomeMeta`: everything that trades. Most outcomes have no question, so they are also read without any. */
export const outcomeMeta = z
  .object({ outcomes: rowsOf(outcome, 'outcomes'), questions: rowsOf(question, 'questions').nullish() })
  .transform(({ outcomes, questions }) => ({
    outcomes,
    questions: questions ?? [],
    tellsQuestions: questions !== undefined && questions !== null,
  }))
export type OutcomeMeta = z.output<typeof outcomeMeta>

const settled = z.object({
  spec: outcome,
  /** Payout of a contract of the first side. */
  settleFraction: probability,
  /** Prose; `{}` and '' were observed if there is none. */
  details: ornamentOf(text),
  question: optionalOf(
    z.object({
      question: z.union([z.object({ active: number }), z.object({ settled: number })]),
      name: text,
      description: z.string(),
    }),
  ),
})
/** An outcome that has been decided. */
export type SettledOutcome = z.output<typeof settled>

/** `settledOutcome`: null for outcomes that trade or never existed. */
export const settledOutcome = settled.nullable()

const template = z.object({
  id: text,
  name: text,
  description: z.string(),
  /** Names of the placeholders in both texts, with the type of their values. */
  keywords: z.array(z.tuple([text, text]).rest(z.unknown())),
})
/** Texts of generated outcomes and questions, with `{placeholders}`. */
export type NativeTemplate = z.output<typeof template>

/** `outcomeTemplates` */
export const outcomeTemplates = rowsOf(template, '')

/** `allMids`, the outcomes' coins only: perpetuals have prices beyond 1. The REST form is flat, the WebSocket form is wrapped. */
export const allMids = z.preprocess(
  (payload) => onlyOutcomes(isObject(payload) && isObject(payload['mids']) ? payload['mids'] : payload),
  recordOf(probability, ''),
)

function onlyOutcomes(payload: unknown): unknown {
  if (!isObject(payload)) return payload
  return Object.fromEntries(Object.entries(payload).filter(([coin]) => coin.startsWith('#')))
}

const assetContext = z.object({
  coin: text,
  /** Null without a two-sided book, and `markPx` is then a placeholder. */
  midPx: optionalOf(probability),
  markPx: optionalOf(probability),
  /** 0 when there was no price a day ago. */
  prevDayPx: optionalOf(probability),
  /** Contracts in 24 h; the same on both sides. */
  dayBaseVlm: optionalOf(size),
  circulatingSupply: optionalOf(size),
})
/** Statistics of one side's coin. */
export type AssetContext = z.output<typeof assetContext>

/** `spotMetaAndAssetCtxs`: rows are joined by coin, never by position; those of spot pairs are not read. */
export const assetContexts = z
  .tuple([z.unknown(), rowsOf(z.preprocess(outcomeRow, assetContext.optional()), '[1]')])
  .transform(([, rows]) => rows.filter((row) => row !== undefined))

/** Returns the raw rows of outcomes, where null and absent are still distinct. */
export function outcomeContextsOf(payload: unknown): readonly unknown[] {
  const rows: unknown = Array.isArray(payload) ? payload[1] : undefined
  return Array.isArray(rows) ? rows.filter((row) => outcomeRow(row) !== undefined) : []
}

/** Returns the row if it is an outcome's, or if it is so malformed that it has no coin. */
function outcomeRow(row: unknown): unknown {
  const coin = isObject(row) ? row['coin'] : undefined
  return typeof coin === 'string' && !coin.startsWith('#') ? undefined : (row ?? {})
}

const level = z.object({ px: probability, sz: size, n: optionalOf(number) })
export const book = keepRaw(
  z.object({
    coin: text,
    time: epochMillis,
    levels: z.tuple([z.array(level), z.array(level)]),
  }),
)
/** Bids and asks of one side, at most 20 levels each. */
export type NativeBook = z.output<typeof book>

/** `l2Book`: null for a coin without a book. */
export const l2Book = book.nullable()

const trade = z.object({
  coin: text,
  /** Aggressor: B bought, A sold. */
  side: enumOf('hyperliquid', 'trade.side', ['A', 'B']),
  px: probability,
  sz: size,
  time: epochMillis,
  tid: id,
})
/** A fill; one taker order has several with the same hash and time. */
export type NativeTrade = z.output<typeof trade>

/** `recentTrades`, newest first. */
export const recentTrades = z.array(trade)

const candle = z.object({
  /** Open time. */
  t: epochMillis,
  s: text,
  i: text,
  o: probability,
  c: probability,
  h: probability,
  l: probability,
  /** Contracts of this side. */
  v: size,
  /** Number of trades. */
  n: number,
})
/** A candle of trades. */
export type NativeCandle = z.output<typeof candle>

/** `candleSnapshot`, ascending, including the open candle. */
export const candleSnapshot = z.array(candle)

/** `spotClearinghouseState` */
export const spotState = z.object({
  balances: z.array(z.object({ coin: text, total: decimal, entryNtl: optionalOf(decimal) })),
})
