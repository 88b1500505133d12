import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** Holds the names of files and exports to the glossary (CONTRIBUTING, "Names"). A rule that is wrong is changed here. */

interface ExportedName {
  readonly name: string
  /** Path below `src`. */
  readonly path: string
  readonly isFunction: boolean
}

const src = fileURLToPath(new URL('../src/', import.meta.url))
const paths = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.tsx?$/.test(path))
  .sort()
const names = paths.flatMap(namesIn)

function namesIn(path: string): ExportedName[] {
  const tree = ts.createSourceFile(path, readFileSync(join(src, path), 'utf8'), ts.ScriptTarget.ESNext)
  return tree.statements.flatMap((statement) => {
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    if (isExported !== true) return []
    const isFunction = ts.isFunctionDeclaration(statement)
    return declared(statement).map((name) => ({ name, path, isFunction }))
  })
}

function declared(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    )
  }
  const { name } = statement as { readonly name?: ts.Node }
  return name !== undefined && ts.isIdentifier(name) ? [name.text] : []
}

/** The words of a name, in lower case. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[ _-]/)
    .map((word) => word.toLowerCase())
}

/** What a glossary replaces, as whole words. */
const replaced = new Set(
  `tell tells told telling teller said says saying ask asks asked asker asking wish wished wishes wanted kept keeper mirror
  mirrored believed silence proof seal sealed sealer ledger settle walk walks walked gone forgotten life door doors detour
  wall house desk room rooms shelf shelves face faces plays played doubt doubted fed across beside apart lookalike lookalikes
  withheld odd drift news story wording speech claim closing companion rail rails patience middle middles grid ladder ladders
  somebody nobody everybody heard hears speaks spelled suspect suspects fruitful made persist longest shortest`.split(
    /\s+/,
  ),
)
/** Names in which such a word has its common meaning. */
const usual = [
  /^spelledEnumOf$/,
  // What Smarkets and the odds of Hunch call it.
  /^(tickPrices|OddsTable)$/,
]

test('no exported name and no file has a word that the glossary replaces', () => {
  const files = paths.map((path) => ({ name: basename(path).replace(/\.tsx?$/, ''), path }))
  const found = [...names, ...files].flatMap(({ name, path }) =>
    wordsOf(name).some((word) => replaced.has(word)) && !usual.some((one) => one.test(name))
      ? [`${path} ${name}`]
      : [],
  )
  expect(found).toEqual([])
})

test('limits are named MAX_ and MIN_', () => {
  const found = paths.flatMap((path) =>
    [
      ...readFileSync(join(src, path), 'utf8').matchAll(/\b(?:MOST|LEAST|LONGEST|SHORTEST)_[A-Z_0-9]+\b/g),
    ].map(([name]) => `${path} ${name}`),
  )
  expect(found).toEqual([])
})

/** Each venue, each mock venue and each feed is a world of its own, in which the same names come again. */
function isOfOneSource(path: string): boolean {
  return /^(venues|simulator\/mock-venues|feeds)\//.test(path)
}

/** Members of small parts that several rooms declare for themselves, as each of them means the same. */
const sameEverywhere = new Set(['hosts', 'errorRule', 'errorForm'])

test('no exported name has two meanings in different rooms', () => {
  const rooms = new Map<string, Set<string>>()
  for (const { name, path } of names) {
    if (isOfOneSource(path) || sameEverywhere.has(name)) continue
    const room = path.split('/')[0] ?? path
    rooms.set(name, (rooms.get(name) ?? new Set()).add(room))
  }
  const found = [...rooms].flatMap(([name, of]) => (of.size > 1 ? [`${name}: ${[...of].join(', ')}`] : []))
  expect(found).toEqual([])
})

const verbs = new Set(
  `accepts acquire add adopt advance aggregate align allow amend answer append apply approve as assemble assert attach 
  block book bound browse build call cancel capture carries change check choose classify clip close collect compact compare 
  complement compress compute concerns conclude connect contains convert count counts covers create cut date decide 
  decode decrease define delete derive describe deserialize detach digest distrust divide draft draw drop edit encode 
  end ensure enter escape examine exchange expect explain extend fetch finalize fill find fit fold forget format gather get 
  grade group grow hash hide hold index inline install intersect join journal judge keep knows label lacks leave lend 
  limit link lint list listen load locate lock log look looks make map mark mask match matches measure memoize merge migrate 
  mix modernize modify move multiply names narrow needs normalize note notify offers omit open order outlasts overlay 
  pack pad paginate pair parse pick place plan plot prepare print probe prune put read recall recheck reconcile record 
  recover redact reference refuse release remember remove render renew renumber reorder repeat replace replay report 
  request require reset resolve resume retry reverse reword round route run sample save scale scan search searches select 
  selects send serialize serve set share shorten sign skip slice sort split start stop store strip subtract suggest 
  sum summarize sync tag take takes title trigger uninstall unpack update verify view wait watch wrap write`.split(
    /\s+/,
  ),
)
/**
 * Conversions, questions with yes or no, filters of lists, and lookups that name what they take: `toRow`, `isOpen`, `whereFlag`,
 * `stepOf`, `statusOfEvent`, `valueIn`.
 */
const conversions =
  /^(?:to|is|has|can|may|from|with|without|use|does|are|was|where)(?=[A-Z])|(?:Of|In|At|From|For|As|With|By|On)$|[a-z](?:From|Of)[A-Z]/

test('exported functions begin with a verb, or are conversions', () => {
  const found = names.flatMap(({ name, path, isFunction }) => {
    if (!isFunction || path.startsWith('page/')) return []
    return conversions.test(name) || verbs.has(/^[a-z]+/.exec(name)?.[0] ?? '') ? [] : [`${path} ${name}`]
  })
  expect(found).toEqual([])
})
