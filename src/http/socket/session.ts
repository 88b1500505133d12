import { readArguments } from '../../api/arguments.js'
import type { PmxError } from '../../api/errors.js'
import { methodOf } from '../../api/methods.js'
import type { CoreCall } from '../../core/call.js'
import type { Dispatcher } from '../../core/dispatcher.js'
import type { Watching, WatchNews } from '../../core/watching.js'
import type { Clock } from '../../effects/clock.js'
import { createAbort } from '../../policy/abort.js'
import { assertRight, type Caller } from '../access.js'
import { credentialsOf } from '../body-credentials.js'
import type { SocketCounts } from './counts.js'
import { type ClientFrame, readFrame } from './frames.js'
import type { Outbox } from './outbox.js'

/** Subscriptions of one socket. */
const MOST_SUBSCRIPTIONS = 2_000
/** Outcomes of them all: a batch is one subscription and many books. */
const MOST_OUTCOMES = 10_000
/** Characters of the frames that made them, which name outcomes and bear credentials. */
const MOST_CHARACTERS = 4_000_000
/** The first books of a batch go together; those that are not there after so long follow. */
const TOGETHER_MS = 2_000
const FRAME_END = Buffer.from('}')

export interface SessionDeps {
  readonly dispatcher: Pick<Dispatcher, 'watch'>
  readonly clock: Clock
  readonly counts: SocketCounts
  readonly outbox: Outbox
  readonly caller: Caller
  /** The client's `User-Agent`. */
  readonly client: string
  /** What a failure may tell: masked, logged if it is a bug. */
  explain(error: unknown, body: object): { readonly message: string; readonly code?: string }
}

/** What one client says and hears on its socket (api/README.md, "Sockets"). */
export interface Session {
  heard(text: string): void
  /** Ends all that is watched. */
  close(): void
}

type Subscribe = Extract<ClientFrame, { kind: 'subscribe' }>

/** What a subscription holds in memory for as long as it stands. */
interface Weight {
  readonly outcomes: number
  /** Of its frame. */
  readonly characters: number
}

interface Subscription {
  readonly id: string
  readonly venue: string
  readonly method: string
  /** The first argument, where it is a text. */
  readonly outcome: string | undefined
  readonly key: string
  readonly weight: Weight
  /** Names the room of its frames in the outbox. */
  readonly place: string
  stop(): void
}

