import type { ListTier, SharedList, SharedListName } from '../../../src/catalog/shared/list-tier.js'
import type { SharedLists, SharedListsDeps } from '../../../src/catalog/shared/shared-lists.js'
import { createSharedLists } from '../../../src/catalog/shared/shared-lists.js'
import { silentLogger } from '../../../src/observe/logger.js'
import type { FakeClock } from '../../support/clock.js'

/** Lists that daemons of a test share, in memory. */
export interface ListHub {
  readonly tier: ListTier
  readonly lists: (SharedList & SharedListName)[]
  readonly responses: Map<string, Uint8Array>
  /** Whether the server responds. */
  isUp: boolean
  /** Whether it gives leases. */
  hasLeases: boolean
  /** Number of writes that it did not get. */
  lost: number
  /** Number of the daemon that has the lease of each list. */
  readonly leases: Map<string, number>
  /** Opens it as one daemon does. */
  open(daemon: number, more?: Partial<SharedListsDeps>): SharedLists
}

export function listHub(clock: FakeClock): ListHub {
  let ids = 0
  const hub: ListHub = {
    lists: [],
    responses: new Map(),
    isUp: true,
    hasLeases: true,
    lost: 0,
    leases: new Map(),
    tier: {
      async find({ venue, status }, after) {
        const fit = hub.lists.filter(
          (list) => list.venue === venue && list.status === status && list.beganAt > after,
        )
        return fit.sort((a, b) => b.beganAt - a.beganAt)[0]
      },
      response: async (id, key) => hub.responses.get(`${id} ${key}`),
      async addResponse(id, key, body) {
        hub.responses.set(`${id} ${key}`, body)
      },
      async publish(name, read) {
        hub.lists.push({ ...name, ...read })
      },
    },
    open: (daemon, more = {}) =>
      createSharedLists({
        tier: hub.tier,
        session: {
          read: async (_ms, call) =>
            hub.isUp ? { value: await call(new AbortController().signal) } : undefined,
          async write(_ms, call) {
            if (hub.isUp) await call(new AbortController().signal)
            else hub.lost++
            return hub.isUp
          },
          mayGive: async () => hub.isUp,
          mayClaim: async () => hub.isUp,
        },
        leases: {
          async hold(name) {
            if (!hub.hasLeases) return 'unknown'
            const holder = hub.leases.get(name) ?? daemon
            if (!hub.isUp || holder === daemon) hub.leases.set(name, daemon)
            return !hub.isUp || holder === daemon ? 'mine' : 'held'
          },
          async release(name) {
            if (hub.leases.get(name) === daemon) hub.leases.delete(name)
          },
        },
        clock,
        ids: { uuid: () => `list-${++ids}` },
        log: silentLogger,
        isShared: () => true,
        ...more,
      }),
  }
  return hub
}
