import type { Clock } from '../../effects/clock.js'
import { leaveOnAbort, startDeadline } from '../../policy/abort.js'

/** A lease of a name, which is renewed until it is released. */
export interface NamedLease {
  /** Whether it was renewed in time: otherwise another process may have it by now. */
  isHeld(): boolean
  /** Ends it. Never rejects. */
  release(): Promise<void>
}

/**
 * Who has a name:
 * - `mine`: this process. Also if the server is unreachable, so that each daemon works by itself.
 * - `held`: another process.
 * - `unknown`: the server can be read but gives this process no lease, for example because its disk is full. Another process may
 *   have it.
 */
type LeaseState = 'mine' | 'held' | 'unknown'

/** Rights to rounds of background work that one of several daemons does for all. */
export interface SharedLeases {
  /** Takes a name's lease, or renews it. It ends unless it is renewed within a given time. */
  hold(name: string, keepMs: number, signal: AbortSignal): Promise<LeaseState>
  /** Ends the lease of a name before its time. Never rejects. */
  release(name: string): Promise<void>
  /** Ends the leases of this process. */
  close(): Promise<void>
}

/** Time limit of a call for a lease, ms. */
const LEASE_CALL_MS = 2_000

/** Calls of the server with the leases. */
export interface LeaseCalls {
  /** Leases a name, or returns undefined while another process has it. */
  lease(name: string, signal: AbortSignal): Promise<NamedLease | undefined>
  /** Whether the server can be read. Never rejects. */
  isReadable(): Promise<boolean>
}

export function createSharedLeases({ lease, isReadable }: LeaseCalls, clock: Clock): SharedLeases {
  const own = new Map<string, { readonly lease: NamedLease; cancel: () => void }>()

  async function end(name: string): Promise<void> {
    const held = own.get(name)
    if (held === undefined) return
    own.delete(name)
    held.cancel()
    await held.lease.release()
  }

  function keep(name: string, kept: NamedLease, keepMs: number): 'mine' {
    own.get(name)?.cancel()
    own.set(name, { lease: kept, cancel: clock.setTimer(keepMs, () => void end(name)) })
    return 'mine'
  }

  return {
    async hold(name, keepMs, signal) {
      const before = own.get(name)
      if (before?.lease.isHeld() === true) return keep(name, before.lease, keepMs)
      await end(name)
      const deadline = startDeadline(clock, LEASE_CALL_MS, signal)
      const granted = lease(name, deadline.signal)
      try {
        const leased = await leaveOnAbort(granted, deadline.signal)
        return leased === undefined ? 'held' : keep(name, leased, keepMs)
      } catch {
        // One that is granted too late would be renewed for ever without work, and no process could have it.
        granted.then((late) => late?.release()).catch(() => undefined)
        signal.throwIfAborted()
        return (await isReadable()) ? 'unknown' : 'mine'
      } finally {
        deadline.release()
      }
    },
    release: end,
    async close() {
      await Promise.all([...own.keys()].map(end))
    },
  }
}
