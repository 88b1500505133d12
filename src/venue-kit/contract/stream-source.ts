import type { CredentialName } from '../../api/arguments/credentials.js'
import type { PmxError } from '../../api/envelope/errors.js'
import type { OrderBook, Trade, UnifiedMarket } from '../../api/models/models.js'
import type { Quotes } from '../unify/unified-market.js'
import type { ReadOwnRows } from './account-rows.js'
import type { Secrets } from './account-secrets.js'
import type { Located } from './outcome.js'

/** Kinds of market data that a stream reports. */
export type StreamKind = 'book' | 'trades'
/** Kinds of subscriptions: market data by its key, or everything of the account that opened the connection. */
export type TopicKind = StreamKind | 'own'

/**
 * Facts about a venue's own socket: where it is, its protocol, and how its frames are read. It contains no policy: `src/streams`
 * decides for all venues when to connect, ping, give up, resynchronize and notify. A venue has one only if its books and trades
 * are correct over the socket; other venues are polled.
 */
export interface StreamSource<Facts = unknown, Place = unknown> {
  /** The name that the venue's `hosts.ts` gives to a `wss:` address. */
  readonly host: string
  /** Kinds that the socket reports. Other watched data is polled. */
  readonly brings: readonly StreamKind[]
  /**
   * Credentials that the venue requires to open the socket, even for public data. Callers without them are polled. Absent where
   * the socket is public.
   */
  readonly needs?: readonly CredentialName[]
  /**
   * Source of the first complete book of an outcome. `pushed`: the socket sends one after each subscription. `read`: the
   * daemon requests it with the venue's `book` source once the subscription is active, and applies the changes that
   * arrive in the meantime.
   */
  readonly begins: 'pushed' | 'read'
  /** Interval in ms after which complete books are requested again, for venues whose frames do not reveal a missing frame. */
  readonly refreshMs?: number
  /**
   * Whether the venue sends neither data nor an error for an unknown key. A topic without a complete book, even after a second
   * request, is polled. Applies where books are pushed first.
   */
  readonly isSilentOfUnknown?: true
  /**
   * Changes and complete books carry times of the same venue clock. A change older than the complete book is part of it and is
   * dropped. Applies only to changes with a time (`at`).
   */
  readonly isStampedAlike?: true
  readonly limits: StreamLimits
  readonly pulse: KeepAlive
  /** Market row members that can be derived from books. Absent if there are none, so that rows remain as they were read. */
  readonly rows?: RowSource<Facts>
  /**
   * Returns the locator for the subscription, or undefined for an outcome that the socket does not carry, which is
   * polled.
   */
  place(located: Located<Facts>): StreamLocator<Place> | undefined
  /**
   * Returns how to open the socket. It is called for each connection, because signatures are valid for seconds.
   * @param now epoch ms
   * @throws AUTHENTICATION_ERROR for credentials that cannot be used
   */
  handshake(secrets: Secrets, now: number): StreamHandshake | Promise<StreamHandshake>
  /** Creates the protocol of one connection, which holds the ids of commands and subscriptions. */
  speak(): StreamProtocol<Place>
}

/** Derives members of market rows from books. Only members that can be derived with certainty are included. */
export interface RowSource<Facts = unknown> {
  /** Returns the id of the outcome's market, as its row names it. */
  marketIdOf(located: Located<Facts>): string
  /**
   * Returns the members of the row that would change if it were read now.
   * @param market an open market's row, as last read
   * @param bookOf the best levels of the watched outcomes with a valid book
   */
  updates(
    market: UnifiedMarket,
    bookOf: (outcomeId: string) => Pick<OrderBook, 'bids' | 'asks'> | undefined,
  ): RowUpdates | undefined
}

export interface RowUpdates {
  /** Prices of the outcomes in their order; an absent price stays unchanged. */
  readonly prices: readonly (number | undefined)[]
  /** Best prices of the outcomes in their order; an empty side is absent. */
  readonly quotes?: readonly Quotes[]
  /** Members of `sourceMetadata`. Undefined removes a member. */
  readonly metadata: Readonly<Record<string, unknown>>
}

