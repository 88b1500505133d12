import { getMethodRow, type MethodName } from '../api/arguments/methods.js'
import { pmxHeaders } from '../api/envelope/pmx-headers.js'
import { listUnknownMembers } from '../api/values/unknown-members.js'

/** Converts responses for assistants: each is short, and has its mode and age. */

type Row = Readonly<Record<string, unknown>>

/** Longer texts in a row are cut, because the rules of a market can fill pages. */
const MAX_TEXT_LENGTH = 300
/** Maximum number of characters per response. Further rows are left out, with a note. */
const MAX_CHARACTERS = 60_000
/** Members that are of no use to an assistant, or repeat another member. */
const leftOut = new Set([
  'sourceMetadata',
  'metadata',
  'image',
  'tags',
  'yes',
  'no',
  'up',
  'down',
  'contractAddress',
])

/** Converts the data of a response into the members of a tool result. */
export function toToolData(method: MethodName, data: unknown): Row {
  const { returns } = getMethodRow(method)
  if (returns === 'PriceCandle[]' && Array.isArray(data)) return candleTable(data as Row[])
  const short = shortened(data)
  if (!Array.isArray(short)) return { data: short }
  return boundedRows(short)
}

/** Returns as many rows as fit. */
function boundedRows(rows: readonly unknown[]): Row {
  let room = MAX_CHARACTERS
  const fitting = rows.findIndex((row) => {
    room -= JSON.stringify(row).length + 1
    return room < 0
  })
  if (fitting < 0) return { data: rows }
  // The first row is always returned, whatever its length.
  const told = rows.slice(0, Math.max(1, fitting))
  return {
    data: told,
    leftOut: `${rows.length - told.length} rows were left out because the result is too long. Request fewer rows`,
  }
}

/** Converts candles into rows under one header, which takes a quarter of the text. */
function candleTable(candles: readonly Row[]): Row {
  const hasVolume = candles.some(({ volume }) => volume !== undefined)
  const members = ['open', 'high', 'low', 'close', ...(hasVolume ? ['volume'] : [])]
  const rows = candles.map((candle) => [
    new Date(Number(candle['timestamp'])).toISOString().replace(':00.000Z', 'Z'),
    ...members.map((name) => candle[name] ?? null),
  ])
  return { columns: ['opens (UTC)', ...members], rows }
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > MAX_TEXT_LENGTH ? `${value.slice(0, MAX_TEXT_LENGTH)}…` : value
  if (Array.isArray(value)) return value.map(shortened)
  if (typeof value !== 'object' || value === null) return value
  // Placeholder numbers for unknown values mislead an assistant.
  const unknown = listUnknownMembers(value)
  const kept = Object.entries(value).filter(
    ([name, member]) => !leftOut.has(name) && !unknown.includes(name) && member !== '',
  )
  return Object.fromEntries(kept.map(([name, member]) => [name, shortened(member)]))
}

/** Headers that describe the age and the gaps of a response, with their names for assistants. */
const freshness = {
  [pmxHeaders.cache]: 'cache',
  [pmxHeaders.listAge]: 'listAgeSeconds',
  [pmxHeaders.liveAge]: 'newestAgeMs',
  [pmxHeaders.completeUntil]: 'completeUntil',
  [pmxHeaders.partialFrom]: 'stillChangesFrom',
  [pmxHeaders.priceBasis]: 'pricesOf',
  [pmxHeaders.emptyReason]: 'emptyBecause',
  [pmxHeaders.stale]: 'storedBecause',
  [pmxHeaders.missing]: 'missing',
  [pmxHeaders.provisional]: 'provisional',
  [pmxHeaders.missingVenues]: 'missingVenues',
  [pmxHeaders.truncated]: 'truncated',
  [pmxHeaders.skippedRows]: 'skippedRows',
  [pmxHeaders.warning]: 'warning',
  [pmxHeaders.ignored]: 'ignored',
  [pmxHeaders.upstreamRequests]: 'venueCalls',
} as const

const moments = new Set(['completeUntil', 'stillChangesFrom'])

/** Returns the mode and the age of a response. */
export function describeOrigin(headers: Readonly<Record<string, string>>, at: number): Row {
  const told = Object.entries(freshness).flatMap(([header, name]) => {
    const value = headers[header]
    if (value === undefined) return []
    if (moments.has(name)) return [[name, new Date(Number(value)).toISOString()]]
    return [[name, /^\d+$/.test(value) ? Number(value) : value]]
  })
  const mode = headers[pmxHeaders.mode] ?? 'live'
  const overfilled = headers[pmxHeaders.overfilled]
  return {
    mode,
    ...(mode === 'demo' ? { notice: 'Demo mode: all data is simulated.' } : {}),
    ...(headers[pmxHeaders.repeated] === undefined
      ? {}
      : { repeated: 'An earlier call placed this order. No second order was placed.' }),
    ...(overfilled === undefined
      ? {}
      : { overfilled: `The order filled ${overfilled} contracts beyond its amount.` }),
    freshness: { answeredAt: new Date(at).toISOString(), ...Object.fromEntries(told) },
  }
}
