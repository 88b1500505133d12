import type { KeptState } from './list-keeper.js'
import { staleHeader } from './stored-rows.js'

/** The story of an answer from kept lists as response headers. */
export function keptHeaders({ ageS, cache, stale }: KeptState): Record<string, string> {
  return {
    'x-pmx-list-age': String(ageS),
    'x-pmx-cache': cache,
    ...(stale === undefined ? {} : staleHeader({ ...stale, ageS })),
  }
}
