import type { VenueId } from '../../api/envelope/venue-ids.js'
import { catalogIdOf } from '../../api/values/catalog-id.js'
import type { RowKind } from '../rows/row-numbers.js'
import type { SnapshotRow } from '../rows/snapshot-rows.js'

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Where the text begins that follows its ids, and the ids as they were. */
interface Ids {
  readonly after: number
  readonly ids: readonly (string | undefined)[]
}

/**
 * A row with the ids under which it stands among those of all venues: an event's `id` and `eventId`, and a market's `id`
 * and the `eventId` of its event. A market's `marketId`, and the ids of its outcomes, stay the venue's own: they are what
 * its books, candles and orders are asked for by.
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

/** @param eventId of the event it is told with; of its own without */
function marketParts(venue: VenueId, market: Uint8Array, eventId?: string): Uint8Array[] {
  const { ids, after } = idsOf(market, ['marketId', 'id', 'eventId'])
  const [marketId = '', , ownEvent] = ids
  const event = eventId ?? (ownEvent === undefined ? undefined : catalogIdOf(venue, 'event', ownEvent))
  const id = catalogIdOf(venue, 'market', marketId)
  const told = event === undefined ? '' : `,"eventId":"${event}"`
  return [Buffer.from(`{"marketId":${JSON.stringify(marketId)},"id":"${id}"${told}`), market.subarray(after)]
}

/** The ids that a row begins with, in this order (api/models/wire-rows.ts); one that it lacks is undefined. */
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
  if (ids[0] === undefined) throw new Error('a row of the catalog begins with another member than its id')
  return { ids, after }
}

/** @param from where its first quote stands */
function endOfText(bytes: Buffer, from: number): number {
  let at = from + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at + 1
}
