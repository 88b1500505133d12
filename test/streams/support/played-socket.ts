import fc from 'fast-check'
import { expect } from 'vitest'
import type { OrderBook } from '../../../src/api/models/models.js'
import { MINUTE_MS } from '../../../src/api/times/span.js'
import type { MockContext, MockRequest, MockVenue } from '../../../src/simulator/mock-kit/mock-venue.js'
import { createPaperTrading } from '../../../src/simulator/paper-trading/exchange.js'
import type { WorldMarket } from '../../../src/simulator/world/common/types.js'
import { createLevelBook, type LevelBook } from '../../../src/streams/books/price-levels.js'
import type {
  StreamKind,
  StreamMessage,
  StreamSource,
  StreamTopic,
} from '../../../src/venue-kit/contract/stream-source.js'
import { contextOf } from '../../simulator/support/context.js'
import { NOON } from '../../simulator/support/stage.js'
import { world } from '../../simulator/support/world.js'

/** Longer than faces wait between two looks, for the sake of fast tests. */
const STEP_MS = 10_000

/** A demo venue's socket, heard by the adapter: frames go from the one to the other in time that a test lets pass. */
export interface PlayedSpeech {
  readonly now: number
  /** All messages since the opening but those of books, which are in the books. */
  readonly heard: StreamMessage[]
  /** The book of a key as the messages left it; undefined before its first whole one. */
  book(key: string): Pick<OrderBook, 'bids' | 'asks'> | undefined
  say(added: readonly StreamTopic[], removed?: readonly StreamTopic[]): void
  again(topics: readonly StreamTopic[]): void
  /** Lets time pass, in steps after which the face looks at its world. */
  pass(ms: number): void
}

/** @param search with which the socket is opened, such as `snapshot=-1` */
export function playSpeech<Facts>(
  face: MockVenue,
  source: StreamSource<Facts, undefined>,
  { search = '', drop = () => false }: { search?: string; drop?: (frame: string) => boolean } = {},
): PlayedSpeech {
  const socket = face.hosts[source.host]?.socket
  if (socket === undefined) throw new Error(`${face.venue} has no socket at ${source.host}`)
  const paper = createPaperTrading(world)
  let now = NOON
  const request: MockRequest = { method: 'GET', path: socket.path, search, body: undefined, headers: {} }
  const context = (): MockContext => contextOf(world, now, { paper })
  const talk = socket.open(context, request)
  const speech = source.speak()
  const books = new Map<string, LevelBook>()
  const heard: StreamMessage[] = []
  const wanted: StreamTopic[] = []

  function take(message: StreamMessage): void {
    if (message.kind === 'send') hear(message.frames.flatMap((frame) => talk.hear(frame)))
    else if (message.kind === 'book') {
      const book = books.get(message.key) ?? createLevelBook()
      book.replace(message.levels)
      books.set(message.key, book)
    } else if (message.kind === 'changes') books.get(message.key)?.apply(message.changes)
    else heard.push(message)
  }
  function hear(frames: readonly string[]): void {
    for (const frame of frames) if (!drop(frame)) for (const message of speech.read(frame, now)) take(message)
  }

  return {
    get now() {
      return now
    },
    heard,
    book: (key) => books.get(key)?.levels(),
    say(added, removed = []) {
      for (const topic of removed) wanted.splice(wanted.indexOf(topic), 1)
      wanted.push(...added)
      hear(speech.change({ added, removed, wanted } as never).flatMap((frame) => talk.hear(frame)))
    },
    again(topics) {
      hear((speech.again?.(topics as never) ?? []).flatMap((frame) => talk.hear(frame)))
    },
    pass(ms) {
      for (const end = now + ms; now < end; ) {
        now = Math.min(end, now + STEP_MS)
        hear(talk.tick())
      }
    },
  }
}

/** Lets an hour pass in which all books must be those of the world, and the trades of one market told, each once. */
export function expectTheWorldOfAnHour(
  played: PlayedSpeech,
  markets: readonly WorldMarket[],
  traded: WorldMarket,
  keyOf: (market: WorldMarket) => string,
): void {
  const topic = (kind: StreamKind, market: WorldMarket): StreamTopic => ({
    kind,
    key: keyOf(market),
    facts: undefined,
  })
  played.say([...markets.map((market) => topic('book', market)), topic('trades', traded)])
  for (let minute = 0; minute < 60; minute++) {
    for (const market of markets) {
      const { bids, asks } = world.book(market.key, played.now)
      expect(played.book(keyOf(market))).toEqual({ bids, asks })
    }
    played.pass(MINUTE_MS)
  }
  const told = played.heard.flatMap((message) => (message.kind === 'trades' ? message.trades : []))
  const tape = world.trades(traded.key, NOON + 1, played.now + 1)
  expect(tape.length).toBeGreaterThan(3)
  expect(told.map(({ timestamp, price, amount, side }) => [timestamp, price, amount, side])).toEqual(
    tape.map(({ at, price, size, takerSide }) => [at, price, size, takerSide === 'yes' ? 'buy' : 'sell']),
  )
  expect(new Set(told.map(({ id }) => id)).size).toBe(told.length)
  expect(played.heard.filter(({ kind }) => kind !== 'trades')).toEqual([])
}

/** Nothing is made of a frame that cannot be read: it is thrown at, or what it names is in doubt. */
export function expectNoGuess(read: () => readonly StreamMessage[]): void {
  let messages: readonly StreamMessage[]
  try {
    messages = read()
  } catch (error) {
    expect(error).toBeInstanceOf(Error)
    return
  }
  expect(messages.map(({ kind }) => kind)).toEqual(['gap'])
}

/** Whatever comes, it is read or thrown at: nothing else leaves the reading of a frame. */
export function expectOnlyErrors(read: (frame: string) => readonly StreamMessage[]): void {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (frame) => {
      try {
        expect(Array.isArray(read(frame))).toBe(true)
      } catch (error) {
        expect(error).toBeInstanceOf(Error)
      }
    }),
  )
}
