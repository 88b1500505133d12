/** Who waits: a client, and one piece of work of his. Names alone; nobody is looked up by them. */
export interface Caller {
  readonly client: string
  readonly work: string
}

/** For work that nobody in particular has asked for. */
export const nobody: Caller = { client: '', work: '' }

export interface Waiting {
  readonly caller: Caller
  readonly urgency: Urgency
}

/**
 * Those who wait, in the order in which it is their turn: interactive ones before background ones; then a turn for each
 * client, and within it for each piece of his work; then first come, first served. Whoever comes with one thing waits
 * for no more than one of each of the others. Who becomes interactive while he waits goes to the interactive ones.
 * Iterating goes through all in the order of their turns. Nobody stands in it twice.
 */
export interface Line<Item extends Waiting> extends Iterable<Item> {
  push(item: Item): void
  /** Takes somebody out whose turn it is not: he leaves. Does nothing where he is not in it. */
  remove(item: Item): void
  /** Takes somebody out who has his turn: what else his client has waits for a round. */
  take(item: Item): void
  readonly size: number
}

/** @param onOvertake told when somebody has become interactive, and may have come to the front */
export function createLine<Item extends Waiting>(onOvertake: () => void = () => {}): Line<Item> {
  const lines: Readonly<Record<Priority, Queue<Item>>> = { interactive: byTurns(), background: byTurns() }
  const unfollow = new Map<Item, () => void>()

  function follow(item: Item): void {
    unfollow.set(
      item,
      onRise(item.urgency, () => {
        lines.background.remove(item)
        lines.interactive.push(item)
        onOvertake()
      }),
    )
  }

  function leave(item: Item, how: 'remove' | 'take'): void {
    unfollow.get(item)?.()
    unfollow.delete(item)
    lines.interactive[how](item)
    lines.background[how](item)
  }

  return {
    push(item) {
      lines[priorityNow(item.urgency)].push(item)
      follow(item)
    },
    remove: (item) => leave(item, 'remove'),
    take: (item) => leave(item, 'take'),
    get size() {
      return unfollow.size
    },
    *[Symbol.iterator]() {
      yield* lines.interactive
      yield* lines.background
    },
  }
}

interface Queue<Item> extends Iterable<Item> {
  push(item: Item): void
  remove(item: Item): void
  take(item: Item): void
  readonly size: number
}

function byTurns<Item extends Waiting>(): Queue<Item> {
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

/** Queues by name, which have their turns one after the other: the first of the map is the next. */
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

/** A person's call overtakes a backfill. */
export type Priority = 'interactive' | 'background'

/** How urgent a piece of work is: for good, or as urgent as the most urgent of those who have come to wait for it. */
export type Urgency = Priority | SharedPriority

/** Rises, never to fall again, with the first interactive caller. */
export interface SharedPriority {
  readonly now: Priority
  /** Calls once when it rises; the returned function stops that. Never calls when it is interactive already. */
  onRise(listener: () => void): () => void
  /** Makes it at least as urgent as this, now and later; the returned function stops following. */
  follow(urgency: Urgency): () => void
}

export function createSharedPriority(first: Priority): SharedPriority {
  const listeners = new Set<() => void>()
  let now = first

  function rise(): void {
    if (now === 'interactive') return
    now = 'interactive'
    for (const listener of listeners) listener()
    listeners.clear()
  }

  return {
    get now() {
      return now
    },
    onRise(listener) {
      if (now === 'background') listeners.add(listener)
      return () => listeners.delete(listener)
    },
    follow(urgency) {
      if (priorityNow(urgency) === 'interactive') rise()
      return onRise(urgency, rise)
    },
  }
}

export function priorityNow(urgency: Urgency): Priority {
  return typeof urgency === 'string' ? urgency : urgency.now
}

/** Calls `listener` when background work becomes interactive; the returned function stops that. */
export function onRise(urgency: Urgency, listener: () => void): () => void {
  return typeof urgency === 'string' ? () => {} : urgency.onRise(listener)
}

/** Lets at most so many pieces of work run at once; the others wait in line. */
export interface Gate {
  /** Runs `work` when there is room. Rejects with the signal's reason when it aborts while waiting. */
  run<Value>(signal: AbortSignal, work: () => Promise<Value>, who?: Waiting): Promise<Value>
  /**
   * Waits for room and holds it until the returned function is called, once.
   * Rejects with the signal's reason when it aborts while waiting.
   */
  enter(signal: AbortSignal, who?: Waiting): Promise<() => void>
  readonly waiting: number
}

const somebody: Waiting = { caller: nobody, urgency: 'interactive' }

export function createGate(width: number): Gate {
  let running = 0
  const line = createLine<Waiting & { admit(): void }>()

  function enter(signal: AbortSignal, who: Waiting = somebody): Promise<void> {
    if (running < width) {
      running++
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        line.remove(waiter)
        reject(signal.reason)
      }
      const waiter = {
        ...who,
        admit(): void {
          signal.removeEventListener('abort', onAbort)
          resolve()
        },
      }
      if (signal.aborted) return onAbort()
      signal.addEventListener('abort', onAbort, { once: true })
      line.push(waiter)
    })
  }

  /** The place of who leaves goes to the next in line, if there is one. */
  function leave(): void {
    const [next] = line
    if (next === undefined) {
      running--
      return
    }
    line.take(next)
    next.admit()
  }

  return {
    get waiting() {
      return line.size
    },
    async enter(signal, who) {
      await enter(signal, who)
      return leave
    },
    async run(signal, work, who) {
      await enter(signal, who)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
