import { assertWithin, share } from '../../../api/arguments/bounds.js'
import { relationNames } from '../../../api/arguments/fields.js'
import { createValidationError } from '../../../api/envelope/errors.js'
import { pmxHeaders } from '../../../api/envelope/pmx-headers.js'
import { isVenueId, type VenueId } from '../../../api/envelope/venue-ids.js'
import { renderForMessage } from '../../../api/values/shown.js'
import type { RowKind } from '../../../catalog/rows/row-numbers.js'
import type { Comparison } from '../../../matching/terms/relation-types.js'
import { assertPage } from '../../query/sort-and-page.js'
import { createOmissionHeaders } from '../../request/response-headers.js'
import { DEFAULT_ROWS, MAX_ROWS, parseVenueField } from '../catalog/catalog-query.js'

export type WireRelation = Comparison['relation']

/** Relations that are returned by default (api/README.md, "Matches"). */
export const defaultRelations: readonly WireRelation[] = ['identity', 'subset', 'superset', 'overlap']

/**
 * Parses relations.
 * @param asked names, separated by commas
 * @throws VALIDATION_ERROR for an unknown relation
 */
export function relationsIn(
  asked: string | undefined,
  otherwise: readonly WireRelation[],
): readonly WireRelation[] {
  if (asked === undefined || asked.trim() === '') return otherwise
  const names = asked.split(',').map((one) => one.trim().toLowerCase())
  return names.map((one) => {
    const relation = relationNames.find((name) => name === one)
    if (relation !== undefined) return relation
    throw createValidationError(
      'relation',
      `relation must be one or more of ${relationNames.join(', ')}; got ${renderForMessage(one)}`,
    )
  })
}

/** The market or event that a query names. */
export interface Named {
  readonly name: string
  readonly venue?: VenueId
  /** Other names of the same market or event: they distinguish rows with the same first name. */
  readonly others: readonly string[]
}

/** A row of a market or an event, as a client holds it. */
interface GivenRow {
  readonly sourceExchange?: unknown
}

/**
 * Returns the names of the market or event in a query, or undefined if there is none.
 * @param names the first that is present is looked up
 * @param given the row itself: its venue applies unless the query has a name that is not the row's own
 * @param venue the requested venue
 * @throws VALIDATION_ERROR for an unknown venue
 */
export function namedBy(
  names: readonly (string | undefined)[],
  given: GivenRow | undefined,
  ownNames: readonly (string | undefined)[],
  venue: string | undefined,
): Named | undefined {
  const asked = textsOf(names)
  const own = textsOf(ownNames)
  const [name, ...others] = textsOf([...asked, ...own])
  if (name === undefined) return undefined
  if (venue !== undefined && venue !== '')
    return { name, others, venue: parseVenueField(venue, 'sourceExchange') }
  const ofRow = asked.length === 0 || own.includes(name) ? given?.sourceExchange : undefined
  return typeof ofRow === 'string' && isVenueId(ofRow) ? { name, others, venue: ofRow } : { name, others }
}

function textsOf(names: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(names.filter((one) => typeof one === 'string' && one !== ''))] as string[]
}

/**
 * Returns the rows that also have the other names, or all rows if none has them.
 * @param idsOf the ids of the rows with a name
 */
export async function narrowRows<Row>(
  rows: readonly Row[],
  { others }: Named,
  idOf: (row: Row) => string,
  idsOf: (name: string) => Promise<readonly string[]>,
): Promise<readonly Row[]> {
  let left = rows
  for (const other of others) {
    if (left.length < 2) break
    const ids = await idsOf(other)
    const both = left.filter((row) => ids.includes(idOf(row)))
    if (both.length > 0) left = both
  }
  return left
}

/** Creates the header for matches of several rows with the same name. It is empty for one row. */
export function createSharedNameHeader(kind: RowKind, count: number, name: string): Record<string, string> {
  if (count < 2) return {}
  const source = kind === 'event' ? 'sourceEvent' : 'sourceMarket'
  const warnings = [
    `${count} ${kind}s have the name ${renderForMessage(name)}. ${source} shows which one each row belongs to`,
  ]
  return createOmissionHeaders({ rows: 0, cut: [], warnings })
}

/** Joins the headers of two parts of a response, with the warnings of both. */
export function joinHeaders(
  a: Readonly<Record<string, string>>,
  b: Readonly<Record<string, string>>,
): Record<string, string> {
  const warnings = [a[pmxHeaders.warning], b[pmxHeaders.warning]].filter((one) => one !== undefined)
  return { ...a, ...b, ...(warnings.length === 0 ? {} : { [pmxHeaders.warning]: warnings.join('; ') }) }
}

/**
 * Returns the requested number of rows: default 50, at most 500.
 * @throws VALIDATION_ERROR
 */
export function limitIn({ limit = DEFAULT_ROWS }: { readonly limit?: number }): number {
  assertPage({ limit })
  return Math.min(limit, MAX_ROWS)
}

/**
 * Returns a share from 0 (default) to 1.
 * @throws VALIDATION_ERROR naming the field
 */
export function shareIn(field: string, value = 0): number {
  assertWithin(field, share, value)
  return value
}
