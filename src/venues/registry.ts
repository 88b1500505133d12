import { type VenueId, venueIds } from '../api/venue-ids.js'
import type { Venue } from '../venue-kit/venue.js'

/** One line a venue; each is loaded when it is first used. */
const loaders: Partial<Record<VenueId, () => Promise<Venue>>> = {
  polymarket: async () => (await import('./polymarket/index.js')).polymarket,
  kalshi: async () => (await import('./kalshi/index.js')).kalshi,
  'kalshi-demo': async () => (await import('./kalshi-demo/index.js')).kalshiDemo,
  limitless: async () => (await import('./limitless/index.js')).limitless,
  probable: async () => (await import('./probable/index.js')).probable,
  myriad: async () => (await import('./myriad/index.js')).myriad,
  opinion: async () => (await import('./opinion/index.js')).opinion,
  metaculus: async () => (await import('./metaculus/index.js')).metaculus,
  hyperliquid: async () => (await import('./hyperliquid/index.js')).hyperliquid,
  smarkets: async () => (await import('./smarkets/index.js')).smarkets,
}

/** The venues this version serves, in the wire's order. */
export const servedVenueIds: readonly VenueId[] = venueIds.filter((id) => loaders[id] !== undefined)

/** The venue's definition; undefined when this version does not serve it. */
export function loadVenue(id: VenueId): Promise<Venue> | undefined {
  return loaders[id]?.()
}
