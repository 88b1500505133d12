import { expect, test } from 'vitest'
import { createTransactionNumbers } from '../../../../src/venues/myriad/native/transaction-numbers.js'

test('trades of one transaction are numbered', () => {
  const numbers = createTransactionNumbers()
  expect(['a', 'b', 'a', 'a'].map((hash) => numbers.idOf(hash))).toEqual(['a', 'b', 'a-1', 'a-2'])
})
