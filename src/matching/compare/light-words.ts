import { type IdleContext, idleContexts } from '../words/ignorable-words.js'
import { leagues } from '../words/vocabulary.js'
import type { Features } from './features.js'

/** Words that matter after an indefinite article or a possessive, where they are the question's object. */
const objects =
  /(?:\b(?:an?|another|an? new|own)|\w'|\w's) (seats?|part(?:y|ies)|candidates?|compan(?:y|ies)|awards?|teams?)\b/gi

const roots: readonly (readonly [RegExp, string])[] = [
  [/^seat/, 'seat'],
  [/^part/, 'party'],
  [/^candidate/, 'candidate'],
  [/^compan/, 'company'],
  [/^award/, 'award'],
  [/^team/, 'team'],
]

/**
 * Words for what is counted, which people are meant, and the group they belong to. If the questions have different ones, the
 * words matter.
 */
const kinds: readonly ReadonlySet<string>[] = [
  'points runs goals game match day',
  'team player person company country game match',
  'world region country team company',
].map((words) => new Set(words.split(' ')))

/** The group that a prize or a list covers. */
const ranked = /\b(?:best|top|worst) (team|player|game|company|country|person)\b/gi

function saysAnother(word: string, own: Features, other: Features): boolean {
  return kinds.some(
    (kind) => kind.has(word) && other.words.some((one) => kind.has(one.word) && !own.has.has(one.word)),
  )
}

/** Whether a word may appear in only one of two questions that are the same. @param at its index among the words of its own */
export function isLight(own: Features, at: number, other: Features): boolean {
  const word = own.words[at]?.word ?? ''
  const places = idleContexts.get(word)
  if (places === undefined) return false
  if (saysAnother(word, own, other)) return false
  if (objectsIn(own.question).has(word)) return false
  if (word === 'win' && /\bbe (?:in|at)\b/i.test(other.question)) return false
  return places.some((all) => all.every((place) => isAt(place, own, at, other)))
}

const verbs = /\b(?:will|would|can|is|are|was|does|do|did|has|have|be|gets?)\b/i
const becomesByElection = /\bbecomes?\b.*\b(?:following|after)\b[^?]*\belections?\b/i
const afterElection = /\b(?:following|after)\b[^?]*\b(?:elections?|midterms)\b/i
const reports = /\breports?\b/i
const inTheWorld = /\bin the world\b/i
const otherSeason = /\b(?:regular|new|another|rookie|off|pre|post)[ -]?season\b/i
const seasonOfYear = /\b20\d\d(?: ?[-/] ?\d\d(?:\d\d)?)? (?:[\p{L}'-]+ ){0,3}season\b/iu

function isAt({ where, kind }: IdleContext, own: Features, at: number, other: Features): boolean {
  const isShared = (word: string | undefined): boolean =>
    word !== undefined && kind.has(word) && other.has.has(word)
  const before = own.words[at - 1]
  switch (where) {
    case 'always':
      return true
    case 'after':
      return isShared(before?.word)
    case 'before':
      return isShared(own.words[at + 1]?.word)
    case 'beside':
      return [before, own.words[at + 1]].some((one) => one !== undefined && kind.has(one.word))
    case 'with':
      return own.words.some(({ word }) => isShared(word))
    case 'other':
      return [...kind].some((word) => other.has.has(word))
    case 'name':
      return before?.isName === true && other.has.has(before.word)
    case 'titled':
      return isTitled(own, at, other)
    case 'value':
      return own.thresholds.length > 0
    case 'heading':
      return !verbs.test(other.question)
    case 'headed':
      return !verbs.test(own.question)
    case 'which':
      return isAsked(own.words[at]?.word ?? '', own.question)
    case 'elected':
      return becomesByElection.test(other.question)
    case 'aftermath':
      return afterElection.test(own.question)
    case 'numbered':
      return isNumbered(own, at, other)
    case 'reporter':
      return own.thresholds.length > 0 && reports.test(own.question)
    case 'season':
      return isOfSeason(own, before?.word)
    default:
      return where === 'world' && inTheWorld.test(own.question)
  }
}

/** Whether the text is like `Survivor Season 51`, and the other has the number directly after the name. */
function isNumbered({ words, grammar }: Features, at: number, other: Features): boolean {
  const [name, word] = [words[at - 1]?.word ?? '', words[at]?.word ?? '']
  const [own, others] = [grammar.numbered.get(word), other.grammar.numbered.get(name)]
  return own?.length === 1 && others?.length === 1 && own[0] === others[0]
}

/** Whether the text is like `Team Liquid`, and the other has the name without `Team`. */
function isTitled({ words }: Features, at: number, other: Features): boolean {
  const [one, next] = [words[at], words[at + 1]]
  return one?.isName === true && one.joins && next?.isName === true && other.has.has(next.word)
}

/** Whether the text is like `Which company`, `what country` or `winning region`, and the other names the answer. */
function isAsked(word: string, question: string): boolean {
  const stem = word.endsWith('y') ? `${word.slice(0, -1)}(?:y|ies)` : `${word}s?`
  return new RegExp(`\\b(?:which|what|winning) (?:\\p{L}+ )?${stem}\\b`, 'iu').test(question)
}

function isOfSeason({ question }: Features, before: string | undefined): boolean {
  if (otherSeason.test(question)) return false
  return (before !== undefined && leagues.has(before)) || seasonOfYear.test(question)
}

function objectsIn(question: string): ReadonlySet<string> {
  const nouns = [...question.matchAll(objects)].map(([, noun = '']) => noun.toLowerCase())
  const found = nouns.flatMap((noun) => roots.flatMap(([root, word]) => (root.test(noun) ? [word] : [])))
  return new Set([...found, ...[...question.matchAll(ranked)].map(([, noun = '']) => noun.toLowerCase())])
}
