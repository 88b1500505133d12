import type { Word } from '../words/title-words.js'
import { negations, silent } from '../words/vocabulary.js'

/**
 * Meaning of the word order: subject and object, one or both, from and to. It is read from the small words that a comparison of
 * single words leaves out.
 */
export interface Grammar {
  /** By a word, usually a name, the small word before it; `there` for a place with something in it. */
  readonly paths: ReadonlyMap<string, string>
  /** Verbs with a name as the object before them: `be sued`. */
  readonly passive: ReadonlyMap<string, string | undefined>
  /** Verbs with a name as the subject: `sue`. */
  readonly active: ReadonlyMap<string, string>
  /** Names of which one is enough, in pairs: `A or B`. */
  readonly either: readonly (readonly [string, string])[]
  /** Names that a question begins with: usually the subject. */
  readonly subject: readonly string[]
  /** By a word, the numbers after it: `season 5 episode 8`. */
  readonly numbered: ReadonlyMap<string, readonly string[]>
  /** Whether it is about a named token (`Base token`), or mentions a token. */
  readonly token: 'named' | 'said' | 'none'
  /** Tickers of companies with several classes of shares. */
  readonly shares: readonly string[]
  /** By a chamber, the party before it: `D Senate, R House`. */
  readonly held: ReadonlyMap<string, string>
  /** A verb between its subject and its object, both of them names. */
  readonly pivot?: {
    readonly verb: string
    readonly left: readonly string[]
    readonly right: readonly string[]
  }
}

const articles: ReadonlySet<string> = new Set(['the', 'a', 'an', 'its', 'their', 'his', 'her'])
const being: ReadonlySet<string> = new Set(['be', 'been', 'being', 'get', 'gets'])
/** Participles that are not also the past tense of their verbs: `Trump and Xi seen together`. */
const onlyParticiple = /(?:ed|ing|seen|own|aken|iven|itten|osen|olen|eaten|oken)$/
const participle = /(?:ed|en|wn|ld|ght|shot|sent)$/
/** Symmetric actions of two, in any order of the names. */
const together: ReadonlySet<string> = new Set(
  `meet talk speak marry engaged debate ceasefire peacedeal deal agreement war peace tie draw trade negotiation summit relation
  relations border conflict clash sign normalize fight play face share date merge reach x vs`.split(/\s+/),
)

/** @param all the words of a question in order, small words too */
export function readGrammar(all: readonly Word[]): Grammar {
  return {
    ...readNames(all),
    ...readVerbs(all),
    subject: readSubject(all),
    numbered: readNumbers(all),
    token: readToken(all),
    held: readHeld(all),
    shares: all.map(({ raw }) => raw).filter((raw) => shareClasses.has(raw)),
  }
}

/** Returns the subject. Empty for a symmetric action of two. */
function readSubject(all: readonly Word[]): readonly string[] {
  let at = all.findIndex(({ raw }) => raw === 'will') + 1
  const found: string[] = []
  for (; at < all.length && (articles.has(all[at]?.raw ?? '') || isNamed(all[at])); at++)
    if (isNamed(all[at])) found.push(all[at]?.word ?? '')
  return together.has(all[at]?.word ?? '') ? [] : found
}

const chambers: ReadonlySet<string> = new Set(['house', 'senate', 'congress', 'presidency', 'president'])
const parties: Readonly<Record<string, string>> = {
  r: 'republican',
  rep: 'republican',
  republican: 'republican',
  d: 'democrat',
  dem: 'democrat',
  democrat: 'democrat',
}

function readHeld(all: readonly Word[]): ReadonlyMap<string, string> {
  return new Map(
    all.flatMap(({ word }, at) => {
      const party = parties[all[at - 1]?.word ?? '']
      return chambers.has(word) && party !== undefined ? [[word, party] as const] : []
    }),
  )
}

/** Tickers of companies that list two classes of shares, each at a price of its own. */
const shareClasses: ReadonlySet<string> = new Set('goog googl fox foxa nws nwsa ua uaa z zg'.split(' '))

function readNumbers(all: readonly Word[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const [at, { word }] of all.entries()) {
    const head = all[at - 1]
    if (!/^\d+$/.test(word) || head === undefined || /^\d/.test(head.word) || silent.has(head.word)) continue
    found.set(head.word, [...(found.get(head.word) ?? []), word])
  }
  return found
}

const isToken = /^(?:tokens?|coins?)$/
/** Words that apply to tokens alone. */
const ofTokens: ReadonlySet<string> = new Set(['tge', 'fdv', 'airdrop', 'ticker', 'unlock', 'burn'])

