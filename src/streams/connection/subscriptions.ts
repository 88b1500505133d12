import type { Clock } from '../../effects/clock.js'
import type {
  Frames,
  StreamProtocol,
  StreamSource,
  StreamTopic,
  TopicKind,
} from '../../venue-kit/contract/stream-source.js'
import { createRejectedTopicFinder } from './rejected-topics.js'

type Topic = StreamTopic<unknown, TopicKind>

/** A connection's requested topics, and those sent to the venue. Sends the difference as fast as the venue allows. */
export interface Subscriptions {
  readonly size: number
  has(kind: TopicKind, key: string): boolean
  add(topic: Topic): void
  remove(topic: Topic): void
  /** Whether the topic has been subscribed to on the current connection. */
  isSubscribed(topic: Topic): boolean
  /** Sends the difference to the venue, all changes of one turn together. */
  flush(): void
  /** Unsubscribes from a topic and subscribes to it again. */
  renew(topic: Topic): void
  /**
   * Handles the end of the connection by the venue.
   * @returns the topic that caused it, if that is certain
   */
  ended(): Topic | undefined
  /** Handles the loss of the connection for any reason. Everything is sent again on the next connection. */
  reset(): void
}

export interface SubscriptionsDeps {
  readonly limits: StreamSource['limits']
  readonly clock: Pick<Clock, 'monotonic' | 'setTimer'>
  /** Returns the protocol of the connection, or undefined while nothing can be sent. */
  spoken(): StreamProtocol<unknown, TopicKind> | undefined
  send(frames: Frames): void
  /** Called with topics that have been subscribed to. */
  onSubscribed(topics: readonly Topic[]): void
}

export function createSubscriptions(deps: SubscriptionsDeps): Subscriptions {
  const { limits, clock, spoken, send } = deps
  const topics = new Map<string, Topic>()
  /** The subscribed topics, by name. The others wait for the next frame. */
  const told = new Map<string, Topic>()
  const suspects = createRejectedTopicFinder(clock)
  let toldAt = Number.NEGATIVE_INFINITY
  let isFlushing = false
  let cancelLater: (() => void) | undefined

  function flush(): void {
    if (spoken() === undefined || isFlushing) return
    isFlushing = true
    queueMicrotask(tell)
  }

  function tell(): void {
    isFlushing = false
    const speech = spoken()
    if (speech === undefined) return
    const { topicsAFrame, frameEveryMs = 0 } = limits
    const untold = [...topics.keys()].filter((name) => !told.has(name))
    const next = suspects.next(untold, topicsAFrame)
    // A topic that was removed and added again meanwhile is another object and needs its own subscription.
    const removed = [...told].filter(([name, topic]) => topics.get(name) !== topic).slice(0, topicsAFrame)
    const isLate = next.waitMs > 0 && removed.length > 0
    const names = isLate ? [] : next.names
    if (names.length + removed.length === 0) return
    const waitMs = Math.max(toldAt + frameEveryMs - clock.monotonic(), isLate ? 0 : next.waitMs)
    if (waitMs > 0) {
      isFlushing = true
      cancelLater = clock.setTimer(waitMs, tell)
      return
    }
    const added = names.flatMap((name) => {
      const topic = topics.get(name)
      return topic === undefined ? [] : [[name, topic] as const]
    })
    for (const [name, topic] of added) told.set(name, topic)
    suspects.noteSubscribed(names)
    for (const [name] of removed) told.delete(name)
    toldAt = clock.monotonic()
    const news = added.map(([, topic]) => topic)
    send(
      speech.change({
        added: news,
        removed: removed.map(([, topic]) => topic),
        allTopics: [...told.values()],
      }),
    )
    deps.onSubscribed(news)
    flush()
  }

  return {
    get size() {
      return topics.size
    },
    has: (kind, key) => topics.has(nameOf({ kind, key })),
    add(topic) {
      topics.set(nameOf(topic), topic)
    },
    remove(topic) {
      topics.delete(nameOf(topic))
      suspects.forget(nameOf(topic))
    },
    isSubscribed: (topic) => told.has(nameOf(topic)),
    flush,
    renew(topic) {
      told.delete(nameOf(topic))
      send(spoken()?.change({ added: [], removed: [topic], allTopics: [...told.values()] }) ?? [])
      flush()
    },
    ended: () => topics.get(suspects.ended() ?? ''),
    reset() {
      cancelLater?.()
      cancelLater = undefined
      isFlushing = false
      told.clear()
      suspects.reset()
    },
  }
}

/** Returns the name of a topic. A kind is one word, so names are unique. */
function nameOf({ kind, key }: Pick<Topic, 'kind' | 'key'>): string {
  return `${kind} ${key}`
}
