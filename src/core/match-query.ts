import { assertWithin, share } from '../api/bounds.js'
import { invalid } from '../api/errors.js'
import { relationNames } from '../api/fields.js'
import { shown } from '../api/shown.js'
import { isVenueId, type VenueId } from '../api/venue-ids.js'
import type { Comparison } from '../matching/verdict.js'
import { DEFAULT_ROWS, MOST_ROWS } from './across-query.js'
import { assertPage } from './query/select.js'

export type Relation = Comparison['relation']

/** Relations that are told without being asked for by name (api/README.md, "Matches"). */
export const toldRelations: readonly Relation[] = ['identity', 'subset', 'superset', 'overlap']

/** @param asked names, separated by commas @throws VALIDATION_ERROR for what is no relation */
export function relationsIn(asked: string | undefined, otherwise: readonly Relation[]): readonly Relation[] {
  if (asked === undefined || asked.trim() === '') return otherwise
  const names = asked.split(',').map((one) => one.trim().toLowerCase())
  return names.map((one) => {
    const relation = relationNames.find((name) => name === one)
    if (relation !== undefined) return relation
    throw invalid('relation', `relation must be of ${relationNames.join(', ')}; got ${shown(one)}`)
  })
}

/** What a question asks about. */
interface Named {
  readonly name: string
  readonly venue?: VenueId
}

/**
 * The first name of what a question asks about; undefined where it has none.
 * @param given the row itself, as a client holds it: where no id is asked for, its venue is meant
 */
export function nameAmong(
  id: string | undefined,
  others: readonly (string | undefined)[],
  given: { readonly sourceExchange?: unknown } | undefined,
): Named | undefined {
  const name = [id, ...others].find((one) => typeof one === 'string' && one !== '')
  if (name === undefined) return undefined
  const venue = name === id ? undefined : given?.sourceExchange
  return typeof venue === 'string' && isVenueId(venue) ? { name, venue } : { name }
}

/** How many rows are asked for: 50 unless said, 500 at most. @throws VALIDATION_ERROR */
export function limitIn({ limit = DEFAULT_ROWS }: { readonly limit?: number }): number {
  assertPage({ limit })
  return Math.min(limit, MOST_ROWS)
}

/** A share from 0, which it is unless said, to 1. @throws VALIDATION_ERROR naming the field */
export function shareIn(field: string, value = 0): number {
  assertWithin(field, share, value)
  return value
}
