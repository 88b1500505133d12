import { hash } from 'node:crypto'

/**
 * The namespace of the name-based ids (RFC 9562, version 5); it never changes. It is public: with it, any program derives the
 * same ids.
 */
const NAMESPACE = Buffer.from('5c1f7d0e6a0b4f5e9b6d2f8f3a4c7e91', 'hex')

/** Size of the reused buffer, sufficient for most names. */
const ROOM_BYTES = 1_024
const room = Buffer.concat([NAMESPACE, Buffer.alloc(ROOM_BYTES)])

export type CatalogKind = 'event' | 'market'

/**
 * Returns the id of an event or market in the catalog of all venues. It is a UUID derived from the venue and the venue's
 * own id. It is the same on every machine and after every restart.
 */
export function catalogIdOf(venue: string, kind: CatalogKind, nativeId: string): string {
  const digest = hash('sha1', named(`${venue}/${kind}/${nativeId}`), 'hex')
  const version = `5${digest.slice(13, 16)}`
  const variant = ((Number.parseInt(digest.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-${version}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`
}

/** Returns the name prefixed with the namespace, in a reused buffer where it fits, because lists call this for every row. */
function named(name: string): Buffer {
  if (name.length * 3 > ROOM_BYTES) return Buffer.concat([NAMESPACE, Buffer.from(name)])
  return room.subarray(0, NAMESPACE.length + room.write(name, NAMESPACE.length))
}

/** Whether a text may be a catalog id. Venues have their own UUIDs, but rarely of this version. */
export function isCatalogId(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(text)
}

/** Depth of arguments: a list of texts, and of objects with texts or lists of texts. */
const DEPTH = 3

/** Whether any text in a call's arguments may be a catalog id. */
export function containsCatalogId(value: unknown, depth = DEPTH): boolean {
  if (typeof value === 'string') return isCatalogId(value)
  if (typeof value !== 'object' || value === null || depth === 0) return false
  return Object.values(value).some((member) => containsCatalogId(member, depth - 1))
}
