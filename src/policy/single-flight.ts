import { type Abort, createAbort, leaveOnAbort } from './abort.js'
import { createSharedPriority, priorityOf, type SharedPriority, type Urgency } from './urgency.js'

/**
 * Lets concurrent callers of the same work share one run of it. A failed run is removed before its callers get the error, so the
 * next caller starts a new one. A caller that aborts leaves alone. The shared run is aborted only when no callers are left. The
 * run is as urgent as the most urgent caller that has joined it.
 */
export interface SingleFlight<Value> {
  run(key: string, signal: AbortSignal, work: SharedWork<Value>, urgency?: Urgency): Promise<Value>
  /** Whether a run of this key is active. */
  has(key: string): boolean
  /** Number of active runs. */
  readonly size: number
}

type SharedWork<Value> = (signal: AbortSignal, urgency: SharedPriority) => Promise<Value>

interface Flight<Value> {
  readonly result: Promise<Value>
  readonly controller: Abort
  readonly urgency: SharedPriority
  waiting: number
}

export function createSingleFlight<Value>(): SingleFlight<Value> {
  const flights = new Map<string, Flight<Value>>()

  function start(key: string, work: SharedWork<Value>, first: Urgency): Flight<Value> {
    const controller = createAbort()
    const urgency = createSharedPriority(priorityOf(first))
    const flight: Flight<Value> = {
      controller,
      urgency,
      waiting: 0,
      result: work(controller.signal, urgency).finally(() => {
        if (flights.get(key) === flight) flights.delete(key)
      }),
    }
    // Callers attach their own handlers. This one prevents an unhandled rejection of a run without callers.
    flight.result.catch(() => undefined)
    flights.set(key, flight)
    return flight
  }

  return {
    get size() {
      return flights.size
    },
    has: (key) => flights.has(key),
    async run(key, signal, work, urgency = 'interactive') {
      signal.throwIfAborted()
      const flight = flights.get(key) ?? start(key, work, urgency)
      const unfollow = flight.urgency.follow(urgency)
      flight.waiting++
      try {
        return await leaveOnAbort(flight.result, signal)
      } finally {
        unfollow()
        flight.waiting--
        if (flight.waiting === 0 && signal.aborted) {
          // No caller is left: a later caller must not join an aborted run.
          if (flights.get(key) === flight) flights.delete(key)
          flight.controller.abort(signal.reason)
        }
      }
    },
  }
}
