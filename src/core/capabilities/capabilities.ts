import { capabilityNames, type MethodName } from '../../api/arguments/methods.js'
import { findSampledBook } from '../../candles/series/sampled-basis.js'
import { noSecrets, type Secrets } from '../../venue-kit/contract/account-secrets.js'
import type { StreamKind } from '../../venue-kit/contract/stream-source.js'
import type { Venue } from '../../venue-kit/contract/venue.js'
import { journalServesClosedOrders } from '../trading/accounts/placed-orders.js'
import { accountCapabilityOf } from './account-watch-kinds.js'

/** `sampled`: there is no price history, and candles of what is pinned for that are taken from its books from then on. */
export type Capability = true | false | 'emulated' | 'sampled'

/** For whom a map is made. */
export interface CapabilityScope {
  /** Credentials he may use: a venue may open its socket to nobody without. */
  readonly secrets: Secrets
  /** Whether anything can be watched at all in this world. */
  readonly mayWatch: boolean
}

const anybody: CapabilityScope = { secrets: noSecrets, mayWatch: true }

/** What a venue can do, read from the sources it has: the map cannot promise what is not there. */
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

/** What takes an account, or tells of one. */
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

/** Where the venue lists none, they are those of the journal. */
function closedOrders(venue: Venue): Capability {
  if (venue.account?.closedOrders !== undefined) return true
  return journalServesClosedOrders({ venue }) && 'emulated'
}

function of(source: { readonly emulated?: true } | undefined): Capability {
  if (source === undefined) return false
  return source.emulated === true ? 'emulated' : true
}

/** By the venue's own socket, or emulated by asking again and again. */
function watched({ stream }: Venue, kind: StreamKind, { secrets }: CapabilityScope): Capability {
  const isOpen = stream?.needs?.some((name) => secrets.values[name] === undefined) !== true
  return stream?.brings.includes(kind) === true && isOpen ? true : 'emulated'
}

/** A venue may tell its trades by its socket alone: whoever cannot open that has nothing to poll. */
function watchedTrades(venue: Venue, asker: CapabilityScope): Capability {
  const how = watched(venue, 'trades', asker)
  return (how === true || venue.trades !== undefined) && how
}

/** The map of `GET /api/{exchange}/has`; a venue this version does not serve can do nothing. */
export function buildCapabilityMap(venue: Venue | undefined, asker = anybody): Record<string, Capability> {
  return Object.fromEntries(
    capabilityNames.map((method) => [
      method,
      venue === undefined ? false : capabilityOf(venue, method, asker),
    ]),
  )
}
