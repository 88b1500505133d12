import { expect, test } from 'vitest'
import { assertAsked } from '../../src/venues/payload.js'

test('an answer to a number with zeros before it is about what was asked for; one to another number is not', () => {
  expect(() => assertAsked('007', '7', 'GET /x', 'id')).not.toThrow()
  expect(() => assertAsked('007', '70', 'GET /x', 'id')).toThrow(
    expect.objectContaining({ retryable: false }),
  )
  expect(() => assertAsked('a007', 'a7', 'GET /x', 'id')).toThrow()
})
