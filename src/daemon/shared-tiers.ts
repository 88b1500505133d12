import { hostname } from 'node:os'
import { messageOf } from '../api/envelope/errors.js'
import type { VenueId } from '../api/envelope/venue-ids.js'
import type { ResilientStore } from '../candles/database/fallback-store.js'
import type { AddressOf } from '../candles/database/sqlite-store.js'
import type { CandleTier } from '../candles/shared/candle-tier.js'
import { createSharedBudgets, type SharedBudgetsDeps } from '../candles/shared/shared-budgets.js'
import {
  createSharedHistory,
  type SharedHistory,
  type SharedHistoryDeps,
} from '../candles/shared/shared-history.js'
import type { TierStatus } from '../candles/shared/tier-session.js'
import type { ListTier } from '../catalog/shared/list-tier.js'
import { createSharedLists, type SharedLists } from '../catalog/shared/shared-lists.js'
import { ConfigError } from '../config/load.js'
import { CLOCK_TOLERANCE_MS } from '../effects/clock.js'
import type { Effects } from '../effects/effects.js'
import type { ShareLimit } from '../transport/budget.js'
import { version } from '../version.js'
import type { SharedPlace } from './sources/shared-places.js'

/** What this daemon shares with others. */
interface SharedParts {
  /** Undefined if nothing is configured. */
  readonly history: SharedHistory | undefined
  /** Lists of venues, or undefined if no tier has them. */
  readonly lists: SharedLists | undefined
}

/** A daemon's tiers, before the store is open. */
export interface OpenTiers {
  readonly list: readonly OpenedTier[]
  /** Connects rate limits to other daemons at the same address, or undefined if that is off. */
  readonly shareLimit: ShareLimit | undefined
  /** Returns the states of the tiers, with the rate limits that are shared. @param read the clocks are compared there */
  connectStatus(read: () => readonly TierStatus[]): () => readonly TierStatus[]
}

/** Opens the tiers that daemons share. */
export async function openSharedHistory(
  tiers: OpenTiers,
  effects: Effects,
  {
    store,
    addressOf,
    ...deps
  }: Pick<SharedHistoryDeps, 'clock' | 'turn' | 'log' | 'isClockConfirmed' | 'isClockDenied'> & {
    readonly store: ResilientStore
    readonly addressOf: AddressOf
  },
): Promise<SharedParts> {
  if (tiers.list.length === 0) return { history: undefined, lists: undefined }
  const { random, ids } = effects
  const isShared = (venue: VenueId): boolean => addressOf(venue) === ''
  const history = createSharedHistory(tiers.list, { ...deps, store, records: store, random, isShared })
  const withLists = tiers.list.find(({ lists }) => lists !== undefined)
  const session = withLists && history.sessionOf(withLists)
  const { leases } = history
  const lists =
    withLists?.lists === undefined || session === undefined || leases === undefined
      ? undefined
      : createSharedLists({ ...deps, tier: withLists.lists, session, leases, ids, isShared })
  return { history: { ...history, status: tiers.connectStatus(history.status) }, lists }
}

/** A tier that may also have lists of venues. */
type OpenedTier = CandleTier & { readonly lists?: ListTier }

/**
 * Opens the tiers; they connect when they are first used, so the daemon's start does not depend on them.
 * @throws ConfigError for an address that cannot be used
 */
export async function openTiers(
  places: readonly SharedPlace[],
  effects: Effects,
  log: SharedBudgetsDeps['log'],
): Promise<OpenTiers> {
  const tiers: OpenedTier[] = []
  let readStatus = (): readonly TierStatus[] => []
  for (const place of places) {
    const tier = await openTier(place, effects, log)
    const same = tiers.filter(({ name }) => name.split(' ')[0] === tier.name).length
    // What waits for a tier is stored under its name.
    tiers.push(same === 0 ? tier : { ...tier, name: `${tier.name} ${same + 1}` })
  }
  const at = places.findIndex((place) => place.kind === 'postgres' && place.budgets !== undefined)
  const place = places[at]
  const { name, takeBudget: take } = tiers[at] ?? {}
  const budgets =
    place?.kind === 'postgres' && place.budgets !== undefined && take !== undefined
      ? createSharedBudgets({
          ...{ ...effects, ...place.budgets, take, log },
          // Whether a venue confirms the clock does not matter: tokens are counted by the clock of the tier.
          isClockWrong: () => {
            const { clockOffsetMs = 0 } = readStatus().find((tier) => tier.name === name) ?? {}
            return Math.abs(clockOffsetMs) > CLOCK_TOLERANCE_MS
          },
        })
      : undefined
  return {
    list: tiers,
    shareLimit: budgets?.shareLimit,
    connectStatus(read) {
      readStatus = read
      return () =>
        read().map((tier) =>
          budgets !== undefined && tier.name === name ? { ...tier, budgets: budgets.status() } : tier,
        )
    },
  }
}

async function openTier(
  place: SharedPlace,
  { clock, ids }: Effects,
  log: SharedBudgetsDeps['log'],
): Promise<OpenedTier> {
  const { kind, setting, url } = place
  const { createPostgresTier } = await import('../tiers/postgres/create-postgres-tier.js')
  const { createPeerTier } = await import('../tiers/peer/create-peer-tier.js')
  try {
    return kind === 'postgres'
      ? createPostgresTier({ url, daemonId: hostname(), version, ids, clock, log })
      : createPeerTier({ url, token: place.token, send: fetch })
  } catch (error) {
    throw new ConfigError(`${setting}: ${messageOf(error)}`)
  }
}
