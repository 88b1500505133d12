import type { OracleRound, Ticker } from '../../api/models/feed-models.js'
import { toIso } from '../../api/times/instant.js'
import { defineMemoKey, remember } from '../../venue-kit/contract/memo.js'
import { createSchemaMismatch } from '../../venue-kit/payload/payload.js'
import type { FeedContext } from '../contract/feed.js'
import { type AbiReader, encodeWord, selectorOf } from './abi.js'
import type { Oracle } from './oracles.js'
import { type ContractRead, read, readMany } from './rpc.js'

const calls = {
  latestRoundData: selectorOf('latestRoundData()'),
  getRoundData: selectorOf('getRoundData(uint80)'),
  decimals: selectorOf('decimals()'),
  description: selectorOf('description()'),
}

/** A round in the chain's terms. */
export interface Round {
  readonly id: bigint
  readonly answer: bigint
  /** Epoch ms. */
  readonly startedAt: number
  readonly updatedAt: number
  readonly answeredIn: bigint
}

/** The oracle's own description. */
export interface Traits {
  readonly decimals: number
  readonly description: string
}

/** Rounds in one call, well below the cost limits of nodes. */
export const ROUNDS_A_CALL = 200
/** Times from this number on are not in seconds (the year 5138). */
const SECONDS_TO = 100_000_000_000n
/** Maximum number of consecutive rounds without an answer that is valid. */
const MAX_SILENT = 8
/** No oracle has more. */
const MAX_DECIMALS = 36

const traitsKey = defineMemoKey<Traits>('traits', 24 * 60 * 60_000)

/**
 * Returns the number format of an oracle.
 * @throws EXCHANGE_NOT_AVAILABLE with kind `drift` if the contract belongs to another price
 */
export function traitsOf({ symbol, address }: Oracle, ctx: FeedContext): Promise<Traits> {
  return remember(ctx.memo, traitsKey, address, async () => {
    const [decimals, text] = await Promise.all([
      read({ to: address, data: calls.decimals }, `decimals of ${symbol}`, ctx),
      read({ to: address, data: calls.description }, `description of ${symbol}`, ctx),
    ])
    const count = Number(decimals.uint(0))
    if (count > MAX_DECIMALS) throw createSchemaMismatch(`decimals of ${symbol}`, 'word 0', `got ${count}`)
    const bytes = text.bytes(Number(text.uint(0)) / 32)
    const description = Buffer.from(bytes, 'hex').toString('utf8')
    if (description.replace(/\s/g, '').toUpperCase() !== symbol)
      throw createSchemaMismatch(
        `description of ${symbol}`,
        '',
        `the contract returned '${description.slice(0, 60)}'`,
      )
    return { decimals: count, description }
  })
}

/** Returns the last round. */
export async function readLatestRound({ symbol, address }: Oracle, ctx: FeedContext): Promise<Round> {
  const what = `latestRoundData of ${symbol}`
  const round = roundIn(await read({ to: address, data: calls.latestRoundData }, what, ctx), what)
  if (round === undefined) throw createSchemaMismatch(what, 'updatedAt', 'the oracle has no round yet')
  return round
}

/** Returns the rounds of these ids, with undefined for rounds without an answer. */
export async function roundsOf(
  { symbol, address }: Oracle,
  ids: readonly bigint[],
  ctx: FeedContext,
): Promise<readonly (Round | undefined)[]> {
  const what = `getRoundData of ${symbol}`
  const reads = ids.map((id): ContractRead => ({ to: address, data: calls.getRoundData + encodeWord(id) }))
  const found = await readMany(reads, what, ctx)
  // Single rounds may have no answer. If all of many have none, the contract is wrong.
  if (found.length > MAX_SILENT && found.every((words) => words === undefined))
    throw createSchemaMismatch(what, '', `none of ${found.length} rounds has a price`)
  return found.map((words, index) => {
    const round = words === undefined ? undefined : roundIn(words, what)
    if (round !== undefined && round.id !== ids[index])
      throw createSchemaMismatch(what, `[${index}]`, `requested round ${ids[index]}, got ${round.id}`)
    return round
  })
}

/** Returns undefined for a round without an answer, which has no time either. */
function roundIn(words: AbiReader, what: string): Round | undefined {
  const updated = words.uint(3)
  if (updated === 0n) return undefined
  const answer = words.int(1)
  if (answer <= 0n) throw createSchemaMismatch(what, 'answer', `expected a price above 0, got ${answer}`)
  return {
    id: words.uint(0),
    answer,
    startedAt: instantIn(words.uint(2), what),
    updatedAt: instantIn(updated, what),
    answeredIn: words.uint(4),
  }
}

function instantIn(seconds: bigint, what: string): number {
  if (seconds > 0n && seconds < SECONDS_TO) return Number(seconds) * 1000
  throw createSchemaMismatch(what, 'updatedAt', `expected epoch seconds, got ${seconds}`)
}

/** Returns the price of an answer. */
function priceOf({ answer }: Round, { decimals }: Traits): number {
  const digits = answer.toString().padStart(decimals + 1, '0')
  const whole = digits.length - decimals
  return Number(`${digits.slice(0, whole)}.${digits.slice(whole)}`)
}

export function toOracleRound({ symbol }: Oracle, round: Round, traits: Traits): OracleRound {
  return {
    feed: symbol,
    roundId: round.id.toString(),
    answer: priceOf(round, traits),
    startedAt: round.startedAt,
    updatedAt: round.updatedAt,
    answeredInRound: round.answeredIn.toString(),
    ...traits,
  }
}

/** Converts a round to a ticker with the time of its answer. */
export function toTicker(oracle: Oracle, round: Round, traits: Traits): Ticker {
  const price = priceOf(round, traits)
  return {
    symbol: oracle.symbol,
    info: { address: oracle.address, ...toOracleRound(oracle, round, traits) },
    timestamp: round.updatedAt,
    datetime: toIso(round.updatedAt),
    close: price,
    last: price,
  }
}
