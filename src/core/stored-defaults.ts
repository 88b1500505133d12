import { type MethodName, methodRow } from '../api/methods.js'
import type { StoredTerms } from '../api/stored-terms.js'
import type { CoreCall } from './call.js'

/** What the daemon does for calls that say nothing of stored answers. */
export interface StoredDefaults {
  /** What is stored is given in the place of a failure to reach the venue. */
  readonly serveStale: boolean
  /** No venue is asked. */
  readonly offline: boolean
}

/**
 * The terms of a call: its own, over the daemon's. Background work is there to bring what is new, and takes nothing
 * stored in its place unless it says so itself.
 */
export function termsOf(
  { stored, priority }: Pick<CoreCall, 'stored' | 'priority'>,
  { serveStale, offline }: StoredDefaults,
): StoredTerms | undefined {
  const serves = stored?.serves ?? ((serveStale || offline) && priority !== 'background')
  if (!serves && !offline) return stored
  return { ...(offline ? { unasked: 'offline' } : {}), ...stored, serves }
}

/** Whether a method may be answered without any call of a venue: of all others nothing is stored. */
export function needsNoVenue(method: MethodName): boolean {
  const { answersStored, group } = methodRow(method)
  return answersStored === true || group === 'system'
}
