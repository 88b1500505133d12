import { describe, expect, test } from 'vitest'
import {
  createWordIndexBuilder,
  gradeVenueRows,
  indexTexts,
  type RowTexts,
} from '../../../src/catalog/search/word-index.js'

const titled = (...titles: readonly string[]): RowTexts[] => titles.map((title) => ({ title }))

/** Rows that fit, the best first. */
function found(rows: readonly RowTexts[], text: string): string[] {
  const fit = indexTexts(rows).fit(text) ?? expect.unreachable('a text without a word')
  const candidates = new Set(fit.candidates())
  const graded = rows.map(({ title }, row) => ({ title, row, grade: fit.gradeOf(row) }))
  expect(graded.filter(({ row, grade }) => grade > 0 && !candidates.has(row))).toEqual([])
  return graded
    .filter((one) => one.grade > 0)
    .sort((a, b) => a.grade - b.grade)
    .map(({ title }) => title)
}

describe('a search by words', () => {
  const rows = titled(
    'Will Lars Løkke Rasmussen be Prime Minister?',
    'Fed decision in December: rate cut?',
    'Rate of the next cut by the Fed',
    'Bitcoin above $100,000 on December 31?',
    'US elections in 2028',
    'Russian election of 2028',
  )

  test.each([
    ['rasmussen lokke', ['Will Lars Løkke Rasmussen be Prime Minister?']],
    ['PRIME-MINISTER', ['Will Lars Løkke Rasmussen be Prime Minister?']],
    ['cut rate fed', ['Fed decision in December: rate cut?', 'Rate of the next cut by the Fed']],
    ['"rate cut"', ['Fed decision in December: rate cut?']],
    ['btc 100k', ['Bitcoin above $100,000 on December 31?']],
    ['btc 100', []],
    ['us election', ['US elections in 2028']],
    ['election', ['US elections in 2028', 'Russian election of 2028']],
    ['electoin 2028', ['US elections in 2028', 'Russian election of 2028']],
    ['election 2029', []],
    ['Who will win what: the US elections in 2028?', []],
    ['What are the odds of US elections in 2028?', ['US elections in 2028']],
    ['decembr', ['Fed decision in December: rate cut?', 'Bitcoin above $100,000 on December 31?']],
    ['lectio', ['US elections in 2028', 'Russian election of 2028']],
    ['nothing of the kind', []],
  ])('%s', (text, titles) => {
    expect(found(rows, text)).toEqual(titles)
  })

  test('a text without a word is no search', () => {
    expect(indexTexts(rows).fit('%')).toBeUndefined()
    expect(indexTexts(rows).fit('')).toBeUndefined()
  })

  test('a typo is forgiven only in a word that no row has', () => {
    const both = titled('Trump and the Fed', 'The Tramp returns', 'A Violin plays')
    expect(found(both, 'tramp')).toEqual(['The Tramp returns'])
    expect(found(both, 'trmup fed')).toEqual(['Trump and the Fed'])
    expect(found(both, 'tromp')).toEqual(['Trump and the Fed', 'The Tramp returns'])
    expect(found(titled('Will Nvda rise?', 'Nova wins'), 'nvda')).toEqual(['Will Nvda rise?'])
    expect(found(titled('In 2027', 'Cat'), '2026')).toEqual([])
    expect(found(titled('Cat'), 'cas')).toEqual([])
  })

  test('the fewest typos win, and words that begin so come before typos', () => {
    expect(found(titled('Parliament', 'Parlemant sits'), 'parliment')).toEqual(['Parliament'])
    expect(found(titled('Elector', 'Elected'), 'elect')).toEqual(['Elector', 'Elected'])
    expect(found(titled('Osterland election', 'Osterland elastic'), 'osterland elec')).toEqual([
      'Osterland election',
    ])
  })

  test('the beginning of a word fits, and the word itself fits better', () => {
    const clubs = titled('Manchester City vs Crystal Palace', 'A man of the city', 'Salman in the city')
    expect(found(clubs, 'man city')).toEqual(['A man of the city', 'Manchester City vs Crystal Palace'])
    expect(found(clubs, 'cry pal')).toEqual(['Manchester City vs Crystal Palace'])
  })

  test('rows come by how well they fit', () => {
    const graded: RowTexts[] = [
      { title: 'Kestrin vote', parts: ['Will Mira Holt resign?', 'Will Holt win?'] },
      { title: 'Bitcoin or gold: Holt decides', others: ['mira'] },
      { title: 'Holt and Mira' },
      { title: 'The vote of Mira Holt' },
      { title: 'Mira something Holt' },
      { title: 'Mirabel Holt' },
    ]
    expect(found(graded, 'mira holt')).toEqual([
      'The vote of Mira Holt',
      'Holt and Mira',
      'Mira something Holt',
      'Kestrin vote',
      'Bitcoin or gold: Holt decides',
      'Mirabel Holt',
    ])
    expect(found(graded, '"mira holt"')).toEqual(['The vote of Mira Holt'])
    expect(found(graded, 'mira').at(-1)).toBe('Mirabel Holt')
  })

  test('a phrase is never made of two texts', () => {
    const row: RowTexts = { title: 'Who wins the vote', others: ['of Tolmere', 'in May'] }
    expect(found([row], '"vote of"')).toEqual([])
    expect(found([row], '"of tolmere"')).toEqual([row.title])
    expect(found([row], '"tolmere in"')).toEqual([])
    expect(found([row], 'vote tolmere may')).toEqual([row.title])
  })

  test('more terms than there are bits change nothing for those that are read', () => {
    const long = Array.from({ length: 20 }, (_, at) => `word${at}`).join(' ')
    expect(found(titled(long, 'word1'), long)).toEqual([long])
  })
})

