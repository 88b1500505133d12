import { memoize } from '../../../http/memoize.js'
import { type Amount, ONE } from '../../../paper-trading/state/amount.js'
import type { PaperExchange } from '../../../paper-trading/state/types.js'
import type { PaperRules } from '../../../paper-trading/state/venue-rules.js'
import type { WorldBook, WorldMarket } from '../../../world/common/types.js'
import { feeFor } from '../fees.js'
import { settlementFloorOf, shardOf, shards } from '../shards.js'
import { isAsleep, type Scene, type Variant } from '../variant.js'

/**
 * Opening balance of a new member on each shard, thousands of dollars. The total is 10; each shard can pay for a first
 * order.
 */
const OPENING: Readonly<Record<number, bigint>> = { 0: 6n, 1: 1n, 2: 2n, 3: 1n }
const nothing: ReadonlyMap<number, Amount> = new Map(shards.map(({ index }) => [index, 0n]))
const opening: ReadonlyMap<number, Amount> = new Map(
  shards.map(({ index }) => [index, (OPENING[index] ?? 0n) * 1_000n * ONE]),
)

/** Returns the owner of a subaccount; the owner of the primary account (0) is the member. */
export function ownerOf(member: string, subaccount: number): string {
  return subaccount === 0 ? member : `${member}#${subaccount}`
}

/**
 * Trading rules of the venue (README.md of this mock venue): YES and NO net, fees depend on the series, cash is on
 * shards.
 */
const rulesOf = memoize(
  (variant: Variant): PaperRules => ({
    venue: variant.venue,
    netting: 'pairs',
    fee: feeFor,
    isQuoted: (market, world) => !isAsleep({ variant, world }, market),
    cashPools: {
      of: (market, world) => shardOf(world.eventOf(market).series),
      opening: (owner) => (/#\d+$/.test(owner) ? nothing : opening),
    },
    floor: (market, world) => settlementFloorOf(market, world) ?? 0n,
  }),
)

/** Returns the exchange; while trading is paused, without the orders that are canceled on a pause. */
export function exchangeOf({
  paper,
  variant,
  now,
  switches,
}: Pick<Scene, 'paper' | 'variant' | 'now' | 'switches'>): PaperExchange {
  const exchange = paper.exchange(rulesOf(variant))
  if (switches.kalshi.trading === 'paused')
    exchange.cancelAll(now, 'paused', ({ native }) => native['cancel_order_on_pause'] === true)
  return exchange
}

/** Returns the public book. */
export function bookOf(scene: Scene, market: WorldMarket): WorldBook {
  return exchangeOf(scene).book(market, scene.now)
}
