import type { Features } from './features.js'

/** Verbs with the same meaning in active and passive: `release` and `be released`. */
const ofThemselves: ReadonlySet<string> = new Set(
  `release close open end start begin increase decrease ~move ~staying change sell list resume delay merge tge ipo win update
  expire ship air premiere debut split separate`.split(/\s+/),
)

/** Returns the differences in meaning between the same words, one sentence each, or an empty list if there are none. */
export function compareGrammar(a: Features, b: Features): readonly string[] {
  return [
    ...(isTokenOfOne(a, b) || isTokenOfOne(b, a)
      ? ['only one of the markets is about the crypto token of that name']
      : []),
    ...(areOtherShares(a, b) ? ['they are about different share classes of one company'] : []),
    ...otherNumbers(a, b),
    ...otherHolders(a, b),
    ...(areExchanged(a, b) ? ['the two sides are reversed'] : []),
    ...(isEither(a, b) !== isEither(b, a)
      ? ['one market requires either of them, and the other requires both']
      : []),
    ...[...a.has]
      .filter((word) => isBoundOtherwise(word, a, b))
      .map((word) => `${word} refers to something else in each market`),
    ...[...a.has]
      .filter((word) => isTurned(word, a, b) || isTurned(word, b, a))
      .map((word) => `subject and object are swapped: ${word}`),
  ]
}

/** Whether the texts are `Base token` and `Base`. If a price decides, the name is the token's. */
function isTokenOfOne(one: Features, other: Features): boolean {
  return (
    one.grammar.token === 'named' &&
    other.grammar.token === 'none' &&
    one.thresholds.length === 0 &&
    other.thresholds.length === 0
  )
}

function areOtherShares({ grammar: a }: Features, { grammar: b }: Features): boolean {
  return a.shares.length > 0 && b.shares.length > 0 && !a.shares.some((share) => b.shares.includes(share))
}

/** Whether subject and object are swapped: `China raises tariffs on Trump` and `Trump raises tariffs on China`. */
function areExchanged({ grammar: a }: Features, { grammar: b }: Features): boolean {
  const isAimedAt = ({ paths }: Features['grammar'], name: string): boolean =>
    ['on', 'to', 'from', 'for', 'about'].includes(paths.get(name) ?? '')
  return (
    a.subject.some((name) => !b.subject.includes(name) && isAimedAt(b, name)) &&
    b.subject.some((name) => !a.subject.includes(name) && isAimedAt(a, name))
  )
}

/** Finds the same numbers for different things: `Season 5, episode 8` and `season 8, episode 5`. */
function otherNumbers({ grammar: a }: Features, { grammar: b }: Features): readonly string[] {
  return [...a.numbered].flatMap(([head, numbers]) => {
    const others = b.numbered.get(head)
    if (others === undefined || others.some((number) => numbers.includes(number))) return []
    return [`${head} ${numbers.join(', ')} is not ${head} ${others.join(', ')}`]
  })
}

/** Finds exchanged parties: `D Senate, R House` and `R Senate, D House`. */
function otherHolders({ grammar: a }: Features, { grammar: b }: Features): readonly string[] {
  return [...a.held].flatMap(([chamber, party]) => {
    const other = b.held.get(chamber)
    return other === undefined || other === party
      ? []
      : [`they are about different parties in the ${chamber}`]
  })
}

function isEither({ grammar }: Features, other: Features): boolean {
  return grammar.either.some(([first, second]) => other.has.has(first) && other.has.has(second))
}

/** Pairs of small words that relate a name in different ways, such as `for` and `with`. */
const apart: ReadonlySet<string> = new Set([
  'for with',
  'for on',
  'about at',
  'about in',
  'about to',
  'about with',
  'after during',
])

/** Whether a word is related differently: `to` and `from`, `from` and any other word, or `in` and `of`. */
function isBoundOtherwise(word: string, a: Features, b: Features): boolean {
  if (!b.has.has(word)) return false
  const [first, second] = [a.grammar.paths.get(word), b.grammar.paths.get(word)]
  if (first === second) return false
  if ([first, second].some((path) => path === 'from' || path === 'there')) return true
  return first !== undefined && second !== undefined && apart.has([first, second].sort().join(' '))
}

/** Whether the same name is the subject of one question and the object of the other. */
function isTurned(verb: string, { grammar: a }: Features, { grammar: b }: Features): boolean {
  const subject = b.active.get(verb)
  return subject !== undefined && !ofThemselves.has(verb) && a.passive.get(verb) === subject
}
