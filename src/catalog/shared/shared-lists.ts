import { messageOf } from '../../api/envelope/errors.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import { CLOCK_TOLERANCE_MS, type Clock } from '../../effects/clock.js'
import type { Ids } from '../../effects/ids.js'
import type { Logger } from '../../observe/logger.js'
import type { VenueRequest } from '../../transport/call-types.js'
import type { ListTier, SharedList, SharedListName } from './list-tier.js'
import {
  isShareable,
  keyOfRequest,
  type ListResponse,
  packResponse,
  unpackResponse,
} from './shared-response.js'

/** The conditions under which another daemon's list may replace a read of the venue's own list. */
export interface SharedListTerms {
  /** The read of the list must have begun after this time, epoch ms, which is that of the list it replaces. */
  readonly after: number
  /** Maximum age, ms. 0 requests the list from the venue itself. */
  readonly maxAgeMs: number
}

/** How a list is read: from another daemon's responses, or from the venue, also for other daemons. */
export type ListSource =
  | {
      readonly kind: 'taken'
      readonly beganAt: number
      /**
       * Returns the response to a request, or undefined if the other daemon did not send it, such as for facts that it
       * had cached.
       * @throws where the tier does not respond, or its response is damaged
       */
      respond(request: VenueRequest): Promise<ListResponse | undefined>
      /** Logs why part of the list cannot be used. The list is not downloaded again in any case. */
      reject(why: unknown): void
    }
  | {
      readonly kind: 'given'
      /** Adds a response in the background. */
      note(request: VenueRequest, response: ListResponse): void
      /** Makes the list available to others, if all its responses could be added. */
      publish(): void
      /** Ends the reading without a list. */
      drop(): void
    }

/** Lists that several daemons share. One of them reads a venue's list, and the others download its responses. */
export interface SharedLists {
  /** Waits while another daemon reads the list. Returns undefined if this daemon must read the list itself. */
  open(list: SharedListName, terms: SharedListTerms, signal: AbortSignal): Promise<ListSource | undefined>
}

/** The parts of a tier's session that lists need. See `TierSession`. */
interface ListSession {
  read<Value>(
    ms: number,
    call: (signal: AbortSignal) => Promise<Value>,
  ): Promise<{ readonly value: Value } | undefined>
  write(ms: number, call: (signal: AbortSignal) => Promise<unknown>): Promise<boolean>
  mayGive(ms: number): Promise<boolean>
  mayClaim(ms: number): Promise<boolean>
}

export interface SharedListsDeps {
  readonly tier: ListTier
  readonly session: ListSession
  readonly leases: {
    hold(name: string, keepMs: number, signal: AbortSignal): Promise<'mine' | 'held' | 'unknown'>
    release(name: string): Promise<void>
  }
  readonly clock: Clock
  readonly ids: Pick<Ids, 'uuid'>
  readonly log: Pick<Logger, 'info'>
  /** Whether a venue's lists come from its own address. Lists from other addresses are not shared. */
  isShared(venue: VenueId): boolean
}

/** Time limit for checking for a list, ms. */
const FIND_MS = 1_000
/** Time limit for downloading or uploading one response, which may be several megabytes long, ms. */
const RESPONSE_MS = 10_000
/** Pause between two checks while another daemon reads the list, ms. */
const POLL_MS = 2_000
/** Longest wait for another daemon, ms. */
const WAIT_MS = 120_000
/** Maximum duration of reading a list, ms. If a daemon dies, its lease expires after some seconds. */
const LEASE_KEPT_MS = 660_000
/**
 * Maximum number of bytes waiting for the tier. If there are more, the tier is slower than the venue, and the list is not shared.
 */
const MAX_WAITING_BYTES = 64 * 1024 * 1024

