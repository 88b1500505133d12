import { type Abort, createAbort, leaveOnAbort } from './abort.js'
import { createSharedPriority, priorityOf, type SharedPriority, type Urgency } from './urgency.js'

/**
 * Lets concurrent callers of the same work share one run of it.
 * A failed run is forgotten before its callers see the failure, so the next caller starts afresh.
 * A caller that aborts leaves alone; the shared run is aborted only when nobody waits any more.
 * The run is as urgent as the most urgent caller who has joined it.
 */
export interface SingleFlight<Value> {
  run(key: string, signal: AbortSignal, work: SharedWork<Value>, urgency?: Urgency): Promise<Value>
  /** Whether a run of this key is under way. */
  has(key: string): boolean
  /** Number of runs under way. */
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
    // Callers attach their own handlers; this one keeps a run that all have left from being "unhandled".
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
          // Nobody is left: a later caller must not join a run that is being torn down.
          if (flights.get(key) === flight) flights.delete(key)
          flight.controller.abort(signal.reason)
        }
      }
    },
  }
}
