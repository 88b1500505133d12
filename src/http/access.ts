import { createHash, timingSafeEqual } from 'node:crypto'
import { PmxError } from '../contract/errors.js'
import type { MethodGroup } from '../contract/methods.js'

export interface ApiKey {
  readonly key: string
  readonly rights: readonly ('read' | 'trade')[]
}

export interface AccessPolicy {
  /** The daemon's own token. */
  readonly token: string
  /** Everything but /health asks for the token. */
  readonly requireToken: boolean
  /** Bearer keys; with any configured, every call but /health needs one (or the token). */
  readonly apiKeys: readonly ApiKey[]
}

/** What a caller proved: the token stands for every right. */
export interface Caller {
  readonly trusted: boolean
  readonly rights: ReadonlySet<'read' | 'trade'>
}

export interface Access {
  /**
   * @throws AUTHENTICATION_ERROR when proof is needed and missing or wrong, INVALID_API_KEY for an unknown key
   */
  identify(token: string | undefined, authorization: string | undefined): Caller
}

const everyRight: ReadonlySet<'read' | 'trade'> = new Set(['read', 'trade'])
const anonymous: Caller = { trusted: false, rights: everyRight }
const tokenHolder: Caller = { trusted: true, rights: everyRight }

/** Compares tokens and keys by hashes of equal length, so that the time taken tells nothing. */
export function createAccess(policy: AccessPolicy): Access {
  const tokenHash = hash(policy.token)
  const keys = policy.apiKeys.map(({ key, rights }) => ({ hash: hash(key), rights: new Set(rights) }))

  return {
    identify(token, authorization) {
      if (token !== undefined && timingSafeEqual(hash(token), tokenHash)) return tokenHolder
      if (keys.length > 0) return identifyKey(bearer(authorization))
      if (policy.requireToken) {
        throw new PmxError(
          'AUTHENTICATION_ERROR',
          'This daemon asks for its access token: send it as x-pmxt-access-token (it is in the lock file).',
        )
      }
      return anonymous
    },
  }

  function identifyKey(key: string | undefined): Caller {
    if (key === undefined) {
      throw new PmxError(
        'AUTHENTICATION_ERROR',
        'This daemon asks for an API key: send Authorization: Bearer <key>.',
      )
    }
    const sent = hash(key)
    const known = keys.find((candidate) => timingSafeEqual(candidate.hash, sent))
    if (known === undefined) throw new PmxError('INVALID_API_KEY', 'The API key is not known here.')
    return { trusted: false, rights: known.rights }
  }
}

/** @throws PERMISSION_DENIED when the caller lacks the right that the group of methods needs */
export function assertRight(caller: Caller, group: MethodGroup): void {
  const needed = group === 'trading' || group === 'account' ? 'trade' : 'read'
  if (caller.rights.has(needed)) return
  throw new PmxError('PERMISSION_DENIED', `This API key lacks the right '${needed}'.`, {
    detail: { kind: 'scope' },
  })
}

function bearer(authorization: string | undefined): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1]
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
