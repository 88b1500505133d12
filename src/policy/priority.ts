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
