import { describe, expect, test } from 'vitest'
import { MAX_TERMS, readSearch, searchWords } from '../../../src/catalog/search/terms.js'

describe('words of a search', () => {
  test.each([
    ['Løkke RASMUSSEN', 'lokke rasmussen'],
    ['São Paulo – Águila', 'sao paulo aguila'],
    ['U.S. tariffs', 'us tariff'],
    ['U.S Senate', 'us senate'],
    ['GROẞE Straße', 'grosse strasse'],
    ['J.D. Vance', 'JD VANCE'],
    ["Valdoria's  budget!", 'valdoria budget'],
    ["O'Brien", 'obrien'],
    ['elections', 'election'],
    ['cities', 'city'],
    ['movies', 'movie'],
    ['matches', 'match'],
    ['prices', 'price'],
    ['taxes', 'tax'],
    ['$100,000', '100000'],
    ['100k', '100K'],
    ['1.5m', '1500000'],
    ['3.50%', '3.5'],
    ['1st place', '1ST PLACE'],
    ['will-the-fed-cut', 'will the fed cut'],
  ])('%s is %s', (one, other) => {
    expect(searchWords(one)).toEqual(searchWords(other))
  })

  test.each([
    ['Paris', 'pari'],
    ['glass', 'glas'],
    ['2026', '2027'],
    ['100', '100000'],
    ['28AOC', '28'],
    ['bus', 'bu'],
  ])('%s is not %s', (one, other) => {
    expect(searchWords(one)).not.toEqual(searchWords(other))
  })

  test('a number with a point is one word, a text of another script as well, and signs alone are none', () => {
    expect(searchWords('65.5 or 4')).toEqual(['65.5', 'or', '4'])
    expect(searchWords('日本の選挙')).toHaveLength(1)
    expect(searchWords('?! % 😀')).toEqual([])
  })
})

describe('a text that is searched for', () => {
  const wordsOf = (text: string, isOptional: boolean) =>
    readSearch(text)
      .terms.filter((term) => term.isOptional === isOptional)
      .map(({ word }) => word)

  test('is needed but for the words that make a question of it, which are needed where there are no others', () => {
    expect(wordsOf('What are the odds that the Fed cuts rates?', false)).toEqual(
      searchWords('fed cuts rates'),
    )
    expect(wordsOf('What are the odds that the Fed cuts rates?', true)).toEqual(
      searchWords('what are the odds that'),
    )
    expect(wordsOf('who will', false)).toEqual(['who', 'will'])
  })

  test('has phrases where it is in quotes of any kind, whose words are all needed', () => {
    expect(readSearch('fed "rate of the cut" 2026').phrases).toEqual([['rate', 'of', 'the', 'cut']])
    expect(wordsOf('fed “rate of the cut” 2026', false)).toEqual(['fed', 'rate', 'of', 'the', 'cut', '2026'])
    expect(readSearch('fed "rate cut').phrases).toEqual([])
    expect(readSearch('"fed"').phrases).toEqual([])
    expect(readSearch('').terms).toEqual([])
  })

  test('is read up to a bound', () => {
    const many = Array.from({ length: 40 }, (_, at) => `word${at}`).join(' ')
    expect(readSearch(many).terms).toHaveLength(MAX_TERMS)
  })
})
