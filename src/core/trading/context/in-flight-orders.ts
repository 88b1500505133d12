import { PmxError } from '../../../api/envelope/errors.js'
import { pmxHeaders } from '../../../api/envelope/pmx-headers.js'
import type { Clock } from '../../../effects/clock.js'
import { MethodResult } from '../../request/api-call.js'

/** A call that places an order once. */
export interface PlacementRequest {
  /** Names, each of which identifies only this order. */
  readonly names: readonly string[]
  /** Equal for two identical order requests. Without a name, it is the only way to identify an order. */
  readonly fingerprint: string
  /** Scope of the order: venue and account. */
  readonly scope: string
  /** Whether the caller has disconnected, or its response was lost. */
  isDeserted(): boolean
  /** Marks the caller as disconnected. */
  desert(): void
}

type Named = Pick<PlacementRequest, 'scope' | 'names' | 'fingerprint'>

/** An order in flight, for other calls for the same order. */
interface Flight {
  readonly fingerprint: string
  readonly done: Promise<MethodResult>
  /** Resolves when it is known whether a caller has the response: delivered, lost, or failed. */
  readonly fate: Promise<void>
  /** The caller that is waiting for the response, which is the last one that requested the order. */
  readonly waits: { caller: PlacementRequest }
  /** Resolves `fate`. */
  end(): void
}

/** A response that is reported neither as delivered nor as lost counts as lost after this long. */
export const FATE_MS = 5_000

/**
 * Manages orders in flight. A call for the same order, identified by its name, gets that order's response. Without a
 * name, an identical call gets it when the first caller has disconnected, because this is how clients repeat calls
 * without a response. While the first caller may still be connected, the call waits until it is known whether that caller
 * got the response.
 */
export function createInFlightOrders(clock: Pick<Clock, 'setTimer'>) {
  const bySlot = new Map<string, Set<Flight>>()

  const likeOf = (wanted: Named): Flight[] => slotsOf(wanted).flatMap((slot) => [...(bySlot.get(slot) ?? [])])

  function take(flight: Flight, slots: readonly string[]): () => void {
    for (const slot of slots) bySlot.set(slot, (bySlot.get(slot) ?? new Set()).add(flight))
    return () => {
      for (const slot of slots) {
        const flights = bySlot.get(slot)
        flights?.delete(flight)
        if (flights?.size === 0) bySlot.delete(slot)
      }
    }
  }

  return {
    /** Returns the orders in flight. */
    all: (): readonly Promise<unknown>[] =>
      [...bySlot.values()].flatMap((flights) => [...flights].map(({ done }) => done)),

    /** Whether a call for such an order is in flight. */
    isUnderWay: (wanted: Named): boolean => likeOf(wanted).length > 0,

    /** @param begin receives a function that returns whether no caller waits for the order any more */
    async once(
      wanted: PlacementRequest,
      begin: (isDeserted: () => boolean) => Promise<MethodResult>,
    ): Promise<MethodResult> {
      for (;;) {
        const others = likeOf(wanted)
        const same = others.find(({ waits }) => wanted.names.length > 0 || waits.caller.isDeserted())
        if (same !== undefined) {
          assertSameOrder(same.fingerprint, wanted)
          same.waits.caller = wanted
          return toldTo(wanted, await same.done, same.end, { [pmxHeaders.repeated]: 'under way' })
        }
        const [other] = others
        if (other === undefined) break
        await other.fate
      }
      // From here until the slots are taken nothing is awaited, so that no other call can run in between.
      const waits = { caller: wanted }
      const done = begin(() => waits.caller.isDeserted())
      let resolveFate = (): void => undefined
      const fate = new Promise<void>((resolve) => {
        resolveFate = resolve
      })
      const land = take(
        { fingerprint: wanted.fingerprint, done, fate, waits, end: () => end() },
        slotsOf(wanted),
      )
      let cancel = (): void => undefined
      const end = (): void => {
        cancel()
        land()
        resolveFate()
      }
      try {
        const told = await done
        cancel = clock.setTimer(FATE_MS, end)
        return toldTo(wanted, told, end)
      } catch (error) {
        end()
        throw error
      }
    },
  }
}

function slotsOf({ scope, names, fingerprint }: Named): string[] {
  return names.length > 0 ? names.map((name) => `${scope} named ${name}`) : [`${scope} like ${fingerprint}`]
}

/** Returns the result for one waiting caller, whose delivery is reported separately. */
function toldTo(
  wanted: PlacementRequest,
  { data, headers, delivered }: MethodResult,
  end: () => void,
  more: MethodResult['headers'] = {},
): MethodResult {
  return new MethodResult(data, { ...headers, ...more }, undefined, [], (hasIt) => {
    if (!hasIt) wanted.desert()
    delivered?.(hasIt)
    end()
  })
}

/** @throws VALIDATION_ERROR for a name that belongs to another order */
export function assertSameOrder(fingerprint: string, wanted: Pick<PlacementRequest, 'fingerprint'>): void {
  if (fingerprint === wanted.fingerprint) return
  throw createNameTakenError()
}

/** Creates the error for a name that belongs to another order. */
export function createNameTakenError(): PmxError {
  return new PmxError(
    'VALIDATION_ERROR',
    'This name (clientOrderId or Idempotency-Key) was already used for another order. Use a new one',
    { field: 'clientOrderId', detail: { kind: 'duplicate_order' } },
  )
}
