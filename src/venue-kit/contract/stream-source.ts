import type { CredentialName } from '../../api/arguments/credentials.js'
import type { PmxError } from '../../api/envelope/errors.js'
import type { OrderBook, Trade, UnifiedMarket } from '../../api/models/models.js'
import type { Quotes } from '../unify/unified-market.js'
import type { ReadOwnRows } from './account-rows.js'
import type { Secrets } from './account-secrets.js'
import type { Located } from './outcome.js'

/** What a stream can bring of an outcome. */
export type StreamKind = 'book' | 'trades'
/** What can be subscribed: market data by its key, or everything of the account that opened the connection. */
export type TopicKind = StreamKind | 'own'

/**
 * A venue's own socket, as facts: where it is, what is said on it, how what comes is read. It holds no policy: when to
 * connect, ping, give up, resynchronise and whom to tell is `src/streams`, the same for all venues. A venue has one only
 * if books and trades come true by it; the others are polled.
 */
export interface StreamSource<Facts = unknown, Place = unknown> {
  /** The name that the venue's `hosts.ts` gives to a `wss:` address. */
  readonly host: string
  /** What it brings; the rest of what is watched is polled. */
  readonly brings: readonly StreamKind[]
  /**
   * Credentials without which the venue opens the socket to nobody, even for what is public. Callers without them are
   * served by polling. Absent where anybody may connect.
   */
  readonly needs?: readonly CredentialName[]
  /**
   * Where the first whole book of an outcome comes from: the socket sends one after each subscription, or
   * the book must be asked for with the venue's `book` source once the subscription stands; changes that arrive
   * meanwhile are kept and applied to it.
   */
  readonly begins: 'pushed' | 'read'
  /**
   * Whole books are asked for again after so long, for venues whose frames tell nothing by which a missing one would show,
   * ms.
   */
  readonly refreshMs?: number
  /**
   * Of a key that it does not have the venue sends nothing, and no refusal either: a topic of which no whole book came, nor
   * when it was asked for once more, is polled. Where books are pushed first.
   */
  readonly isSilentOfUnknown?: true
  /**
   * Changes and the whole books that are read have times of one clock of the venue's: a change that is older than the
   * whole book is part of it already, and is left out. Only for changes that have a time (`at`).
   */
  readonly isStampedAlike?: true
  readonly limits: StreamLimits
  readonly pulse: KeepAlive
  /** What the venue's rows say by its books; absent where that does not follow from them: rows are as they were read. */
  readonly rows?: RowSource<Facts>
  /** What the outcome is subscribed by; undefined for one that the socket does not carry, which is polled. */
  place(located: Located<Facts>): StreamLocator<Place> | undefined
  /**
   * How the socket is opened, at each connection anew, for signatures that hold for seconds.
   * @param now epoch ms
   * @throws AUTHENTICATION_ERROR for credentials that cannot be used
   */
  handshake(secrets: Secrets, now: number): StreamHandshake | Promise<StreamHandshake>
  /** What is said on one connection, from its opening to its end: ids of commands and subscriptions live in here. */
  speak(): StreamProtocol<Place>
}

/** What the rows of a venue's lists say by its books. Nothing that does not follow from them with certainty. */
export interface RowSource<Facts = unknown> {
  /** The market that has the outcome, as its row names it. */
  marketIdOf(located: Located<Facts>): string
  /**
   * What the row would say if it were read now.
   * @param market an open market's row, as it was read last
   * @param bookOf the best levels of the outcomes that are watched, and believed
   */
  news(
    market: UnifiedMarket,
    bookOf: (outcomeId: string) => Pick<OrderBook, 'bids' | 'asks'> | undefined,
  ): RowUpdates | undefined
}

export interface RowUpdates {
  /** Of the outcomes in their order; one that is absent stays as it was. */
  readonly prices: readonly (number | undefined)[]
  /** Best prices of the outcomes in their order; a side is absent where nobody stands there now. */
  readonly quotes?: readonly Quotes[]
  /** Members of `sourceMetadata`; undefined takes one away. */
  readonly metadata: Readonly<Record<string, unknown>>
}