test('a phrase that goes on behind the last word that is read asks only for those that are', () => {
  const words = Array.from({ length: 20 }, (_, at) => `word${at}`)
  const long = words.join(' ')
  const turned = words.toReversed().join(' ')
  expect(
    found(titled(long, turned), `${words.slice(0, 10).join(' ')} "${words.slice(10).join(' ')}"`),
  ).toEqual([long])
})

test('a term that is longer than any word of two is not tried in halves', () => {
  const [half, other] = ['ab'.repeat(20), 'cd'.repeat(20)]
  expect(found(titled(half.slice(0, 20)), `${half.slice(0, 20)}${other.slice(0, 20)}`)).toEqual([])
  expect(found(titled(`${half} ${other}`), `${half}${other}`)).toEqual([])
})

describe('an index that is made in turns', () => {
  test('lets others between every few thousand rows and words, and finds the same', async () => {
    const rows = titled(...Array.from({ length: 9_000 }, (_, at) => `Will number${at} win?`))
    const builder = createWordIndexBuilder()
    for (const row of rows) builder.add(row)
    let turns = 0
    const index = await builder.buildInTurns(async () => {
      turns++
    })
    // Rows are read twice, and words once.
    expect(turns).toBeGreaterThanOrEqual(12)
    const fit = index.fit('number77')
    expect([...(fit?.candidates() ?? [])]).toEqual([
      ...(indexTexts(rows).fit('number77')?.candidates() ?? []),
    ])
  })
})

describe('a search of one venue', () => {
  const titles = [
    'Valdoria: rate cut',
    'Vote in Valdoria',
    'Bitcoin up',
    'BTC down',
    'Elections',
    'An election',
  ]
  const venueGrades = (text: string): string[] => {
    const holding = titles.flatMap((title, row) =>
      title.toLowerCase().includes(text.toLowerCase()) ? [row] : [],
    )
    const grades = gradeVenueRows(indexTexts(titles.map((title) => ({ title }))), text, holding)
    return titles.filter((_, row) => (grades[row] as number) > 0)
  }

  test.each([
    ['cut valdoria', ['Valdoria: rate cut']],
    ['valdoria', ['Valdoria: rate cut', 'Vote in Valdoria']],
    ['valdoria:', ['Valdoria: rate cut']],
    ['vote, valdoria', ['Vote in Valdoria']],
    ['election', ['Elections', 'An election']],
    ['btc', ['BTC down']],
    ['xbt', ['Bitcoin up', 'BTC down']],
    ['electoin', ['Elections', 'An election']],
    ['oin', ['Bitcoin up']],
    ['u', ['Valdoria: rate cut', 'Bitcoin up']],
    [':', ['Valdoria: rate cut']],
    ['nowhere', []],
  ])('%s', (text, found) => {
    expect(venueGrades(text)).toEqual(found)
  })
})
