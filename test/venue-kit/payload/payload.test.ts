import { expect, test } from 'vitest'
import { assertSameSubject, createSchemaMismatch } from '../../../src/venue-kit/payload/payload.js'

test('an answer to a number with zeros before it is about what was asked for; one to another number is not', () => {
  expect(() => assertSameSubject('007', '7', 'GET /x', 'id')).not.toThrow()
  expect(() => assertSameSubject('007', '70', 'GET /x', 'id')).toThrow(
    expect.objectContaining({ retryable: false }),
  )
  expect(() => assertSameSubject('a007', 'a7', 'GET /x', 'id')).toThrow()
})

test('a change of shape says that asking again does not help', () => {
  const { retryable, message } = createSchemaMismatch('GET /x', 'rows[3].id', 'missing')
  expect(retryable).toBe(false)
  expect(message).toContain('unexpected shape at rows[3].id: missing')
  expect(message).toContain('Retrying does not help')
})
