import type { VenueId } from '../api/envelope/venue-ids.js'
import type { SampleTurn } from '../candles/response/ended-samples.js'
import type { SharedLeases } from '../candles/shared/shared-leases.js'
import { holderOf, type Secrets } from '../venue-kit/contract/account-secrets.js'
import type { Venue } from '../venue-kit/contract/venue.js'

/** When a daemon stops sampling, the others take over its venue after this time, ms. */
const LEASE_KEPT_MS = 30_000

/** Decides which of the daemons sharing a history samples a venue. */
export interface SampleTurns {
  /** Takes a venue's turn, or continues to hold it. */
  take(venue: Pick<Venue, 'id' | 'isPrivate'>, signal: AbortSignal): Promise<SampleTurn>
  /** Returns the result of the last time. */
  of(venue: VenueId): SampleTurn
}

interface SampleTurnsDeps {
  /** Absent if no history is shared. */
  readonly leases?: SharedLeases | undefined
  secretsOf(venue: VenueId): Secrets
}

export function createSampleTurns({ leases, secretsOf }: SampleTurnsDeps): SampleTurns {
  const turns = new Map<VenueId, SampleTurn>()
  return {
    async take({ id, isPrivate }, signal) {
      // Data that a venue shows only to the holder of a key is not shared.
      const isPublic = isPrivate !== true && holderOf(secretsOf(id)) === ''
      const held =
        leases === undefined || !isPublic
          ? undefined
          : await leases.hold(`samples ${id}`, LEASE_KEPT_MS, signal).catch(() => 'mine' as const)
      const turn = held === undefined ? undefined : held === 'mine' ? 'first' : 'later'
      turns.set(id, turn)
      return turn
    },
    of: (id) => turns.get(id),
  }
}
