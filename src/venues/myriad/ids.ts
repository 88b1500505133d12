/**
 * The two trading models. Different contracts number their markets, so one number of one network may name a market of
 * each (README.md).
 */
export type TradingModel = 'amm' | 'ob'

/** The complete name of a market. */
export interface MarketRef {
  /** Chain id. */
  readonly network: number
  readonly model: TradingModel
  readonly number: number
}

/** One outcome of a market, or its other side. */
export interface OutcomePosition {
  /** The venue's number of the outcome, 0-based. */
  readonly index: number
  /** Whether it is the synthetic NO of an outcome in a market of more than two. */
  readonly isNegative: boolean
}

/** The meaning of an id on Myriad, by its form alone. */
export type NativeId =
  /** Without a model the pool is meant, as in upstream ids, unless there is only an order book. */
  | { readonly kind: 'market'; readonly network: number; readonly number: number; readonly model?: 'ob' }
  | {
      readonly kind: 'outcome'
      readonly network: number
      readonly number: number
      readonly model?: 'ob'
      readonly place: OutcomePosition
    }
  /** A market's number without its network, as upstream names events. */
  | { readonly kind: 'number'; readonly number: number }
  /** An event of the order book, in lower case. */
  | { readonly kind: 'uuid'; readonly uuid: string }
  /** The slug of a market or of an order-book event, in lower case. */
  | { readonly kind: 'slug'; readonly slug: string }
  /** No valid id of the venue. */
  | { readonly kind: 'none' }

/**
 * Returns `<network>:<number>` for a market of a pool, as upstream; `<network>:ob<number>` for one of the order book, because the
 * plain form may name both.
 */
export function packMarketId({ network, model, number }: MarketRef): string {
  return `${network}:${model === 'ob' ? 'ob' : ''}${number}`
}

/**
 * Returns `<market>:<index>`, and `<market>:-<index>` for the synthetic NO: that of outcome 0 is `-0`, where upstream's
 * arithmetic yields the id of outcome 0 itself.
 */
export function packOutcomeId(ref: MarketRef, { index, isNegative }: OutcomePosition): string {
  return `${packMarketId(ref)}:${isNegative ? '-' : ''}${index}`
}

/**
 * Returns other spellings that {@link readId} accepts for a market and these of its outcomes. They are upstream's bare number,
 * the plain form without the trading model, and another client's slash before the outcome.
 */
export function spellingsOf(ref: MarketRef, indexes: readonly number[]): string[] {
  const plain = `${ref.network}:${ref.number}`
  const markets = [...new Set([packMarketId(ref), plain])]
  const outcomes = indexes.flatMap((index) =>
    markets.flatMap((id) => [':', '/', ':-', '/-'].map((joint) => `${id}${joint}${index}`)),
  )
  return [String(ref.number), ...markets, ...outcomes]
}

const NUMBER = '(0|[1-9]\\d{0,14})'
const MARKET = new RegExp(`^${NUMBER}:(ob)?${NUMBER}$`)
/** `56:827/0` is another client's spelling of `56:827:0`. */
const OUTCOME = new RegExp(`^${NUMBER}:(ob)?${NUMBER}[:/](-)?${NUMBER}$`)
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Parses any spelling of an id, a slug or a site address. Never throws. */
export function readId(text: string): NativeId {
  const id = text.trim().toLowerCase()
  const market = MARKET.exec(id)
  if (market !== null) return { kind: 'market', ...keysIn(market) }
  const outcome = OUTCOME.exec(id)
  if (outcome !== null) {
    const place = { index: Number(outcome[5]), isNegative: outcome[4] === '-' }
    return { kind: 'outcome', ...keysIn(outcome), place }
  }
  if (/^\d+$/.test(id))
    return new RegExp(`^${NUMBER}$`).test(id) ? { kind: 'number', number: Number(id) } : { kind: 'none' }
  if (UUID.test(id)) return { kind: 'uuid', uuid: id }
  if (/^https?:\/\//.test(id)) return readPage(id)
  return isSlug(id) ? { kind: 'slug', slug: id } : { kind: 'none' }
}

function keysIn(match: RegExpExecArray): { network: number; number: number; model?: 'ob' } {
  const keys = { network: Number(match[1]), number: Number(match[3]) }
  return match[2] === undefined ? keys : { ...keys, model: 'ob' }
}

/** Parses `https://myriad.markets/markets/<slug>` and the same for events. */
function readPage(address: string): NativeId {
  if (!URL.canParse(address)) return { kind: 'none' }
  const { hostname, pathname } = new URL(address)
  if (!/^(www\.)?myriad\.markets$/.test(hostname)) return { kind: 'none' }
  const slug = /^\/(?:markets|events)\/([^/]+)\/?$/.exec(pathname)?.[1]
  return slug !== undefined && isSlug(slug) ? { kind: 'slug', slug } : { kind: 'none' }
}

/**
 * Whether a text is a valid slug. Because a slug becomes part of a path, it must not change the path or consist only of
 * dots.
 */
function isSlug(text: string): boolean {
  return /^[a-z0-9][a-z0-9._~-]{0,299}$/.test(text)
}
