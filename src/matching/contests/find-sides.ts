import { type ContestSide, readSide } from './sides.js'

/** Texts from which a contest is read. */
export interface ContestText {
  /** The market's own question, with its capitalization and numbers, without dates. */
  readonly own: string
  /** The part of its event's title around it, which may be empty. */
  readonly event: string
  /** Outcomes with their own names, if there are two. */
  readonly labels: readonly string[]
  /** Meaning of yes. */
  readonly candidate: string | undefined
}

/** The end of a name next to another. */
const boundBefore =
  /^.*(?:: | - |\? |, |\(|;|\b(?:will|in the|in|between|the|winner of|win|wins|who|can|does)\b)/is

const boundAfter =
  /(?:: | - |\?|,|;|\(|\)|\b(?:winner|match|game|series|professional|fight|pro (?=football|basketball|baseball|hockey)|(?:eastern|western) conference (?=finals?\b|semifinals?\b|first\b|second\b)|stanley cup (?=series|finals?)|college (?=football|basketball|baseball)|women's (?=pro\b|college\b)|league of legends|cs2|valorant|dota 2|counter-strike|bout|ends? in|to (?=win|score|go|advance)|spread|total|totals|moneyline|o\/u|over|under|round|map|set|be|first|1st|2nd|second|both|draw|handicap|points)\b).*$/is

/** `The second India vs Australia match`: the number of the game. */
const ordinalBefore = /^\s*(?:first|second|third|fourth|fifth|1st|2nd|3rd|[4-9]th|next|last)\s+(?=\p{Lu})/u

export const sideBySide = /\s(?:vs?\.?|versus|@)\s/i

// A name continues while words have capitals.
const sideAtSide =
  /^((?:\p{Lu}|\d)[\p{L}\p{N}'.&-]*(?: (?:(?:\p{Lu}|\d)[\p{L}\p{N}'.&-]*|de|da|do|del|of)){0,4}) at ((?:\p{Lu}|\d)[\p{L}\p{N}'.&-]*(?: (?!Winner)(?:(?:\p{Lu}|\d)[\p{L}\p{N}'.&-]*|de|da|do|del|of)){0,4})(?=$|:| - |\?| Winner| ?;)/u

const capital = "[\\p{Lu}$\\d][\\p{L}\\p{N}'.&-]*"
const capitals = `${capital}(?: (?:de |da |van |von |del |of )?${capital}){0,4}`

const bothToScore = new RegExp(
  `^(?:Will )?(?:(?:both |Both )(${capitals}) and (${capitals}) (?:to )?score|(${capitals}) and (${capitals}) (?:to both|both to|both) score)`,
  'u',
)

const against = new RegExp(
  `(${capitals}) (?:to )?(?:beats?|defeats?|wins? (?:\\w+ )?(?:against|over|vs\\.?)|covers? ;? ?(?:vs\\.?|against)|covers? -?[\\d.]+ (?:vs\\.?|against)|wins? by (?:over |more than |at least )?(?:[\\d.]+\\+? ?)?(?:runs |points |goals )?(?:vs\\.?|against|over))(?: the)? (?!\\d)(${capitals})`,
  'u',
)

export const noNames = /^(?:yes|no|over|under|up|down|odd|even|draw|tie|over .*|under .*|[-+]?[\d.]+)$/i

export interface FoundSides {
  readonly sides: readonly [ContestSide, ContestSide]
  /** The text of the names, and the text between them. */
  readonly taken: string
  readonly isInEvent: boolean
}

const hasVerb = /\b(?:beats?|defeats?|covers?)\b|\bwins?\b.*\b(?:against|over|vs)\b/i

/** Returns the two sides of a question of the form "A beats B". */
export function parseSidesByVerb(text: string): readonly [ContestSide, ContestSide] | undefined {
  const verb = hasVerb.test(text) ? against.exec(text) : null
  return verb === null ? undefined : pairOf(verb[1] ?? '', verb[2] ?? '')
}

export function sidesIn({ own, event, labels }: ContestText): FoundSides | undefined {
  const told = parseSidesByVerb(own)
  if (told !== undefined) return { sides: told, taken: '', isInEvent: false }
  for (const [text, isInEvent] of [
    [own, false],
    [event, true],
  ] as const) {
    const found = sidesOf(text)
    if (found !== undefined) return { ...found, isInEvent }
  }
  const isGame = /\b(?:game|match|fight|bout|final)\b/i.test(`${own} ${event}`)
  const isNamed =
    labels.length === 2 && labels.every((label) => /^\p{Lu}|^\d/u.test(label) && !noNames.test(label.trim()))
  const sides = isNamed && isGame ? pairOf(labels[0] ?? '', labels[1] ?? '') : undefined
  return sides === undefined ? undefined : { sides, taken: '', isInEvent: false }
}

/** Returns the two sides that are next to each other in a text. */
export function sidesOf(text: string): Omit<FoundSides, 'isInEvent'> | undefined {
  const at = sideAtSide.exec(text.replace(/^game \d: /i, ''))
  if (at !== null) {
    const sides = pairOf(at[1] ?? '', at[2] ?? '')
    if (sides !== undefined) return { sides, taken: at[0] }
  }
  const both = bothToScore.exec(text)
  if (both !== null) {
    const [left = '', right = ''] = both.slice(1).filter((name) => name !== undefined)
    const sides = pairOf(left, right)
    if (sides !== undefined) return { sides, taken: `${left} and ${right}` }
  }
  const mark = sideBySide.exec(text)
  if (mark === null) return undefined
  const left = text.slice(0, mark.index).replace(boundBefore, '').replace(ordinalBefore, '')
  const behind = text.slice(mark.index + mark[0].length)
  const article = /^the /i.exec(behind)?.[0] ?? ''
  const right = behind.slice(article.length).replace(boundAfter, '')
  if (left.split(' ').length > 9 || right.split(' ').length > 7) return undefined
  // `Brentford to score first vs. Newcastle`: the bet is between the names.
  const [name = '', asked] = left.split(/ to /i)
  const sides = pairOf(name, right)
  const taken = asked === undefined ? `${left}${mark[0]}${article}${right}` : ''
  return sides === undefined ? undefined : { sides, taken }
}

function pairOf(left: string, right: string): readonly [ContestSide, ContestSide] | undefined {
  const [first, second] = [readSide(left), readSide(right)]
  return first === undefined || second === undefined ? undefined : [first, second]
}
