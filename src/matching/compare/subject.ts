import { isFirstName, isFirstNameOf, isOfSeveral } from '../words/people.js'
import {
  findCitiesOfNickname,
  findCitiesOfSide,
  findLeaguesOfNickname,
  isInitials,
  leaguesOfTeams,
  teamWords,
} from '../words/teams.js'
import { splitWords, type Word } from '../words/title-words.js'
import { implied, leagues, light } from '../words/vocabulary.js'
import type { Features } from './features.js'
import { isLight } from './light-words.js'

/** The comparison of two questions' subjects. */
export interface ComparedSubjects {
  readonly shared: readonly string[]
  /** Words in only one question that make it a different question. */
  readonly onlyA: readonly string[]
  readonly onlyB: readonly string[]
  /** Words in only one question that narrow nothing: a first name, a league, the word `official`. */
  readonly idle: readonly string[]
  /** The share of all words that both have, 0..1. Names count more. */
  readonly similarity: number
  readonly sharesName: boolean
}

export function compareSubjects(a: Features, b: Features): ComparedSubjects {
  const shared = a.words
    .filter(({ word }) => b.has.has(word))
    .map((one) => ({ ...one, isName: one.isName || isNameIn(b, one.word) }))
  const [idleA, onlyA] = split(a, b)
  const [idleB, onlyB] = split(b, a)
  const common = sum(shared)
  const all = common + sum(onlyA) + sum(onlyB) + 0.3 * (sum(idleA) + sum(idleB))
  return {
    shared: shared.map(({ word }) => word),
    onlyA: onlyA.map(({ word }) => word),
    onlyB: onlyB.map(({ word }) => word),
    idle: [...idleA, ...idleB].map(({ word }) => word),
    similarity: all === 0 ? 0 : common / all,
    sharesName: shared.some(({ word, isName }) => isName && !light.has(word)),
  }
}

/** Whether the word is a name. A word that one title capitalizes may be in lower case in the other. */
function isNameIn({ words }: Features, word: string): boolean {
  return words.some((one) => one.word === word && one.isName)
}

function sum(words: readonly Word[]): number {
  return words.reduce((weight, { word, isName }) => weight + (light.has(word) ? 0.2 : isName ? 1.5 : 1), 0)
}

/** Splits the words that only one question has into those that narrow nothing and the others. */
function split(own: Features, other: Features): readonly [idle: readonly Word[], only: readonly Word[]] {
  const idle: Word[] = []
  const only: Word[] = []
  for (const [at, one] of own.words.entries()) {
    if (other.has.has(one.word)) continue
    ;(other.context.has(one.word) || narrowsNothing(own, at, one, other) ? idle : only).push(one)
  }
  return [idle, only]
}

function narrowsNothing(own: Features, at: number, one: Word, other: Features): boolean {
  const { word } = one
  // A ranking of one country is different from that of all.
  if (word === 'us' && isRanking(own)) return false
  if (
    isLight(own, at, other) ||
    isParticle(own, at, other) ||
    isOfReporter(own, at, other) ||
    isOfClub(own, at, other)
  )
    return true
  if (leagues.has(word)) return namesNoOtherLeague(word, other)
  if (word.length === 1 && /[a-z]/.test(word))
    return isMiddleLetter(own, at, other) || isInitials(word, [...other.has])
  if (isTickerOf(own, at, other) || isMiddleName(own, at, other) || impliedBy(word, own, other)) return true
  if (word === 'jr' || word === 'sr') return isGeneration(own, at, other)
  if (seasons.has(word)) return !other.words.some((said) => seasons.has(said.word))
  return (
    isOfTeam(word, own, other) ||
    isOfWomensTeam(word, own, other) ||
    isGivenName(own, at, other) ||
    isSecondSurname(own, at, other)
  )
}

const rankings: ReadonlySet<string> = new Set(['top', 'best', 'worst', 'number', '1', 'many'])

/** Whether a question is about the first, the last or a count. A different period or field then makes it a different question. */
export function isRanking({ words, signs }: Features): boolean {
  return signs.has('amount') || words.some(({ word }) => rankings.has(word) || isSuperlative(word))
}

/** Words that end like superlatives but are not. */
const noSuperlatives = /(?:inter|[qc]u|for|har|con|pro|ar|in|w|t|pap|pri|nor|ea)est$/

