import { readArguments } from '../../api/arguments/arguments.js'
import { methodOf } from '../../api/arguments/methods.js'
import type { PmxError } from '../../api/envelope/errors.js'
import type { Dispatcher } from '../../core/dispatcher.js'
import type { CoreCall } from '../../core/request/api-call.js'
import type { Clock } from '../../effects/clock.js'
import { createAbort } from '../../policy/abort.js'
import type { Tickers } from '../../streams/watch/tickers.js'
import { credentialsOf } from '../access/body-credentials.js'
import { assertReader, assertRight, type CallerRights } from '../access/caller-rights.js'
import { type BatchWriter, createBatchWriter } from './batch-writer.js'
import { type ClientFrame, credentialKeyOf, readFrame } from './frames.js'
import type { Outbox } from './outbox.js'
import type { SocketCounts } from './socket-counters.js'
import {
  type BegunSubscription,
  createSubscriptionWriter,
  type Sink,
  type Subscribe,
} from './subscription-writer.js'
import { watchTickerFor } from './watched-ticker.js'

/** Subscriptions of one socket. */
const MAX_SUBSCRIPTIONS = 2_000
/** Number of outcomes in all subscriptions. A batch is one subscription with many books. */
const MAX_OUTCOMES = 10_000
/** Number of characters in the subscribing frames, which contain outcomes and credentials. */
const MAX_CHARACTERS = 4_000_000

export interface SocketSessionDeps {
  readonly dispatcher: Pick<Dispatcher, 'watch'>
  /** Undefined if feeds cannot be watched. */
  readonly tickers: Pick<Tickers, 'watch'> | undefined
  readonly clock: Clock
  readonly counts: SocketCounts
  readonly outbox: Outbox
  readonly caller: CallerRights
  /** The client's `User-Agent`. */
  readonly client: string
  /** Returns the error for the client, masked. Bugs are also logged. */
  explain(error: unknown, body: object): { readonly message: string; readonly code?: string }
}

/** The session of one client on its socket (api/README.md, "Sockets"). */
export interface SocketSession {
  receive(text: string): void
  /** Ends all subscriptions. */
  close(): void
}

/** An active subscription's memory use. */
interface Weight {
  readonly outcomes: number
  /** Number of characters in its frame. */
  readonly characters: number
}

interface Subscription {
  /** Changes each time a batch is requested again. */
  id: string
  readonly target: string
  readonly method: string
  /** The first argument, if it is text. */
  readonly outcome: string | undefined
  readonly key: string
  /** Its credentials, as text. */
  readonly sender: string | undefined
  readonly weight: Weight
  /** The key of its frames in the outbox. */
  readonly place: string
  /** The writer of a batch of books, which may be requested repeatedly. */
  readonly batch: BatchWriter | undefined
  /** Whether the subscription is acknowledged. */
  hasBegun: boolean
  stop(): void
}

