import type { SourceId } from '../../api/source-ids.js'
import type { World } from '../world/world.js'
import { advance } from './advance.js'
import { shownBook } from './liquidity.js'
import { createNotes } from './notes.js'
import { placeOrder } from './placing.js'
import {
  type AccountState,
  availableCash,
  closeOrder,
  type LiveOrder,
  lockedCash,
  remainingOf,
  shownOrder,
  type VenueState,
} from './state.js'
import { type Prints, withPrints } from './tape.js'
import {
  type Cancelled,
  OPENING_MONEY,
  type OrderEnding,
  type PaperAccount,
  type PaperDesk,
  type PaperExchange,
  type PaperRules,
} from './types.js'

/** Accounts of one venue; the one that was asked for least recently is forgotten, with all that it has. */
const MAX_ACCOUNTS = 100

/**
 * Opens paper trading in a world. Nothing runs by itself: an exchange lets happen what is due whenever it is asked, so
 * that all depends on the calls that change something and their times alone.
 */
export function createPaperDesk(world: World): PaperDesk {
  const exchanges = new Map<SourceId, PaperExchange>()
  const told = new Map<SourceId, { readonly prints: Prints; readonly world: World }>()
  let revision = 0
  const changed = (): void => {
    revision += 1
  }
  function toldBy(venue: SourceId) {
    const known = told.get(venue)
    if (known !== undefined) return known
    const prints: Prints = new Map()
    const made = { prints, world: withPrints(world, prints) }
    told.set(venue, made)
    return made
  }
  return {
    get revision() {
      return revision
    },
    exchange(rules) {
      const known = exchanges.get(rules.venue)
      if (known !== undefined) return known
      const made = openExchange(world, rules, toldBy(rules.venue).prints, changed)
      exchanges.set(rules.venue, made)
      return made
    },
    worldOf: (venue) => toldBy(venue).world,
    notes: createNotes(changed),
  }
}

function openExchange(world: World, rules: PaperRules, prints: Prints, changed: () => void): PaperExchange {
  const venue: VenueState = {
    world,
    rules,
    accounts: new Map(),
    tracked: new Map(),
    prints,
    seen: Number.NEGATIVE_INFINITY,
    orderCount: 0,
    fillCount: 0,
  }
  const upTo = (now: number): number => {
    advance(venue, now)
    return venue.seen
  }
  return {
    account(owner, now) {
      const at = upTo(now)
      const known = venue.accounts.get(owner)
      const account = known ?? newAccount(owner)
      // The one asked for last is the last.
      venue.accounts.delete(owner)
      venue.accounts.set(owner, account)
      if (known === undefined) {
        forgetBeyond(venue, MAX_ACCOUNTS, at)
        changed()
      }
      return accountAt(venue, account, at, changed)
    },
    known(name, now) {
      const at = upTo(now)
      const found =
        venue.accounts.get(name) ?? [...venue.accounts.values()].find(({ wallet }) => wallet === name)
      return found && accountAt(venue, found, at, changed)
    },
    order(orderId, now) {
      upTo(now)
      const holder = [...venue.accounts.values()].find(({ orders }) => orders.has(orderId))
      const order = holder?.orders.get(orderId)
      return order && shownOrder(order)
    },
    knows: (owner) => venue.accounts.has(owner),
    book(market, now) {
      return shownBook(venue, market, upTo(now))
    },
  }
}

function newAccount(owner: string): AccountState {
  return {
    owner,
    wallet: undefined,
    cash: OPENING_MONEY,
    realized: 0n,
    fees: 0n,
    orders: new Map(),
    byClientId: new Map(),
    open: new Set(),
    closed: [],
    lots: new Map(),
    fills: [],
    settlements: [],
    events: [],
    sequence: 0,
  }
}

function forgetBeyond(venue: VenueState, most: number, now: number): void {
  for (const [owner, account] of venue.accounts) {
    if (venue.accounts.size <= most) return
    for (const order of [...account.open]) cancel(venue, order, now, 'forgotten')
    venue.accounts.delete(owner)
  }
}

function cancel(venue: VenueState, order: LiveOrder, now: number, ending: OrderEnding): Cancelled {
  const reducedBy = remainingOf(order)
  closeOrder(venue, order, now, 'cancelled', ending)
  return { order: shownOrder(order), reducedBy }
}

function accountAt(venue: VenueState, account: AccountState, now: number, changed: () => void): PaperAccount {
  const shown = (order: LiveOrder | undefined) => order && shownOrder(order)
  return {
    owner: account.owner,
    heldBy(wallet) {
      account.wallet = wallet
    },
    place(wanted) {
      const placed = placeOrder(venue, account, wanted, now)
      if (placed.rejected === undefined) changed()
      return placed
    },
    cancel(orderId) {
      const order = account.orders.get(orderId)
      if (order === undefined) return { rejected: { reason: 'unknown_order' } }
      if (order.status !== 'open') return { rejected: { reason: 'order_not_open', order: shownOrder(order) } }
      changed()
      return cancel(venue, order, now, 'cancelled')
    },
    cancelAll(isWanted = () => true) {
      const wanted = [...account.open].filter((order) => isWanted(shownOrder(order)))
      if (wanted.length > 0) changed()
      return wanted.map((order) => cancel(venue, order, now, 'cancelled'))
    },
    order: (orderId) => shown(account.orders.get(orderId)),
    orderByClientId: (clientOrderId) => shown(account.byClientId.get(clientOrderId)),
    orders: () => [...account.orders.values()].map(shownOrder).reverse(),
    fills: () => account.fills.toReversed(),
    positions: () =>
      [...account.lots.values()]
        .flatMap(({ yes, no }) => [yes, no])
        .filter(({ traded }) => traded > 0n)
        .map((lot) => ({ ...lot })),
    settlements: () => account.settlements.toReversed(),
    balance: () => ({
      available: availableCash(account),
      locked: lockedCash(account),
      total: account.cash,
      realized: account.realized,
      fees: account.fees,
    }),
    events: (after = 0) => account.events.filter(({ sequence }) => sequence > after),
  }
}
