import { findCitiesOfNickname, twoWordNicknames } from '../words/teams.js'
import { splitWords, stripMarks } from '../words/title-words.js'

/** Names of clubs and national teams in titles, and their short forms in tickers. */

/** Words in full club names that may be omitted. */
const forms: ReadonlySet<string> = new Set(
  `fc cf afc sc ac as ss ssc ssd us usc se ud cd ca rc rcd sl sv sk hd fk bk if ik cfc bc kv krc vfl vfb tsg fsv bv sd ec cr aa
  ogc losc spvgg bsc ksc sge tsv aj sco fbc fbpa rb cp bsc ff kf nk hnk gnk pfk ofk kaa rsc kvc club clube deportivo deportiva esporte sport
  calcio futebol futbol football balompie esports esport gaming team saudi the de do da del di la le el e of and hotspur
  alsace`.split(/\s+/),
)

/** Other names for the same side, without diacritics. */
const names: readonly (readonly [pattern: RegExp, name: string])[] = (
  [
    ['munchen', 'munich'],
    ['praha', 'prague'],
    ['warszawa', 'warsaw'],
    ['wien', 'vienna'],
    ['milano', 'milan'],
    ['beograd', 'belgrade'],
    ['bucuresti', 'bucharest'],
    ['kobenhavn', 'copenhagen'],
    ['goteborg', 'gothenburg'],
    ['moskva', 'moscow'],
    ['brugge', 'bruges'],
    ['kyiv', 'kiev'],
    ['lisboa', 'lisbon'],
    ['sevilla', 'seville'],
    ['athinai', 'athens'],
    ['torino', 'turin'],
    ['genova', 'genoa'],
    ['venezia', 'venice'],
    ['napoli', 'naples'],
    ['firenze', 'florence'],
    ['geneve', 'geneva'],
    ['krakow', 'cracow'],
    ['koln|koeln', 'cologne'],
    ['internazionale(?: milano)?', 'inter'],
    ['inter milan', 'inter'],
    ['ac milan', 'milan'],
    ['paris saint[- ]germain|paris sg', 'psg'],
    ['man city', 'manchester city'],
    ['man (?:utd|united)|manchester utd', 'manchester united'],
    ['wolves', 'wolverhampton'],
    ['west ham utd', 'west ham united'],
    ['borussia m(?:\\.|onchen)gladbach|b\\. monchengladbach|monchengladbach', 'gladbach'],
    ['bvb|borussia dortmund', 'dortmund'],
    ['athletic (?:club|bilbao)|bilbao', 'athletic'],
    ['nottm forest', 'nottingham forest'],
    ['sporting (?:cp|lisbon|clube de portugal)', 'sportingcp'],
    ['cabo verde', 'cape verde'],
    ['turkiye', 'turkey'],
    ['korea republic|republic of korea', 'south korea'],
    ['(?<!north |south |dpr )korea(?! dpr)', 'south korea'],
    ['ir iran', 'iran'],
    ['czechia', 'czech republic'],
    ["cote d'?ivoire", 'ivory coast'],
    ['west brom', 'west bromwich'],
    ['usa|united states|u\\.s\\.a?\\.?|usmnt', 'unitedstates'],
    ['congo dr|dr congo', 'drcongo'],
    ['bosnia[- ]herzegovina|bosnia and herzegovina|bosnia & herzegovina', 'bosnia'],
    ...twoWordNicknames,
    ['st\\.? louis', 'st louis'],
    ['(?<=[a-z] )st\\.?\\s*$', 'state'],
    ['a ?& ?m', 'am'],
    ['saint', 'st'],
    ['utd', 'united'],
  ] as const
).map(([pattern, name]) => [new RegExp(`(?<![a-z0-9])(?:${pattern})(?![a-z0-9])`, 'g'), name] as const)

const anyName = new RegExp(names.map(([pattern]) => pattern.source).join('|'))

/** Words that make it a different team with the same name. */
const selections =
  /\b(?:women|womens|woman|wfc|ladies|feminin[oe]?|femeni|frauen|u-?(?:15|16|17|18|19|20|21|23)|reserves?|youth|juniors|academy|castilla|ii|iii|b|legends)\b/g

/** A side of a contest, as titles name it. */
export interface ContestSide {
  /** The distinctive words. Never empty. */
  readonly words: readonly string[]
  /** Women, under 21, reserves: another team with the same name. */
  readonly selection: string
  /** Its words, and all words in the name, in the form in which questions are compared. */
  readonly spelled: readonly string[]
  readonly spelledWhole: readonly string[]
  /** By word, the town of which it may be the adjective, or an empty list if there is none. */
  readonly towns: readonly (string | undefined)[]
  /** All letters and digits with their words, for the codes of tickers. */
  readonly full: string
}

