import type { VenueId } from '../../api/envelope/venue-ids.js'
import { catalogIdOf } from '../../api/values/catalog-id.js'
import type { RowKind } from '../rows/row-numbers.js'
import type { SnapshotRow } from '../rows/snapshot-rows.js'

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** The ids of a row, and where the text after them begins. */
interface Ids {
  readonly after: number
  readonly ids: readonly (string | undefined)[]
}

/**
 * Returns a row with its cross-venue ids: an event's `id` and `eventId`, and a market's `id` and `eventId`. A market's
 * `marketId` and its outcome ids remain the venue's own, because books, candles and orders use them.
 */
export function withCatalogIds(kind: RowKind, venue: VenueId, { head, markets = [] }: SnapshotRow): Buffer {
  if (kind === 'market') return Buffer.concat(marketParts(venue, head))
  const { ids, after } = idsOf(head, ['id', 'eventId'])
  const id = catalogIdOf(venue, 'event', ids[0] ?? '')
  const parts: Uint8Array[] = [Buffer.from(`{"id":"${id}","eventId":"${id}"`), head.subarray(after, -1)]
  let separator = ',"markets":['
  for (const market of markets) {
    parts.push(Buffer.from(separator), ...marketParts(venue, market, id))
    separator = ','
  }
  parts.push(Buffer.from(markets.length === 0 ? ',"markets":[]}' : ']}'))
  return Buffer.concat(parts)
}

/** @param eventId of the event that contains it; the market's own if absent */
function marketParts(venue: VenueId, market: Uint8Array, eventId?: string): Uint8Array[] {
  const { ids, after } = idsOf(market, ['marketId', 'id', 'eventId'])
  const [marketId = '', , ownEvent] = ids
  const event = eventId ?? (ownEvent === undefined ? undefined : catalogIdOf(venue, 'event', ownEvent))
  const id = catalogIdOf(venue, 'market', marketId)
  const told = event === undefined ? '' : `,"eventId":"${event}"`
  return [Buffer.from(`{"marketId":${JSON.stringify(marketId)},"id":"${id}"${told}`), market.subarray(after)]
}

/** Returns the ids at the beginning of a row, in this order (api/models/wire-rows.ts); a missing one is undefined. */
function idsOf(row: Uint8Array, names: readonly string[]): Ids {
  const bytes = Buffer.from(row.buffer, row.byteOffset, row.byteLength)
  const ids: (string | undefined)[] = []
  let after = 0
  for (const name of names) {
    const key = `${after === 0 ? '{' : ','}"${name}":"`
    if (bytes.toString('latin1', after, after + key.length) !== key) {
      ids.push(undefined)
      continue
    }
    const from = after + key.length - 1
    after = endOfText(bytes, from)
    ids.push(JSON.parse(bytes.toString('utf8', from, after)) as string)
  }
  if (ids[0] === undefined) throw new Error('a catalog row begins with a member other than its id')
  return { ids, after }
}

/** @param from position of its first quote */
function endOfText(bytes: Buffer, from: number): number {
  let at = from + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at + 1
}
