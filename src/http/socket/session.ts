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

interface Subscription {
  readonly id: string
  readonly venue: string
  readonly method: string
  readonly args: readonly unknown[]
  readonly key: string
  /** Names the room of its frames in the outbox. */
  readonly place: string
  stop(): void
}

export function createSession(deps: SessionDeps): Session {
  const { outbox, counts, clock } = deps
  const subscriptions = new Set<Subscription>()
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
    subscription.stop()
    outbox.forget(subscription.place)
  }

  function subscribe(frame: Subscribe): void {
    const { id, venue, method, args, key } = frame
    for (const other of [...subscriptions]) {
      // The same once more with the same id takes the other's place: its books would come twice.
      if (other.id === id && other.venue === venue && other.method === method && other.key === key) end(other)
    }
    if (subscriptions.size >= MOST_SUBSCRIPTIONS) {
      tellError(id, {
        message: `This socket watches ${MOST_SUBSCRIPTIONS} things already; unsubscribe some, or open another one.`,
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
      args,
      key,
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
    let early: WatchNews[] | undefined = []
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
      const newest = new Map<string, WatchNews>()
      for (const news of early ?? []) {
        if (news.kind === 'trades') send(news)
        else newest.set(news.symbol, news)
      }
      early = undefined
      missing = undefined
      for (const news of newest.values()) send(news)
    }

    return {
      stop(): void {
        isOver = true
        early = []
      },
      news(news: WatchNews): void {
        if (isOver) return
        if (early === undefined) {
          send(news)
          return
        }
        early.push(news)
        missing?.delete(news.symbol)
        if (missing?.size === 0) release()
      },
      start(watching: Watching): void {
        early?.unshift(...watching.current())
        const isBatch = watching.symbols.length > 1
        missing = new Set(isBatch ? watching.symbols : [])
        for (const { symbol } of early ?? []) missing.delete(symbol)
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
        (isUnwatch ? one.args[0] === args[0] : one.key === key),
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
          subscribe(frame)
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

/** What a client is told of a failure: the message and the code, nothing else. */
export function toldError(error: PmxError): { readonly message: string; readonly code: string } {
  return { message: error.message, code: error.code }
}
