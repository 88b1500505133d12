import type { CredentialVariables } from '../api/arguments/credentials.js'
import { type VenueId, venueIds } from '../api/envelope/venue-ids.js'
import type { Declared } from '../venue-kit/contract/manifest.js'
import type { Venue } from '../venue-kit/contract/venue.js'
import { declared as baozi } from './baozi/manifest.js'
import { declared as geminiTitan } from './gemini-titan/manifest.js'
import { declared as hunch } from './hunch/manifest.js'
import { declared as hyperliquid } from './hyperliquid/manifest.js'
import { declared as kalshi } from './kalshi/manifest.js'
import { declared as kalshiDemo } from './kalshi-demo/manifest.js'
import { declared as limitless } from './limitless/manifest.js'
import { declared as metaculus } from './metaculus/manifest.js'
import { declared as myriad } from './myriad/manifest.js'
import { declared as opinion } from './opinion/manifest.js'
import { declared as polymarket } from './polymarket/manifest.js'
import { declared as polymarketUs } from './polymarket_us/manifest.js'
import { declared as probable } from './probable/manifest.js'
import { declared as rain } from './rain/manifest.js'
import { declared as smarkets } from './smarkets/manifest.js'
import { declared as suibets } from './suibets/manifest.js'

type Line = readonly [Declared, () => Promise<Venue>]

/** One line per venue, with its declaration and the way to load the rest of it when it is first used. */
const lines: Partial<Record<VenueId, Line>> = {
  polymarket: [polymarket, async () => (await import('./polymarket/index.js')).polymarket],
  kalshi: [kalshi, async () => (await import('./kalshi/index.js')).kalshi],
  'kalshi-demo': [kalshiDemo, async () => (await import('./kalshi-demo/index.js')).kalshiDemo],
  limitless: [limitless, async () => (await import('./limitless/index.js')).limitless],
  probable: [probable, async () => (await import('./probable/index.js')).probable],
  baozi: [baozi, async () => (await import('./baozi/index.js')).baozi],
  myriad: [myriad, async () => (await import('./myriad/index.js')).myriad],
  opinion: [opinion, async () => (await import('./opinion/index.js')).opinion],
  metaculus: [metaculus, async () => (await import('./metaculus/index.js')).metaculus],
  smarkets: [smarkets, async () => (await import('./smarkets/index.js')).smarkets],
  polymarket_us: [polymarketUs, async () => (await import('./polymarket_us/index.js')).polymarketUs],
  'gemini-titan': [geminiTitan, async () => (await import('./gemini-titan/index.js')).geminiTitan],
  hyperliquid: [hyperliquid, async () => (await import('./hyperliquid/index.js')).hyperliquid],
  suibets: [suibets, async () => (await import('./suibets/index.js')).suibets],
  rain: [rain, async () => (await import('./rain/index.js')).rain],
  hunch: [hunch, async () => (await import('./hunch/index.js')).hunch],
}

/** The venues of this version, in the order of the HTTP API. */
export const servedVenueIds: readonly VenueId[] = venueIds.filter((id) => lines[id] !== undefined)

/** Returns the declaration of a venue, or undefined if this version does not serve it. */
export function declaredOf(id: VenueId): Declared | undefined {
  return lines[id]?.[0]
}

/** Returns the environment variables of a venue's credentials. There are none for an unknown venue. */
export function credentialVariablesOf(id: VenueId): CredentialVariables {
  return declaredOf(id)?.credentials ?? {}
}

/** Environment variables that contain host addresses, by venue and host name. */
export const hostVariables: Partial<Record<VenueId, Readonly<Record<string, readonly string[]>>>> =
  Object.fromEntries(servedVenueIds.map((id) => [id, declaredOf(id)?.hosts ?? {}]))

/** The names of query parameters and body members whose values a recording may contain, for all venues together. */
export const recordableNames: readonly string[] = servedVenueIds.flatMap(
  (id) => declaredOf(id)?.recordable ?? [],
)

/** Loads the venue's definition, or undefined if this version does not serve it. */
export function loadVenue(id: VenueId): Promise<Venue> | undefined {
  return lines[id]?.[1]()
}
