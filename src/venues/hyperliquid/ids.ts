import { decodeSafely } from '../../api/values/percent-text.js'
/** One side of an outcome: the venue's number of the outcome, and the index of the side in its `sideSpecs`. */
export interface SideRef {
  readonly outcome: number
  readonly side: number
}

/** The meaning of an id on Hyperliquid, by its form alone (README.md). */
export type NativeId =
  /** One side: an asset id, a coin `#E` or a token `+E`. */
  | { readonly kind: 'side'; readonly ref: SideRef }
  /** A market, by its unified id or its slug. */
  | { readonly kind: 'market'; readonly outcome: number }
  /** The page of a side, which shows the market and its question. */
  | { readonly kind: 'page'; readonly outcome: number }
  /** A question, by its slug. */
  | { readonly kind: 'question'; readonly question: number }
  /** Too few digits for an asset id: a question, an outcome and an encoded side have the same form. */
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'none' }

/** Outcomes begin here in the number range of all assets. */
const FIRST_ASSET = 100_000_000
/** The venue encodes a side as the last digit. */
const SIDES = 10

const SITE = 'https://app.hyperliquid.xyz/trade/'

function encode({ outcome, side }: SideRef): number {
  return SIDES * outcome + side
}

function decode(encoded: number): SideRef {
  return { outcome: Math.floor(encoded / SIDES), side: encoded % SIDES }
}

/** Returns the id of a side in the unified model: its asset id, decimal. */
export function packOutcomeId(ref: SideRef): string {
  return String(assetOf(ref))
}

/** Returns the name of a side's book, trades and candles. Never `@`: that is a spot pair. */
export function coinOf(ref: SideRef): string {
  return `#${encode(ref)}`
}

/** Returns the name of a side in balances. */
export function tokenOf(ref: SideRef): string {
  return `+${encode(ref)}`
}

/** Returns the side of a balance's coin, or undefined for collateral, perpetuals' coins and settled leftovers (`o12`). */
export function readToken(coin: string): SideRef | undefined {
  return /^\+\d{1,12}$/.test(coin) ? decode(Number(coin.slice(1))) : undefined
}

/** Returns the side of an order's or a fill's coin `#E`, or undefined for other coins of the exchange. */
export function readCoin(coin: string): SideRef | undefined {
  return /^#\d{1,12}$/.test(coin) ? decode(Number(coin.slice(1))) : undefined
}

/** Returns the number of a side among all assets of the exchange, as in orders. */
export function assetOf(ref: SideRef): number {
  return FIRST_ASSET + encode(ref)
}

/** Whether a balance's coin is the leftover of a settled outcome, `o12`. */
export function isLeftover(coin: string): boolean {
  return /^o\d{1,12}$/.test(coin)
}

export function marketIdOf(outcome: number): string {
  return `hl-outcome-${outcome}`
}

export function marketSlugOf(outcome: number): string {
  return `hl-${outcome}`
}

export function eventSlugOf(question: number): string {
  return `hl-question-${question}`
}

/** Returns the page of an outcome, which is that of its first side. */
export function pageOf(outcome: number): string {
  return SITE + encodeURIComponent(coinOf({ outcome, side: 0 }))
}

/** Parses any spelling of an id, a slug or a site address. Never throws. */
export function readId(text: string): NativeId {
  const trimmed = text.trim()
  const isPage = trimmed.toLowerCase().startsWith(SITE)
  const coin = isPage ? decodeSafely(trimmed.slice(SITE.length).replace(/[/?].*$/, '')) : undefined
  if (coin !== undefined) {
    const shown = readSide(coin)
    return shown === undefined ? { kind: 'none' } : { kind: 'page', outcome: shown.outcome }
  }
  const ref = readSide(trimmed)
  if (ref !== undefined) return { kind: 'side', ref }
  const market = /^hl-(?:outcome-)?(\d{1,12})$/i.exec(trimmed)?.[1]
  if (market !== undefined) return { kind: 'market', outcome: Number(market) }
  const question = /^hl-question-(\d{1,12})$/i.exec(trimmed)?.[1]
  if (question !== undefined) return { kind: 'question', question: Number(question) }
  return /^\d{1,9}$/.test(trimmed) ? { kind: 'number', number: Number(trimmed) } : { kind: 'none' }
}

function readSide(text: string): SideRef | undefined {
  if (/^[#+]\d{1,12}$/.test(text)) return decode(Number(text.slice(1)))
  if (!/^[1-9]\d{8,13}$/.test(text)) return undefined
  return decode(Number(text) - FIRST_ASSET)
}
