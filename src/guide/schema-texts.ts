import { MAX_COUNT } from '../api/arguments/bounds.js'
import type { JsonSchema } from '../api/values/json-schema.js'
import { escapeHtml } from './html.js'

/** Schemas as HTML for the tables of the API reference. */

/** Returns the attributes by which the page's script chooses an input. Text is the default. */
export function renderInputFacts({ enum: choices, type, minimum, maximum }: JsonSchema): string {
  if (choices !== undefined) return ' data-type="choice"'
  if (type === 'boolean') return ' data-type="boolean"'
  if (type !== 'integer' && type !== 'number') return ''
  const min = minimum === undefined ? '' : ` data-min="${minimum}"`
  const max = maximum === undefined || maximum === MAX_COUNT ? '' : ` data-max="${maximum}"`
  return ` data-type="${type}"${min}${max}`
}

/** A longer pattern does not help a reader: the meaning describes it. */
const MAX_PATTERN_LENGTH = 40

/** Renders the choices and bounds of a parameter; a dash if there are none. */
export function renderValues(schema: JsonSchema): string {
  const { enum: choices, items, minItems, maxItems, pattern } = schema
  if (choices !== undefined) return renderChoices(choices)
  const parts = [
    rangeText(schema),
    maxItems === undefined ? '' : `${minItems ?? 0} to ${maxItems.toLocaleString('en-US')} items`,
    typeof items === 'object' && items.enum !== undefined ? renderValues(items) : '',
    pattern === undefined || pattern.length > MAX_PATTERN_LENGTH ? '' : `<code>${escapeHtml(pattern)}</code>`,
  ].filter((part) => part !== '')
  return parts.join(', ') || '-'
}

function rangeText({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): string {
  const numberText = (value: number): string => value.toLocaleString('en-US')
  if (minimum !== undefined && maximum !== undefined && maximum !== MAX_COUNT)
    return `${numberText(minimum)} to ${numberText(maximum)}`
  if (minimum !== undefined) return `${numberText(minimum)} or more`
  return [
    exclusiveMinimum === undefined ? '' : `above ${exclusiveMinimum}`,
    exclusiveMaximum === undefined ? '' : `below ${exclusiveMaximum}`,
  ]
    .filter((part) => part !== '')
    .join(', ')
}

export function renderType({ $ref, type, anyOf, items }: JsonSchema): string {
  if ($ref !== undefined) return 'object'
  if (anyOf !== undefined) return [...new Set(anyOf.map(renderType))].join(' or ')
  if (type === 'array') return `list of ${items ? renderType(items) : 'any'}`
  return type === undefined ? 'any' : escapeHtml([type].flat().join(' or '))
}

export function renderChoices(choices: readonly unknown[]): string {
  return choices.map((one) => `<code>${escapeHtml(String(one))}</code>`).join(' ')
}