interface StreamLimits {
  /** Maximum number of topics per connection; more topics open another connection. */
  readonly topicsAConnection: number
  /** Maximum number of topics that one frame of {@link StreamProtocol.change} may add or remove. */
  readonly topicsAFrame: number
  /** Minimum time between two such frames, ms. Absent if the venue has no limit. */
  readonly frameEveryMs?: number
}

/** Keepalive and timeout of a connection. */
export interface KeepAlive {
  /** The ping that the daemon sends: a text of the venue, or a protocol ping; `none` if only the venue pings. */
  readonly ping:
    | {
        readonly text: string
        readonly everyMs: number
        /**
         * Sends the protocol ping as well, because it is unknown whether the venue replies to its text. Every server replies to
         * the protocol ping, so that a quiet connection does not count as dead.
         */
        readonly withProtocol?: true
      }
    | { readonly everyMs: number }
    | 'none'
  /** Time in ms without any frame, ping or pong after which the connection counts as dead. It exceeds two ping intervals. */
  readonly deadAfterMs: number
}

export interface StreamHandshake {
  /** Path below the base address of the host; '' for the address itself. */
  readonly path: string
  readonly query?: readonly (readonly [string, string])[]
  /** Headers of the opening request that are never written to logs or files. A key in the query must be listed in both places. */
  readonly secretHeaders?: Readonly<Record<string, string>>
}

/** The location of an outcome's stream. */
export interface StreamLocator<Place> {
  /**
   * The book's key in the venue's frames. Outcomes with the same key share one book and one trade stream. The data is of the
   * outcome whose `mirrored` is false.
   */
  readonly key: string
  /** The outcome is the complement of the key's book: price = 1 - p, bids and asks swapped. */
  readonly mirrored: boolean
  /** Additional facts that a subscription needs, such as the market number of a token. */
  readonly facts: Place
}

/** A subscription: the book or the trades of a key. */
export interface StreamTopic<Place = unknown, Kind extends TopicKind = StreamKind> {
  readonly kind: Kind
  readonly key: string
  readonly facts: Place
}

/** Frames to send. */
export type Frames = readonly string[]

/** The protocol of one connection. Calls arrive in the order of events, never concurrently. */
export interface StreamProtocol<Place = unknown, Kind extends TopicKind = StreamKind> {
  /**
   * Returns the first frames after the opening. Absent if the venue sends first. If it is present, subscriptions wait
   * for a {@link StreamMessage} of kind `ready`.
   */
  greet?(): Frames
  /**
   * Returns the frames for a changed set of topics. A frame that cannot be sent yet, such as before a subscription id is known,
   * is sent later with a message of kind `send`. It is not an error to unsubscribe from a topic that the venue did not accept.
   */
  change(change: TopicChange<Place, Kind>): Frames
  /**
   * Reads one text frame into messages, in its order. Unknown kinds of frames yield no messages.
   * @param now epoch ms, for venues without timestamps
   * @throws any error: an unreadable frame is counted and the connection is reopened, because its changes are unknown. A frame
   * that names its keys is a gap of those keys only (`readFrameKeys`)
   */
  read(frame: string, now: number): readonly StreamMessage[]
  /**
   * Returns frames that request complete books again, after a gap or an invalid book. If it is absent or returns undefined,
   * the topics are unsubscribed and subscribed again.
   */
  again?(topics: readonly StreamTopic<Place>[]): Frames | undefined
  /** Whether some topics are blocked until the venue responds: a lost response ends the connection. */
  owes?(): boolean
}

export interface TopicChange<Place = unknown, Kind extends TopicKind = StreamKind> {
  readonly added: readonly StreamTopic<Place, Kind>[]
  readonly removed: readonly StreamTopic<Place, Kind>[]
  /** All topics after the change, for venues where a subscription replaces the previous one. */
  readonly allTopics: readonly StreamTopic<Place, Kind>[]
}

/** A changed price level, in the key's own prices, 0..1. */
export interface LevelChange {
  readonly side: 'bid' | 'ask'
  readonly price: number
  /** The new total of the level where `by` is absent; 0 removes the level. */
  readonly size: number
  /** `size` is added to the current size; a level that falls to 0 or below is removed. */
  readonly by?: 'increment'
}

