import type { VenueId } from '../../../api/envelope/venue-ids.js'
import { decodeSafely } from '../../../api/values/percent-text.js'
import type { NamedRow } from '../../../catalog/cross-venue/searchable-rows.js'
import { isPageUrl } from '../../../catalog/rows/lookup-keys.js'
import type { RowKind } from '../../../catalog/rows/row-numbers.js'
import type { SnapshotRow } from '../../../catalog/rows/snapshot-rows.js'
import type { ListSnapshots } from './list-snapshots.js'

/** The members of a row that are needed here. */
interface Linked {
  readonly url?: string
  readonly eventId?: string
}

/** A row that is named, whether or not its list still has it as it was last seen. */
export interface ResolvedRow extends NamedRow {
  read(): SnapshotRow
}

/**
 * Finds the rows that a search text names: by id, slug or outcome, or by the address of their page. An event stands for its
 * markets, and a market for its event.
 */
export function findRowsNamed(
  shelves: ListSnapshots,
  venues: readonly VenueId[],
  kind: RowKind,
  text: string,
): readonly ResolvedRow[] {
  const sought = text.trim()
  if (sought === '' || /\s/.test(sought)) return []
  const address = addressIn(sought)
  if (address === undefined) return venues.flatMap((venue) => named(shelves, venue, kind, sought))
  const isThere = ({ url }: Linked): boolean => url !== undefined && hostOf(url) === hostOf(address)
  // The end of an address is the most specific part.
  for (const name of namesIn(address)) {
    const found = venues.flatMap((venue) => named(shelves, venue, kind, name, isThere))
    if (found.length > 0) return found
  }
  return []
}

/**
 * Returns the rows of a venue with a name. Otherwise the markets of the event, or the event of the market, with that
 * name.
 */
function named(
  shelves: ListSnapshots,
  venue: VenueId,
  kind: RowKind,
  name: string,
  isMeant: (row: Linked) => boolean = () => true,
): readonly ResolvedRow[] {
  const other: RowKind = kind === 'event' ? 'market' : 'event'
  const own = shelves.named(venue, kind, name).filter((row) => isMeant(linkedIn(row.read().head)))
  if (own.length > 0) return own.map(({ version, read }) => ({ venue, version, read }))
  return shelves.named(venue, other, name).flatMap((row): ResolvedRow[] => {
    const { head, markets = [] } = row.read()
    const { eventId, ...linked } = linkedIn(head)
    if (!isMeant(linked)) return []
    const ids = kind === 'event' ? [eventId] : markets.map(marketIdIn)
    return ids
      .filter((id) => id !== undefined)
      .flatMap((id) => shelves.named(venue, kind, id).slice(0, 1))
      .map(({ version, read }) => ({ venue, version, read }))
  })
}

/** Returns the text as an address, completed where browsers omit a part, or undefined for other text. */
function addressIn(text: string): string | undefined {
  if (isPageUrl(text)) return text
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+\/\S/i.test(text) ? `https://${text}` : undefined
}

function hostOf(address: string): string | undefined {
  return /^https?:\/\/(?:www\.)?([^/?#:]+)/i.exec(address)?.[1]?.toLowerCase()
}

/** Returns the possible names in an address: the whole, values of its query, and its path segments, the last one first. */
function namesIn(address: string): readonly string[] {
  const [path = '', query = ''] = address.split('#', 1)[0]?.split('?') ?? []
  const values = [...new URLSearchParams(query).values()]
  const parts = path.replace(/^https?:\/\/[^/]*/i, '').split('/')
  const names = [...values.reverse(), ...parts.map(decodeSafely).reverse()]
  return [address, path, path.replace(/\/+$/, ''), ...names].filter((name) => name !== '')
}

function linkedIn(row: Uint8Array): Linked {
  return JSON.parse(textOf(row)) as Linked
}

function marketIdIn(row: Uint8Array): string | undefined {
  return (JSON.parse(textOf(row)) as { readonly marketId?: string }).marketId
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
}
