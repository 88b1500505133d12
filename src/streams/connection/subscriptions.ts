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

/** What is wanted of a connection and what its venue has been told of that, brought together as fast as it may be told. */
export interface Subscriptions {
  readonly size: number
  has(kind: TopicKind, key: string): boolean
  add(topic: Topic): void
  remove(topic: Topic): void
  /** Whether the venue has been told of it on the connection as it is now. */
  isTold(topic: Topic): boolean
  /** Tells the venue the difference, all of one turn together. */
  flush(): void
  /** Takes one back from the venue that it has been told of, and tells it once more. */
  renew(topic: Topic): void
  /**
   * The venue has ended the connection.
   * @returns the topic that is to blame, if that is certain
   */
  ended(): Topic | undefined
  /** The connection is gone, for whatever reason: another one is told everything. */
  reset(): void
}

export interface SubscriptionsDeps {
  readonly limits: StreamSource['limits']
  readonly clock: Pick<Clock, 'monotonic' | 'setTimer'>
  /** The words of the connection; undefined while nothing can be said on it. */
  spoken(): StreamProtocol<unknown, TopicKind> | undefined
  send(frames: Frames): void
  /** The venue has been told of these. */
  onTold(topics: readonly Topic[]): void
}

export function createSubscriptions(deps: SubscriptionsDeps): Subscriptions {
  const { limits, clock, spoken, send } = deps
  const topics = new Map<string, Topic>()
  /** What the venue has been told of the topics, by their names; the rest waits for the next frame. */
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
    // Dropped and taken anew meanwhile it is another one, to be subscribed for itself.
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
    suspects.told(names)
    for (const [name] of removed) told.delete(name)
    toldAt = clock.monotonic()
    const news = added.map(([, topic]) => topic)
    send(
      speech.change({ added: news, removed: removed.map(([, topic]) => topic), wanted: [...told.values()] }),
    )
    deps.onTold(news)
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
    isTold: (topic) => told.has(nameOf(topic)),
    flush,
    renew(topic) {
      told.delete(nameOf(topic))
      send(spoken()?.change({ added: [], removed: [topic], wanted: [...told.values()] }) ?? [])
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

/** A kind is one word, so that no two topics have the same name. */
function nameOf({ kind, key }: Pick<Topic, 'kind' | 'key'>): string {
  return `${kind} ${key}`
}
