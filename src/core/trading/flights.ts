import { invalid } from '../../api/errors.js'
import { Told } from '../call.js'

/** One who wants an order placed, once. */
export interface Wanted {
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

/** An order on its way, for those who ask for the same meanwhile. */
interface Flight {
  readonly fingerprint: string
  readonly done: Promise<Told>
  /** Who waits for its answer: the last who asked for it. */
  readonly waits: { caller: Wanted }
}

/**
 * Orders on their way. Who asks for the same by its name gets its answer; without a name so does who asks for the very
 * same order after its caller has hung up, because that is how clients repeat what they got no answer for.
 */
export function createFlights() {
  const bySlot = new Map<string, Set<Flight>>()

  function sameAs(wanted: Wanted): Flight | undefined {
    const others = slotsOf(wanted).flatMap((slot) => [...(bySlot.get(slot) ?? [])])
    return others.find(({ waits }) => wanted.names.length > 0 || waits.caller.isDeserted())
  }

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

    /** @param begin is told how to know that nobody waits for the order any more */
    async once(wanted: Wanted, begin: (isDeserted: () => boolean) => Promise<Told>): Promise<Told> {
      const same = sameAs(wanted)
      if (same !== undefined) {
        assertSameWish(same.fingerprint, wanted)
        same.waits.caller = wanted
        return toldTo(wanted, await same.done, { 'x-pmx-repeated': 'under way' })
      }
      const waits = { caller: wanted }
      const done = begin(() => waits.caller.isDeserted())
      const land = take({ fingerprint: wanted.fingerprint, done, waits }, slotsOf(wanted))
      try {
        return toldTo(wanted, await done)
      } finally {
        land()
      }
    },
  }
}

function slotsOf({ scope, names, fingerprint }: Wanted): string[] {
  return names.length > 0 ? names.map((name) => `${scope} named ${name}`) : [`${scope} like ${fingerprint}`]
}

/** Each who waits for an order is told by himself, and gets his answer by himself. */
function toldTo(wanted: Wanted, { data, headers, delivered }: Told, more: Told['headers'] = {}): Told {
  return new Told(data, { ...headers, ...more }, undefined, [], (hasIt) => {
    if (!hasIt) wanted.desert()
    delivered?.(hasIt)
  })
}

/** @throws VALIDATION_ERROR for a name that stands for another order */
export function assertSameWish(fingerprint: string, wanted: Pick<Wanted, 'fingerprint'>): void {
  if (fingerprint === wanted.fingerprint) return
  throw invalid(
    'clientOrderId',
    'This name (clientOrderId or Idempotency-Key) was used for another order: take a new one',
  )
}
