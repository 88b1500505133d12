import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPhrases } from '../../src/policy/multi-pattern-matcher.js'

const text = (minLength: number, maxLength: number) =>
  fc.string({ minLength, maxLength, unit: fc.constantFrom('a', 'b', 'ä', '0') })

test('phrases are found exactly where a text holds one of them, and not after they were taken away', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(text(8, 10), { maxLength: 5 }),
      text(0, 60),
      text(0, 9),
      (all, before, after) => {
        const phrases = createPhrases<string>()
        for (const phrase of all) phrases.add(phrase, phrase)
        const searched = `${before}${all[0] ?? ''}${after}`
        const held = all.filter((phrase) => searched.includes(phrase))
        const found = phrases.ownerIn(searched)
        if (held.length === 0) expect(found).toBeUndefined()
        else expect(held).toContain(found)
        for (const phrase of held) phrases.remove(phrase, phrase)
        expect(phrases.ownerIn(searched)).toBeUndefined()
      },
    ),
  )
})

test('a phrase that two have is found until both have taken it away', () => {
  const phrases = createPhrases<string>()
  phrases.add('a phrase', 'one')
  phrases.add('a phrase and more', 'one')
  phrases.add('a phrase', 'two')
  phrases.remove('a phrase', 'one')
  phrases.remove('unknown to it', 'two')
  expect(phrases.ownerIn('this is a phrase')).toBe('two')
  expect(phrases.ownerIn('a phrase and more')).toBe('one')
  phrases.remove('a phrase', 'two')
  expect(phrases.ownerIn('this is a phrase')).toBeUndefined()
  expect(phrases.ownerIn('a phrase and more')).toBe('one')
})

test('a phrase that is too short to be looked for is not taken', () => {
  expect(() => createPhrases<string>().add('7 chars', 'one')).toThrow(RangeError)
})
