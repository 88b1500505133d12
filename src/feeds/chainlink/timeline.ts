import { defineMemoKey, remember } from '../../venue-kit/contract/memo.js'
import { createSchemaMismatch } from '../../venue-kit/payload/payload.js'
import type { FeedContext } from '../contract/feed.js'
import { encodeWord, selectorOf } from './abi.js'
import type { Oracle } from './oracles.js'
import { ROUNDS_A_CALL, type Round, readLatestRound, roundsOf } from './rounds.js'
import { read } from './rpc.js'

/**
 * The rounds of an oracle in time order. The proxy numbers them by phase, one for each aggregator that it has had. The bits above
 * the lowest 64 of a round's id are its phase, and rounds of a phase count from 1.
 */

const calls = {
  phaseAggregators: selectorOf('phaseAggregators(uint16)'),
  latestRound: selectorOf('latestRound()'),
}

/** The rounds of one aggregator while the proxy used it. */
interface Phase {
  readonly number: number
  /** Rounds are numbered from 1 to this. */
  readonly last: number
  /** Time of the first answer in epoch ms. */
  readonly firstAt: number
}

/** The position of a round. `round` may be before the first or after the last of its phase. */
interface Place {
  readonly phase: Phase
  readonly round: number
}

/** Past phases do not change. */
const phaseKey = defineMemoKey<Phase>('phase', 24 * 60 * 60_000)
const firstAtKey = defineMemoKey<number>('phase begins', 24 * 60 * 60_000)
const PHASE_BITS = 64n
/** The first answer of a phase must be within this many rounds. */
const FIRST_ROUNDS = 8

const idOf = (phase: number, round: number): bigint => (BigInt(phase) << PHASE_BITS) | BigInt(round)

export interface Timeline {
  /** The last round. */
  readonly end: Place
  /** Returns the last round at that time or earlier, or undefined if there is none. */
  find(at: number): Promise<Place | undefined>
  /** Yields rounds with an answer from a position on: newest first for -1, oldest first for 1. */
  walk(from: Place, step: 1 | -1): AsyncGenerator<Round>
  /** Returns the beginning of the oracle's first phase. */
  begin(): Promise<Place>
}

/** @param room maximum number of rounds, which also limits each call */
export async function timelineOf(oracle: Oracle, room: number, ctx: FeedContext): Promise<Timeline> {
  const latest = await readLatestRound(oracle, ctx)
  const number = Number(latest.id >> PHASE_BITS)
  const round = Number(BigInt.asUintN(64, latest.id))
  if (number < 1 || number > 0xffff || round < 1 || !Number.isSafeInteger(round))
    throw createSchemaMismatch(`latestRoundData of ${oracle.symbol}`, 'roundId', `got ${latest.id}`)
  const current = { number, last: round, firstAt: await firstAtOf(number, oracle, ctx) }
  const end = { phase: current, round }

  const phaseOf = (wanted: number): Promise<Phase> =>
    wanted === number ? Promise.resolve(current) : formerPhase(wanted, oracle, ctx, phaseOf)

  async function find(at: number): Promise<Place | undefined> {
    if (at >= latest.updatedAt) return end
    for (let phase = current; ; phase = await phaseOf(phase.number - 1)) {
      if (phase.firstAt <= at) return { phase, round: await lastUpTo(at, phase, oracle, ctx) }
      if (phase.number === 1) return undefined
    }
  }

  async function* walk({ phase, round: from }: Place, step: 1 | -1): AsyncGenerator<Round> {
    let at = from
    for (let here = phase; ; ) {
      while (at >= 1 && at <= here.last) {
        const count = Math.min(room, ROUNDS_A_CALL, step === 1 ? here.last - at + 1 : at)
        const rounds = Array.from({ length: count }, (_unused, index) => at + step * index)
        const found = await roundsOf(
          oracle,
          rounds.map((one) => idOf(here.number, one)),
          ctx,
        )
        yield* found.filter((one) => one !== undefined)
        at += step * count
      }
      const next = here.number + step
      if (next < 1 || next > number) return
      here = await phaseOf(next)
      at = step === 1 ? 1 : here.last
    }
  }

  return { end, find, walk, begin: async () => ({ phase: await phaseOf(1), round: 1 }) }
}

function firstAtOf(phase: number, oracle: Oracle, ctx: FeedContext): Promise<number> {
  return remember(ctx.memo, firstAtKey, `${oracle.address} ${phase}`, async () => {
    const ids = Array.from({ length: FIRST_ROUNDS }, (_unused, index) => idOf(phase, index + 1))
    const first = (await roundsOf(oracle, ids, ctx)).find((round) => round !== undefined)
    if (first === undefined)
      throw createSchemaMismatch(
        `getRoundData of ${oracle.symbol}`,
        '',
        `phase ${phase} begins without a price`,
      )
    return first.updatedAt
  })
}

/**
 * Reads an earlier phase. Aggregators overlap, because one starts before the proxy uses it and continues afterwards. For the same
 * time the newer one counts.
 */
function formerPhase(
  number: number,
  oracle: Oracle,
  ctx: FeedContext,
  phaseOf: (number: number) => Promise<Phase>,
): Promise<Phase> {
  return remember(ctx.memo, phaseKey, `${oracle.address} ${number}`, async () => {
    const { firstAt: leftAt } = await phaseOf(number + 1)
    const what = `phaseAggregators of ${oracle.symbol}`
    const told = await read(
      { to: oracle.address, data: calls.phaseAggregators + encodeWord(number) },
      what,
      ctx,
    )
    const aggregator = told.address(0)
    const counted = await read(
      { to: aggregator, data: calls.latestRound },
      `latestRound of ${aggregator}`,
      ctx,
    )
    const last = Number(counted.uint(0))
    if (last < 1 || !Number.isSafeInteger(last))
      throw createSchemaMismatch(`latestRound of ${aggregator}`, '', `got ${last}`)
    const phase = { number, last, firstAt: await firstAtOf(number, oracle, ctx) }
    if (phase.firstAt >= leftAt) return { number, last: 0, firstAt: Number.POSITIVE_INFINITY }
    return { ...phase, last: await lastUpTo(leftAt - 1, phase, oracle, ctx) }
  })
}

/**
 * Returns the last round of a phase up to a time. Each call probes many rounds, so a million rounds take three calls.
 * @param at not before the phase's first answer
 */
async function lastUpTo(
  at: number,
  { number, last }: Phase,
  oracle: Oracle,
  ctx: FeedContext,
): Promise<number> {
  let low = 1
  let high = last
  while (low < high) {
    const count = Math.min(high - low, ROUNDS_A_CALL)
    const probes = Array.from({ length: count }, (_unused, index) =>
      Math.floor(low + ((high - low) * (index + 1)) / count),
    )
    const found = await roundsOf(
      oracle,
      probes.map((round) => idOf(number, round)),
      ctx,
    )
    const later = found.findIndex((round) => round !== undefined && round.updatedAt > at)
    const upTo = (later < 0 ? found : found.slice(0, later)).findLastIndex((round) => round !== undefined)
    const beyond = probes[later] ?? high + 1
    const within = probes[upTo] ?? low
    if (within === low && beyond - 1 === high) return low
    low = within
    high = beyond - 1
  }
  return low
}
