import type { Clock } from '../effects/clock.js'
import { type Abort, createAbort } from './abort.js'
import { createFairQueue, type FairQueue, type QueueClient } from './fair-queue.js'
import { createLru } from './lru.js'
import { createSingleFlight, type SingleFlight } from './single-flight.js'
import {
  createSharedPriority,
  findMostUrgent,
  isTrading,
  type SharedPriority,
  type Urgency,
} from './urgency.js'

/** Shared work. It ends when the signal aborts, and its urgency rises with its callers' urgency. */
export interface Shared {
  readonly signal: AbortSignal
  readonly urgency: SharedPriority
}

/** Permission to send one call immediately. */
interface Leave {
  /** Interval between calls at the rate limits, ms. During a call, items are collected for this time. */
  readonly paceMs: number
  /** Called when the call has ended, or if none was made. */
  release(): void
}

/** The dependencies of a batch queue. `Item` is one requested item, and `Value` is its result. */
export interface BatchingDeps<Item, Value, Permit extends Leave> {
  readonly clock: Clock
  /** Items of different kinds never share a call. */
  kindOf(item: Item): string
  /** Identifies an item within its kind. */
  keyOf(item: Item): string
  /** Whether an item fits into a call with the items chosen so far. */
  fits(chosen: readonly Item[], item: Item): boolean
  /** Waits until a call of the kind may be sent. A rejection fails all items of the kind that are waiting. */
  admit(first: Item, shared: Shared): Promise<Permit>
  /** Requests one item alone. */
  one(item: Item, permit: Permit, shared: Shared): Promise<Value>
  /** Requests several items in one call. Items that are missing from the result are then requested alone. */
  many(items: readonly Item[], permit: Permit, shared: Shared): Promise<ReadonlyMap<Item, Value>>
  /** Whether one of the items may have caused a call to fail. The items are then requested in smaller batches. */
  isOffence(error: unknown): boolean
  /** Returns the error for an item if too many are waiting. */
  tooMany(item: Item): unknown
  /** Maximum number of waiting items. */
  readonly maxWaiting: number
}

/** The terms of one caller's wait. */
interface LoadTerms {
  readonly signal: AbortSignal
  readonly urgency: Urgency
  readonly caller: QueueClient
}

/**
 * Collects single requests while a call waits for permission, and requests their items together. The items of a call are chosen
 * when it may be sent. Each caller gets its own result or error. An item that is already waiting or in flight is shared. A caller
 * that aborts leaves alone. An unsent item without callers is removed, and a call continues while others wait for it.
 */
export interface Batching<Item, Value> {
  load(item: Item, terms: LoadTerms): Promise<Value>
  /** Items that are waiting to be sent. */
  readonly waiting: number
}

/** Items that made batch calls fail or were missing from their results, and how long they are requested alone. */
const ALONE_ITEMS = 2_000
const ALONE_MS = 10 * 60_000
/** Longest wait for other items. */
const MAX_PACE_MS = 250
/** Number of items that do not fit into a call before the search ends. */
const MAX_MISFITS = 100
/** A failed call is split into quarters, so one bad item among a hundred is isolated after three more rounds. */
const PART = 4

interface Entry<Item, Value> {
  readonly item: Item
  readonly caller: QueueClient
  readonly urgency: SharedPriority
  readonly signal: AbortSignal
  /** Maximum items in a call with it. */
  most: number
  settle(value: Value): void
  fail(error: unknown): void
}

/** The waiting items of one kind. */
interface Kind<Item, Value> {
  readonly name: string
  readonly line: FairQueue<Entry<Item, Value>>
  readonly flights: SingleFlight<Value>
  /** The call that is waiting for permission. */
  asking: { readonly controller: Abort; readonly urgency: SharedPriority } | undefined
  /** Exists while items are collected for the next call. */
  pause: Abort | undefined
  isServed: boolean
  calls: number
}

