import { hostname } from 'node:os'
import { messageOf } from '../api/envelope/errors.js'
import type { VenueId } from '../api/envelope/venue-ids.js'
import type { ResilientStore } from '../candles/database/fallback-store.js'
import type { AddressOf } from '../candles/database/sqlite-store.js'
import type { CandleTier } from '../candles/shared/candle-tier.js'
import {
  createSharedHistory,
  type SharedHistory,
  type SharedHistoryDeps,
} from '../candles/shared/shared-history.js'
import type { ListTier } from '../catalog/shared/list-tier.js'
import { createSharedLists, type SharedLists } from '../catalog/shared/shared-lists.js'
import { ConfigError } from '../config/load.js'
import type { Effects } from '../effects/effects.js'
import { version } from '../version.js'
import type { SharedPlace } from './sources/shared-places.js'

/** What this daemon shares with others. */
interface SharedParts {
  /** Undefined where nothing is configured. */
  readonly history: SharedHistory | undefined
  /** Lists of venues; undefined where no tier has them. */
  readonly lists: SharedLists | undefined
}

/**
 * Opens what daemons share.
 * @throws ConfigError as {@link openTiers}
 */
export async function openSharedHistory(
  places: readonly SharedPlace[],
  effects: Effects,
  {
    store,
    addressOf,
    ...deps
  }: Pick<SharedHistoryDeps, 'clock' | 'turn' | 'log' | 'isClockConfirmed'> & {
    readonly store: ResilientStore
    readonly addressOf: AddressOf
  },
): Promise<SharedParts> {
  if (places.length === 0) return { history: undefined, lists: undefined }
  const tiers = await openTiers(places, effects)
  const { random, ids } = effects
  const isShared = (venue: VenueId): boolean => addressOf(venue) === ''
  const history = createSharedHistory(tiers, { ...deps, store, records: store, random, isShared })
  const withLists = tiers.find(({ lists }) => lists !== undefined)
  const session = withLists && history.sessionOf(withLists)
  const { leases } = history
  const lists =
    withLists?.lists === undefined || session === undefined || leases === undefined
      ? undefined
      : createSharedLists({ ...deps, tier: withLists.lists, session, leases, ids, isShared })
  return { history, lists }
}

/** A tier that may also have lists of venues. */
type OpenedTier = CandleTier & { readonly lists?: ListTier }

/**
 * Opens the tiers; they connect when they are first used, so that the start does not depend on them.
 * @throws ConfigError for an address that cannot be used
 */
async function openTiers(places: readonly SharedPlace[], effects: Effects): Promise<readonly OpenedTier[]> {
  const tiers: OpenedTier[] = []
  for (const place of places) {
    const tier = await openTier(place, effects)
    const same = tiers.filter(({ name }) => name.split(' ')[0] === tier.name).length
    // What waits for a tier is stored under its name.
    tiers.push(same === 0 ? tier : { ...tier, name: `${tier.name} ${same + 1}` })
  }
  return tiers
}

async function openTier(place: SharedPlace, { clock, ids }: Effects): Promise<OpenedTier> {
  const { kind, setting, url } = place
  const { createPostgresTier } = await import('../tiers/postgres/create-postgres-tier.js')
  const { createPeerTier } = await import('../tiers/peer/create-peer-tier.js')
  try {
    return kind === 'postgres'
      ? createPostgresTier({ url, daemonId: hostname(), version, ids, clock })
      : createPeerTier({ url, token: place.token, send: fetch })
  } catch (error) {
    throw new ConfigError(`${setting}: ${messageOf(error)}`)
  }
}
