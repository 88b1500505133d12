import { beforeEach, describe, expect, test } from 'vitest'
import type { VenueId } from '../../src/api/envelope/venue-ids.js'
import { listEnumerations, takeUnknownWords } from '../../src/venue-kit/payload/native-enums.js'

/** Reads a payload that has the word in a member. */
type Read = (word: string) => unknown

/** How each enumeration of a venue is read, by its name. */
interface Cases {
  /** Gives what is read of the payload, which an unknown word refuses. */
  readonly refused: Readonly<Record<string, Read>>
  /** Gives what follows from the member, which is undefined for an unknown word. */
  readonly absent: Readonly<Record<string, Read>>
}

const NEW = 'zz_new'

/** That every enumeration of a venue reads its words, and reads none of them in a word that it lacks. */
export function testWords(venue: VenueId, { refused, absent }: Cases): void {
  // Files share processes: the test of enumerations itself declares some of its own.
  const own = listEnumerations().filter((one) => one.venue === venue && !one.name.startsWith('test.'))
  const wordsOf = (name: string): readonly string[] => own.find((one) => one.name === name)?.words ?? []
  const counted = (name: string) => [{ venue, enumeration: name, word: NEW, count: expect.any(Number) }]

  describe(`the words of ${venue}`, () => {
    beforeEach(() => void takeUnknownWords())

    test('every enumeration has its case here', () => {
      expect(own.map(({ name }) => name).sort()).toEqual(
        [...Object.keys(refused), ...Object.keys(absent)].sort(),
      )
    })

    test.each(Object.entries(refused))(
      '%s: an unknown word is refused by its name, and counted',
      (name, read) => {
        expect(() => read(NEW)).toThrow(`unknown value '${NEW}' for ${name}`)
        expect(takeUnknownWords()).toEqual(counted(name))
      },
    )

    test.each(Object.entries(absent))(
      '%s: nothing follows from an unknown word, which is counted',
      (name, read) => {
        expect(read(NEW)).toBeUndefined()
        expect(takeUnknownWords()).toEqual(counted(name))
      },
    )

    test.each(Object.entries({ ...refused, ...absent }))('%s: all known words are read', (name, read) => {
      expect(wordsOf(name).length).toBeGreaterThan(0)
      for (const word of wordsOf(name)) expect(() => read(word), word).not.toThrow()
      expect(takeUnknownWords()).toEqual([])
    })
  })
}