function isSuperlative(word: string): boolean {
  return word.length > 5 && word.endsWith('est') && !noSuperlatives.test(word)
}

function namesNoOtherLeague(league: string, other: Features): boolean {
  const named = [...other.words.map(({ word }) => word).filter((word) => leagues.has(word)), ...other.leagues]
  return named.length === 0 || named.includes(league)
}

/** Whether it is `A` in Stephen A. Smith, where both have the other names. */
function isMiddleLetter({ words }: Features, at: number, other: Features): boolean {
  const [before, after] = [words[at - 1], words[at + 1]]
  if (words[at]?.joins !== true) return false
  // In `George H. W. Bush` and `George W. Bush` each letter is one of two.
  return [before, after].every(
    (name) => name !== undefined && name.word.length > 1 && other.has.has(name.word),
  )
}

/** Small words within names of other languages: `UTC de Cajamarca`. */
const particles: ReadonlySet<string> = new Set(
  'de da do dos das del della dei di du der den van von la le el al y e'.split(' '),
)

/** Whether the word is a lower-case particle between names, and the other question has the names without it. */
function isParticle({ words }: Features, at: number, other: Features): boolean {
  const one = words[at]
  if (one === undefined || one.isName || !particles.has(one.word)) return false
  return [words[at - 1], words[at + 1]].every((name) => name?.isName === true && other.has.has(name.word))
}

/** Legal forms in club names, and second words that may be omitted after the club's town. */
const clubForms: ReadonlySet<string> = new Set('fc cf afc sc ac ssc sv vfl vfb tsg fsv cfc'.split(' '))
const clubSuffixes: ReadonlySet<string> = new Set(
  'united city town rovers wanderers county albion athletic hotspur'.split(' '),
)
/** Towns with several clubs, which only the second word distinguishes. */
const townsOfSeveral: ReadonlySet<string> = new Set('manchester sheffield bristol dundee los new'.split(' '))

/** Whether the word is like `United` after Leeds, or `FC` next to a name, and the other question has only the name. */
function isOfClub({ words }: Features, at: number, other: Features): boolean {
  const [before, one, after] = [words[at - 1], words[at], words[at + 1]]
  if (one?.isName !== true) return false
  const isShared = (name: Word | undefined): boolean => name?.isName === true && other.has.has(name.word)
  if (clubForms.has(one.word)) return isShared(before) || isShared(after)
  if (!clubSuffixes.has(one.word) || before?.joins !== true || !isShared(before)) return false
  return !townsOfSeveral.has(before.word) && !other.words.some(({ word }) => clubSuffixes.has(word))
}

const reporter = /^(?:will )?(?:the )?(.+?) reports? /i

/** Whether the word is part of the full name of a company that reports a value, and the other question has part of that name. */
function isOfReporter({ words, thresholds, question }: Features, at: number, other: Features): boolean {
  const name = thresholds.length === 0 ? undefined : reporter.exec(question)?.[1]
  if (name === undefined || words[at]?.isName !== true) return false
  const parts = splitWords(name)
  return (
    parts.includes(words[at]?.word ?? '') && parts.some((part) => !light.has(part) && other.has.has(part))
  )
}

/** Whether the word is like `GC` in Gold (GC), money decides, and the other question names no ticker. */
function isTickerOf({ words, question, thresholds }: Features, at: number, other: Features): boolean {
  const [before, one] = [words[at - 1], words[at]]
  if (before === undefined || one === undefined || !other.has.has(before.word)) return false
  const isOfMoney = thresholds.some(({ unit }) => unit === '$')
  return isOfMoney && tickerIn(question) === one.raw && tickerIn(other.question) === undefined
}

function tickerIn(question: string): string | undefined {
  return /\(([A-Z]{1,5})\)/.exec(question)?.[1]?.toLowerCase()
}

/** Whether it is `Huckabee` in Sarah Huckabee Sanders, where the other has its first letter between the same names. */
function isMiddleName({ words }: Features, at: number, other: Features): boolean {
  const [before, one, after] = [words[at - 1], words[at], words[at + 1]]
  if (one?.isName !== true || !one.joins || before?.joins !== true) return false
  return other.words.some(
    ({ word }, place) =>
      word.length === 1 &&
      one.word.startsWith(word) &&
      other.words[place - 1]?.word === before.word &&
      other.words[place + 1]?.word === after?.word,
  )
}

