import { type ChainId, isSlug, readChainId } from '../../venue-kit/unify/chain-ids.js'

/** The meaning of an id on Probable, by its form alone (README.md). */
export type NativeId =
  | ChainId
  /** A page of the site, with an event's slug or number, and the number of one of its markets. */
  | { readonly kind: 'page'; readonly event: string; readonly market?: string }

/** Parses any spelling of an id, a slug or a site address. Never throws. */
export function readId(text: string): NativeId {
  const trimmed = text.trim()
  return /^https?:\/\//i.test(trimmed) ? readPage(trimmed) : readChainId(trimmed)
}

/** Parses `https://probable.markets/event/<slug or number>`, with `?market=<number>` for one market. */
function readPage(address: string): NativeId {
  if (!URL.canParse(address)) return { kind: 'none' }
  const { hostname, pathname, searchParams } = new URL(address)
  const [, word, event] = pathname.split('/')
  if (!/^(www\.)?probable\.markets$/i.test(hostname) || word !== 'event' || !isSlug(event ?? '')) {
    return { kind: 'none' }
  }
  const market = searchParams.get('market')
  if (market !== null && !/^\d{1,20}$/.test(market)) return { kind: 'none' }
  return { kind: 'page', event: (event ?? '').toLowerCase(), ...(market === null ? {} : { market }) }
}
