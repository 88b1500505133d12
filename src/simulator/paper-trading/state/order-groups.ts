import {
  type AccountState,
  closeOrder,
  type GroupState,
  type LiveOrder,
  notifyAccount,
  type PaperVenueState,
} from './account-state.js'
import { type Amount, sumAmounts } from './amount.js'
import type { GroupChange, OrderGroup } from './types.js'

/** Groups of orders with a limit on their fills within a time window. */

/** Returns how many contracts may still be filled in an order's group, or undefined for an order without a group. */
export function groupAllowanceOf({ account, group }: LiveOrder, at: number): Amount | undefined {
  const state = group === undefined ? undefined : account.groups.get(group)
  return state && allowanceIn(state, at)
}

export function allowanceIn(group: GroupState, at: number): Amount {
  if (group.isTriggered) return 0n
  const room = group.limit - matchedIn(group, at)
  return room > 0n ? room : 0n
}

/** Returns the fills in the window that ends at a given time. */
function matchedIn(group: GroupState, at: number): Amount {
  group.matched = group.matched.filter((row) => row.at > at - group.windowMs)
  return sumAmounts(group.matched.map(({ size }) => size))
}

/** Counts a fill of an order for its group, and triggers the group once its limit is reached. */
export function noteGroupFill(venue: PaperVenueState, order: LiveOrder, size: Amount, at: number): void {
  const state = order.group === undefined ? undefined : order.account.groups.get(order.group)
  if (state === undefined || state.isTriggered) return
  state.matched.push({ at, size })
  if (allowanceIn(state, at) === 0n) triggerGroup(venue, order.account, state, at)
}

/** Cancels a group's open orders. The group accepts no orders until it is reset. */
export function triggerGroup(
  venue: PaperVenueState,
  account: AccountState,
  state: GroupState,
  at: number,
): void {
  state.isTriggered = true
  tellGroup(account, state, 'triggered', at)
  for (const order of [...account.open])
    if (order.group === state.id) closeOrder(venue, order, at, 'cancelled', 'group_triggered')
}

export function toShownGroup({ matched: _matched, ...group }: GroupState): OrderGroup {
  return { ...group }
}

function tellGroup(account: AccountState, state: GroupState, change: GroupChange, at: number): void {
  notifyAccount(account, { at, kind: 'group', change, group: toShownGroup(state) })
}

/** Opens a group, or changes its limit. */
export function setGroup(
  venue: PaperVenueState,
  account: AccountState,
  wanted: Omit<OrderGroup, 'isTriggered'>,
  at: number,
): OrderGroup {
  const known = account.groups.get(wanted.id)
  const state: GroupState = known ?? { ...wanted, isTriggered: false, matched: [] }
  state.limit = wanted.limit
  account.groups.set(state.id, state)
  tellGroup(account, state, known === undefined ? 'created' : 'limit_updated', at)
  if (!state.isTriggered && allowanceIn(state, at) === 0n) triggerGroup(venue, account, state, at)
  return toShownGroup(state)
}

/** Resets a group, or returns false if it does not exist. */
export function resetGroup(account: AccountState, id: string, at: number): boolean {
  const state = account.groups.get(id)
  if (state === undefined) return false
  state.matched = []
  state.isTriggered = false
  tellGroup(account, state, 'reset', at)
  return true
}

/** Deletes a group, or returns false if it does not exist. */
export function deleteGroup(venue: PaperVenueState, account: AccountState, id: string, at: number): boolean {
  const state = account.groups.get(id)
  if (state === undefined) return false
  for (const order of [...account.open])
    if (order.group === id) closeOrder(venue, order, at, 'cancelled', 'group_triggered')
  account.groups.delete(id)
  tellGroup(account, state, 'deleted', at)
  return true
}
