import type { Span } from '../../api/times/span.js'
import { type SeriesIdentity, seriesNameOf } from '../store/candle-store.js'
import type { Lease } from './candle-tier.js'
import type { TierSession } from './tier-session.js'

/** This process's leases. Requests that need the same bucket share one. */
export interface Leases {
  /** Leases a bucket, or undefined if the tier does not respond. */
  acquire(identity: SeriesIdentity, bucket: Span, ms: number): Promise<Lease | undefined>
}

interface Shared {
  users: number
  readonly claim: Promise<Lease | undefined>
}

export function createLeases(session: TierSession): Leases {
  const held = new Map<string, Shared>()
  return {
    async acquire(identity, bucket, ms) {
      const name = `${seriesNameOf(identity)} ${bucket.from}`
      const before = held.get(name)
      const shared = before ?? {
        users: 0,
        // A server whose disk is full refuses claims, and can be read.
        claim: session
          .change(ms, (signal) => session.tier.claim?.(identity, bucket, signal) ?? Promise.reject(noClaims))
          .then((answer) => answer?.value),
      }
      shared.users++
      held.set(name, shared)
      const leave = (): boolean => {
        shared.users--
        if (shared.users > 0) return false
        if (held.get(name) === shared) held.delete(name)
        return true
      }
      const claim = await shared.claim
      if (claim?.kind !== 'mine') {
        leave()
        return claim
      }
      if (before === undefined) session.counts.claimed++
      return {
        kind: 'mine',
        async release() {
          if (leave()) await claim.release()
        },
      }
    },
  }
}

const noClaims = new Error('this tier has no claims')
