import { expect, test } from 'vitest'
import { renderInputFacts, renderType, renderValues } from '../../src/guide/schema-texts.js'

test.each([
  [{}, '-'],
  [{ enum: ['a', '<b>'] }, '<code>a</code> <code>&lt;b&gt;</code>'],
  [{ minimum: 1, maximum: 50_000 }, '1 to 50,000'],
  [{ minimum: 0, maximum: 999_999_999 }, '0 or more'],
  [{ exclusiveMinimum: 0, exclusiveMaximum: 1 }, 'above 0, below 1'],
  [{ exclusiveMinimum: 0 }, 'above 0'],
  [{ minItems: 1, maxItems: 50 }, '1 to 50 items'],
  [{ type: 'array', items: { enum: ['x'] } }, '<code>x</code>'],
  [{ pattern: '^[!-~]{1,128}$' }, '<code>^[!-~]{1,128}$</code>'],
  [{ pattern: 'a'.repeat(41) }, '-'],
])('the values of %j', (schema, expected) => {
  expect(renderValues(schema)).toBe(expected)
})

test.each([
  [{}, 'any'],
  [{ $ref: '#/components/schemas/OrderLevel' }, 'object'],
  [{ type: 'array', items: { type: 'string' } }, 'list of string'],
  [{ anyOf: [{ type: 'integer' }, { type: 'string' }, { type: 'string' }] }, 'integer or string'],
])('the type of %j', (schema, expected) => {
  expect(renderType(schema)).toBe(expected)
})

test.each([
  [{ type: 'string' }, ''],
  [{ type: 'boolean' }, ' data-type="boolean"'],
  [{ type: 'string', enum: ['a'] }, ' data-type="choice"'],
  [{ type: 'integer', minimum: 1, maximum: 999_999_999 }, ' data-type="integer" data-min="1"'],
  [{ type: 'number', minimum: 0, maximum: 1 }, ' data-type="number" data-min="0" data-max="1"'],
  [{ type: 'number', exclusiveMinimum: 0 }, ' data-type="number"'],
])('the facts of the input of %j', (schema, expected) => {
  expect(renderInputFacts(schema)).toBe(expected)
})
