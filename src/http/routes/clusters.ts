import type { Context } from 'hono'
import { createValidationError } from '../../api/envelope/errors.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import { renderForMessage } from '../../api/values/shown.js'
import {
  DEFAULT_ROWS,
  MAX_ROWS,
  parseCategoryField,
  parseVenueField,
} from '../../core/cross-venue/catalog/catalog-query.js'
import type { ClusterKind, ClusterQuery } from '../../core/cross-venue/matches/clusters.js'
import { relationsIn, shareIn } from '../../core/cross-venue/matches/match-query.js'
import { assertKnownParams, flagIn, readWholeNumber, textsIn } from '../request/query-parameters.js'

/** Parameters that identify one market or event, other than its id. */
const names = ['slug', 'url']
/** Parameters of a cluster request, other than a member's id. */
export const clusterParameters = [
  ...names,
  'query',
  'category',
  'relations',
  'relation',
  'minConfidence',
  'venues',
  'excludeVenues',
  'minVenues',
  'withOrderbook',
  'includeRawMatches',
  'sort',
  'limit',
  'offset',
  'edgeLimit',
  'updatedSince',
]

/**
 * Parameters that are ignored, because no list contains the time of a match. Without the filter the response still contains all
 * requested rows.
 */
export const unreadOfClusters = ['updatedSince']

/** @throws VALIDATION_ERROR, BAD_REQUEST for parameters that clusters do not have */
export function readClusterQuery(c: Context, kind: ClusterKind): ClusterQuery {
  const params = new URL(c.req.url).searchParams
  const idName = `${kind}Id`
  assertKnownParams(params, [idName, ...clusterParameters], 'clusters')
  const values = textsIn(params, ['venues', 'excludeVenues', 'relations'])
  const name = [idName, ...names].map((one) => values.get(one)).find((one) => one !== undefined && one !== '')
  const text = values.get('query')
  const category = values.get('category')
  const venues = venuesIn(params, 'venues')
  const excludeVenues = venuesIn(params, 'excludeVenues')
  return {
    relations: relationsIn(params.getAll('relations').join() || values.get('relation'), ['identity']),
    minConfidence: numberIn(values, 'minConfidence'),
    minVenues: readWholeNumber(values, 'minVenues', 1) ?? 2,
    withOrderbook: flagIn(values, 'withOrderbook'),
    includeRawMatches: flagIn(values, 'includeRawMatches'),
    sort: sortIn(values.get('sort')),
    limit: Math.min(MAX_ROWS, readWholeNumber(values, 'limit', 1) ?? DEFAULT_ROWS),
    offset: readWholeNumber(values, 'offset', 0) ?? 0,
    edgeLimit: readWholeNumber(values, 'edgeLimit', 1) ?? MAX_ROWS,
    ...(name === undefined ? {} : { name }),
    ...(text === undefined || text === '' ? {} : { text }),
    ...(category === undefined || category === '' ? {} : { category: parseCategoryField(category) }),
    ...(venues === undefined ? {} : { venues }),
    ...(excludeVenues === undefined ? {} : { excludeVenues }),
  }
}

function venuesIn(params: URLSearchParams, name: string): readonly VenueId[] | undefined {
  const given = params
    .getAll(name)
    .flatMap((list) => list.split(','))
    .filter((one) => one.trim() !== '')
  return given.length === 0 ? undefined : given.map((text) => parseVenueField(text, name))
}

function numberIn(values: ReadonlyMap<string, string>, name: string): number {
  const text = values.get(name)
  if (text === undefined || text === '') return 0
  if (!/^(\d+\.?\d*|\.\d+)$/.test(text))
    throw createValidationError(name, `${name} must be a number from 0 to 1; got ${renderForMessage(text)}`)
  return shareIn(name, Number(text))
}

/** Sort keys of clusters, in descending order. */
export const clusterSorts = ['volume', 'confidence'] as const

function sortIn(text: string | undefined): ClusterQuery['sort'] {
  if (text === undefined || text === '') return 'volume'
  const sort = clusterSorts.find((name) => name === text)
  if (sort !== undefined) return sort
  throw createValidationError('sort', `sort must be volume or confidence; got ${renderForMessage(text)}`)
}