/** Reads a name, or undefined if it has no distinctive word. */
export function readSide(name: string): ContestSide | undefined {
  let text = stripMarks(name).toLowerCase().replace(/'s?\b/g, '')
  const selection = selectionIn(text)
  text = text.replace(selections, ' ')
  const full = text
  if (anyName.test(text)) for (const [pattern, other] of names) text = text.replace(pattern, other)
  const all = text.match(/[\p{L}\p{N}$]+/gu) ?? []
  const telling = all.filter((word) => !forms.has(word) && !/^\d{1,2}$|^1[89]\d\d$/.test(word))
  const words = [...new Set(telling.length > 0 ? telling : all)]
  if (words.length === 0) return undefined
  const spelled = splitWords(words.join(' '))
  const towns = townsIn(words, full)
  return { words, selection, full, towns, spelled, spelledWhole: [...spelled, ...splitWords(full)] }
}

/** `Hamburger SV` and `Stade Brestois 29`: the name of a club may have its town as an adjective. */
const ofTown = /^(.{4,}?)(?:er|ois|nais|ais)$/
const ofClubs: ReadonlySet<string> = new Set(['olympique', 'stade', 'racing'])

function townsIn(words: readonly string[], full: string): ContestSide['towns'] {
  const isClub = (full.match(/[\p{L}\p{N}]+/gu) ?? []).some((word) => forms.has(word) || ofClubs.has(word))
  const towns = words.map((word) => ofTown.exec(word)?.[1])
  return isClub && towns.some((town) => town !== undefined) ? towns : []
}

/** Returns the words of a side, with the town for its adjective where the other names the town; undefined elsewhere. */
export function withTown({ words, towns }: ContestSide, other: ContestSide): readonly string[] | undefined {
  const isTown = (town: string | undefined): town is string =>
    town !== undefined && other.words.includes(town)
  return towns.some(isTown) ? words.map((word, at) => (isTown(towns[at]) ? towns[at] : word)) : undefined
}

/** The class of a fight. The fighters are the same with or without it. */
const womensWeight = /\bwomen's (?=(?:straw|fly|bantam|feather|light|atom)weight\b)/g

/** `Bolelli/Vavassori vs Granollers/Zeballos`. */
const isOfPairs = /\bdoubles\b|\p{L}\/\p{L}.* vs?\.? .*\p{L}\/\p{L}/iu

/** Returns the qualifier that a text has in addition to the names: women, under 21, reserves, or two players per side. */
export function selectionIn(text: string): string {
  const found = [...text.toLowerCase().replace(womensWeight, ' ').matchAll(selections)].map(([word]) =>
    selectionName(word),
  )
  const ofTwo = isOfPairs.test(text) ? ['doubles'] : []
  return [...new Set([...found, ...ofTwo])].sort().join(' ')
}

function selectionName(word: string): string {
  if (/^(?:w|lad|fem|frau)/.test(word)) return 'women'
  if (/^(?:res|castilla|ii$|b$)/.test(word)) return 'reserves'
  return word.replace('-', '')
}

/** Codes of national teams that do not consist of letters from the English name. */
const codes: Readonly<Record<string, string>> = {
  esp: 'spain',
  ger: 'germany',
  ned: 'netherlands',
  sui: 'switzerland',
  cro: 'croatia',
  rsa: 'south africa',
  ksa: 'saudi arabia',
  uae: 'united arab emirates',
  alg: 'algeria',
  civ: 'ivory coast',
  crc: 'costa rica',
  usa: 'united states',
  kor: 'south korea',
}

/** Whether two joined codes, such as `NEMIN`, are those of two sides, in either order. */
export function areCodesOf(joined: string, sides: readonly [ContestSide, ContestSide]): boolean {
  return splits(joined).some(
    ([first, second]) =>
      (isCodeOf(first, sides[0]) && isCodeOf(second, sides[1])) ||
      (isCodeOf(first, sides[1]) && isCodeOf(second, sides[0])),
  )
}

function splits(joined: string): readonly (readonly [string, string])[] {
  const found: [string, string][] = []
  for (let at = 2; at <= joined.length - 2; at++)
    if (at <= 8) found.push([joined.slice(0, at), joined.slice(at)])
  return found
}

/** Whether a code consists of a name's letters in order, beginning with the first letter of a word. */
function isCodeOf(code: string, { full, words }: ContestSide): boolean {
  if (codes[code] !== undefined) return codes[code] === full.trim() || spelled(code, full)
  const cities = words.flatMap((word) =>
    (findCitiesOfNickname(word) ?? []).flatMap((city) => [city.join(' '), `${city.join(' ')} ${word}`]),
  )
  return [full, words.join(' '), withUmlauts(full), ...cities].some((name) => spelled(code, name))
}

function withUmlauts(full: string): string {
  return full
    .replace(/koln/g, 'koeln')
    .replace(/munchen/g, 'muenchen')
    .replace(/furth/g, 'fuerth')
}

function spelled(code: string, name: string): boolean {
  const text = name.replace(/[^\p{L}\p{N} ]/gu, ' ')
  const starts = [...text.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(({ index }) => index)
  return starts.some((start) => {
    let at = start
    for (const [number, letter] of [...code].entries()) {
      const found = text.indexOf(letter, at)
      if (found < 0 || (number === 0 && found !== start)) return false
      // The first two letters of a code are close together, or begin words.
      if (number > 0 && found - at > 7 && text[found - 1] !== ' ') return false
      at = found + 1
    }
    return true
  })
}

/** Whether two pairs of codes are equal, in either order. */
export function areSameCodes(a: readonly [string, string], joined: string): boolean {
  return `${a[0]}${a[1]}` === joined || `${a[1]}${a[0]}` === joined
}
