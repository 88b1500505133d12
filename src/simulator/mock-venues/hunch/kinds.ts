import type { WorldEvent, WorldMarket } from '../../world/common/types.js'

/** A market of two sides, or of several outcomes of which one resolves YES. */
export interface Market {
  readonly event: WorldEvent
  /** One for two sides. */
  readonly markets: readonly WorldMarket[]
  readonly id: string
  readonly slug: string
}

/** Returns the key of an outcome. */
export function keyOf({ code }: WorldMarket): string {
  return code.toLowerCase()
}

/** Returns the question of a market of two sides, or undefined for a ladder. */
export function onlyOf({ markets }: Market): WorldMarket | undefined {
  return markets.length === 1 ? markets[0] : undefined
}

/** Renders an outcome of a ladder as in the `outcomes` of a market. */
export function outcomeOf(one: WorldMarket) {
  return {
    key: keyOf(one),
    label: one.label ?? one.question,
    shortLabel: one.code,
    lowerUsd: one.strike?.floor ?? null,
    upperUsd: one.strike?.cap ?? null,
  }
}
