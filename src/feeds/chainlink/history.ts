import type { FeedArgs } from '../../api/arguments/feed-methods.js'
import { createValidationError } from '../../api/envelope/errors.js'
import type { OracleRound, Ticker } from '../../api/models/feed-models.js'
import type { FeedContext } from '../contract/feed.js'
import { oracleOf } from './oracles.js'
import { type Round, toOracleRound, toTicker, traitsOf } from './rounds.js'
import { type Timeline, timelineOf } from './timeline.js'

/** Returns the last rounds, newest first. */
export async function fetchOracleHistory(
  { feed, limit }: FeedArgs<'fetchOracleHistory'>,
  ctx: FeedContext,
): Promise<readonly OracleRound[]> {
  const oracle = oracleOf(feed)
  const traits = await traitsOf(oracle, ctx)
  const { walk, end } = await timelineOf(oracle, limit, ctx)
  const rounds = await taken(walk(end, -1), limit, () => true)
  return rounds.map((round) => toOracleRound(oracle, round, traits))
}

/**
 * Returns the prices of a time range: the latest, newest first, or with `asc` the earliest, oldest first.
 * @throws VALIDATION_ERROR for a range that ends before it begins, or `asc` without a start
 */
export async function fetchHistoricalPrices(
  { symbol, fromTimestamp, untilTimestamp, maxSize, order = 'desc' }: FeedArgs<'fetchHistoricalPrices'>,
  ctx: FeedContext,
): Promise<readonly Ticker[]> {
  const from = fromTimestamp ?? 0
  const until = untilTimestamp ?? Number.MAX_SAFE_INTEGER
  if (from > until) throw createValidationError('untilTimestamp', 'untilTimestamp is before fromTimestamp')
  if (order === 'asc' && fromTimestamp === undefined)
    throw createValidationError('fromTimestamp', 'order=asc needs fromTimestamp, the time of the first price')
  const oracle = oracleOf(symbol)
  const traits = await traitsOf(oracle, ctx)
  const timeline = await timelineOf(oracle, maxSize, ctx)
  const walk = order === 'asc' ? await forwards(timeline, from) : await backwards(timeline, until)
  const isWithin = ({ updatedAt }: Round): boolean => updatedAt >= from && updatedAt <= until
  const rounds = walk === undefined ? [] : await taken(walk, maxSize, isWithin)
  return rounds.map((round) => toTicker(oracle, round, traits))
}

async function backwards(
  { find, walk }: Timeline,
  until: number,
): Promise<AsyncGenerator<Round> | undefined> {
  const place = await find(until)
  return place === undefined ? undefined : walk(place, -1)
}

async function forwards({ find, walk, begin }: Timeline, from: number): Promise<AsyncGenerator<Round>> {
  const before = await find(from - 1)
  return before === undefined ? walk(await begin(), 1) : walk({ ...before, round: before.round + 1 }, 1)
}

/** Returns the first rounds up to `room`, until one does not match. */
async function taken(
  rounds: AsyncGenerator<Round>,
  room: number,
  isWanted: (round: Round) => boolean,
): Promise<readonly Round[]> {
  const kept: Round[] = []
  for await (const round of rounds) {
    if (!isWanted(round)) break
    kept.push(round)
    if (kept.length === room) break
  }
  return kept
}
