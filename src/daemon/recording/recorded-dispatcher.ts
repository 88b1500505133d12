import { watchTicker } from '../../api/arguments/feed-methods.js'
import { getMethodRow, type MethodName } from '../../api/arguments/methods.js'
import { PmxError } from '../../api/envelope/errors.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import { hashArguments } from '../../cassette/format/recorded-call.js'
import { refusePrivate } from '../../cassette/maintenance/private-recordings.js'
import type { CassetteSession, CoreRequest } from '../../cassette/replay/cassette-session.js'
import type { Dispatcher } from '../../core/dispatcher.js'
import type { CoreCall } from '../../core/request/api-call.js'
import type { FeedService } from '../../feeds/feed-service.js'
import { createLru } from '../../policy/lru.js'
import type { DaemonCredentials } from '../../venue-kit/contract/account-secrets.js'
import type { Venue } from '../../venue-kit/contract/venue.js'
import { findOwnTexts } from './account-texts.js'

/** Maximum unfinished requests that a repeated request can continue. */
const MAX_UNFINISHED = 16

/** Credentials for account calls that carry none. */
interface OwnCredentials {
  readonly held: DaemonCredentials
  readonly paper: DaemonCredentials
  /** Loads a venue to find the wallets of a key. */
  loadVenue(venue: VenueId): Promise<Venue> | undefined
}

/**
 * Passes every API request to the cassette session, and runs it on the session's clock. A recording without private data
 * rejects account requests before any call is sent.
 * @param openApart creates a dispatcher without cached data
 */
export function wrapDispatcher(
  dispatcher: Dispatcher,
  session: CassetteSession,
  openApart: () => Dispatcher,
  { held, paper, loadVenue }: OwnCredentials,
): Dispatcher {
  const isShut = session.kind === 'record' && !session.recordsPrivate
  const unfinished = createLru<Dispatcher>(MAX_UNFINISHED)

  /**
   * Runs a request in isolation. If it needs more calls than one request may make, its repetition continues where it ended.
   * It uses only its own earlier results, in a recording and in a replay alike.
   */
  const runApart: Dispatcher['run'] = async (method, args, call) => {
    const { venue, credentials } = call
    // Only a hash of the credentials is stored.
    const key = hashArguments([venue, method, args, credentials])
    const apart = unfinished.get(key) ?? openApart()
    unfinished.delete(key)
    try {
      return await apart.run(method, args, call)
    } catch (error) {
      if (error instanceof PmxError && error.detail?.['kind'] === 'unfinished') unfinished.set(key, apart)
      throw error
    }
  }

  async function toAsked(
    method: MethodName,
    args: unknown,
    { venue, credentials: given, trusted }: CoreCall,
  ): Promise<CoreRequest> {
    const isPrivate = isOfAccount(method)
    const credentials = given === undefined ? undefined : { ...given }
    const others =
      isPrivate && venue !== 'router' ? (paper[venue] ?? (trusted ? held[venue] : undefined)) : undefined
    // A read without credentials and address belongs to no account: the adapter's response is returned.
    const isSomebodys =
      !isRead(method) || credentials !== undefined || others !== undefined || namesSomebody(args)
    if (isPrivate && isShut && isSomebodys) throw refusePrivate(undefined, method).at(venue)
    const own = await findOwnTexts({ ...others, ...credentials }, async () =>
      venue === 'router' ? undefined : loadVenue(venue),
    )
    return {
      exchange: venue,
      method,
      args,
      credentials,
      isPrivate,
      changes: isPrivate && !isRead(method),
      own,
    }
  }

  /** Registers all accounts. A call over all accounts belongs to no single request. */
  async function noteAccounts(): Promise<void> {
    for (const [venue, credentials] of Object.entries({ ...held, ...paper }).sort())
      session.noteOwn(await findOwnTexts({ ...credentials }, async () => loadVenue(venue as VenueId)))
  }

  return {
    ...dispatcher,
    async run(method, args, call) {
      return session.run(await toAsked(method, args, call), (isApart) =>
        isApart && !goesOn(method) ? runApart(method, args, call) : dispatcher.run(method, args, call),
      )
    },
    async watch(method, args, call, sink) {
      return session.run(await toAsked(method, args, call), () => dispatcher.watch(method, args, call, sink))
    },
    async resolveOrders() {
      if (isShut) throw refusePrivate(undefined, 'looking up orders with unknown status')
      await noteAccounts()
      return dispatcher.resolveOrders()
    },
    async stopOrders(by, reason) {
      if (isShut) throw refusePrivate(undefined, 'canceling all orders')
      await noteAccounts()
      return dispatcher.stopOrders(by, reason)
    },
    async decideOrder(decision) {
      if (isShut) throw refusePrivate(undefined, 'setting the status of an order')
      return dispatcher.decideOrder(decision)
    },
    async reconcileOrders(of) {
      if (isShut) throw refusePrivate(undefined, 'comparing accounts with the journal')
      await noteAccounts()
      return dispatcher.reconcileOrders(of)
    },
  }
}

function isOfAccount(method: MethodName): boolean {
  const { group } = getMethodRow(method)
  return group === 'trading' || group === 'account'
}

function isRead(method: MethodName): boolean {
  return method.startsWith('fetch')
}

/** Whether the first argument is a text: public account reads take an address. */
function namesSomebody(args: unknown): boolean {
  return Array.isArray(args) && typeof args[0] === 'string'
}

/** Whether the method is a subscription: its calls share state with earlier ones. */
function goesOn(method: MethodName): boolean {
  return /^(?:un)?watch/.test(method)
}

/** Passes every feed request to the cassette session, as {@link wrapDispatcher} does for venues. */
export function wrapFeeds(
  desk: FeedService,
  session: CassetteSession,
  openApart: () => FeedService,
): FeedService {
  return {
    ...desk,
    run(call, signal) {
      const { feed: exchange, method, args } = call
      return session.run({ exchange, method, args, credentials: undefined }, (isApart) =>
        (isApart ? openApart() : desk).run(call, signal),
      )
    },
  }
}

/** Runs each read of a watched ticker as a separate request of a recording: read n of a replay finds read n of the recording. */
export function wrapTickers(
  session: CassetteSession,
  openApart: () => FeedService,
): FeedService['freshTicker'] {
  return (exchange, symbol) =>
    session.run({ exchange, method: watchTicker, args: { symbol }, credentials: undefined }, () =>
      openApart().freshTicker(exchange, symbol),
    )
}
