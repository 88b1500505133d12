import { createValidationError } from '../../../api/envelope/errors.js'
import { isVenueId, type VenueId } from '../../../api/envelope/venue-ids.js'
import { type Category, categories } from '../../../api/values/categories.js'
import { renderForMessage } from '../../../api/values/shown.js'
import { parseCategory } from '../../../catalog/query/category.js'

/** Rows of an answer where nobody says how many, and the most (api/README.md, "The catalog of all venues"). */
export const DEFAULT_ROWS = 50
export const MAX_ROWS = 500

/** @throws VALIDATION_ERROR for what is no category, ours or a venue's */
export function parseCategoryField(text: string): Category {
  const category = parseCategory(text)
  if (category !== undefined) return category
  throw createValidationError(
    'category',
    `category must be one of ${categories.join(', ')}; got ${renderForMessage(text)}`,
  )
}

/** @throws VALIDATION_ERROR naming the field, for what is no venue */
export function parseVenueField(text: string, field = 'exchange'): VenueId {
  const name = text.trim().toLowerCase()
  if (isVenueId(name) && name !== 'router') return name
  throw createValidationError(field, `${field} must be the id of a venue; got ${renderForMessage(text)}`)
}
