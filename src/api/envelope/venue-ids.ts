/** The exchange ids of the HTTP API, in documented order, with the display names in error bodies. */
export const venueNames = {
  router: 'Router',
  polymarket: 'Polymarket',
  kalshi: 'Kalshi',
  'kalshi-demo': 'KalshiDemo',
  limitless: 'Limitless',
  probable: 'Probable',
  baozi: 'Baozi',
  myriad: 'Myriad',
  opinion: 'Opinion',
  metaculus: 'Metaculus',
  smarkets: 'Smarkets',
  polymarket_us: 'PolymarketUS',
  'gemini-titan': 'GeminiTitan',
  hyperliquid: 'Hyperliquid',
  suibets: 'SuiBets',
  rain: 'Rain',
  hunch: 'Hunch',
} as const satisfies Record<string, string>

/** An exchange id in `/api/{exchange}/{method}`. `router` is not a venue but has the same paths. */
export type VenueId = keyof typeof venueNames

/** The things that ids name. */
export type NamedKind = 'event' | 'market' | 'outcome'

/**
 * Kinds of ids that begin with `<venue>:` at the venue itself. In the form `<venue>:<native id>` they have the prefix twice, so
 * that one prefix alone is part of the native id.
 */
const prefixedKinds: Partial<Readonly<Record<VenueId, readonly NamedKind[]>>> = {
  rain: ['event', 'market', 'outcome'],
  suibets: ['event', 'market'],
}

/** Whether native ids of this kind begin with the id of their venue and a colon. */
export function hasPrefixedIds(venue: VenueId, kind: NamedKind): boolean {
  return prefixedKinds[venue]?.includes(kind) === true
}

/** The venue whose ids the examples of the API description use. */
export const EXAMPLE_VENUE: VenueId = 'kalshi'

export const venueIds = Object.keys(venueNames) as readonly VenueId[]

/** Narrows any text to a known exchange id. Comparison is exact: callers convert to lower case first. */
export function isVenueId(text: string): text is VenueId {
  return Object.hasOwn(venueNames, text)
}
