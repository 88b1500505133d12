/** The meaning of an id on Smarkets, by its form alone (README.md). */
export type NativeId =
  /** The number of an event, a market or a contract. They are numbered separately, so the text is ambiguous. */
  | { readonly kind: 'number'; readonly number: string }
  /** An event's slug, in lower case. */
  | { readonly kind: 'slug'; readonly event: string }
  /** A market, by the slug of its event and its own slug, in lower case. */
  | { readonly kind: 'market-slug'; readonly event: string; readonly market: string }
  /** An event's page, by its path in the site's tree, `/sport/...`, in lower case. */
  | { readonly kind: 'page'; readonly fullSlug: string }
  /** Not a valid id on this venue. */
  | { readonly kind: 'none' }

const none: NativeId = { kind: 'none' }
const SLUG = /^[^\s/\\?#]{1,300}$/
/** Eighteen digits exceed any of the venue's counters. */
const NUMBER = /^[1-9]\d{0,17}$/

/** Parses any spelling of an id, a slug or a site address. Never throws. */
export function readId(text: string): NativeId {
  const trimmed = text.trim()
  if (NUMBER.test(trimmed)) return { kind: 'number', number: trimmed }
  if (/^https?:\/\//i.test(trimmed)) return readAddress(trimmed)
  const [event = '', market, ...more] = trimmed.toLowerCase().split('/')
  if (!SLUG.test(event) || more.length > 0) return none
  if (market === undefined) return { kind: 'slug', event }
  return SLUG.test(market) ? { kind: 'market-slug', event, market } : none
}

function readAddress(address: string): NativeId {
  if (!URL.canParse(address)) return none
  const { hostname, pathname } = new URL(address)
  if (!/^(www\.)?smarkets\.com$/i.test(hostname)) return none
  const path = pathname.toLowerCase().replace(/(?<!\/)\/+$/, '')
  const [, first, second] = path.split('/')
  if (first === 'event') return NUMBER.test(second ?? '') ? { kind: 'number', number: second ?? '' } : none
  return second === undefined ? none : { kind: 'page', fullSlug: path }
}

/** Returns the unified slug of a market, because its own slug is unique only within its event. */
export function packMarketSlug(eventSlug: string, marketSlug: string): string {
  return `${eventSlug}/${marketSlug}`
}

/**
 * Returns the day in the path of a fixture's page (`/2024/06/24/22-00/`), local to the event, as epoch ms, or undefined if there
 * is none.
 */
export function dayFromSlug(fullSlug: string): number | undefined {
  const match = /\/(\d{4})\/(\d{2})\/(\d{2})(?:\/|$)/.exec(fullSlug)
  if (match === null) return undefined
  const day = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]))
  return Number.isNaN(day) ? undefined : day
}
