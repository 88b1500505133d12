import { createValidationError } from '../../../api/envelope/errors.js'
import { isVenueId, type VenueId } from '../../../api/envelope/venue-ids.js'
import { type Category, categories } from '../../../api/values/categories.js'
import { renderForMessage } from '../../../api/values/shown.js'
import { parseCategory } from '../../../catalog/query/category.js'

/** Default number of rows in a response, and the maximum (api/README.md, "The catalog of all venues"). */
export const DEFAULT_ROWS = 50
export const MAX_ROWS = 500

/** @throws VALIDATION_ERROR for text that is neither a unified nor a venue's category */
export function parseCategoryField(text: string): Category {
  const category = parseCategory(text)
  if (category !== undefined) return category
  throw createValidationError(
    'category',
    `category must be one of ${categories.join(', ')}; got ${renderForMessage(text)}`,
  )
}

/** @throws VALIDATION_ERROR naming the field, for an unknown venue */
export function parseVenueField(text: string, field = 'exchange'): VenueId {
  const name = text.trim().toLowerCase()
  if (isVenueId(name) && name !== 'router') return name
  throw createValidationError(field, `${field} must be the id of a venue; got ${renderForMessage(text)}`)
}