export function createSession(deps: SessionDeps): Session {
  const { outbox, counts, clock } = deps
  const subscriptions = new Set<Subscription>()
  const held = { outcomes: 0, characters: 0 }
  let places = 0
  let isClosed = false

  function tell(frame: object): void {
    outbox.put(JSON.stringify(frame))
  }

  function tellError(
    id: string | undefined,
    error: { readonly message: string; readonly code?: string },
  ): void {
    tell({ event: 'error', ...(id === undefined ? {} : { id }), error })
  }

  function end(subscription: Subscription): void {
    if (!subscriptions.delete(subscription)) return
    counts.watched--
    weigh(subscription.weight, -1)
    subscription.stop()
    outbox.forget(subscription.place)
  }

  /** What would be too much with one more. */
  function excess({ outcomes, characters }: Weight): string | undefined {
    if (subscriptions.size >= MOST_SUBSCRIPTIONS) return `${MOST_SUBSCRIPTIONS} things`
    if (held.outcomes + outcomes > MOST_OUTCOMES) return `nearly ${MOST_OUTCOMES} outcomes`
    const isLong = held.characters + characters > MOST_CHARACTERS
    return isLong ? `what frames of nearly ${MOST_CHARACTERS} characters name` : undefined
  }

  function weigh({ outcomes, characters }: Weight, sign: 1 | -1): void {
    held.outcomes += sign * outcomes
    held.characters += sign * characters
  }

  function subscribe(frame: Subscribe, size: number): void {
    const { id, venue, method, args, key } = frame
    for (const other of [...subscriptions]) {
      // The same once more with the same id takes the other's place: its books would come twice.
      if (other.id === id && other.venue === venue && other.method === method && other.key === key) end(other)
    }
    const weight = weightOf(frame, size)
    const tooMuch = excess(weight)
    if (tooMuch !== undefined) {
      tellError(id, {
        message: `This socket watches ${tooMuch} already; unsubscribe some, or open another one.`,
        code: 'RATE_LIMIT_EXCEEDED',
      })
      return
    }
    const leaving = createAbort()
    let watching: Watching | undefined
    const subscription: Subscription = {
      id,
      venue,
      method,
      outcome: typeof args[0] === 'string' ? args[0] : undefined,
      key,
      weight,
      place: String(places++),
      stop() {
        leaving.abort()
        teller.stop()
        watching?.stop()
      },
    }
    const teller = createTeller(frame, subscription.place)
    subscriptions.add(subscription)
    counts.watched++
    weigh(weight, 1)
    begin(frame, leaving.signal, {
      news: (news) => teller.news(news),
      ended(error) {
        if (!subscriptions.has(subscription)) return
        end(subscription)
        tellError(id, deps.explain(error, frame.body))
      },
    }).then(
      (begun) => {
        watching = begun
        if (!subscriptions.has(subscription)) {
          begun.stop()
          return
        }
        tell({ event: 'subscribed', id })
        teller.start(begun)
      },
      (error: unknown) => {
        if (!subscriptions.has(subscription)) return
        end(subscription)
        tellError(id, deps.explain(error, frame.body))
      },
    )
  }

  async function begin(
    { venue, method, args: raw, body }: Subscribe,
    signal: AbortSignal,
    sink: Parameters<Dispatcher['watch']>[3],
  ): Promise<Watching> {
    const { args } = readArguments(method, raw, venue)
    assertRight(deps.caller, method)
    const call: CoreCall = {
      venue,
      signal,
      client: deps.client,
      credentials: credentialsOf(body),
      trusted: deps.caller.trusted,
    }
    return deps.dispatcher.watch(method, args, call, sink)
  }

  /** Turns news into frames: none before the subscription is acknowledged, the first books of a batch together. */
  function createTeller({ id, method }: Subscribe, place: string) {
    const headOf = (symbol: string): string =>
      `{"event":"data","id":${JSON.stringify(id)},"method":${JSON.stringify(method)},"symbol":${JSON.stringify(symbol)},"data":`
    /** Of the frames of books, by their symbols. */
    const heads = new Map<string, Buffer>()
    /** What came before anything may be sent; of books only the newest, however long that takes. */
    let early: { readonly books: Map<string, WatchNews>; readonly trades: WatchNews[] } | undefined = none()
    let missing: Set<string> | undefined
    let isOver = false

    function send(news: WatchNews): void {
      const { symbol } = news
      if (news.kind === 'trades') {
        outbox.put(`${headOf(symbol)}${JSON.stringify(news.trades)}}`)
        return
      }
      const head = heads.get(symbol) ?? Buffer.from(headOf(symbol))
      heads.set(symbol, head)
      outbox.putNewest(place, symbol, () => [head, news.json(), FRAME_END])
    }

    function release(): void {
      const { trades, books } = early ?? none()
      early = undefined
      missing = undefined
      for (const news of trades) send(news)
      for (const news of books.values()) send(news)
    }

    return {
      stop(): void {
        isOver = true
        early = none()
      },
      news(news: WatchNews): void {
        if (isOver) return
        if (early === undefined) {
          send(news)
          return
        }
        if (news.kind === 'trades') early.trades.push(news)
        else early.books.set(news.symbol, news)
        missing?.delete(news.symbol)
        if (missing?.size === 0) release()
      },
      start(watching: Watching): void {
        const known = early?.books ?? new Map<string, WatchNews>()
        for (const news of watching.current()) if (!known.has(news.symbol)) known.set(news.symbol, news)
        const isBatch = watching.symbols.length > 1
        missing = new Set(isBatch ? watching.symbols : [])
        for (const symbol of known.keys()) missing.delete(symbol)
        if (missing.size === 0) release()
        else clock.setTimer(TOGETHER_MS, () => (isOver ? undefined : release()))
      },
    }
  }

  function unsubscribe(frame: Extract<ClientFrame, { kind: 'unsubscribe' }>): void {
    const { id, venue, method, args, key } = frame
    const isUnwatch = method === methodOf.unwatchBook
    const wanted = isUnwatch ? methodOf.watchBook : method
    const found = [...subscriptions].filter(
      (one) =>
        one.venue === venue &&
        one.method === wanted &&
        (isUnwatch ? one.outcome !== undefined && one.outcome === args[0] : one.key === key),
    )
    for (const subscription of found) end(subscription)
    if (found.length > 0) tell({ event: 'subscribed', id })
    else tellError(id, { message: `No active subscription for ${venue}:${wanted}:${key}` })
  }

  return {
    heard(text) {
      if (isClosed) return
      const frame = readFrame(text)
      switch (frame.kind) {
        case 'mistake':
          tellError(frame.id, { message: frame.message })
          return
        case 'subscribe':
          subscribe(frame, text.length)
          return
        case 'unsubscribe':
          unsubscribe(frame)
          return
        case 'unsubscribe_id': {
          const found = [...subscriptions].filter(({ id }) => id === frame.id)
          for (const subscription of found) end(subscription)
          if (found.length > 0) tell({ event: 'subscribed', id: frame.id })
          else tellError(frame.id, { message: `No active subscription for id ${frame.id}` })
        }
      }
    },
    close() {
      isClosed = true
      for (const subscription of [...subscriptions]) end(subscription)
      outbox.close()
    },
  }
}

function weightOf({ args: [first] }: Subscribe, characters: number): Weight {
  return { outcomes: Array.isArray(first) ? first.length : 1, characters }
}

function none(): { readonly books: Map<string, WatchNews>; readonly trades: WatchNews[] } {
  return { books: new Map(), trades: [] }
}

/** What a client is told of a failure: the message and the code, nothing else. */
export function toldError(error: PmxError): { readonly message: string; readonly code: string } {
  return { message: error.message, code: error.code }
}
