import type { Word } from '../words/title-words.js'
import { axes, light, negations, oneWay, silent } from '../words/vocabulary.js'
import { type Grammar, readGrammar } from './grammar.js'

/** A verb with the words before and after it. */
export interface WordOrder {
  readonly verb: string
  readonly left: readonly string[]
  readonly right: readonly string[]
}

interface ReadWords {
  readonly words: readonly Word[]
  readonly has: ReadonlySet<string>
  readonly isNegated: boolean
  readonly signs: ReadonlyMap<string, 1 | -1>
  readonly order?: WordOrder
  readonly grammar: Grammar
}

export function readWords(all: readonly Word[]): ReadWords {
  const words: Word[] = []
  const has = new Set<string>()
  const signs = new Map<string, 1 | -1>()
  let denials = 0
  for (const [at, one] of all.entries()) {
    if (negations.has(one.word) && !/^\d/.test(all[at + 1]?.word ?? '')) {
      denials++
      continue
    }
    if (silent.has(one.word) && !isInitial(all, at)) continue
    const axis = axes.get(one.word)
    if (axis !== undefined) signs.set(axis[0], axis[1])
    const word = axis === undefined ? one.word : `~${axis[0]}`
    if (has.has(word)) continue
    has.add(word)
    words.push({ ...one, word })
  }
  const grammar = readGrammar(all)
  const order = orderThan(all) ?? orderOf(words, grammar)
  return {
    words,
    has,
    isNegated: denials % 2 === 1,
    signs,
    grammar,
    ...(order === undefined ? {} : { order }),
  }
}

/** Whether it is `reach`, or the `first` before it. Which competitor reaches it first is another question. */
export function isReaching({ word }: Word, before: Word | undefined): boolean {
  return word === 'reach' || (word === 'first' && before?.raw !== 'the' && before?.raw !== 'be')
}

/** Whether a letter is a part of a name: the `C` of Los Angeles C. */
function isInitial(all: readonly Word[], at: number): boolean {
  const one = all[at]
  return one !== undefined && one.word.length === 1 && one.isName && all[at - 1]?.isName === true
}

function orderOf(words: readonly Word[], { pivot, passive }: Grammar): WordOrder | undefined {
  const at = words.findIndex(({ word }) => oneWay.has(word))
  const verb = words[at]?.word
  if (verb === undefined) return pivot
  // If a question asks which of two is first, only the names count: what they do applies to one of them.
  const telling =
    verb === 'before' ? words.map((one) => ({ ...one, word: one.isName ? one.word : '' })) : words
  const part = (some: readonly Word[]): string[] => heavy(some).filter((word) => word !== '')
  const [before, after] = [part(telling.slice(0, at)), part(telling.slice(at + 1))]
  return passive.has(verb) ? { verb, left: after, right: before } : { verb, left: before, right: after }
}

/** Returns the words of a comparison: `more seats than Labour`. */
function orderThan(all: readonly Word[]): WordOrder | undefined {
  const at = all.findIndex(({ raw }) => raw === 'than')
  if (at < 0 || !all.slice(at + 1, at + 3).some(({ isName }) => isName)) return undefined
  const names = (part: readonly Word[]): string[] =>
    heavy(part.filter(({ word, isName }) => isName && !silent.has(word)))
  return { verb: 'than', left: names(all.slice(0, at)), right: names(all.slice(at + 1)) }
}

function heavy(words: readonly Word[]): string[] {
  return words.map(({ word }) => word).filter((word) => !light.has(word))
}
