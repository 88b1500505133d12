import { constants, createPublicKey, verify } from 'node:crypto'
import type { NotesOf } from '../../../paper-trading/state/venue-notes.js'
import type { Scene } from '../variant.js'
import { getLentPublicKey, type KeyKind, lentKeyIds } from './lent-keys.js'

/** Keys of members: the ones that the simulation lends, and the ones that members create (README.md: "Keys"). */
export interface ApiKey {
  readonly id: string
  /** The member whose accounts the key opens. */
  readonly member: string
  readonly name: string
  readonly kind: KeyKind
  /** PEM */
  readonly publicKey: string
  readonly scopes: readonly string[]
  /** The only subaccount that the key may use, or undefined if it may use all. */
  readonly subaccount: number | undefined
  readonly isDeleted: boolean
}

type Remembered = Pick<Scene, 'paper' | 'variant'>

function keyNotes({ paper, variant }: Remembered) {
  const kind: NotesOf<ApiKey> = { name: `${variant.venue} keys` }
  return paper.notes(kind)
}

function listNotes({ paper, variant }: Remembered) {
  const kind: NotesOf<{ readonly ids: readonly string[] }> = { name: `${variant.venue} key ids` }
  return paper.notes(kind)
}

export const allScopes = ['read', 'write']
const LENT_MEMBER = lentKeyIds.rsa

function lentKey(id: string): ApiKey | undefined {
  const kind = (['rsa', 'ed25519'] as const).find((one) => lentKeyIds[one] === id)
  if (kind === undefined) return undefined
  return {
    id,
    member: LENT_MEMBER,
    name: `paper ${kind}`,
    kind,
    publicKey: getLentPublicKey(kind),
    scopes: allScopes,
    subaccount: undefined,
    isDeleted: false,
  }
}

/** Returns the key with an id, deleted or not, or undefined if its public half is not known. */
export function findKey(scene: Remembered, id: string): ApiKey | undefined {
  return keyNotes(scene).get(id, '') ?? lentKey(id)
}

/** Whether a key made a signature: RSA-PSS with SHA-256 and a salt of the same length, or Ed25519. */
export function isSignedBy({ kind, publicKey }: ApiKey, text: string, signature: Buffer): boolean {
  const key = createPublicKey(publicKey)
  if (kind === 'ed25519') return verify(null, Buffer.from(text), key, signature)
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
  return verify('sha256', Buffer.from(text), { key, ...padding }, signature)
}

/** Returns the keys of a member, without deleted ones. */
export function keysOf(scene: Remembered, member: string): readonly ApiKey[] {
  const lent = member === LENT_MEMBER ? Object.values(lentKeyIds) : []
  return [...lent, ...listCreatedKeyIds(scene, member)]
    .flatMap((id) => findKey(scene, id) ?? [])
    .filter(({ isDeleted }) => !isDeleted)
}

/** Returns the ids of all keys that a member has created. */
export function listCreatedKeyIds(scene: Remembered, member: string): readonly string[] {
  return listNotes(scene).get(member, '')?.ids ?? []
}

/** Stores a key, or replaces it. */
export function saveKey(scene: Remembered, key: ApiKey): void {
  const ids = listCreatedKeyIds(scene, key.member)
  const isNew = findKey(scene, key.id) === undefined
  keyNotes(scene).set(key.id, '', key)
  if (isNew) listNotes(scene).set(key.member, '', { ids: [...ids, key.id] })
}
