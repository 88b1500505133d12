import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { CatalogThread } from '../../../src/catalog/sync/sync-client.js'
import type { FromThread, Port, ToThread } from '../../../src/catalog/sync/sync-messages.js'
import { serveCatalog } from '../../../src/catalog/sync/sync-worker.js'
import type { Clock } from '../../../src/effects/clock.js'
import type { Database } from '../../../src/storage/driver.js'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { atOnce } from '../../support/engine.js'

export interface ThreadHere extends CatalogThread {
  readonly hasEnded: boolean
  /** Ends it as a crash does. */
  crash(): void
}

/** The catalog's thread inside this one: messages are cloned as between threads, and come later. */
export function threadHere(
  database: Database,
  clock: Clock,
  loadVenue: (id: VenueId) => Promise<Venue> | undefined,
): ThreadHere {
  let hasEnded = false
  const endings: ((why: Error) => void)[] = []
  const [outside, inside] = [[], []] as [((message: FromThread) => void)[], ((message: ToThread) => void)[]]
  const sendTo =
    <Message>(listeners: readonly ((message: Message) => void)[]) =>
    (message: Message, transfer: readonly ArrayBuffer[] = []): void => {
      const cloned = structuredClone(message, { transfer: [...transfer] })
      queueMicrotask(() => {
        if (!hasEnded) for (const listener of listeners) listener(cloned)
      })
    }
  const port: Port<FromThread, ToThread> = {
    postMessage: sendTo(outside),
    on: (_event, listener) => inside.push(listener),
  }
  serveCatalog({ port, database, clock, turn: atOnce, loadVenue })
  return {
    postMessage: sendTo(inside),
    on: (_event, listener) => outside.push(listener),
    onEnd: (listener) => endings.push(listener),
    async end() {
      hasEnded = true
    },
    get hasEnded() {
      return hasEnded
    },
    crash() {
      hasEnded = true
      for (const listener of endings) listener(new Error('the thread has crashed'))
    },
  }
}
