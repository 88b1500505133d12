import { capabilityNames, type MethodName } from '../../api/arguments/methods.js'
import { findSampledBook } from '../../candles/series/sampled-basis.js'
import { noSecrets, type Secrets } from '../../venue-kit/contract/account-secrets.js'
import type { StreamKind } from '../../venue-kit/contract/stream-source.js'
import type { Venue } from '../../venue-kit/contract/venue.js'
import { journalServesClosedOrders } from '../trading/accounts/placed-orders.js'
import { accountCapabilityOf } from './account-watch-kinds.js'

/**
 * How a venue supports a method. `sampled`: there is no price history, but candles of pinned series are sampled from order books
 * once they are pinned.
 */
export type Capability = true | false | 'emulated' | 'sampled'

/** The caller for whose credentials a capability map is built. */
export interface CapabilityScope {
  /** Credentials that the caller may use: a venue may open its socket only with a key. */
  readonly secrets: Secrets
  /** Whether anything can be watched at all. */
  readonly mayWatch: boolean
}

const anybody: CapabilityScope = { secrets: noSecrets, mayWatch: true }

/**
 * Returns whether a venue supports a method. This is derived from its sources, so the map cannot promise a missing
 * source.
 */
export function capabilityOf(venue: Venue, method: MethodName, asker = anybody): Capability {
  switch (method) {
    case 'fetchMarkets':
    case 'fetchEvents':
      return true
    case 'fetchSeries':
      return venue.series !== undefined
    case 'fetchOHLCV':
      return findSampledBook(venue) === undefined ? venue.candles !== undefined : 'sampled'
    case 'fetchOrderBook':
    case 'fetchOrderBooks':
      return of(venue.book)
    case 'fetchTrades':
      return of(venue.trades)
    case 'fetchTradingFee':
      return venue.feeSchedule !== undefined
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
      return asker.mayWatch && accountCapabilityOf(venue, method)
    case 'watchAddress':
      return asker.mayWatch && venue.account?.positionsOf !== undefined && 'emulated'
    case 'unwatchAddress':
      return asker.mayWatch && venue.account?.positionsOf !== undefined
    default:
      return isOfAccount(venue, method)
  }
}

/** Returns the capability of methods that use or read an account. */
function isOfAccount(venue: Venue, method: MethodName): Capability {
  const { account = {}, orders } = venue
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
      return closedOrders(venue)
    case 'fetchAllOrders':
      return account.openOrders !== undefined && closedOrders(venue)
    case 'fetchMyTrades':
      return account.fills !== undefined
    case 'fetchMySettlementHistory':
      return account.settlements !== undefined
    case 'createOrder':
    case 'buildOrder':
    case 'submitOrder':
      return orders !== undefined
    case 'editOrder':
      return orders?.edit !== undefined && account.order !== undefined
    case 'cancelOrder':
      return orders?.cancel !== undefined
    case 'createOrders':
      return orders !== undefined && (orders.batch !== undefined || 'emulated')
    case 'cancelOrders':
      return orders?.cancel !== undefined && (orders.cancelMany !== undefined || 'emulated')
    case 'cancelAllOrders':
      return (
        orders?.cancel !== undefined &&
        account.openOrders !== undefined &&
        (orders.cancelAll !== undefined || 'emulated')
      )
    case 'cancelAllOrdersAfter':
      return orders?.cancelAfter !== undefined && (orders.cancelAfter.kind === 'timer' || 'emulated')
    default:
      return false
  }
}

/** If the venue does not list closed orders, they come from the journal. */
function closedOrders(venue: Venue): Capability {
  if (venue.account?.closedOrders !== undefined) return true
  return journalServesClosedOrders({ venue }) && 'emulated'
}

function of(source: { readonly emulated?: true } | undefined): Capability {
  if (source === undefined) return false
  return source.emulated === true ? 'emulated' : true
}

/** Watched over the venue's own socket, or emulated by polling. */
function watched({ stream }: Venue, kind: StreamKind, { secrets }: CapabilityScope): Capability {
  const isOpen = stream?.needs?.some((name) => secrets.values[name] === undefined) !== true
  return stream?.brings.includes(kind) === true && isOpen ? true : 'emulated'
}

/** A venue may send its trades only over its socket. A caller that cannot open the socket has nothing to poll. */
function watchedTrades(venue: Venue, asker: CapabilityScope): Capability {
  const how = watched(venue, 'trades', asker)
  return (how === true || venue.trades !== undefined) && how
}

/** Builds the map of `GET /api/{exchange}/has`; a venue that this version does not serve supports nothing. */
export function buildCapabilityMap(venue: Venue | undefined, asker = anybody): Record<string, Capability> {
  return Object.fromEntries(
    capabilityNames.map((method) => [
      method,
      venue === undefined ? false : capabilityOf(venue, method, asker),
    ]),
  )
}