export function createBatching<Item, Value, Permit extends Leave>(
  deps: BatchingDeps<Item, Value, Permit>,
): Batching<Item, Value> {
  const { clock } = deps
  const kinds = new Map<string, Kind<Item, Value>>()
  /** Time until which an item is requested alone, by the monotonic clock. */
  const loners = createLru<number>(ALONE_ITEMS)
  let waiting = 0

  const nameOf = (item: Item): string => `${deps.kindOf(item)} ${deps.keyOf(item)}`
  const isLoner = (item: Item): boolean => (loners.get(nameOf(item)) ?? 0) > clock.monotonic()

  function kindOf(item: Item): Kind<Item, Value> {
    const name = deps.kindOf(item)
    const known = kinds.get(name)
    if (known !== undefined) return known
    const kind: Kind<Item, Value> = {
      name,
      line: createFairQueue(({ urgency }) => hurry(kind, urgency)),
      flights: createSingleFlight<Value>(),
      asking: undefined,
      pause: undefined,
      isServed: false,
      calls: 0,
    }
    kinds.set(name, kind)
    return kind
  }

  function forgetIdle(kind: Kind<Item, Value>): void {
    const isIdle = kind.flights.size === 0 && kind.calls === 0 && !kind.isServed
    if (isIdle && kinds.get(kind.name) === kind) kinds.delete(kind.name)
  }

  /** Raises the urgency of the next call to that of its items. An order does not wait for other items. */
  function hurry(kind: Kind<Item, Value>, urgency: SharedPriority): void {
    kind.asking?.urgency.follow(urgency.now)
    if (isTrading(urgency.now)) kind.pause?.abort()
  }

  function enter(kind: Kind<Item, Value>, entry: Entry<Item, Value>): void {
    kind.line.push(entry)
    waiting++
    hurry(kind, entry.urgency)
    if (!kind.isServed) void serve(kind)
  }

  function leaveLine(kind: Kind<Item, Value>, entry: Entry<Item, Value>, how: 'remove' | 'take'): void {
    const before = kind.line.size
    kind.line[how](entry)
    waiting -= before - kind.line.size
  }

  function wait(
    kind: Kind<Item, Value>,
    item: Item,
    caller: QueueClient,
    { signal, urgency }: Shared,
  ): Promise<Value> {
    return new Promise((settle, fail) => {
      const most = isLoner(item) ? 1 : Number.POSITIVE_INFINITY
      const entry = { item, caller, urgency, signal, most, settle, fail }
      signal.addEventListener(
        'abort',
        () => {
          leaveLine(kind, entry, 'remove')
          fail(signal.reason)
          if (kind.line.size === 0) kind.asking?.controller.abort(signal.reason)
        },
        { once: true },
      )
      enter(kind, entry)
    })
  }

  /** Sends calls for a kind, one permission after another, until no items are waiting. */
  async function serve(kind: Kind<Item, Value>): Promise<void> {
    kind.isServed = true
    for (let [first] = kind.line; first !== undefined; [first] = kind.line) {
      const controller = createAbort()
      const urgency = createSharedPriority(findMostUrgent([...kind.line].map((entry) => entry.urgency)))
      kind.asking = { controller, urgency }
      try {
        const permit = await deps.admit(first.item, { signal: controller.signal, urgency })
        kind.asking = undefined
        const chosen = cut(kind)
        const ended = send(kind, chosen, permit)
        // An item that goes alone saves no calls by a wait.
        if (chosen.length > 0 && chosen[0]?.most !== 1) await gather(kind, ended, permit.paceMs)
      } catch (error) {
        kind.asking = undefined
        if (controller.signal.aborted) continue
        for (const entry of [...kind.line]) {
          leaveLine(kind, entry, 'remove')
          entry.fail(error)
        }
      }
    }
    kind.isServed = false
    forgetIdle(kind)
  }

  /** Takes the items of the next call, in the order of their turns. */
  function cut(kind: Kind<Item, Value>): Entry<Item, Value>[] {
    const chosen: Entry<Item, Value>[] = []
    let misfits = 0
    let most = Number.POSITIVE_INFINITY
    for (const entry of kind.line) {
      if (chosen.length >= most || misfits > MAX_MISFITS) break
      const fits =
        chosen.length === 0 ||
        (chosen.length < entry.most &&
          deps.fits(
            chosen.map(({ item }) => item),
            entry.item,
          ))
      if (!fits) {
        misfits++
        continue
      }
      chosen.push(entry)
      most = Math.min(most, entry.most)
    }
    for (const entry of chosen) leaveLine(kind, entry, 'take')
    return chosen
  }

  async function send(
    kind: Kind<Item, Value>,
    chosen: readonly Entry<Item, Value>[],
    permit: Permit,
  ): Promise<void> {
    const [only] = chosen
    if (only === undefined) return permit.release()
    const { shared, release } = shareOf(chosen)
    kind.calls++
    try {
      if (chosen.length === 1) await sendOne(only, permit, shared)
      else await sendMany(kind, chosen, permit, shared)
    } finally {
      release()
      permit.release()
      kind.calls--
      forgetIdle(kind)
    }
  }

  async function sendOne(entry: Entry<Item, Value>, permit: Permit, shared: Shared): Promise<void> {
    try {
      entry.settle(await deps.one(entry.item, permit, shared))
    } catch (error) {
      if (deps.isOffence(error)) rememberLoner(entry.item)
      entry.fail(error)
    }
  }

  async function sendMany(
    kind: Kind<Item, Value>,
    chosen: readonly Entry<Item, Value>[],
    permit: Permit,
    shared: Shared,
  ): Promise<void> {
    const items = chosen.map(({ item }) => item)
    try {
      const told = await deps.many(items, permit, shared)
      for (const entry of chosen) {
        const value = told.get(entry.item)
        if (value !== undefined) {
          entry.settle(value)
          continue
        }
        rememberLoner(entry.item)
        again(kind, entry, 1)
      }
    } catch (error) {
      const most = Math.ceil(chosen.length / PART)
      for (const entry of chosen) {
        if (deps.isOffence(error)) again(kind, entry, most)
        else entry.fail(error)
      }
    }
  }

  /** Requests an item again in a smaller call, or alone if the size is 1. */
  function again(kind: Kind<Item, Value>, entry: Entry<Item, Value>, most: number): void {
    if (entry.signal.aborted) return
    entry.most = most
    enter(kind, entry)
  }

  function rememberLoner(item: Item): void {
    loners.set(nameOf(item), clock.monotonic() + ALONE_MS)
  }

  /**
   * Collects items during a call, and for one more interval if any arrived in the meantime. A caller that sends one request after
   * another does not wait.
   */
  async function gather(kind: Kind<Item, Value>, ended: Promise<void>, paceMs: number): Promise<void> {
    if (paceMs < 1) return
    const pause = createAbort()
    kind.pause = pause
    const paced = clock.sleep(Math.min(paceMs, MAX_PACE_MS), pause.signal).catch(() => undefined)
    await Promise.race([ended, paced])
    if (kind.line.size > 0) await paced
    kind.pause = undefined
    pause.abort()
  }

  return {
    get waiting() {
      return waiting
    },
    async load(item, { signal, urgency, caller }) {
      const kind = kindOf(item)
      const key = deps.keyOf(item)
      if (waiting >= deps.maxWaiting && !kind.flights.has(key)) throw deps.tooMany(item)
      try {
        return await kind.flights.run(
          key,
          signal,
          (shared, risen) => wait(kind, item, caller, { signal: shared, urgency: risen }),
          urgency,
        )
      } finally {
        forgetIdle(kind)
      }
    },
  }
}

/** Returns the signal and urgency of a call for its entries: it ends when the last of them has left. */
function shareOf(entries: readonly { readonly signal: AbortSignal; readonly urgency: SharedPriority }[]): {
  readonly shared: Shared
  release(): void
} {
  const controller = createAbort()
  const urgency = createSharedPriority('background')
  const unfollow = entries.map((entry) => urgency.follow(entry.urgency))
  const onAbort = (): void => {
    if (entries.every(({ signal }) => signal.aborted)) controller.abort(entries[0]?.signal.reason)
  }
  for (const { signal } of entries) signal.addEventListener('abort', onAbort, { once: true })
  return {
    shared: { signal: controller.signal, urgency },
    release() {
      for (const stop of unfollow) stop()
      for (const { signal } of entries) signal.removeEventListener('abort', onAbort)
    },
  }
}
