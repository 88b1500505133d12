import type { MockContext } from '../../mock-kit/mock-venue.js'
import { hexOf, mix } from '../../world/common/hash.js'
import { type Coin, SPOT_BEGINS, type Spot, spotOf } from '../../world/prices/spot.js'

/** Oracles that update the price of a coin every few minutes, each with the proxy address of the real one. */

const proxies: Readonly<Record<Coin, string>> = {
  ETH: '0xf9680d99d6c9589e2a93a78a04a279e509205945',
  BTC: '0xc907e116054ad103354f2d350fd2514433d57f6f',
  XRP: '0x785ba89291f676b5386652eb12b30cf361020694',
  SOL: '0x10c8264c0935b3b9870013e057f330ff3e9c56dc',
}

const DECIMALS = 8
const ROUND_SECONDS = 600
/** Delay from the agreement of the nodes to the on-chain answer. */
const WRITING_SECONDS = 4
/** Time of the replacement of the first aggregator, which continued to update for a while. */
const RENEWED = Date.UTC(2024, 2, 1) / 1000
const AFTERLIFE_SECONDS = 24 * 60 * 60

interface Phase {
  readonly number: number
  readonly aggregator: string
  /** Epoch seconds of its first round. */
  readonly from: number
  /** Its last round. */
  readonly last: number
}

export interface Oracle {
  readonly decimals: number
  readonly description: string
  readonly spot: Spot
  readonly phases: readonly Phase[]
  /** Id of the last round. */
  readonly latest: bigint
}

/** A round with an answer; times in epoch seconds. */
export interface Round {
  readonly id: bigint
  readonly answer: bigint
  readonly startedAt: number
  readonly updatedAt: number
}

const PHASE_BITS = 64n

function phasesAt(context: MockContext, coin: Coin): readonly Phase[] {
  const now = Math.floor(context.now / 1000)
  const begins = [SPOT_BEGINS / 1000, RENEWED].filter((from) => from <= now)
  return begins.map((from, index) => {
    const next = begins[index + 1]
    const until = next === undefined ? now : Math.min(next + AFTERLIFE_SECONDS, now)
    const aggregator = `0x${hexOf(mix(context.world.seed, coin.length * 31 + coin.charCodeAt(0) + index * 7), 20)}`
    return { number: index + 1, aggregator, from, last: Math.floor((until - from) / ROUND_SECONDS) + 1 }
  })
}

const coinsOf = Object.keys(proxies) as readonly Coin[]

/** Returns the oracle with a proxy's address. */
export function oracleIn(context: MockContext, address: string): Oracle | undefined {
  const coin = coinsOf.find((one) => proxies[one] === address)
  if (coin === undefined) return undefined
  const phases = phasesAt(context, coin)
  const { number = 1, last = 1 } = phases.at(-1) ?? {}
  return {
    decimals: DECIMALS,
    description: `${coin} / USD`,
    spot: spotOf(context.world.seed, coin),
    phases,
    latest: (BigInt(number) << PHASE_BITS) | BigInt(last),
  }
}

/** Returns the aggregator at an address. */
export function aggregatorIn(context: MockContext, address: string): Phase | undefined {
  return coinsOf.flatMap((coin) => phasesAt(context, coin)).find(({ aggregator }) => aggregator === address)
}

/** Returns a round, or undefined for one that does not exist, or not yet. */
export function roundIn({ phases, spot }: Oracle, id: bigint): Round | undefined {
  const phase = phases.find(({ number }) => BigInt(number) === id >> PHASE_BITS)
  const round = Number(BigInt.asUintN(64, id))
  if (phase === undefined || round < 1 || round > phase.last) return undefined
  const updatedAt = phase.from + (round - 1) * ROUND_SECONDS
  const startedAt = updatedAt - WRITING_SECONDS
  const price = spot.at(startedAt * 1000)
  return { id, answer: BigInt(Math.round(price * 10 ** DECIMALS)), startedAt, updatedAt }
}
