import { hashText } from '../../../effects/random.js'
import { memoize } from '../../http/memoize.js'
import { roundToMicros } from '../../mock-kit/rounding.js'
import { hexOf } from '../../world/common/hash.js'
import type { BookLevel, Payout, Side, WorldBook, WorldMarket, WorldTrade } from '../../world/common/types.js'
import type { SimulatedWorld } from '../../world/world.js'

/**
 * Combos as markets of the world: long pays when every leg does. Only accounts trade them, and a market maker that
 * quotes around the product of the last prices of the legs. Each trade of a leg is a trade of the combo.
 */

export interface Leg {
  readonly market: WorldMarket
  readonly side: Side
}

const MARK = 'combo'
const TICKS = 1_000

/** Returns the key of a combo, the same for the same legs in any order. */
export function comboKeyOf(legs: readonly Leg[]): string {
  const named = legs.map(({ market, side }) => `${side}:${market.key}`)
  return [MARK, ...named.sort()].join('|')
}

export function isCombo({ key }: Pick<WorldMarket, 'key'>): boolean {
  return key.startsWith(`${MARK}|`)
}

/** Returns the legs of a combo. @throws RangeError when the key is not a combo of this world */
export function legsOf(world: Pick<SimulatedWorld, 'market'>, key: string): readonly Leg[] {
  const [mark, ...named] = key.split('|')
  return named.map((name) => {
    const side = name.startsWith('yes:') ? 'yes' : 'no'
    const market = world.market(name.slice(side.length + 1))
    if (mark !== MARK || market === undefined) throw new RangeError(`the world has no market ${key}`)
    return { market, side }
  })
}

/** Creates the market of a combo. @param createdAt epoch ms */
export function toComboMarket(
  world: Pick<SimulatedWorld, 'market'>,
  key: string,
  createdAt: number,
): WorldMarket {
  const legs = legsOf(world, key)
  const [first] = legs
  if (first === undefined) throw new RangeError('a combo has legs')
  const hash = hashText(key)
  const lost = legs.filter((leg) => paidBy(leg) === 0)
  const payout: Payout = lost.length > 0 ? 0 : legs.some((leg) => paidBy(leg) === 0.5) ? 0.5 : 1
  const ends = (lost.length > 0 ? lost : legs).map(({ market }) => market.resolvesAt)
  return {
    ...first.market,
    key,
    number: hash,
    seed: hash,
    code: 'COMBO',
    slug: `caoc-${hexOf(hash, 8)}`,
    question: legs.map(legTitle).join(' · '),
    yesLabel: 'Yes',
    noLabel: 'No',
    tick: 0.001,
    opensAt: createdAt,
    closesAt: Math.min(...legs.map(({ market }) => market.closesAt)),
    endsAt: Math.max(...legs.map(({ market }) => market.endsAt)),
    resolvesAt: lost.length > 0 ? Math.min(...ends) : Math.max(...ends),
    payout,
  }
}

function legTitle({ market, side }: Leg): string {
  return side === 'yes' ? (market.label ?? market.yesLabel) : `not ${market.label ?? market.yesLabel}`
}

/** Returns the payout of a leg per dollar. */
export function paidBy({ market, side }: Leg): number {
  return side === 'yes' ? market.payout : 1 - market.payout
}

/** Returns the value of a leg: its payout once it is known, otherwise its last trade. */
export function worthOf(world: SimulatedWorld, { market, side }: Leg, at: number): number {
  if (at >= market.resolvesAt) return paidBy({ market, side })
  const last = world.lastTrade(market.key, at)?.price ?? world.fairPrice(market.key, market.opensAt)
  return side === 'yes' ? last : roundToMicros(1 - last)
}

/** Limits the price of a combo to the tradable range. */
function onGrid(price: number): number {
  return Math.min(TICKS - 1, Math.max(1, Math.round(price * TICKS))) / TICKS
}

function priceAt(world: SimulatedWorld, legs: readonly Leg[], at: number): number {
  return onGrid(legs.reduce((product, leg) => product * worthOf(world, leg, at), 1))
}

/** Distance from the price, and size. */
const QUOTES: readonly BookLevel[] = [
  { price: 0.01, size: 400 },
  { price: 0.02, size: 1_500 },
]

function quotesAround(price: number): WorldBook {
  const levels = (sign: 1 | -1): readonly BookLevel[] =>
    QUOTES.map((level) => ({ ...level, price: roundToMicros(price + sign * level.price) })).filter(
      (level) => level.price > 0 && level.price < 1,
    )
  return { bids: levels(-1), asks: levels(1) }
}

/** Returns the world with combos, whose books and trades are derived from their legs. */
export const withCombos = memoize((world: SimulatedWorld): SimulatedWorld => {
  const isOne = (key: string): boolean => isCombo({ key })

  function lastTrade(key: string, at: number): WorldTrade | undefined {
    const legs = legsOf(world, key)
    const latest = legs.flatMap(({ market }) => world.lastTrade(market.key, at) ?? [])
    const [newest] = latest.toSorted((a, b) => b.at - a.at)
    if (newest === undefined) return undefined
    const sequence = latest.reduce((sum, trade) => sum + trade.sequence + 1, 0)
    return { ...newest, price: priceAt(world, legs, newest.at), sequence }
  }

  return {
    ...world,
    lastTrade: (key, at) => (isOne(key) ? lastTrade(key, at) : world.lastTrade(key, at)),
    bookVersion: (key, at) => (isOne(key) ? (lastTrade(key, at)?.sequence ?? 0) : world.bookVersion(key, at)),
    book: (key, at) =>
      isOne(key) ? quotesAround(priceAt(world, legsOf(world, key), at)) : world.book(key, at),
    scan(key, from, to, visit) {
      if (!isOne(key)) return world.scan(key, from, to, visit)
      const found: { readonly at: number; readonly size: number; readonly isBuyer: boolean }[] = []
      for (const { market } of legsOf(world, key))
        world.scan(market.key, from, to, (at, _price, size, _sequence, isBuyer) =>
          found.push({ at, size, isBuyer }),
        )
      for (const { at, size, isBuyer } of found.sort((a, b) => a.at - b.at)) {
        const trade = lastTrade(key, at)
        if (trade !== undefined) visit(at, Math.round(trade.price * TICKS), size, trade.sequence, isBuyer)
      }
    },
  }
})
