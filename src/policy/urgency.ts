/**
 * Classes of urgency, most urgent first. They are cancels, orders, reads for an order (its market, its book, the signed data),
 * requests from a waiting client, and work that no client waits for.
 */
export const priorities = ['cancel', 'order', 'orderRead', 'interactive', 'background'] as const

export type Priority = (typeof priorities)[number]

/** The urgency of work: fixed, or that of the most urgent caller so far. */
export type Urgency = Priority | SharedPriority

/** Rises with a more urgent caller, and never falls. */
export interface SharedPriority {
  readonly now: Priority
  /** Calls the listener on each rise. The returned function removes the listener. */
  onRise(listener: () => void): () => void
  /** Raises it to at least this urgency, now and later. The returned function removes the listener. */
  follow(urgency: Urgency): () => void
}

const rankOf = (priority: Priority): number => priorities.indexOf(priority)

export function createSharedPriority(first: Priority): SharedPriority {
  const listeners = new Set<() => void>()
  let now = first

  function riseTo(priority: Priority): void {
    if (rankOf(priority) >= rankOf(now)) return
    now = priority
    for (const listener of listeners) listener()
    if (rankOf(now) === 0) listeners.clear()
  }

  return {
    get now() {
      return now
    },
    onRise(listener) {
      if (rankOf(now) > 0) listeners.add(listener)
      return () => listeners.delete(listener)
    },
    follow(urgency) {
      const rise = (): void => riseTo(priorityOf(urgency))
      rise()
      return listenForRise(urgency, rise)
    },
  }
}

export function priorityOf(urgency: Urgency): Priority {
  return typeof urgency === 'string' ? urgency : urgency.now
}

/** Calls `listener` each time the work becomes more urgent. The returned function removes the listener. */
export function listenForRise(urgency: Urgency, listener: () => void): () => void {
  return typeof urgency === 'string' ? () => {} : urgency.onRise(listener)
}

/** Whether a class consists of cancels, orders, or the reads that they need. */
export function isTrading(priority: Priority): boolean {
  return rankOf(priority) < rankOf('interactive')
}

/** Returns the most urgent of these, or `background` for none. */
export function findMostUrgent(urgencies: Iterable<Urgency>): Priority {
  let most: Priority = 'background'
  for (const urgency of urgencies) {
    const priority = priorityOf(urgency)
    if (rankOf(priority) < rankOf(most)) most = priority
  }
  return most
}
