/**
 * The meaning of an outcome within its question. It is a side of a yes/no question, or above or below the median of a number or a
 * date. An option has its index in the list of current options.
 */
export type Leg = 'YES' | 'NO' | 'HIGHER' | 'LOWER' | number

export interface OutcomeKey {
  readonly questionId: number
  readonly leg: Leg
}

/** Returns `34180-YES`, `33775-HIGHER`, `33777-0` (api/README.md, "Outcome ids"). */
export function packOutcomeId({ questionId, leg }: OutcomeKey): string {
  return `${questionId}-${leg}`
}

const words = ['YES', 'NO', 'HIGHER', 'LOWER'] as const

/** Inverts {@link packOutcomeId}, in any case, or undefined for other text. */
export function readOutcomeId(text: string): OutcomeKey | undefined {
  const match = /^(\d+)-([a-z]+|0|[1-9]\d{0,3})$/i.exec(text.trim())
  const questionId = toNumber(match?.[1])
  if (match === null || questionId === undefined) return undefined
  const said = match[2]?.toUpperCase() ?? ''
  const leg = /^\d/.test(said) ? Number(said) : words.find((word) => word === said)
  return leg === undefined ? undefined : { questionId, leg }
}

/** A market: a post with one question by the post alone, a question of a group by post and question. */
export interface MarketKey {
  readonly postId: number
  readonly questionId?: number
}

/** Returns `34666`, or `11480:10880` for a question of a group, whose post id alone would be ambiguous. */
export function packMarketId({ postId, questionId }: MarketKey): string {
  return questionId === undefined ? String(postId) : `${postId}:${questionId}`
}

/** The meaning of an id on Metaculus, by its form alone. */
export type NativeId =
  | ({ readonly kind: 'market' } & MarketKey)
  | ({ readonly kind: 'outcome' } & OutcomeKey)
  /** The slug of a post, in lower case. Slugs are not unique. */
  | { readonly kind: 'slug'; readonly slug: string }
  /** No valid id of the venue. */
  | { readonly kind: 'none' }

/** Parses any spelling of an id, a slug or the address of a post's page. Never throws. */
export function readId(text: string): NativeId {
  const trimmed = text.trim()
  if (/^https?:\/\//i.test(trimmed)) return readPage(trimmed)
  const match = /^(\d+)(?::(\d+))?$/.exec(trimmed)
  if (match !== null) return marketOf(toNumber(match[1]), match[2])
  const outcome = readOutcomeId(trimmed)
  if (outcome !== undefined) return { kind: 'outcome', ...outcome }
  const isSlug = trimmed !== '' && trimmed.length <= 300 && /^[^\s/\\?#:]+$/.test(trimmed)
  return isSlug ? { kind: 'slug', slug: trimmed.toLowerCase() } : { kind: 'none' }
}

function marketOf(postId: number | undefined, question: string | undefined): NativeId {
  const questionId = toNumber(question)
  if (postId === undefined || (question !== undefined && questionId === undefined)) return { kind: 'none' }
  return { kind: 'market', postId, ...(questionId === undefined ? {} : { questionId }) }
}

/** Parses `/questions/34666/`, `/questions/34666/some-slug/` and the same below a community. */
function readPage(address: string): NativeId {
  if (!URL.canParse(address)) return { kind: 'none' }
  const { hostname, pathname } = new URL(address)
  if (!/^(www\.)?metaculus\.com$/i.test(hostname)) return { kind: 'none' }
  return marketOf(toNumber(/^\/(?:questions|c\/[^/]+)\/(\d+)(?:\/|$)/.exec(pathname)?.[1]), undefined)
}

/** Undefined for other text and for numbers that cannot be ids. */
function toNumber(digits: string | undefined): number | undefined {
  const value = Number(digits)
  // `007` would be packed as `7`: it is not a valid id.
  return Number.isSafeInteger(value) && value > 0 && String(value) === digits ? value : undefined
}