function readToken(all: readonly Word[]): Grammar['token'] {
  const isAbout = all.some(({ raw, word }) => isToken.test(raw) || ofTokens.has(word))
  const isOfName = all.some(({ raw }, at) => isToken.test(raw) && isNamed(all[at - 1]))
  return isOfName ? 'named' : isAbout ? 'said' : 'none'
}

function readNames(all: readonly Word[]): Pick<Grammar, 'paths' | 'either'> {
  const paths = new Map<string, string>()
  const either: (readonly [string, string])[] = []
  for (const [at, one] of all.entries()) {
    const path = pathTo(all, at, paths)
    if (path !== undefined) paths.set(one.word, path)
    const other = all[at + 1]?.raw === 'or' ? afterOf(all, at + 1) : undefined
    if (other !== undefined && isNamed(one) && isNamed(other)) either.push([one.word, other.word])
  }
  return { paths, either }
}

function readVerbs(all: readonly Word[]): Pick<Grammar, 'passive' | 'active' | 'pivot'> {
  const passive = new Map<string, string | undefined>()
  const active = new Map<string, string>()
  let pivot: Grammar['pivot']
  for (const [at, one] of all.entries()) {
    if (one.isName || silent.has(one.word) || negations.has(one.word)) continue
    const before = beforeOf(all, at)
    if (isPassive(all, at)) passive.set(one.word, nameBefore(all, at))
    else if (isNamed(before) && !onlyParticiple.test(one.raw)) active.set(one.word, before?.word ?? '')
    if (isBetweenNames(all, at)) pivot ??= pivotOf(all, at)
  }
  return { passive, active, ...(pivot === undefined ? {} : { pivot }) }
}

function isNamed(word: Word | undefined): boolean {
  return word?.isName === true && !silent.has(word.word)
}

function pathTo(all: readonly Word[], at: number, paths: ReadonlyMap<string, string>): string | undefined {
  const before = all[at - 1]
  if (before?.joins === true && isNamed(before)) return paths.get(before.word)
  let index = at - 1
  while (articles.has(all[index]?.raw ?? '')) index--
  const small = all[index]?.raw ?? ''
  if (small === 'during' || small === 'after') return small
  if (!isNamed(all[at])) return undefined
  if (small === 'into') return 'to'
  if (['to', 'from', 'for', 'with', 'about'].includes(small)) return small
  const isThere = being.has(all[index - 1]?.raw ?? '') && isNamed(all[index - 2])
  if (small !== 'in' && small !== 'at' && small !== 'on') return undefined
  return isThere && small !== 'on' ? 'there' : small
}

/** Returns the word before one, without adverbs. */
function beforeOf(all: readonly Word[], at: number): Word | undefined {
  let index = at - 1
  while (/ly$/.test(all[index]?.raw ?? '') && all[index]?.isName === false) index--
  return all[index]
}

function afterOf(all: readonly Word[], at: number): Word | undefined {
  let index = at + 1
  while (articles.has(all[index]?.raw ?? '')) index++
  return all[index]
}

function isPassive(all: readonly Word[], at: number): boolean {
  const one = all[at]
  if (one === undefined || !participle.test(one.raw)) return false
  return being.has(beforeOf(all, at)?.raw ?? '') || all[at + 1]?.raw === 'by'
}

function isBetweenNames(all: readonly Word[], at: number): boolean {
  const isBetween = isNamed(beforeOf(all, at)) && isNamed(afterOf(all, at))
  return isBetween && isOfSubject(all, at) && !together.has(all[at]?.word ?? '')
}

/** Whether only names are between a verb and the `will` of its sentence. */
function isOfSubject(all: readonly Word[], at: number): boolean {
  const begins = all.slice(0, at).findLastIndex(({ raw }) => raw === 'will')
  return (
    begins >= 0 &&
    all.slice(begins, at).every((one) => one.isName || silent.has(one.word) || /ly$/.test(one.raw))
  )
}

function pivotOf(all: readonly Word[], at: number): NonNullable<Grammar['pivot']> {
  const begins = all.slice(0, at).findLastIndex(({ raw }) => raw === 'will')
  const names = (part: readonly Word[]): string[] => part.filter(isNamed).map(({ word }) => word)
  return { verb: all[at]?.word ?? '', left: names(all.slice(begins, at)), right: names(all.slice(at + 1)) }
}

function nameBefore(all: readonly Word[], at: number): string | undefined {
  return all.slice(0, at).findLast(isNamed)?.word
}
