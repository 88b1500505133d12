/** What a text that names something on Probable is, judged by its shape alone (docs: probable, section 2). */
export type NativeId =
  /** The venue's own number of an event or a market. */
  | { readonly kind: 'number'; readonly number: string }
  /** A market's condition id on the chain, in lower case. */
  | { readonly kind: 'condition'; readonly conditionId: string }
  /** An outcome token, decimal. */
  | { readonly kind: 'token'; readonly tokenId: string }
  /** The slug of an event or a market, in lower case. */
  | { readonly kind: 'slug'; readonly slug: string }
  /** A page of the site: an event by slug or number, and the number of one of its markets. */
  | { readonly kind: 'page'; readonly event: string; readonly market?: string }
  /** Nothing the venue could know. */
  | { readonly kind: 'none' }

/** Token ids are 256-bit numbers of 70 to 78 digits; the venue's own numbers have four. */
const SHORTEST_TOKEN = 30

/** Reads any spelling of an id, a slug or a site address; never throws. */
export function readId(text: string): NativeId {
  const trimmed = text.trim()
  if (/^\d+$/.test(trimmed)) {
    return trimmed.length >= SHORTEST_TOKEN
      ? { kind: 'token', tokenId: trimmed }
      : { kind: 'number', number: trimmed }
  }
  if (/^0x[0-9a-f]{64}$/i.test(trimmed)) return { kind: 'condition', conditionId: trimmed.toLowerCase() }
  if (/^https?:\/\//i.test(trimmed)) return readPage(trimmed)
  return isSlug(trimmed) ? { kind: 'slug', slug: trimmed.toLowerCase() } : { kind: 'none' }
}

/** `https://probable.markets/event/<slug or number>`, with `?market=<number>` for one market. */
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

/** A slug goes into a path: nothing that would lead to another path, and nothing that is only dots. */
function isSlug(text: string): boolean {
  return text !== '' && text.length <= 300 && !/[\s/\\?#]/.test(text) && !/^\.+$/.test(text)
}