export function createSharedLists(deps: SharedListsDeps): SharedLists {
  const { tier, session, leases, clock, ids, log } = deps
  /** Start time of the last downloaded list, by list. The next one must be newer. */
  const taken = new Map<string, number>()

  const nameOf = ({ venue, status }: SharedListName): string => `list ${venue} ${status}`

  async function find(
    list: SharedListName,
    { after, maxAgeMs }: SharedListTerms,
  ): Promise<SharedList | undefined> {
    const now = clock.now()
    const from = Math.max(after, taken.get(nameOf(list)) ?? 0, now - maxAgeMs)
    const answer =
      maxAgeMs <= 0 ? undefined : await session.read(FIND_MS, (signal) => tier.find(list, from, signal))
    const found = answer?.value
    return found !== undefined && found.beganAt <= now + CLOCK_TOLERANCE_MS ? found : undefined
  }

  function take(list: SharedListName, { id, beganAt }: SharedList): ListSource {
    taken.set(nameOf(list), beganAt)
    return {
      kind: 'taken',
      beganAt,
      async respond(request) {
        const key = keyOfRequest(list.venue, request)
        const answer = await session.read(RESPONSE_MS, (signal) => tier.response(id, key, signal))
        if (answer === undefined) throw new Error('the shared history does not respond')
        return answer.value && unpackResponse(answer.value)
      },
      reject: (why) =>
        log.info(
          { ...list, reason: messageOf(why).split('\n', 1)[0] },
          'a shared list cannot be used, so the venue is called',
        ),
    }
  }

  function give(list: SharedListName): ListSource {
    const read: SharedList = { id: ids.uuid(), beganAt: clock.now() }
    let isComplete = true
    let waiting = 0
    let last: Promise<void> = Promise.resolve()
    const end = (): void => void leases.release(nameOf(list))

    async function add(request: VenueRequest, response: ListResponse): Promise<void> {
      if (!isComplete) return
      const body = isShareable(request) ? await packResponse(response) : undefined
      isComplete =
        body !== undefined &&
        (await session.write(RESPONSE_MS, (signal) =>
          tier.addResponse(read.id, keyOfRequest(list.venue, request), body, signal),
        )) &&
        isComplete
    }

    return {
      kind: 'given',
      note(request, response) {
        const size = response.reply.bytes?.byteLength ?? 0
        waiting += size
        if (waiting > MAX_WAITING_BYTES) isComplete = false
        if (!isComplete) return
        // The bytes leave for the catalog thread, so they are packed from a copy. The `slice` of a `Buffer` is none.
        const { bytes } = response.reply
        const copied = bytes === undefined ? {} : { bytes: new Uint8Array(bytes) }
        const copy = { ...response, reply: { ...response.reply, ...copied } }
        last = last
          .then(() => add(request, copy))
          .catch(() => {
            isComplete = false
          })
          .finally(() => {
            waiting -= size
          })
      },
      publish() {
        last
          .then(async () => {
            if (isComplete && (await session.mayGive(FIND_MS)))
              await session.write(RESPONSE_MS, (signal) => tier.publish(list, read, signal))
          })
          .finally(end)
      },
      drop() {
        isComplete = false
        end()
      },
    }
  }

  return {
    async open(list, terms, signal) {
      if (!deps.isShared(list.venue)) return undefined
      const until = clock.monotonic() + WAIT_MS
      for (;;) {
        const found = await find(list, terms)
        if (found !== undefined) return take(list, found)
        const lease = await leases.hold(nameOf(list), LEASE_KEPT_MS, signal)
        if (lease === 'mine') {
          // The daemon that had the lease before may have ended just now.
          const late = await find(list, terms)
          if (late === undefined && (await session.mayClaim(FIND_MS))) return give(list)
          await leases.release(nameOf(list))
          return late && take(list, late)
        }
        // A daemon that is not known to read the list is not waited for.
        if (lease === 'unknown') return undefined
        if (terms.maxAgeMs <= 0 || clock.monotonic() >= until) return undefined
        await clock.sleep(POLL_MS, signal)
      }
    },
  }
}
