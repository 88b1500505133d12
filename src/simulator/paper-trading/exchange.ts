import type { SourceId } from '../../api/envelope/source-ids.js'
import { inWholeCents } from '../world/cents.js'
import { stateAt } from '../world/common/types.js'
import { inWholeLots } from '../world/lots.js'
import { quotedBy, type SimulatedWorld } from '../world/world.js'
import { advance } from './advance.js'
import { amendOrder, decreaseOrder, openOrder } from './amend-order.js'
import { aheadOf, computeShownBook } from './liquidity.js'
import { placePaperOrder } from './place-order.js'
import {
  type AccountState,
  addCash,
  availableCashOf,
  closeOrder,
  type LiveOrder,
  lockedCashOf,
  type PaperVenueState,
  remainingOf,
  toShownOrder,
} from './state/account-state.js'
import { sumAmounts } from './state/amount.js'
import { deleteGroup, resetGroup, setGroup, toShownGroup, triggerGroup } from './state/order-groups.js'
import { type Prints, withPrints } from './state/trade-tape.js'
import {
  type Cancelled,
  OPENING_MONEY,
  type OrderEnding,
  type PaperAccount,
  type PaperExchange,
} from './state/types.js'
import { createNotes, type NotesOf, type PaperNotes } from './state/venue-notes.js'
import type { PaperRules } from './state/venue-rules.js'

/** Maximum number of accounts per venue. The least recently used one is removed with its state. */
const MAX_ACCOUNTS = 100

/** All paper accounts of a simulation, the only state behind the mock venues. */
export interface PaperTrading {
  /** Grows with each change by a caller. At the same revision and instant, every response is the same. */
  readonly revision: number
  /** Returns the exchange of a venue, opened on first use. */
  exchange(rules: PaperRules): PaperExchange
  /**
   * Returns the world as a venue reports it, with the accounts' trades among its trades and in its bars. Books, last prices and
   * statistics are the world's. The venue's book is `PaperExchange.book`.
   */
  worldOf(venue: SourceId): SimulatedWorld
  /** Returns the accounts' notes on a venue without trading. */
  notes<Note extends object>(kind: NotesOf<Note>): PaperNotes<Note>
}

/**
 * Opens paper trading in a world. Nothing runs in the background. Each call to an exchange first processes the events that are
 * due. All state depends only on the changing calls and their times.
 */
export function createPaperTrading(world: SimulatedWorld): PaperTrading {
  const exchanges = new Map<SourceId, PaperExchange>()
  const told = new Map<SourceId, { readonly prints: Prints; readonly world: SimulatedWorld }>()
  let revision = 0
  const changed = (): void => {
    revision += 1
  }
  function toldBy(venue: SourceId) {
    const known = told.get(venue)
    if (known !== undefined) return known
    const prints: Prints = new Map()
    const made = { prints, world: withPrints(quotedBy(world, venue), prints) }
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
      const quoted = quotedBy(world, rules.venue)
      const made = openExchange(quoted, rules, toldBy(rules.venue).prints, changed)
      exchanges.set(rules.venue, made)
      return made
    },
    worldOf: (venue) => toldBy(venue).world,
    notes: createNotes(changed),
  }
}

/** Returns the world in the units of the venue. */
function worldFor(
  world: SimulatedWorld,
  { world: traded = (one) => one, hasWholeSizes, hasWholeCents }: PaperRules,
): SimulatedWorld {
  const own = traded(world)
  const counted = hasWholeSizes === true ? inWholeLots(own) : own
  return hasWholeCents === true ? inWholeCents(counted) : counted
}

function openExchange(
  world: SimulatedWorld,
  rules: PaperRules,
  prints: Prints,
  changed: () => void,
): PaperExchange {
  const venue: PaperVenueState = {
    world: worldFor(world, rules),
    rules,
    accounts: new Map(),
    tracked: new Map(),
    prints,
    seen: Number.NEGATIVE_INFINITY,
    orderCount: 0,
    turnCount: 0,
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
      const account = known ?? newAccount(rules, owner)
      // The most recently used account is last.
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
      return order && toShownOrder(order)
    },
    knows: (owner) => venue.accounts.has(owner),
    cancelAll(now, ending, isWanted) {
      const at = upTo(now)
      const open = [...venue.accounts.values()].flatMap((account) => [...account.open])
      const wanted = open.filter((order) => isWanted(toShownOrder(order)))
      if (wanted.length > 0) changed()
      for (const order of wanted) cancel(venue, order, at, ending)
    },
    touched(now) {
      upTo(now)
      return [...venue.tracked.values()].map(({ market }) => market)
    },
    changes(market, now) {
      const at = upTo(now)
      const isOver = stateAt(market, at) === 'open' ? 0 : 1
      const own = venue.tracked.get(market.key)?.changes ?? 0
      return venue.world.bookVersion(market.key, at) + own + isOver
    },
    book(market, now) {
      return computeShownBook(venue, market, upTo(now))
    },
  }
}

