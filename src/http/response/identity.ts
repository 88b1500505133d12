import { pmxHeaders } from '../../api/envelope/pmx-headers.js'
import type { BaseHeaders } from './respond.js'

/** What the daemon says about itself. */
export interface Identity {
  readonly version: string
  readonly instanceId: string
  readonly mode: 'live' | 'demo' | 'replay'
  /** The wire's version: clients are compatible by this number, never by the package version. */
  readonly apiVersion: number
}

/** Headers that every reply carries, made once. */
export function createBaseHeaders(identity: Identity): BaseHeaders {
  return {
    [pmxHeaders.version]: identity.version,
    [pmxHeaders.instance]: identity.instanceId,
    ...(identity.mode === 'live' ? {} : { [pmxHeaders.mode]: identity.mode }),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
  }
}
