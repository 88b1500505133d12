import { decodeBase58 } from '../../api/values/base58.js'

/** The meaning of an id on Baozi, by its form alone (README.md). */
export type NativeId =
  /** A market, by the address of its account or of its page. */
  | { readonly kind: 'market'; readonly address: string }
  /** One outcome of a market, by its index. */
  | { readonly kind: 'outcome'; readonly address: string; readonly place: number }
  | { readonly kind: 'none' }

const SITE = 'https://baozi.bet/market/'
const ADDRESS_BYTES = 32
const BINARY_ENDS: readonly string[] = ['YES', 'NO']

/** Whether a text is the address of an account or a wallet of Solana: 32 bytes in base 58. */
export function isAddress(text: string): boolean {
  // A longer text is not an address, whatever it encodes.
  return /^[1-9A-Za-z]{32,44}$/.test(text) && decodeBase58(text)?.length === ADDRESS_BYTES
}

/** Returns the id of an outcome: `<address>-YES`, `<address>-NO`, or `<address>-<place>` in a race. */
export function packOutcomeId(address: string, kind: 'binary' | 'race', place: number): string {
  return `${address}-${kind === 'binary' ? (BINARY_ENDS[place] ?? place) : place}`
}

export function pageOf(address: string): string {
  return SITE + address
}

/** Parses any spelling of an id or the address of a page. Never throws. */
export function readId(text: string): NativeId {
  const trimmed = text.trim()
  const page = /^https:\/\/(?:www\.)?baozi\.bet\/market\/([^/?#]+)\/?(?:[?#].*)?$/i.exec(trimmed)?.[1]
  const named = page ?? trimmed
  if (isAddress(named)) return { kind: 'market', address: named }
  const [, address = '', end = ''] = /^([^-]+)-(YES|NO|0|[1-9])$/i.exec(trimmed) ?? []
  if (!isAddress(address)) return { kind: 'none' }
  const side = BINARY_ENDS.indexOf(end.toUpperCase())
  return { kind: 'outcome', address, place: side === -1 ? Number(end) : side }
}
