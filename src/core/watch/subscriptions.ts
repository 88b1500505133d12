import { createNotAnIdError, MAX_TEXT_LENGTH } from '../../api/arguments/arguments.js'
import { type ArgsOf, MAX_WATCHED, methodOf } from '../../api/arguments/methods.js'
import { createValidationError, PmxError } from '../../api/envelope/errors.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { OrderBook, Trade } from '../../api/models/models.js'
import type { LocateOutcome } from '../../candles/fetch/series-locator.js'
import type { OwnStreams } from '../../streams/account/own-streams.js'
import type { BookView, SharedBook } from '../../streams/books/outcome-book.js'
import { locateStream, type WatchTarget } from '../../streams/books/watch-target.js'
import type { StreamManager, WatchedTopic } from '../../streams/stream-manager.js'
import { seenBy } from '../../streams/watch/trade-updates.js'
import {
  type DaemonCredentials,
  requireSecret,
  socketSecretsOf,
} from '../../venue-kit/contract/account-secrets.js'
import type { Venue } from '../../venue-kit/contract/venue.js'
import { isOwnWatch, type OwnWatchMethod } from '../capabilities/account-watch-kinds.js'
import { assertNoPast, depthOf, outcomeOf } from '../market-data/order-books.js'
import { readPublicTrades } from '../market-data/public-trades.js'
import { createNotSupportedError } from '../request/not-supported-error.js'
import type { OpenContext } from '../request/request-context.js'
import { type AccountUpdate, watchOwn } from './account-subscriptions.js'

/** Maximum number of trades in one frame or response. */
const MAX_TRADES = 1_000

/** The methods that start a subscription. */
const watchMethods = [methodOf.watchBook, methodOf.watchBooks, methodOf.watchTrades] as const
export type WatchMethod = (typeof watchMethods)[number] | OwnWatchMethod

export function isWatchMethod(method: string): method is WatchMethod {
  return isOwnWatch(method) || watchMethods.some((known) => known === method)
}

/** An update of a subscription. */
export type WatchUpdate =
  | {
      readonly kind: 'book'
      /** The outcome as the caller named it. */
      readonly symbol: string
      data(): OrderBook
      /** The same as JSON, built once for all clients with the same view. */
      json(): Buffer
    }
  | {
      readonly kind: 'trades'
      readonly symbol: string
      /** Oldest first. */
      readonly trades: readonly Trade[]
      /** Message about trades that were missed and cannot be read. */
      readonly missed?: string
    }
  | AccountUpdate

/** Returns the rows or the book in an update. */
export function dataOf(news: WatchUpdate): unknown {
  if (news.kind === 'book') return news.data()
  return news.kind === 'trades' ? news.trades : news.rows
}

/** Receives the updates of a subscription. Must not throw. */
export interface WatchSink {
  update(news: WatchUpdate): void
  /** Called when the subscription has ended, with the reason. */
  ended(error: PmxError): void
}

/** A subscription of one caller, until it is stopped or has ended. */
export interface Watching {
  /** Whether all of it comes from a venue socket. Otherwise some of it is polled. */
  readonly isStreamed: boolean
  /** Symbols of the outcomes that are watched. */
  readonly symbols: readonly string[]
  /** Returns the current state as it was last reported; nothing for trades. */
  current(): readonly WatchUpdate[]
  stop(): void
}

interface WatchJob {
  readonly venue: Venue
  readonly ctx: OpenContext
}

export type StartWatch = <M extends WatchMethod>(
  method: M,
  args: ArgsOf<M>,
  job: WatchJob,
  sink: WatchSink,
  /** The first argument as the caller wrote it; that of the arguments by default. */
  named?: unknown,
) => Promise<Watching>

/**
 * Starts the subscription of a watch method. Every outcome is looked up first, so that an unknown id is an immediate error
 * and not a subscription without updates.
 * @throws as the methods that fetch the same, and NOT_SUPPORTED for what cannot be watched
 */
