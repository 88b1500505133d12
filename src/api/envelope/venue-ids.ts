/** The exchange ids of the wire, in documented order, with the display names that error bodies carry. */
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

/** An exchange id as it stands in `/api/{exchange}/{method}`. `router` is not a venue but is addressed like one. */
export type VenueId = keyof typeof venueNames

/** Whose ids the examples of the API description show. */
export const EXAMPLE_VENUE: VenueId = 'kalshi'

export const venueIds = Object.keys(venueNames) as readonly VenueId[]

/** Narrows any text to a known exchange id. Comparison is exact: callers lower-case first, as the wire does. */
export function isVenueId(text: string): text is VenueId {
  return Object.hasOwn(venueNames, text)
}