interface StreamLimits {
  /** Topics that one connection carries; more open another one. */
  readonly topicsAConnection: number
  /** Topics that one frame of {@link StreamProtocol.change} may add or remove. */
  readonly topicsAFrame: number
  /** Least time between two such frames, ms; absent where the venue has no limit. */
  readonly frameEveryMs?: number
}

/** How a connection is kept alive, and when it is dead. */
export interface KeepAlive {
  /** Our own ping: a text of the venue's, or the protocol's; `none` where only the venue pings. */
  readonly ping:
    | {
        readonly text: string
        readonly everyMs: number
        /**
         * Whether the venue answers its text is not known: the protocol's ping, which every server answers, goes along, so
         * that quiet is not taken for dead.
         */
        readonly withProtocol?: true
      }
    | { readonly everyMs: number }
    | 'none'
  /**
   * Nothing heard for so long, pings and pongs of both kinds included, means that the connection hangs, ms. More than two
   * pings.
   */
  readonly deadAfterMs: number
}

export interface StreamHandshake {
  /** Below the base address of the host; '' for the address itself. */
  readonly path: string
  readonly query?: readonly (readonly [string, string])[]
  /** Go with the opening request and into nothing that is written. A key in the query is to be in here as well as there. */
  readonly secretHeaders?: Readonly<Record<string, string>>
}

/** Where the stream of an outcome is. */
export interface StreamLocator<Place> {
  /**
   * Names the book at the venue, as frames name it: outcomes with the same key share one book and one tape. What comes
   * by it is of the outcome whose `mirrored` is false.
   */
  readonly key: string
  /** The outcome is the other side of the key's book: price = 1 - p, bids and asks swapped. */
  readonly mirrored: boolean
  /** What else a subscription needs, such as the number of the market of a token. */
  readonly facts: Place
}

/** Something that can be subscribed: the book, or the trades, of a key. */
export interface StreamTopic<Place = unknown, Kind extends TopicKind = StreamKind> {
  readonly kind: Kind
  readonly key: string
  readonly facts: Place
}

/** A frame to be sent, or several. */
export type Frames = readonly string[]

/** One connection's conversation. Called in the order of events, never twice at a time. */
export interface StreamProtocol<Place = unknown, Kind extends TopicKind = StreamKind> {
  /**
   * First words after the opening; none where the venue speaks first. Where it is there, nothing is subscribed before a
   * {@link StreamMessage} of kind `ready` was read.
   */
  greet?(): Frames
  /**
   * Says what is wanted from now on. What cannot be said yet, such as before the id of a subscription is known, is kept
   * and sent later with a message of kind `send`. Unsubscribing what the venue did not accept is no failure.
   */
  change(change: TopicChange<Place, Kind>): Frames
  /**
   * Reads one text frame, in the order of what it says. Kinds of frames that are not known here are no messages.
   * @param now epoch ms, for venues that stamp nothing
   * @throws whatever: a frame that cannot be read is counted, and the connection is begun anew, for nobody knows which
   * change was in it. One that names what it is of is a gap of that alone instead (`readFrameKeys`)
   */
  read(frame: string, now: number): readonly StreamMessage[]
  /**
   * Asks for whole books once more, after a gap or a book that cannot be. Without it, or where it gives undefined, the
   * topics are unsubscribed and subscribed again.
   */
  again?(topics: readonly StreamTopic<Place>[]): Frames | undefined
  /** Whether nothing more can be said of some topics before the venue has answered: one that is lost ends the connection. */
  owes?(): boolean
}

export interface TopicChange<Place = unknown, Kind extends TopicKind = StreamKind> {
  readonly added: readonly StreamTopic<Place, Kind>[]
  readonly removed: readonly StreamTopic<Place, Kind>[]
  /** All that is wanted after the change, for venues where a subscription replaces the one before. */
  readonly wanted: readonly StreamTopic<Place, Kind>[]
}

