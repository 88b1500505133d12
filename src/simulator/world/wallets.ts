import { DAY_MS } from '../../api/times/resolution.js'
import { hashText } from '../../effects/random.js'
import { mix, mixWide, toUnit } from './common/hash.js'
import type { WorldMarket } from './common/types.js'
import type { SimulatedWorld } from './world.js'

export interface DemoWallet {
  readonly name: string
  /** `0x` and 40 lower-case hex digits; not a real address. */
  readonly address: string
}

/** Fictional wallets that hold positions on every venue that shows them by address. */
export const demoWallets: readonly [DemoWallet, ...DemoWallet[]] = [
  { name: 'Quiet Heron', address: '0xde30de30de30de30de30de30de30de30de300001' },
  { name: 'Salt Parade', address: '0xde30de30de30de30de30de30de30de30de300002' },
  { name: 'Ninefold', address: '0xde30de30de30de30de30de30de30de30de300003' },
]

export interface Holding {
  readonly market: WorldMarket
  readonly side: 'yes' | 'no'
  /** Contracts. */
  readonly size: number
  /** Price paid for a contract of that side. */
  readonly entryPrice: number
  readonly acquiredAt: number
  /** Realized profit of contracts sold before. */
  readonly realized: number
}

/** A wallet holds one market in so many. */
const HELD_ONE_IN = 29
/** Winnings are redeemed this long after the result. */
const REDEEMED_MS = 20 * DAY_MS

/**
 * Returns the holdings of a wallet at a given time, by market number, or [] for an address that is not a simulated wallet.
 */
export function holdingsOf(world: SimulatedWorld, address: string, now: number): readonly Holding[] {
  const wallet = demoWallets.find((candidate) => candidate.address === address.toLowerCase())
  if (wallet === undefined) return []
  const seed = mix(world.seed, hashText(wallet.address))
  return world
    .eventsAt(now)
    .filter((event) => now < event.resolvesAt + REDEEMED_MS)
    .flatMap((event) => event.markets)
    .flatMap((market): Holding[] => {
      const chance = mixWide(seed, market.number)
      if (chance % HELD_ONE_IN !== 0) return []
      const holding = holdingIn(world, market, chance)
      return holding === undefined || holding.acquiredAt > now ? [] : [holding]
    })
    .sort((a, b) => a.market.number - b.market.number)
}

function holdingIn(world: SimulatedWorld, market: WorldMarket, chance: number): Holding | undefined {
  const span = (market.closesAt - market.opensAt) * 0.6
  const acquiredAt = market.opensAt + Math.floor(toUnit(mix(chance, 1)) * span)
  const trade = world.lastTrade(market.key, acquiredAt)
  if (trade === undefined) return undefined
  const side = mix(chance, 2) % 3 === 0 ? 'no' : 'yes'
  const size = (100 + Math.floor(toUnit(mix(chance, 3)) * 90_000)) / 100
  const realized = mix(chance, 4) % 4 === 0 ? Math.floor(toUnit(mix(chance, 5)) * 4_000) / 100 : 0
  const entryPrice = side === 'yes' ? trade.price : complementPriceOf(trade.price)
  return { market, side, size, entryPrice, acquiredAt, realized }
}

/** Returns the price of the other side, without floating-point error. */
export function complementPriceOf(price: number): number {
  return Math.round((1 - price) * 1_000_000) / 1_000_000
}
