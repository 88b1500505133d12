import { describe, expect, test } from 'vitest'
import { playable } from '../house.js'
import { walkFrames } from './frame-walk.js'
import { otherwise, unreachedWords } from './unreached-words.js'
import { enumerationsOf, walkWords } from './word-walk.js'

/** Files among which the venues are divided, since each takes seconds. */
const PARTS = 9

/**
 * No unknown word of a venue makes a price, a size, a side, a status or an id that would be wrong for another meaning of
 * it: what is told is the same, less, or an error that names it.
 */
export function declareWalk(part: number): void {
  const venues = playable.filter((_id, index) => index % PARTS === part)
  describe.each(venues)('%s', (venue) => {
    test('an unknown word never stands for a known one', async () => {
      // Tests of what declares them may have run in this process.
      const enumerations = (await enumerationsOf(venue)).filter(({ name }) => !name.startsWith('test.'))
      // Its words are not declared yet.
      if (enumerations.length === 0) return
      const [answers, frames] = [await walkWords(venue, enumerations), await walkFrames(venue, enumerations)]
      const known = Object.keys(otherwise[venue] ?? {})
      const wrong = Object.entries({ ...answers.wrong, ...frames.wrong }).filter(
        ([name]) => !known.some((start) => name.startsWith(start)),
      )
      expect(wrong).toEqual([])
      // A row that is too much is one to take out of the table; one that is missing wants its reason there.
      const unreached = answers.unreached.filter((name) => frames.unreached.includes(name))
      const expected = Object.keys(unreachedWords[venue] ?? {})
      const isDeclared = (name: string): boolean => enumerations.some((one) => one.name === name)
      expect(unreached.sort()).toEqual(expected.filter(isDeclared).sort())
    })
  })
}
