import { capabilityNames, type MethodName } from '../api/methods.js'
import { sampledBook } from '../candles/sampled.js'
import { noSecrets, type Secrets } from '../venue-kit/secrets.js'
import type { StreamKind } from '../venue-kit/stream.js'
import type { Venue } from '../venue-kit/venue.js'
import { ownCapability } from './own-kinds.js'

/** `sampled`: there is no price history, and candles of what is pinned for that are taken from its books from then on. */
export type Capability = true | false | 'emulated' | 'sampled'

/** For whom a map is made. */
export interface Asker {
  /** Credentials he may use: a venue may open its socket to nobody without. */
  readonly secrets: Secrets
  /** Whether anything can be watched at all in this world. */
  readonly mayWatch: boolean
}

const anybody: Asker = { secrets: noSecrets, mayWatch: true }

/** What a venue can do, read from the sources it has: the map cannot promise what is not there. */
export function capabilityOf(venue: Venue, method: MethodName, asker = anybody): Capability {
  switch (method) {
    case 'fetchMarkets':
    case 'fetchEvents':
      return true
    case 'fetchSeries':
      return venue.series !== undefined
    case 'fetchOHLCV':
      return sampledBook(venue) === undefined ? venue.candles !== undefined : 'sampled'
    case 'fetchOrderBook':
    case 'fetchOrderBooks':
      return of(venue.book)
    case 'fetchTrades':
      return of(venue.trades)
    case 'watchOrderBook':
    case 'watchOrderBooks':
      return asker.mayWatch && venue.book !== undefined && watched(venue, 'book', asker)
    case 'unwatchOrderBook':
      return asker.mayWatch && venue.book !== undefined
    case 'watchTrades':
      return asker.mayWatch && watchedTrades(venue, asker)
    case 'watchOrders':
    case 'watchMyTrades':
    case 'watchPositions':
      return asker.mayWatch && ownCapability(venue, method)
    case 'watchAddress':
      return asker.mayWatch && venue.account?.positionsOf !== undefined && 'emulated'
    case 'unwatchAddress':
      return asker.mayWatch && venue.account?.positionsOf !== undefined
    default:
      return isOfAccount(venue, method)
  }
}

/** What takes an account, or tells of one. */
function isOfAccount({ account = {}, orders }: Venue, method: MethodName): boolean {
  switch (method) {
    case 'fetchPositions':
      return (account.positions ?? account.positionsOf) !== undefined
    case 'fetchBalance':
      return (account.balance ?? account.balanceOf) !== undefined
    case 'fetchOrder':
      return account.order !== undefined
    case 'fetchOpenOrders':
      return account.openOrders !== undefined
    case 'fetchClosedOrders':
      return account.closedOrders !== undefined
    case 'fetchAllOrders':
      return account.openOrders !== undefined && account.closedOrders !== undefined
    case 'fetchMyTrades':
      return account.fills !== undefined
    case 'createOrder':
    case 'buildOrder':
    case 'submitOrder':
      return orders !== undefined
    case 'cancelOrder':
      return orders?.cancel !== undefined
    default:
      return false
  }
}

function of(source: { readonly emulated?: true } | undefined): Capability {
  if (source === undefined) return false
  return source.emulated === true ? 'emulated' : true
}

/** By the venue's own socket, or emulated by asking again and again. */
function watched({ stream }: Venue, kind: StreamKind, { secrets }: Asker): Capability {
  const isOpen = stream?.needs?.some((name) => secrets.values[name] === undefined) !== true
  return stream?.brings.includes(kind) === true && isOpen ? true : 'emulated'
}

/** A venue may tell its trades by its socket alone: whoever cannot open that has nothing to poll. */
function watchedTrades(venue: Venue, asker: Asker): Capability {
  const how = watched(venue, 'trades', asker)
  return (how === true || venue.trades !== undefined) && how
}

/** The map of `GET /api/{exchange}/has`; a venue this version does not serve can do nothing. */
export function capabilityMap(venue: Venue | undefined, asker = anybody): Record<string, Capability> {
  return Object.fromEntries(
    capabilityNames.map((method) => [
      method,
      venue === undefined ? false : capabilityOf(venue, method, asker),
    ]),
  )
}