/** Names for the halves of a year's season. If only one question names a half, the time decides. */
const seasons: ReadonlySet<string> = new Set(['clausura', 'apertura'])

/** Whether it is `Jr.` after a first name and a surname that both have, without questions about a father of that name. */
function isGeneration({ words }: Features, at: number, other: Features): boolean {
  const [first, surname] = [words[at - 2], words[at - 1]]
  if (first?.isName !== true || surname?.isName !== true || isOfSeveral(surname.word)) return false
  return other.has.has(first.word) && other.has.has(surname.word)
}

function impliedBy(word: string, own: Features, other: Features): boolean {
  return own.words.some((one) => other.has.has(one.word) && implied.get(one.word)?.includes(word) === true)
}

/** Whether the word is the nickname and the other question has the city, or the reverse. */
function isOfTeam(word: string, own: Features, other: Features): boolean {
  if (!teamWords.has(word) || playsElsewhere(word, own, other)) return false
  const cities = findCitiesOfNickname(word)
  const letter = other.words.find((one) => one.word.length === 1 && /[a-z]/.test(one.word))?.word
  if (cities !== undefined && letter !== undefined && !word.startsWith(letter)) return false
  // `Los Angeles Clippers` are not the `Los Angeles Lakers`.
  if (cities !== undefined && hasNickname(other)) return false
  if (cities?.some((city) => city.every((part) => other.has.has(part) && own.has.has(part)))) return true
  if (cities?.some((city) => city.every((part) => other.has.has(part)))) return true
  return [...other.has].some((nickname) => {
    const homes = findCitiesOfNickname(nickname) ?? []
    const isElsewhere = homes.some(
      (city) => !city.includes(word) && city.every((part) => other.has.has(part)),
    )
    return (
      !isElsewhere && homes.some((city) => city.includes(word) && city.every((part) => own.has.has(part)))
    )
  })
}

/** Whether the nickname belongs to a league other than the named one, so that these are two teams from one city. */
function playsElsewhere(word: string, own: Features, other: Features): boolean {
  const nicknames = [word, ...other.has].filter((one) => findLeaguesOfNickname(one).length > 0)
  const named = [
    ...own.leagues,
    ...other.leagues,
    ...[...own.has, ...other.has].filter((one) => leagues.has(one)),
  ]
  const ofTeams = named.filter((league) => leaguesOfTeams.includes(league))
  return (
    ofTeams.length > 0 &&
    nicknames.some((one) => !findLeaguesOfNickname(one).some((of) => ofTeams.includes(of)))
  )
}

/** Whether the word is a women's team's nickname, both questions are about their league, and the other has the city. */
function isOfWomensTeam(word: string, own: Features, other: Features): boolean {
  if (![own, other].every(({ has, leagues: of }) => has.has('wnba') || of.includes('wnba'))) return false
  return findCitiesOfSide(word)?.some((city) => city.every((part) => other.has.has(part))) === true
}

/**
 * Whether the word is like `Castro` in Iván Cepeda Castro, and the other question has only the first name and the first surname.
 */
function isSecondSurname({ words }: Features, at: number, other: Features): boolean {
  const [first, surname, one, next] = [words[at - 2], words[at - 1], words[at], words[at + 1]]
  if (first === undefined || surname === undefined || one?.isName !== true) return false
  if (!first.joins || !surname.joins || !isFirstName(first.word) || !surname.isName) return false
  if (one.joins && next?.isName === true) return false
  const there = other.words.findIndex(({ word }) => word === surname.word)
  const [before, said] = [other.words[there - 1], other.words[there]]
  return before?.word === first.word && said?.joins === false
}

function hasNickname({ words }: Features): boolean {
  return words.some(({ word }) => findCitiesOfNickname(word) !== undefined)
}

/** Whether the word is like `Donald` before Trump, and the other question has no first name. */
function isGivenName(own: Features, at: number, other: Features): boolean {
  const one = own.words[at]
  const next = own.words[at + 1]
  if (one === undefined || next === undefined || !one.joins || !isFirstNameOf(one.word, next.word))
    return false
  const there = other.words.findIndex(({ word }) => word === next.word)
  const before = other.words[there - 1]
  return there >= 0 && (before === undefined || !before.isName || !before.joins)
}
