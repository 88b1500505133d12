import { pmxHeaders } from '../../api/envelope/pmx-headers.js'
import type { BaseHeaders } from './respond.js'

/** The daemon's name and versions, for responses. */
export interface Identity {
  readonly version: string
  readonly instanceId: string
  readonly mode: 'live' | 'demo' | 'replay'
  /** The version of the HTTP API. Clients check compatibility by this number, never by the package version. */
  readonly apiVersion: number
}

/** Creates the headers that every response has. */
export function createBaseHeaders(identity: Identity): BaseHeaders {
  return {
    [pmxHeaders.version]: identity.version,
    [pmxHeaders.instance]: identity.instanceId,
    ...(identity.mode === 'live' ? {} : { [pmxHeaders.mode]: identity.mode }),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
  }
}
