import { methodOf } from '../../api/arguments/methods.js'
import type { OwnKind } from '../../venue-kit/contract/account-rows.js'
import type { Venue } from '../../venue-kit/contract/venue.js'

/** The methods that watch an account, and the data that each of them watches. */
export const ownKindOf = {
  [methodOf.watchOrders]: 'orders',
  [methodOf.watchMyTrades]: 'trades',
  [methodOf.watchPositions]: 'positions',
} as const satisfies Readonly<Record<string, OwnKind>>

export type OwnWatchMethod = keyof typeof ownKindOf

export function isOwnWatch(method: string): method is OwnWatchMethod {
  return Object.hasOwn(ownKindOf, method)
}

/** Returns `true` if the venue's user channel has it, `emulated` where its lists are polled. */
export function accountCapabilityOf(venue: Venue, method: OwnWatchMethod): boolean | 'emulated' {
  const kind = ownKindOf[method]
  if (venue.ownStream?.brings.includes(kind) === true) return true
  const { account = {} } = venue
  const lists = { orders: account.openOrders, trades: account.fills, positions: account.positions }
  return lists[kind] !== undefined && 'emulated'
}
