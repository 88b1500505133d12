import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { countWords, sentencesOf, tableCellsOf } from './support/prose.js'

/**
 * Holds the countable rules of the language of the pages (CONTRIBUTING.md, "Language"): words, length of sentences, cells.
 * The words hold for the texts of the program, too. A rule that is wrong is changed here.
 */

const root = fileURLToPath(new URL('../', import.meta.url))
const guide = readdirSync(join(root, 'src/guide')).filter((name) => name.endsWith('.md'))
const pages = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'src/api/README.md',
  ...guide.map((name) => `src/guide/${name}`),
].map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

const MAX_WORDS = 25
/** For a sentence that lists names: with three commas or more. */
const MAX_WORDS_OF_LIST = 32

/** Words that no page uses, by the rule that excludes them. `Asks` of an order book are not among them. */
const excluded: Readonly<Record<string, RegExp>> = {
  'programs do not speak':
    /\b(?:tells?|told|telling|says?|said|saying|hears?|heard|believed?|believes|asked|asking|asks? (?:for|a|an|the|it|its|you|whether|what|how|again|no|all|each|every|venues?)|speaks?|spoke)\b/i,
  'no people for programs':
    /(?:(?<!\b(?:users|developers) )\bwho|\b(?:whom|whoever|somebody|nobody|everybody|anybody|he|him|his|she|her))\b/i,
  'negate the verb': /(?<![Tt]here )\b(?:is|are) no (?!longer|more than|older|fewer|less)\w+/,
  'no archaic words':
    /\b(?:anew|beside|mends?|mended|at once|of ours|goes on|go on|going on|lies|stands|room|thereof|hence|meanwhile|whereas|besides|till|upon|lest|likewise|thus)\b/i,
  'words of the glossary':
    /\b(?:wish|wishes|wanted|keeper|live edge|unsettled|running candles?|silences?|seal|seals|sealed|sealing|ledgers?|mirrored|demo world|patience|walks|walked|far back|gone|forgotten|forgets|out of reach|detours?|walls?|desk|shelf|shelves|odd rows?|guard rails?|the wire|companion|withheld|look-alikes?|lookalikes?|steps?|in doubt|doubted|heap|lots|answers?|answered|answering|kept|proofs?|flights)\b/i,
}

describe.each(pages)('$path', ({ text }) => {
  const sentences = sentencesOf(text)

  test.each(Object.entries(excluded))('%s', (_rule, words) => {
    const found = sentences.flatMap(({ text: sentence, line }) => {
      const word = words.exec(sentence)?.[0]
      return word === undefined ? [] : [`${line}: ${word} in: ${sentence}`]
    })
    expect(found).toEqual([])
  })

  test(`a sentence has at most ${MAX_WORDS} words`, () => {
    const long = sentences.flatMap(({ text: sentence, line }) => {
      const isList = sentence.split(',').length > 3
      const words = countWords(sentence)
      return words > (isList ? MAX_WORDS_OF_LIST : MAX_WORDS) ? [`${line}: ${words} words: ${sentence}`] : []
    })
    expect(long).toEqual([])
  })

  test('a sentence has at most one semicolon', () => {
    const chained = sentences.filter(({ text: sentence }) => sentence.split(';').length > 2)
    expect(chained.map(({ text: sentence, line }) => `${line}: ${sentence}`)).toEqual([])
  })

  test('no cell of a table is empty', () => {
    expect(tableCellsOf(text).flatMap((cell) => (cell.text === '' ? [cell.line] : []))).toEqual([])
  })
})

/** Folders without texts for users: mock venues write the texts of venues, and matching reads those of markets. */
const withoutTexts =
  /^(?:simulator\/(?:mock-|world)|matching\/(?:words|questions|terms\/deadlines)|catalog\/search)/
/** Texts that are not sentences: SQL, keys of stored facts and of recordings, and formulas with the variable `step`. */
const noSentences =
  /(?:CREATE|ALTER) TABLE|^(?:read for who watches|polymarket (?:route|market keyset) gone.*|.*, rounded (?:up|down) to step)$/

interface TextOfProgram {
  readonly text: string
  readonly place: string
}

/** Returns the literals of a file that consist of four words or more, with `X` for what a template inserts. */
function textsOf(path: string): TextOfProgram[] {
  const tree = ts.createSourceFile(
    path,
    readFileSync(join(root, 'src', path), 'utf8'),
    ts.ScriptTarget.ESNext,
  )
  const texts: TextOfProgram[] = []
  const add = (node: ts.Node, written: string): void => {
    const text = written
      .replace(/`[^`]*`/g, 'X')
      .replace(/\s+/g, ' ')
      .trim()
    if (text.split(' ').length < 4 || !/[a-z]{3} [a-z]{2}/.test(text) || noSentences.test(text)) return
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree))
    texts.push({ text, place: `${path}:${line + 1}` })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) add(node, node.text)
    if (ts.isTemplateExpression(node))
      add(node, [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('X'))
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return texts
}

describe('the texts of the program', () => {
  const texts = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path) && !withoutTexts.test(path))
    .flatMap(textsOf)

  test('are read', () => expect(texts.length).toBeGreaterThan(2_000))

  test.each(Object.entries(excluded))('%s', (_rule, words) => {
    const found = texts.flatMap(({ text, place }) => {
      const word = words.exec(text)?.[0]
      return word === undefined ? [] : [`${place}: ${word} in: ${text}`]
    })
    expect(found).toEqual([])
  })
})