export function createWatching(
  house: StreamManager,
  locate: LocateOutcome,
  paper: DaemonCredentials,
  own: OwnStreams,
): StartWatch {
  async function targetOf(outcomeId: string, { venue, ctx }: WatchJob): Promise<WatchTarget> {
    const { priority, caller, noteSent: onSent } = ctx
    const { located } = await locate(venue, outcomeId, ctx, { priority, caller, onSent })
    const secrets =
      venue.stream?.needs === undefined ? ctx.secrets : socketSecretsOf(venue.id, ctx.secrets, paper)
    return { venue, located, secrets }
  }

  function watchBook(target: WatchTarget, symbol: string, depth: number | undefined, sink: WatchSink) {
    let view: BookView = { isMirrored: false, depth }
    const newsOf = (fed: SharedBook): WatchUpdate => {
      const shown = view
      return { kind: 'book', symbol, data: () => fed.show(shown), json: () => fed.json(shown) }
    }
    const watched = house.book(target, {
      next: (fed) => sink.update(newsOf(fed)),
      ended: (error) => sink.ended(error),
    })
    // No update arrives before this turn of the event loop is over.
    view = { isMirrored: watched.isMirrored, depth }
    const current = (): readonly WatchUpdate[] =>
      watched.current === undefined ? [] : [newsOf(watched.current)]
    return { watched, current }
  }

  async function books(
    ids: readonly string[],
    symbols: readonly string[],
    depth: number | undefined,
    job: WatchJob,
    sink: WatchSink,
  ): Promise<Watching> {
    const targets = await Promise.all(ids.map((id) => targetOf(id, job)))
    let isOver = false
    const parts: { readonly watched: WatchedTopic<unknown>; current(): readonly WatchUpdate[] }[] = []
    const stop = (): void => {
      isOver = true
      for (const { watched } of parts) watched.stop()
    }
    // When one book ends, all of them end, once.
    const whole: WatchSink = {
      update: (news) => sink.update(news),
      ended(error) {
        if (isOver) return
        stop()
        sink.ended(error)
      },
    }
    targets.forEach((target, index) => {
      parts.push(watchBook(target, symbols[index] ?? target.located.outcomeId, depth, whole))
    })
    return {
      isStreamed: parts.every(({ watched }) => watched.isStreamed),
      symbols,
      current: () => parts.flatMap(({ current }) => current()),
      stop,
    }
  }

  async function trades(
    [outcomeId, address, since, limit]: ArgsOf<'watchTrades'>,
    symbol: string,
    job: WatchJob,
    sink: WatchSink,
  ): Promise<Watching> {
    if (address !== undefined)
      throw new PmxError('NOT_SUPPORTED', 'Trades of one address cannot be watched. Leave out the address.')
    const most = limit === undefined ? MAX_TRADES : Math.min(MAX_TRADES, depthOf(limit) ?? MAX_TRADES)
    const target = await targetOf(outcomeId, job)
    assertTold(target)
    const seen = { outcomeId: target.located.outcomeId, isMirrored: false }
    const tell = (rows: readonly Trade[], missed?: string): void => {
      const said = missed === undefined ? {} : { missed }
      if (rows.length > 0 || missed !== undefined)
        sink.update({ kind: 'trades', symbol, trades: rows.slice(-most), ...said })
    }
    const source = target.venue.trades
    /** Trades that arrive while the trades since `since` are being read. */
    let early: Trade[] | undefined = since === undefined || source === undefined ? undefined : []
    const watched = house.trades(target, {
      next({ trades: rows, missed }) {
        const trades = seenBy(rows, seen)
        if (early === undefined) tell(trades, missed)
        else {
          early.push(...trades)
          tell([], missed)
        }
      },
      ended: (error) => sink.ended(error),
    })
    seen.isMirrored = watched.isMirrored
    const watching = {
      isStreamed: watched.isStreamed,
      symbols: [symbol],
      current: () => [],
      stop: watched.stop,
    }
    if (since === undefined || source === undefined) return watching
    try {
      const located = () => Promise.resolve({ located: target.located, checkedAt: job.ctx.clock.now() })
      const query = { start: since, limit: most }
      const { trades: before } = await readPublicTrades(source, [outcomeId, query], job.ctx, located)
      const rows = before.toReversed()
      const newest = rows.at(-1)?.timestamp ?? since
      // A socket's trade ids may differ from those of the list: a trade that is not later was already read.
      const late = (early ?? []).filter(({ timestamp }) => timestamp > newest)
      queueMicrotask(() => {
        early = undefined
        tell([...rows, ...late])
      })
      return watching
    } catch (error) {
      watched.stop()
      throw error
    }
  }

  return async (method, args, job, sink, named = args[0]) => {
    const { venue, ctx } = job
    if (isOwnWatch(method)) return watchOwn(own, method, args as ArgsOf<OwnWatchMethod>, job, sink)
    if (method === methodOf.watchTrades) {
      if (venue.trades === undefined && venue.stream?.brings.includes('trades') !== true)
        throw createNotSupportedError(method, venue.id)
      return trades(args as ArgsOf<'watchTrades'>, String(named), job, sink)
    }
    if (venue.book === undefined) throw createNotSupportedError(method, venue.id)
    const [first, limit, params = {}] = args as ArgsOf<'watchOrderBook'> | ArgsOf<'watchOrderBooks'>
    assertNoPast(params)
    const depth = depthOf(limit ?? asNumber(params['limit']))
    if (typeof first === 'string') {
      const id = await outcomeOf(venue, first, params, ctx)
      return books([id], [String(named)], depth, job, sink)
    }
    const ids = textsOf(first)
    const symbols = Array.isArray(named) ? named.map(String) : ids
    const unique = [...new Set(ids)]
    return books(
      unique,
      unique.map((id) => symbols[ids.indexOf(id)] ?? id),
      depth,
      job,
      sink,
    )
  }
}

function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function textsOf(values: readonly unknown[]): string[] {
  if (values.length === 0 || values.length > MAX_WATCHED)
    throw createValidationError(
      'outcomeIds',
      `outcomeIds must name 1 to ${MAX_WATCHED} outcomes; got ${values.length}`,
    )
  return values.map((id, index) => {
    if (typeof id === 'string' && id.trim() !== '' && id.length <= MAX_TEXT_LENGTH) return id.trim()
    throw createNotAnIdError(`outcomeIds[${index}]`, id)
  })
}

/** Creates the error for a core that does not support subscriptions. */
export function createNoStreamsError(venue: VenueId): PmxError {
  return new PmxError('NOT_SUPPORTED', 'Watching is not supported here. Fetch books and trades instead.', {
    exchange: venue,
    detail: { kind: 'no_streams' },
  })
}

/**
 * Checks that trades can be watched: some venues send their trades only over a socket.
 * @throws AUTHENTICATION_ERROR naming the key that opens the socket, and NOT_SUPPORTED for an outcome that is not on it
 */
function assertTold(target: WatchTarget): void {
  const { venue, secrets } = target
  if (venue.trades !== undefined || locateStream(target, 'trades') !== undefined) return
  for (const name of venue.stream?.needs ?? [])
    requireSecret(secrets, name, venue.id, 'its trades are available on its socket only, which needs a key')
  throw createNotSupportedError(methodOf.watchTrades, venue.id)
}
