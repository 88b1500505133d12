import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { Generation } from '../../../catalog/file/catalog-reader.js'
import type { RowKind } from '../../../catalog/rows/row-numbers.js'
import type { ListSnapshot, RowAround, SnapshotRow } from '../../../catalog/rows/snapshot-rows.js'
import type { Status, Venue } from '../../../venue-kit/contract/venue.js'
import type { CachedListStatus } from '../../listings/cache/list-cache.js'
import type { CachedLists } from '../../listings/cache/list-cache-types.js'
import type { ListSnapshots, SnapshotProgress } from './list-snapshots.js'

interface CachedSnapshotsDeps {
  readonly venues: readonly Venue[]
  readonly cachedLists: CachedLists
  status(venue: VenueId): readonly CachedListStatus[]
  isReading(venue: VenueId): boolean
  isUnconfirmed(venue: VenueId, status: Status): boolean
}

/** Creates snapshots of the lists of all venues from the cached lists of each venue. */
export function createCachedListSnapshots({
  venues,
  cachedLists,
  status,
  ...deps
}: CachedSnapshotsDeps): ListSnapshots {
  const { cache, lists, reader, turn } = cachedLists
  const ids = venues.map(({ id }) => id)

  async function aroundOf(kind: RowKind, columns: ListSnapshot['columns']): Promise<readonly RowAround[]> {
    const events = await columns('event')
    const { versions } = kind === 'event' ? events : await columns(kind)
    return reader.around(kind, versions, events.versions, turn)
  }

  function shelfOf(venue: VenueId, { walk, beganAt }: Generation): ListSnapshot {
    return {
      venue,
      key: String(walk),
      beganAt,
      isUnconfirmed: deps.isUnconfirmed(venue, 'active'),
      columns: (kind) => lists.columns(walk, kind),
      around: (kind) => aroundOf(kind, (one) => lists.columns(walk, one)),
      rows: (kind, versions, extent) => reader.rows(kind, versions, extent),
    }
  }

  function endedShelfOf(venue: VenueId, { beganAt }: Generation): ListSnapshot {
    return {
      venue,
      hasEnded: true,
      key: `ended ${reader.lastReadAt(venue)}`,
      beganAt,
      columns: (kind) => reader.ended(venue, kind, turn),
      around: (kind) => aroundOf(kind, (one) => reader.ended(venue, one, turn)),
      rows: (kind, versions, extent) => reader.rows(kind, versions, extent),
    }
  }

  return {
    venues: ids,
    ready() {
      const newest = reader.newest('active')
      return ids.flatMap((venue) => {
        const generation = newest.get(venue)
        return generation === undefined ? [] : [shelfOf(venue, generation)]
      })
    },
    ended() {
      const newest = reader.newest('active')
      return ids.flatMap((venue) => {
        const open = newest.get(venue)
        return open === undefined ? [] : [endedShelfOf(venue, open)]
      })
    },
    keep() {
      for (const venue of venues) cache.keep(venue, 'active')
    },
    keepEnded() {
      for (const venue of venues) cache.keep(venue, 'closed')
    },
    isReading: deps.isReading,
    progress: () => Object.fromEntries(ids.map((id) => [id, progressIn(status(id))])),
    named: (venue, kind, name) =>
      reader.lookup(venue, kind, name).map(({ id, version }) => ({
        id,
        version,
        read: () => reader.rows(kind, [version])[0] as SnapshotRow,
      })),
  }
}

function progressIn(lists: readonly CachedListStatus[]): SnapshotProgress {
  const { rows, reading, lastFailure } = lists.find((list) => list.status === 'active') ?? {}
  return {
    ...(rows === undefined ? {} : { rows }),
    ...(reading === undefined ? {} : { reading }),
    ...(lastFailure === undefined ? {} : { failed: lastFailure.code }),
  }
}
