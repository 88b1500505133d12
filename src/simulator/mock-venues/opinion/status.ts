import { type MarketState, stateAt, type WorldEvent, type WorldMarket } from '../../world/common/types.js'

/** Native states (README.md); the world has no failed or deleted markets. */
export const statuses = {
  created: { status: 1, statusEnum: 'Created' },
  activated: { status: 2, statusEnum: 'Activated' },
  resolving: { status: 3, statusEnum: 'Resolving' },
  resolved: { status: 4, statusEnum: 'Resolved' },
} as const satisfies Readonly<Record<string, NativeStatus>>

export interface NativeStatus {
  readonly status: number
  readonly statusEnum: string
}

const ofState: Readonly<Record<MarketState, NativeStatus>> = {
  unlisted: statuses.created,
  open: statuses.activated,
  closed: statuses.resolving,
  resolved: statuses.resolved,
}

export function statusOf(market: WorldMarket, now: number): NativeStatus {
  return ofState[stateAt(market, now)]
}

/** Returns the status of a list row: activated while one of its markets is. */
export function rowStatusOf(event: WorldEvent, now: number): NativeStatus {
  const states = event.markets.map((market) => stateAt(market, now))
  if (states.includes('open')) return statuses.activated
  return states.every((state) => state === 'resolved') ? statuses.resolved : statuses.resolving
}
