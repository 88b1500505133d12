import { createHash } from 'node:crypto'

/**
 * The namespace of our name-based ids (RFC 9562, version 5), chosen once and for ever. It is as secret as a name: whoever
 * knows it makes the same ids.
 */
const NAMESPACE = Buffer.from('5c1f7d0e6a0b4f5e9b6d2f8f3a4c7e91', 'hex')

export type CatalogKind = 'event' | 'market'

/**
 * The id under which an event or a market stands in the catalog of all venues: a UUID that follows from the venue and the
 * venue's own id, so that it is the same on every machine and after every restart.
 */
export function catalogIdOf(venue: string, kind: CatalogKind, nativeId: string): string {
  const digest = createHash('sha1').update(NAMESPACE).update(`${venue}/${kind}/${nativeId}`).digest()
  digest[6] = ((digest[6] as number) & 0x0f) | 0x50
  digest[8] = ((digest[8] as number) & 0x3f) | 0x80
  const hex = digest.toString('hex', 0, 16)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Whether a text may be such an id: venues have UUIDs of their own, but seldom of this version. */
export function isCatalogId(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(text)
}
