import { isTrading, listenForRise, type Priority, priorities, priorityOf, type Urgency } from './urgency.js'

/** The waiting client, and one piece of its work. Both are plain names. */
export interface QueueClient {
  readonly client: string
  readonly work: string
}

/** For work without a particular client. */
export const noClient: QueueClient = { client: '', work: '' }

export interface QueuedWork {
  readonly caller: QueueClient
  readonly urgency: Urgency
}

/**
 * A fair queue. The more urgent class goes first (`urgency.ts`). Within a class clients take turns, then the pieces of work of
 * one client, then first come, first served. One request waits for at most one of each other client. A request that becomes more
 * urgent while it waits moves to its new class. Nothing is in the queue twice.
 *
 * No client's trading stops other work. After {@link MAX_CONSECUTIVE_URGENT} cancels of one client, one request of a less urgent
 * class goes before its next cancel. The same applies to orders, and to the reads that orders need. Another client's cancel waits
 * for at most one of those, in addition to its round.
 */
export interface FairQueue<Item extends QueuedWork> extends Iterable<Item> {
  push(item: Item): void
  /** Removes an item before its turn. If it is not in the queue, this has no effect. */
  remove(item: Item): void
  /** Removes an item whose turn it is. Its client's other items then wait for a round. */
  take(item: Item): void
  readonly size: number
}

/** Turns that one client gets in a trading class before one piece of waiting, less urgent work gets a turn. */
export const MAX_CONSECUTIVE_URGENT = 10

const tradingClasses = priorities.filter(isTrading)

/** @param onOvertake called when an item has become more urgent, and may have come to the front */
export function createFairQueue<Item extends QueuedWork>(
  onOvertake: (item: Item) => void = () => {},
): FairQueue<Item> {
  const lines = Object.fromEntries(priorities.map((name) => [name, byTurns()])) as Record<
    Priority,
    Queue<Item>
  >
  const inside = new Map<Item, { priority: Priority; unfollow(): void }>()
  const waiting: Record<Priority, number> = {
    cancel: 0,
    order: 0,
    orderRead: 0,
    interactive: 0,
    background: 0,
  }
  /** By trading class: turns that each client has had since the last turn of a less urgent class. */
  const turns = tradingClasses.map(() => new Map<string, number>())

  function enter(item: Item): Priority {
    const priority = priorityOf(item.urgency)
    lines[priority].push(item)
    waiting[priority]++
    return priority
  }

  function leave(item: Item, how: 'remove' | 'take'): Priority | undefined {
    const known = inside.get(item)
    if (known === undefined) return undefined
    lines[known.priority][how](item)
    waiting[known.priority]--
    return known.priority
  }

  function forget(item: Item): void {
    inside.get(item)?.unfollow()
    inside.delete(item)
  }

  function countTurn({ caller: { client } }: Item, priority: Priority): void {
    const rank = priorities.indexOf(priority)
    for (const [index, counts] of turns.entries()) {
      if (index < rank) counts.clear()
      if (index !== rank) continue
      const isAnyBelow = priorities.slice(rank + 1).some((name) => waiting[name] > 0)
      if (isAnyBelow) counts.set(client, (counts.get(client) ?? 0) + 1)
      else counts.clear()
    }
  }

  /** Yields items in turn order, starting with a class. */
  function* from(rank: number): Generator<Item, void> {
    const name = tradingClasses[rank]
    if (name === undefined) {
      yield* lines.interactive
      yield* lines.background
      return
    }
    const counts = new Map(turns[rank])
    const below = from(rank + 1)
    for (const item of lines[name]) {
      const { client } = item.caller
      if ((counts.get(client) ?? 0) >= MAX_CONSECUTIVE_URGENT) {
        const other = below.next()
        if (other.done !== true) {
          counts.clear()
          yield other.value
        }
      }
      counts.set(client, (counts.get(client) ?? 0) + 1)
      yield item
    }
    yield* below
  }

  return {
    push(item) {
      const entry = { priority: enter(item), unfollow: () => {} }
      inside.set(item, entry)
      entry.unfollow = listenForRise(item.urgency, () => {
        leave(item, 'remove')
        entry.priority = enter(item)
        onOvertake(item)
      })
    },
    remove(item) {
      leave(item, 'remove')
      forget(item)
    },
    take(item) {
      const priority = leave(item, 'take')
      if (priority !== undefined) countTurn(item, priority)
      forget(item)
    },
    get size() {
      return inside.size
    },
    [Symbol.iterator]: () => from(0),
  }
}

interface Queue<Item> extends Iterable<Item> {
  push(item: Item): void
  remove(item: Item): void
  take(item: Item): void
  readonly size: number
}

function byTurns<Item extends QueuedWork>(): Queue<Item> {
  return roundRobin(
    ({ caller }) => caller.client,
    () =>
      roundRobin(
        ({ caller }) => caller.work,
        () => inOrder(),
      ),
  )
}

function inOrder<Item>(): Queue<Item> {
  const items = new Set<Item>()
  const leave = (item: Item): void => void items.delete(item)
  return {
    push: (item) => void items.add(item),
    remove: leave,
    take: leave,
    get size() {
      return items.size
    },
    [Symbol.iterator]: () => items.values(),
  }
}

/** Creates a queue of named queues that take turns. The first one in the map is next. */
function roundRobin<Item>(nameOf: (item: Item) => string, make: () => Queue<Item>): Queue<Item> {
  const queues = new Map<string, Queue<Item>>()

  function leave(item: Item, how: 'remove' | 'take'): void {
    const name = nameOf(item)
    const queue = queues.get(name)
    if (queue === undefined) return
    const before = queue.size
    queue[how](item)
    if (queue.size === before) return
    if (how === 'take' || queue.size === 0) queues.delete(name)
    if (how === 'take' && queue.size > 0) queues.set(name, queue)
  }

  return {
    push(item) {
      const name = nameOf(item)
      const queue = queues.get(name) ?? make()
      queue.push(item)
      queues.set(name, queue)
    },
    remove: (item) => leave(item, 'remove'),
    take: (item) => leave(item, 'take'),
    get size() {
      return [...queues.values()].reduce((sum, queue) => sum + queue.size, 0)
    },
    *[Symbol.iterator]() {
      let turns = [...queues.values()].map((queue) => queue[Symbol.iterator]())
      while (turns.length > 0) {
        const left: typeof turns = []
        for (const turn of turns) {
          const next = turn.next()
          if (next.done === true) continue
          yield next.value
          left.push(turn)
        }
        turns = left
      }
    },
  }
}