/** A level of a side, in the key's own prices 0..1. */
export interface LevelChange {
  readonly side: 'bid' | 'ask'
  readonly price: number
  /** The new total of the level where `by` is absent; 0 removes it. */
  readonly size: number
  /** `size` is to be added to what is there; what falls to 0 or below is removed. */
  readonly by?: 'increment'
}

/** Levels of a whole book, in any order; those without size are no levels. */
export interface StreamLevels {
  readonly bids: readonly (readonly [price: number, size: number])[]
  readonly asks: readonly (readonly [price: number, size: number])[]
}

/** What a frame says. */
export type StreamMessage =
  /** The conversation may begin. */
  | { readonly kind: 'ready' }
  /** To be sent at once: an answer to the venue's ping, or a command that had to wait for this frame. */
  | { readonly kind: 'send'; readonly frames: Frames }
  | {
      readonly kind: 'book'
      readonly key: string
      readonly levels: StreamLevels
      /** The venue's time of it, epoch ms; absent where it sends none. */
      readonly at?: number
      /** The venue's counter of books, where it only tells old from new: an older one than the last is left out. */
      readonly version?: number
      /** Shown in the book's `sourceMetadata`, such as `hash`. */
      readonly facts?: Readonly<Record<string, unknown>>
    }
  | {
      readonly kind: 'changes'
      readonly key: string
      /** All of one frame, which belong together: the book is looked at after the last of them. */
      readonly changes: readonly LevelChange[]
      readonly at?: number
      /**
       * What the venue says to be the best prices after the changes; null for an empty side. A book that differs is not
       * the venue's, and is asked for again.
       */
      readonly best?: { readonly bid?: number | null; readonly ask?: number | null }
      readonly facts?: Readonly<Record<string, unknown>>
    }
  | {
      readonly kind: 'trades'
      readonly key: string
      /** Oldest first, of the key's own side. */
      readonly trades: readonly StreamTrade[]
      /** Some may be of before the subscription: new is what was made since the watching began and was not told yet. */
      readonly mayBePast?: true
    }
  /** Only that something has changed: the book is to be read with the venue's `book` source. */
  | { readonly kind: 'changed'; readonly key: string }
  /**
   * Something is missing of these keys, or of all of the connection: of books, which are not to be trusted any more, or of
   * trades, or of both where `of` is absent.
   */
  | {
      readonly kind: 'gap'
      readonly keys?: readonly string[]
      readonly of?: StreamKind
      readonly what: string
      /** It came, and could not be read. */
      readonly isUnread?: true
    }
  /** The venue does not serve a topic, or no longer; who watches it is told. */
  | {
      readonly kind: 'refused'
      readonly topics: readonly Omit<StreamTopic, 'facts'>[]
      readonly error: PmxError
      /** Not on the socket, but the venue shows it to whoever asks: it is polled, and nobody is told. */
      readonly isPolled?: true
    }
  /** What happened to the account that opened the connection (own-stream.ts). */
  | { readonly kind: 'own'; readonly read: ReadOwnRows }
  /**
   * The connection cannot go on. `isFinal`: another one would end the same way, such as for credentials that are refused;
   * what is watched is polled from then on.
   */
  | { readonly kind: 'failed'; readonly error: PmxError; readonly isFinal?: true }

/** A trade of a stream; the core adds the outcome, and turns it round for the other side. */
export type StreamTrade = Omit<Trade, 'outcomeId'>

/** What a socket tells of the trades of an outcome, for whoever keeps what they move. */
export type PushedTrades =
  | {
      readonly kind: 'trades'
      /** In prices of the outcome, oldest first. */
      readonly trades: readonly Trade[]
      /** None is missing since then, by the monotonic clock. */
      readonly intactSince: number
    }
  /** Some were missed. */
  | { readonly kind: 'missed' }

/** Numbers that count frames of a subscription one by one. */
export interface FrameCount {
  /** How a number follows the last of this subscription; `old` for one that was seen already. The first one of a subscription follows. */
  next(subscription: string, number: number): 'follows' | 'gap' | 'old'
  forget(subscription: string): void
}

/** Watches frame numbers that go up by one for each subscription of a connection. */
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
