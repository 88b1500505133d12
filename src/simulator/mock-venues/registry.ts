import { feedIds, type SourceId } from '../../api/envelope/source-ids.js'
import { type VenueId, venueIds } from '../../api/envelope/venue-ids.js'
import type { MockVenue } from '../mock-kit/mock-venue.js'

/** One line per venue or feed; each is loaded on demand. */
const loaders: Partial<Record<SourceId, () => Promise<MockVenue>>> = {
  polymarket: () => import('./polymarket/index.js').then((module) => module.polymarketMock),
  kalshi: () => import('./kalshi/index.js').then((module) => module.kalshiMock),
  'kalshi-demo': () => import('./kalshi-demo/index.js').then((module) => module.kalshiDemoMock),
  limitless: () => import('./limitless/index.js').then((module) => module.createLimitlessMock()),
  probable: () => import('./probable/index.js').then((module) => module.probableMock),
  baozi: () => import('./baozi/index.js').then((module) => module.baoziMock),
  myriad: () => import('./myriad/index.js').then((module) => module.myriadMock),
  opinion: () => import('./opinion/index.js').then((module) => module.opinionMock),
  smarkets: () => import('./smarkets/index.js').then((module) => module.smarketsMock),
  polymarket_us: () => import('./polymarket_us/index.js').then((module) => module.polymarketUsMock),
  metaculus: () => import('./metaculus/index.js').then((module) => module.metaculusMock),
  'gemini-titan': () => import('./gemini-titan/index.js').then((module) => module.geminiTitanMock),
  hyperliquid: () => import('./hyperliquid/index.js').then((module) => module.hyperliquidMock),
  suibets: () => import('./suibets/index.js').then((module) => module.suibetsMock),
  rain: () => import('./rain/index.js').then((module) => module.rainMock),
  hunch: () => import('./hunch/index.js').then((module) => module.hunchMock),
  binance: () => import('./binance/index.js').then((module) => module.binanceMock),
  chainlink: () => import('./chainlink/index.js').then((module) => module.chainlinkMock),
}

/** The venues with a mock venue, in the order of the API. */
export const mockVenueIds: readonly VenueId[] = venueIds.filter((id) => loaders[id] !== undefined)

/** All sources with a mock, venues before feeds. */
export const mockIds: readonly SourceId[] = [...mockVenueIds, ...feedIds]

/** Loads mock venues, always in the order of the API; ids without one are omitted. */
export function loadMockVenues(wanted: readonly SourceId[] = mockIds): Promise<readonly MockVenue[]> {
  const loading = mockIds.filter((id) => wanted.includes(id)).flatMap((id) => loaders[id]?.() ?? [])
  return Promise.all(loading)
}