export function createSession(deps: SocketSessionDeps): SocketSession {
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
    weigh(subscription.weight, -1)
    subscription.stop()
    outbox.forget(subscription.place)
  }

  /** Returns the limit that one more subscription would exceed. */
  function excess({ outcomes, characters }: Weight): string | undefined {
    if (subscriptions.size >= MAX_SUBSCRIPTIONS) return `${MAX_SUBSCRIPTIONS} topics`
    if (held.outcomes + outcomes > MAX_OUTCOMES) return `nearly ${MAX_OUTCOMES} outcomes`
    const isLong = held.characters + characters > MAX_CHARACTERS
    return isLong ? `topics with nearly ${MAX_CHARACTERS} characters in their frames` : undefined
  }

  function weigh({ outcomes, characters }: Weight, sign: 1 | -1): void {
    counts.subscriptions += sign
    counts.watched += sign * outcomes
    held.outcomes += sign * outcomes
    held.characters += sign * characters
  }

  /**
   * Continues a batch under a new id. In each iteration of a loop, SDKs subscribe to the batch again without ending the earlier
   * subscription.
   */
  function goOn(subscription: Subscription, batch: BatchWriter, id: string): void {
    const { id: before, hasBegun } = subscription
    subscription.id = id
    if (hasBegun) tell({ event: 'subscribed', id })
    batch.renew(id)
    if (before !== id) tell({ event: 'replaced', id: before, by: id })
  }

  function subscribe(frame: Subscribe, size: number): void {
    const { id, target, method, args } = frame
    const sender = credentialKeyOf(frame)
    for (const other of [...subscriptions]) {
      if (other.target !== target || other.method !== method || other.key !== frame.key) continue
      if (other.batch !== undefined && other.sender === sender) {
        goOn(other, other.batch, id)
        return
      }
      // An equal subscription with the same id replaces the other one. Otherwise its books would be sent twice.
      if (other.id === id) end(other)
    }
    const weight = weightOf(frame, size)
    const tooMuch = excess(weight)
    if (tooMuch !== undefined) {
      tellError(id, {
        message: `This socket already watches ${tooMuch}. Unsubscribe some topics, or open another socket.`,
        code: 'RATE_LIMIT_EXCEEDED',
      })
      return
    }
    const leaving = createAbort()
    let watching: BegunSubscription | undefined
    const place = String(places++)
    const batch = method === methodOf.watchBooks ? createBatchWriter(frame, place, outbox, clock) : undefined
    const teller = batch ?? createSubscriptionWriter(frame, place, outbox, clock)
    const subscription: Subscription = {
      id,
      target,
      method,
      outcome: typeof args[0] === 'string' ? args[0] : undefined,
      key: frame.key,
      sender,
      weight,
      place,
      batch,
      hasBegun: false,
      stop() {
        leaving.abort()
        teller.stop()
        watching?.stop()
      },
    }
    const failed = (error: unknown): void => {
      if (!subscriptions.has(subscription)) return
      end(subscription)
      const told = deps.explain(error, frame.body)
      for (const one of batch?.ids() ?? [id]) tellError(one, told)
    }
    subscriptions.add(subscription)
    weigh(weight, 1)
    begin(frame, leaving.signal, {
      update: (news) => teller.update(news),
      ended: failed,
    }).then((begun) => {
      watching = begun
      if (!subscriptions.has(subscription)) {
        begun.stop()
        return
      }
      subscription.hasBegun = true
      for (const one of batch?.ids() ?? [id]) tell({ event: 'subscribed', id: one })
      teller.start(begun)
    }, failed)
  }

  async function begin(frame: Subscribe, signal: AbortSignal, sink: Sink): Promise<BegunSubscription> {
    const { source, args: raw, body } = frame
    if (source.kind === 'feed') {
      assertReader(deps.caller)
      return watchTickerFor(deps.tickers, source.feed, raw, signal, sink)
    }
    const { venue, method } = source
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

  function unsubscribe(frame: Extract<ClientFrame, { kind: 'unsubscribe' }>): void {
    const { id, target, method, args, key } = frame
    const isUnwatch = method === methodOf.unwatchBook
    const wanted = isUnwatch ? methodOf.watchBook : method
    const found = [...subscriptions].filter(
      (one) =>
        one.target === target &&
        one.method === wanted &&
        (isUnwatch ? one.outcome !== undefined && one.outcome === args[0] : one.key === key),
    )
    for (const subscription of found) end(subscription)
    if (found.length > 0) tell({ event: 'subscribed', id })
    else tellError(id, { message: `No active subscription for ${target}:${wanted}:${key}` })
  }

  return {
    receive(text) {
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
      // Closed first, so that no subscription searches all waiting frames.
      outbox.close()
      for (const subscription of [...subscriptions]) end(subscription)
    },
  }
}

function weightOf({ args: [first] }: Subscribe, characters: number): Weight {
  return { outcomes: Array.isArray(first) ? first.length : 1, characters }
}

/** Returns the error for a client, which contains only the message and the code. */
export function toSocketError(error: PmxError): { readonly message: string; readonly code: string } {
  return { message: error.message, code: error.code }
}
