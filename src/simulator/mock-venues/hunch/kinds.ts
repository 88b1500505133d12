import type { WorldEvent, WorldMarket } from '../../world/common/types.js'

/** A market of two sides, or one of several outcomes of which one comes true. */
export interface Market {
  readonly event: WorldEvent
  /** One for two sides. */
  readonly markets: readonly WorldMarket[]
  readonly id: string
  readonly slug: string
}

/** The key of an outcome. */
export function keyOf({ code }: WorldMarket): string {
  return code.toLowerCase()
}

/** The question of a market of two sides; undefined for a ladder. */
export function onlyOf({ markets }: Market): WorldMarket | undefined {
  return markets.length === 1 ? markets[0] : undefined
}

/** An outcome of a ladder as `outcomes` of a market shows it. */
export function outcomeOf(one: WorldMarket) {
  return {
    key: keyOf(one),
    label: one.label ?? one.question,
    shortLabel: one.code,
    lowerUsd: one.strike?.floor ?? null,
    upperUsd: one.strike?.cap ?? null,
  }
}
