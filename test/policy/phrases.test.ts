import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPhrases } from '../../src/policy/phrases.js'

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