function newAccount({ cashPools }: PaperRules, owner: string): AccountState {
  return {
    owner,
    wallet: undefined,
    cash: new Map(cashPools?.opening(owner) ?? [[0, OPENING_MONEY]]),
    groups: new Map(),
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
    cancelAllAt: undefined,
    sequence: 0,
  }
}

function forgetBeyond(venue: PaperVenueState, most: number, now: number): void {
  for (const [owner, account] of venue.accounts) {
    if (venue.accounts.size <= most) return
    for (const order of [...account.open]) cancel(venue, order, now, 'forgotten')
    venue.accounts.delete(owner)
  }
}

function cancel(venue: PaperVenueState, order: LiveOrder, now: number, ending: OrderEnding): Cancelled {
  const reducedBy = remainingOf(order)
  closeOrder(venue, order, now, 'cancelled', ending)
  return { order: toShownOrder(order), reducedBy }
}

function accountAt(
  venue: PaperVenueState,
  account: AccountState,
  now: number,
  changed: () => void,
): PaperAccount {
  const shown = (order: LiveOrder | undefined) => order && toShownOrder(order)
  return {
    owner: account.owner,
    heldBy(wallet) {
      account.wallet = wallet
    },
    place(wanted) {
      const placed = placePaperOrder(venue, account, wanted, now)
      if (placed.rejected === undefined) changed()
      return placed
    },
    cancel(orderId) {
      const order = account.orders.get(orderId)
      if (order === undefined) return { rejected: { reason: 'unknown_order' } }
      if (order.status !== 'open')
        return { rejected: { reason: 'order_not_open', order: toShownOrder(order) } }
      changed()
      return cancel(venue, order, now, 'cancelled')
    },
    amend(orderId, changes) {
      const order = openOrder(account, orderId)
      if ('rejected' in order) return order
      const amended = amendOrder(venue, order, changes, now)
      if (amended.rejected === undefined) changed()
      return amended
    },
    decrease(orderId, remaining) {
      const order = openOrder(account, orderId)
      if ('rejected' in order) return order
      const before = remainingOf(order)
      if (remaining < 0n || remaining > before) return { rejected: { reason: 'invalid_size' } }
      changed()
      if (remaining === 0n) return cancel(venue, order, now, 'cancelled')
      decreaseOrder(venue, order, remaining, now)
      return { order: toShownOrder(order), reducedBy: before - remaining }
    },
    queueAhead(orderId) {
      const order = openOrder(account, orderId)
      return 'rejected' in order ? undefined : aheadOf(venue, order, now)
    },
    setGroup(group) {
      changed()
      return setGroup(venue, account, group, now)
    },
    resetGroup(id) {
      changed()
      return resetGroup(account, id, now)
    },
    triggerGroup(id) {
      const group = account.groups.get(id)
      changed()
      if (group !== undefined) triggerGroup(venue, account, group, now)
      return group !== undefined
    },
    deleteGroup(id) {
      changed()
      return deleteGroup(venue, account, id, now)
    },
    groups: () => [...account.groups.values()].map(toShownGroup),
    pools: () =>
      new Map(
        [...account.cash.keys()]
          .sort((a, b) => a - b)
          .map((pool) => [
            pool,
            { available: availableCashOf(account, pool), locked: lockedCashOf(account, pool) },
          ]),
      ),
    transfer(pool, amount) {
      if (availableCashOf(account, pool) + amount < 0n) return false
      changed()
      addCash(account, pool, amount)
      return true
    },
    cancelAll(isWanted = () => true) {
      const wanted = [...account.open].filter((order) => isWanted(toShownOrder(order)))
      if (wanted.length > 0) changed()
      return wanted.map((order) => cancel(venue, order, now, 'cancelled'))
    },
    cancelAllAt(at) {
      account.cancelAllAt = at
      changed()
    },
    order: (orderId) => shown(account.orders.get(orderId)),
    orderByClientId: (clientOrderId) => shown(account.byClientId.get(clientOrderId)),
    orders: () => [...account.orders.values()].map(toShownOrder).reverse(),
    fills: () => account.fills.toReversed(),
    positions: () =>
      [...account.lots.values()]
        .flatMap(({ yes, no }) => [yes, no])
        .filter(({ traded }) => traded > 0n)
        .map((lot) => ({ ...lot })),
    settlements: () => account.settlements.toReversed(),
    balance: () => ({
      available: sumAmounts([...account.cash.keys()].map((pool) => availableCashOf(account, pool))),
      locked: sumAmounts([...account.open].map((order) => order.lockedCash)),
      total: sumAmounts(account.cash.values()),
      realized: account.realized,
      fees: account.fees,
    }),
    events: (after = 0) => account.events.filter(({ sequence }) => sequence > after),
  }
}
