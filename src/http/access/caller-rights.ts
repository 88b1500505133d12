import { createHash, timingSafeEqual } from 'node:crypto'
import { getMethodRow, type MethodName } from '../../api/arguments/methods.js'
import { PmxError } from '../../api/envelope/errors.js'
import { sourceNames } from '../../api/envelope/source-ids.js'

export interface ApiKey {
  readonly key: string
  readonly rights: readonly ('read' | 'trade')[]
}

export interface AccessPolicy {
  /** The daemon's access token. */
  readonly token: string
  /** Whether every route except /health needs the token. */
  readonly requireToken: boolean
  /** Bearer keys. If any keys are configured, every call except /health needs a key or the token. */
  readonly apiKeys: readonly ApiKey[]
}

/** A caller's rights, according to the token or key in its request. The token grants every right. */
export interface CallerRights {
  readonly trusted: boolean
  readonly rights: ReadonlySet<'read' | 'trade'>
}

export interface Access {
  /** Whether calls need neither a token nor a key. */
  readonly isOpen: boolean
  /** @throws AUTHENTICATION_ERROR if the token or key is missing or wrong, INVALID_API_KEY for an unknown key */
  identify(token: string | undefined, authorization: string | undefined): CallerRights
  /**
   * Identifies clients that send keys but never the token. They need a key only if keys are configured.
   * @throws as `identify`
   */
  identifyTokenless(token: string | undefined, authorization: string | undefined): CallerRights
}

const everyRight: ReadonlySet<'read' | 'trade'> = new Set(['read', 'trade'])
/** A caller without a token or key, if none is needed. */
export const anonymous: CallerRights = { trusted: false, rights: everyRight }
const tokenHolder: CallerRights = { trusted: true, rights: everyRight }

/** Compares tokens and keys by hashes of equal length, so that the duration of a comparison reveals nothing. */
export function createAccess(policy: AccessPolicy): Access {
  const tokenHash = hash(policy.token)
  const keys = policy.apiKeys.map(({ key, rights }) => ({ hash: hash(key), rights: new Set(rights) }))

  return {
    isOpen: !policy.requireToken && keys.length === 0,
    identify,
    identifyTokenless: (token, authorization) =>
      keys.length === 0 ? anonymous : identify(token, authorization),
  }

  function identify(token: string | undefined, authorization: string | undefined): CallerRights {
    if (token !== undefined && timingSafeEqual(hash(token), tokenHash)) return tokenHolder
    if (keys.length > 0) return identifyKey(bearer(authorization))
    if (policy.requireToken) {
      throw new PmxError(
        'AUTHENTICATION_ERROR',
        'This daemon requires its access token. Send it as x-pmxt-access-token (it is in the lock file).',
        { detail: { kind: 'daemon_access' } },
      )
    }
    return anonymous
  }

  function identifyKey(key: string | undefined): CallerRights {
    if (key === undefined) {
      throw new PmxError(
        'AUTHENTICATION_ERROR',
        'This daemon requires an API key. Send Authorization: Bearer <key>, or X-Api-Key: <key>.',
        { detail: { kind: 'daemon_access' } },
      )
    }
    const sent = hash(key)
    const known = keys.find((candidate) => timingSafeEqual(candidate.hash, sent))
    if (known === undefined)
      throw new PmxError('INVALID_API_KEY', 'The API key is unknown.', {
        detail: { kind: 'daemon_access' },
      })
    return { trusted: false, rights: known.rights }
  }
}

/**
 * Returns a request's token and authorization. A key in `X-Api-Key` is treated like one in `Authorization: Bearer`, which takes
 * precedence if both are sent.
 */
export function readAuthorization(
  header: (name: string) => string | undefined,
): [token: string | undefined, authorization: string | undefined] {
  const authorization = header('authorization')
  const key = header('x-api-key')
  const isKey = key !== undefined && bearer(authorization) === undefined
  return [header('x-pmxt-access-token'), isKey ? `Bearer ${key.trim()}` : authorization]
}

/**
 * Returns the challenge of a 401 (RFC 9110, 11.6.1): the daemon's own, or the challenge of the venue that rejected the
 * credentials in the body.
 */
export function challengeOf({ code, detail, exchange }: PmxError): string {
  if (detail?.['kind'] !== 'daemon_access')
    return `PmxCredentials realm="${exchange === undefined ? 'venue' : sourceNames[exchange]}"`
  return code === 'INVALID_API_KEY'
    ? 'Bearer realm="pmx-local", error="invalid_token"'
    : 'Bearer realm="pmx-local"'
}

/** @throws PERMISSION_DENIED when the caller may not read */
export function assertReader(caller: CallerRights): void {
  if (!caller.rights.has('read')) throw lacksRight('read')
}

/** @throws PERMISSION_DENIED when the caller lacks the right that the call needs */
export function assertRight(caller: CallerRights, method: MethodName): void {
  const needed = rightFor(method)
  if (needed === undefined || caller.rights.has(needed)) return
  throw lacksRight(needed)
}

function lacksRight(needed: 'read' | 'trade'): PmxError {
  return new PmxError('PERMISSION_DENIED', `This API key does not have the right '${needed}'.`, {
    detail: { kind: 'scope' },
  })
}

/** Returns undefined if any right is sufficient, because the method calls no venue. */
function rightFor(method: MethodName): 'read' | 'trade' | undefined {
  switch (getMethodRow(method).group) {
    case 'system':
    case 'pure':
      return undefined
    case 'trading':
    case 'auth':
      return 'trade'
    default:
      return 'read'
  }
}

function bearer(authorization: string | undefined): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1]
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
