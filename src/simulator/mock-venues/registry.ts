import { feedIds, type SourceId } from '../../api/envelope/source-ids.js'
import { type VenueId, venueIds } from '../../api/envelope/venue-ids.js'
import type { Face } from '../mock-kit/mock-venue.js'

/** One line a venue or feed; each is loaded when it is played. */
const loaders: Partial<Record<SourceId, () => Promise<Face>>> = {
  polymarket: () => import('./polymarket/index.js').then((module) => module.polymarketFace),
  kalshi: () => import('./kalshi/index.js').then((module) => module.kalshiFace),
  'kalshi-demo': () => import('./kalshi-demo/index.js').then((module) => module.kalshiDemoFace),
  limitless: () => import('./limitless/index.js').then((module) => module.createLimitlessFace()),
  probable: () => import('./probable/index.js').then((module) => module.probableFace),
  baozi: () => import('./baozi/index.js').then((module) => module.baoziFace),
  myriad: () => import('./myriad/index.js').then((module) => module.myriadFace),
  opinion: () => import('./opinion/index.js').then((module) => module.opinionFace),
  smarkets: () => import('./smarkets/index.js').then((module) => module.smarketsFace),
  polymarket_us: () => import('./polymarket_us/index.js').then((module) => module.polymarketUsFace),
  metaculus: () => import('./metaculus/index.js').then((module) => module.metaculusFace),
  'gemini-titan': () => import('./gemini-titan/index.js').then((module) => module.geminiTitanFace),
  hyperliquid: () => import('./hyperliquid/index.js').then((module) => module.hyperliquidFace),
  suibets: () => import('./suibets/index.js').then((module) => module.suibetsFace),
  rain: () => import('./rain/index.js').then((module) => module.rainFace),
  hunch: () => import('./hunch/index.js').then((module) => module.hunchFace),
  binance: () => import('./binance/index.js').then((module) => module.binanceFace),
  chainlink: () => import('./chainlink/index.js').then((module) => module.chainlinkFace),
}

/** The venues that have a face, in the wire's order. */
export const playedVenueIds: readonly VenueId[] = venueIds.filter((id) => loaders[id] !== undefined)

/** All that have one, the feeds behind the venues. */
export const playedIds: readonly SourceId[] = [...playedVenueIds, ...feedIds]

/** Loads faces, in the wire's order whatever the order asked; those without one are left out. */
export function loadFaces(wanted: readonly SourceId[] = playedIds): Promise<readonly Face[]> {
  const loading = playedIds.filter((id) => wanted.includes(id)).flatMap((id) => loaders[id]?.() ?? [])
  return Promise.all(loading)
}
