import type { VenueId } from '../api/venue-ids.js'
import type { Shelf, ShelfRow } from '../catalog/across/shelf.js'
import type { Venue } from '../venue-kit/venue.js'
import type { KeptListStatus } from './kept-lists.js'
import type { KeptLists } from './list-keeper.js'
import type { ShelfProgress, Shelves } from './shelves.js'

interface KeptShelvesDeps {
  readonly venues: readonly Venue[]
  readonly kept: KeptLists
  status(venue: VenueId): readonly KeptListStatus[]
}

/** Lists of all venues from where the lists of each are kept anyway. */
export function createKeptShelves({ venues, kept, status }: KeptShelvesDeps): Shelves {
  const { keeper, lists, reader } = kept

  function shelfOf({ id: venue }: Venue): Shelf | undefined {
    const generation = reader.state(venue).find((list) => list.status === 'active')?.generation
    if (generation === undefined) return undefined
    const { walk, beganAt } = generation
    return {
      venue,
      key: String(walk),
      beganAt,
      columns: (kind) => lists.columns(walk, kind),
      rows: (kind, versions) => reader.rows(kind, versions),
    }
  }

  return {
    venues: venues.map(({ id }) => id),
    ready: () => venues.flatMap((venue) => shelfOf(venue) ?? []),
    keep() {
      for (const venue of venues) keeper.keep(venue, 'active')
    },
    progress: () => Object.fromEntries(venues.map(({ id }) => [id, progressIn(status(id))])),
    named: (venue, kind, name) =>
      reader.lookup(venue, kind, name).map(({ id, version }) => ({
        id,
        read: () => reader.rows(kind, [version])[0] as ShelfRow,
      })),
  }
}

function progressIn(lists: readonly KeptListStatus[]): ShelfProgress {
  const { rows, reading, lastFailure } = lists.find((list) => list.status === 'active') ?? {}
  return {
    ...(rows === undefined ? {} : { rows }),
    ...(reading === undefined ? {} : { reading }),
    ...(lastFailure === undefined ? {} : { failed: lastFailure.code }),
  }
}