/** Levels of a complete book, in any order; levels without size are ignored. */
export interface StreamLevels {
  readonly bids: readonly (readonly [price: number, size: number])[]
  readonly asks: readonly (readonly [price: number, size: number])[]
}

/** A message of a frame. */
export type StreamMessage =
  /** The protocol is ready for subscriptions. */
  | { readonly kind: 'ready' }
  /** Frames to send immediately: a reply to the venue's ping, or a command that waited for this frame. */
  | { readonly kind: 'send'; readonly frames: Frames }
  | {
      readonly kind: 'book'
      readonly key: string
      readonly levels: StreamLevels
      /** The venue's time of the book, epoch ms. Absent if it sends none. */
      readonly at?: number
      /** The venue's counter of books, which only orders them: a book older than the last one is dropped. */
      readonly version?: number
      /** Members of the book's `sourceMetadata`, such as `hash`. */
      readonly facts?: Readonly<Record<string, unknown>>
    }
  | {
      readonly kind: 'changes'
      readonly key: string
      /** All changes of one frame, which belong together: the book is checked after the last of them. */
      readonly changes: readonly LevelChange[]
      readonly at?: number
      /**
       * The best prices after the changes according to the venue; null for an empty side. If the book differs, it is requested
       * again.
       */
      readonly best?: { readonly bid?: number | null; readonly ask?: number | null }
      readonly facts?: Readonly<Record<string, unknown>>
    }
  | {
      readonly kind: 'trades'
      readonly key: string
      /** Oldest first, for the key's own side. */
      readonly trades: readonly StreamTrade[]
      /**
       * Some trades may be older than the subscription. A trade is new if it was executed since the watch began and was not
       * reported yet.
       */
      readonly mayBePast?: true
    }
  /** A change without data: the book is read with the venue's `book` source. */
  | { readonly kind: 'changed'; readonly key: string }
  /**
   * Data for these keys, or for the whole connection, is missing. `of` limits it to books, which become invalid, or to trades;
   * absent means both.
   */
  | {
      readonly kind: 'gap'
      readonly keys?: readonly string[]
      readonly of?: StreamKind
      readonly what: string
      /** The frame arrived but could not be read. */
      readonly isUnread?: true
    }
  /** The venue does not serve a topic, or no longer serves it; its watchers are notified. */
  | {
      readonly kind: 'refused'
      readonly topics: readonly Omit<StreamTopic, 'facts'>[]
      readonly error: PmxError
      /** Not on the socket, but available by request: the topic is polled without a notification. */
      readonly isPolled?: true
    }
  /** An update of the account that opened the connection (own-stream.ts). */
  | { readonly kind: 'own'; readonly read: ReadOwnRows }
  /**
   * The connection cannot continue. `isFinal` means that another connection would fail the same way, such as for refused
   * credentials; the topics are polled from then on.
   */
  | { readonly kind: 'failed'; readonly error: PmxError; readonly isFinal?: true }

/** A trade of a stream; the core adds the outcome, and complements the price for the other side. */
export type StreamTrade = Omit<Trade, 'outcomeId'>

/** Pushed trades of an outcome, for caches that they update. */
export type PushedTrades =
  | {
      readonly kind: 'trades'
      /** In prices of the outcome, oldest first. */
      readonly trades: readonly Trade[]
      /** Time on the monotonic clock since which no trades are missing. */
      readonly intactSince: number
    }
  /** Whether some trades were missed. */
  | { readonly kind: 'missed' }

/** Checks the sequence numbers of a subscription's frames. */
export interface FrameCount {
  /**
   * Compares a number with the last one of this subscription; `old` for a number that was seen before. The first number of a
   * subscription follows.
   */
  next(subscription: string, number: number): 'follows' | 'gap' | 'old'
  forget(subscription: string): void
}

/** Creates a check of frame numbers that increase by one for each subscription of a connection. */
export function createFrameCount(): FrameCount {
  const last = new Map<string, number>()
  return {
    next(subscription, number) {
      const before = last.get(subscription)
      if (before !== undefined && number <= before) return 'old'
      last.set(subscription, number)
      return before === undefined || number === before + 1 ? 'follows' : 'gap'
    },
    forget: (subscription) => void last.delete(subscription),
  }
}
