import { createPublicKey, type KeyObject } from 'node:crypto'
import { hashText } from '../../../../effects/random.js'
import { type Reply, requireOrRefuse, toJsonReply } from '../../../http/reply.js'
import { bodyTextOf, bodyMemberOf as memberIn } from '../../../mock-kit/body.js'
import type { Route } from '../../../mock-kit/mock-venue.js'
import { uuidOf } from '../../../world/common/hash.js'
import { createInvalidParameter, createNotFound } from '../errors.js'
import { type KalshiCall, routesOf, type Variant } from '../variant.js'
import { type ApiKey, allScopes, findKey, keysOf, listCreatedKeyIds, saveKey } from './keys.js'
import { ed25519KeyOf, getRsaKey, type KeyKind, publicPemOf } from './lent-keys.js'
import { type Member, memberOf } from './member.js'

/** Routes that list, create and delete the API keys of a member (README.md: "Keys"). */
export function createApiKeyRoutes(variant: Variant): readonly Route[] {
  const route = routesOf(variant)
  return [
    route('GET', '/api_keys', list),
    route('POST', '/api_keys', (call) => {
      const publicKey = publicKeyIn(call)
      const kind = requireOrRefuse(kindOf(publicKey), () =>
        createInvalidParameter('public_key must be RSA or Ed25519'),
      )
      const made = remember(call, { kind, publicKey: publicPem(publicKey) })
      return toJsonReply({ api_key_id: made.id }, 201)
    }),
    route('POST', '/api_keys/generate', generate),
    route('DELETE', '/api_keys/:key', (call) => {
      const member = memberOf(call, 'write')
      const found = requireOrRefuse(findKey(call, call.params['key'] ?? ''), createNotFound)
      if (found.member !== member.id || found.isDeleted) throw createNotFound()
      saveKey(call, { ...found, isDeleted: true })
      return { status: 204, headers: {}, body: '' }
    }),
  ]
}

function list(call: KalshiCall): Reply {
  const member = memberOf(call, 'read')
  const own = keysOf(call, member.id)
  return toJsonReply({
    api_keys: own.map(({ id, name, scopes, subaccount }) => ({
      api_key_id: id,
      name,
      scopes,
      ...(subaccount === undefined ? {} : { subaccount }),
    })),
    // The venue attests the region of a member until the end of next year.
    api_key_region_expiration_ts: Date.UTC(new Date(call.now).getUTCFullYear() + 2, 0, 1) / 1000,
  })
}

/** Generates a key. The private half of an RSA key is PKCS#1, that of an Ed25519 key PKCS#8. */
function generate(call: KalshiCall): Reply {
  const kind = bodyTextOf(call.request, 'key_type') ?? 'rsa'
  if (kind !== 'rsa' && kind !== 'ed25519') throw createInvalidParameter('key_type must be rsa or ed25519')
  const key = kind === 'rsa' ? getRsaKey() : ed25519KeyOf(nextId(call, memberOf(call, 'write')))
  const made = remember(call, { kind, publicKey: publicPemOf(key) })
  const type = kind === 'rsa' ? ('pkcs1' as const) : ('pkcs8' as const)
  return toJsonReply(
    { api_key_id: made.id, key_type: kind, private_key: key.export({ format: 'pem', type }).toString() },
    201,
  )
}

function remember(call: KalshiCall, { kind, publicKey }: Pick<ApiKey, 'kind' | 'publicKey'>): ApiKey {
  const member = memberOf(call, 'write')
  const name = requireOrRefuse(bodyTextOf(call.request, 'name'), () =>
    createInvalidParameter('name is required'),
  )
  const made: ApiKey = {
    id: nextId(call, member),
    member: member.id,
    name,
    kind,
    publicKey,
    scopes: scopesIn(call),
    subaccount: subaccountIn(call, member),
    isDeleted: false,
  }
  saveKey(call, made)
  return made
}

function nextId(call: KalshiCall, { id }: Member): string {
  return uuidOf(hashText(`${id} key ${listCreatedKeyIds(call, id).length}`))
}

const scopeWords = ['read', 'write', 'write::trade', 'write::transfer', 'read::portfolio_balance']

function scopesIn({ request }: KalshiCall): readonly string[] {
  const given = memberIn(request, 'scopes') ?? allScopes
  if (!Array.isArray(given) || given.some((one) => !scopeWords.includes(String(one))))
    throw createInvalidParameter('invalid scopes')
  if (given.includes('write') && !given.includes('read')) throw createInvalidParameter('write needs read')
  return given.map(String)
}

function subaccountIn({ request }: KalshiCall, { numbers }: Member): number | undefined {
  const given = memberIn(request, 'subaccount') ?? undefined
  if (given === undefined) return undefined
  if (!numbers.some((number) => number === given)) throw createInvalidParameter('invalid subaccount')
  return Number(given)
}

function publicKeyIn({ request }: KalshiCall): KeyObject {
  const pem = bodyTextOf(request, 'public_key') ?? ''
  try {
    return createPublicKey(pem)
  } catch {
    throw createInvalidParameter('public_key must be PEM')
  }
}

function publicPem(key: KeyObject): string {
  return key.export({ format: 'pem', type: 'spki' }).toString()
}

function kindOf({ asymmetricKeyType }: KeyObject): KeyKind | undefined {
  return asymmetricKeyType === 'rsa' || asymmetricKeyType === 'ed25519' ? asymmetricKeyType : undefined
}
