import { PmxError } from '../../../api/envelope/errors.js'
import { pmxHeaders } from '../../../api/envelope/pmx-headers.js'
import type { Clock } from '../../../effects/clock.js'
import { MethodResult } from '../../request/api-call.js'

/** One who wants an order placed, once. */
export interface PlacementRequest {
  /** Each of these names this order alone. */
  readonly names: readonly string[]
  /** Two that want the same have the same; without a name it is all that an order is known by. */
  readonly fingerprint: string
  /** Whose orders these are: venue and account. */
  readonly scope: string
  /** He has hung up, or his answer was lost on the way to him. */
  isDeserted(): boolean
  /** From now on he has. */
  desert(): void
}

type Named = Pick<PlacementRequest, 'scope' | 'names' | 'fingerprint'>

/** An order on its way, for those who ask for the same meanwhile. */
interface Flight {
  readonly fingerprint: string
  readonly done: Promise<MethodResult>
  /** Resolves when it is known whether a caller has its answer: delivered, lost on the way, or failed. */
  readonly fate: Promise<void>
  /** Who waits for its answer: the last who asked for it. */
  readonly waits: { caller: PlacementRequest }
  /** Makes its fate known. */
  end(): void
}

/** A response that nobody reports as delivered or lost counts as lost after this long. */
export const FATE_MS = 5_000

/**
 * Orders on their way. A call for the same order by its name gets its answer. Without a name a call for the very same
 * order gets it once the first caller has hung up, because that is how clients repeat what they got no answer for; while
 * the first caller may still be there, the call waits until it is known whether that caller got the answer.
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
    /** Orders that are on their way. */
    all: (): readonly Promise<unknown>[] =>
      [...bySlot.values()].flatMap((flights) => [...flights].map(({ done }) => done)),

    /** Whether a call for an order like this is under way. */
    isUnderWay: (wanted: Named): boolean => likeOf(wanted).length > 0,

    /** @param begin is told how to know that nobody waits for the order any more */
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
      // From here to the slots nothing is awaited: no other call comes between.
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

/** Each who waits for an order is told by himself, and gets his answer by himself. */
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

/** @throws VALIDATION_ERROR for a name that stands for another order */
export function assertSameOrder(fingerprint: string, wanted: Pick<PlacementRequest, 'fingerprint'>): void {
  if (fingerprint === wanted.fingerprint) return
  throw createNameTakenError()
}

/** Of a name that stands for another order. */
export function createNameTakenError(): PmxError {
  return new PmxError(
    'VALIDATION_ERROR',
    'This name (clientOrderId or Idempotency-Key) was used for another order: use a new one',
    { field: 'clientOrderId', detail: { kind: 'duplicate_order' } },
  )
}
