/**
 * How urgent a call is, the most urgent first: what cancels an order, what places one, what is read for an order (its
 * market, its book, what is signed), what a client waits for, and what no client waits for.
 */
export const priorities = ['cancel', 'order', 'orderRead', 'interactive', 'background'] as const

export type Priority = (typeof priorities)[number]

/** How urgent a piece of work is: for good, or as urgent as the most urgent of those who have come to wait for it. */
export type Urgency = Priority | SharedPriority

/** Rises with a more urgent caller, and never falls again. */
export interface SharedPriority {
  readonly now: Priority
  /** Calls each time it rises; the returned function stops that. */
  onRise(listener: () => void): () => void
  /** Makes it at least as urgent as this, now and later; the returned function stops following. */
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

/** Calls `listener` each time the work becomes more urgent; the returned function stops that. */
export function listenForRise(urgency: Urgency, listener: () => void): () => void {
  return typeof urgency === 'string' ? () => {} : urgency.onRise(listener)
}

/** Whether a class is of cancels, of orders, or of what those need. */
export function isTrading(priority: Priority): boolean {
  return rankOf(priority) < rankOf('interactive')
}

/** The most urgent of these; `background` for none. */
export function findMostUrgent(urgencies: Iterable<Urgency>): Priority {
  let most: Priority = 'background'
  for (const urgency of urgencies) {
    const priority = priorityOf(urgency)
    if (rankOf(priority) < rankOf(most)) most = priority
  }
  return most
}
