import { expect, test } from 'vitest'
import {
  type RejectionTexts,
  rejectionTextOf,
  requireAccepted,
} from '../../../../src/simulator/paper-trading/state/rejections.js'

const words: RejectionTexts<string> = {
  insufficient: 'too poor',
  would_cross: 'would match',
  otherwise: (reason) => `refused: ${reason}`,
}

test('money and contracts that are wanting have one word', () => {
  expect(rejectionTextOf(words, { reason: 'insufficient_funds' })).toBe('too poor')
  expect(rejectionTextOf(words, { reason: 'insufficient_holdings' })).toBe('too poor')
})

test('a reason without a word of its own is named', () => {
  expect(rejectionTextOf(words, { reason: 'would_cross' })).toBe('would match')
  expect(rejectionTextOf(words, { reason: 'invalid_price' })).toBe('refused: invalid_price')
})

test('what was not done is refused in the words of the venue', () => {
  const attempt = () =>
    requireAccepted(
      { rejected: { reason: 'invalid_size' } },
      (rejection) => new Error(rejectionTextOf(words, rejection)),
    )
  expect(attempt).toThrow('refused: invalid_size')
})
