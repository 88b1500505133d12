import { hostname } from 'node:os'
import { messageOf } from '../api/envelope/errors.js'
import type { ResilientStore } from '../candles/database/fallback-store.js'
import type { AddressOf } from '../candles/database/sqlite-store.js'
import type { CandleTier } from '../candles/shared/candle-tier.js'
import {
  createSharedHistory,
  type SharedHistory,
  type SharedHistoryDeps,
} from '../candles/shared/shared-history.js'
import { ConfigError } from '../config/load.js'
import type { Effects } from '../effects/effects.js'
import { version } from '../version.js'
import type { SharedPlace } from './sources/shared-places.js'

/**
 * Opens the history that daemons share; undefined where none is configured.
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
): Promise<SharedHistory | undefined> {
  if (places.length === 0) return undefined
  return createSharedHistory(await openTiers(places, effects), {
    ...deps,
    store,
    records: store,
    random: effects.random,
    isShared: (venue) => addressOf(venue) === '',
  })
}

/**
 * Opens the tiers; they connect when they are first used, so that the start does not depend on them.
 * @throws ConfigError for an address that cannot be used
 */
async function openTiers(places: readonly SharedPlace[], effects: Effects): Promise<readonly CandleTier[]> {
  const tiers: CandleTier[] = []
  for (const place of places) {
    const tier = await openTier(place, effects)
    const same = tiers.filter(({ name }) => name.split(' ')[0] === tier.name).length
    // What waits for a tier is stored under its name.
    tiers.push(same === 0 ? tier : { ...tier, name: `${tier.name} ${same + 1}` })
  }
  return tiers
}

async function openTier(place: SharedPlace, { clock, ids }: Effects): Promise<CandleTier> {
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
