import type { PmxError } from '../../api/envelope/errors.js'
import type { OpenSocket, SocketEvents } from '../../transport/socket.js'
import type {
  StreamMessage,
  StreamSource,
  StreamTopic,
  TopicKind,
} from '../../venue-kit/contract/stream-source.js'
import { type Connection, type ConnectionDeps, createConnection, type TopicMessage } from './connection.js'
import { createPendingChangeLimit, type PendingChangeLimit } from './pending-changes.js'

/** Receives a socket's messages about one topic. */
export interface TopicSink {
  readonly topic: StreamTopic
  subscribed(): void
  receive(message: Extract<StreamMessage, { kind: 'book' | 'changes' | 'changed' | 'trades' }>): void
  gap(): void
  lost(): void
  refused(error: PmxError): void
  /** Called when no socket will deliver the topic. */
  final(): void
}

export interface StreamConnectionDeps
  extends Pick<ConnectionDeps, 'source' | 'clock' | 'random' | 'log' | 'counts'> {
  readonly source: StreamSource
  open(events: SocketEvents): Promise<OpenSocket>
  /** Called once when no socket will connect again. */
  onFinal(why: { readonly error?: PmxError; readonly reason: string }): void
}

/** A venue's sockets for one set of credentials, each with as many topics as the venue allows. */
export interface StreamConnection {
  readonly connections: number
  readonly topics: number
  readonly changeLimit: PendingChangeLimit
  add(sink: TopicSink): void
  remove(sink: TopicSink): void
  again(sink: TopicSink): void
  /** Reports that an update to the topic has been due since this time, by the monotonic clock, and did not come. */
  mistrust(sink: TopicSink, since: number): void
  close(): void
}

export function createStreamConnection(deps: StreamConnectionDeps): StreamConnection {
  const { source } = deps
  const carriers = new Map<Connection, Map<string, TopicSink>>()

  function open(): Map<string, TopicSink> {
    const sinks = new Map<string, TopicSink>()
    const connection = createConnection({
      ...deps,
      onMessage(message) {
        if (message.kind !== 'own') route(sinks, message, remove)
      },
      onSubscribed: ({ kind, key }) => sinks.get(nameOf(kind, key))?.subscribed(),
      onLost() {
        for (const sink of [...sinks.values()]) sink.lost()
      },
      onFinal(why) {
        carriers.delete(connection)
        deps.onFinal(why)
        for (const sink of [...sinks.values()]) sink.final()
      },
    })
    carriers.set(connection, sinks)
    return sinks
  }

  function carrierOf(sink: TopicSink): Connection | undefined {
    const name = nameOf(sink.topic.kind, sink.topic.key)
    return [...carriers].find(([, sinks]) => sinks.get(name) === sink)?.[0]
  }

  function remove(sink: TopicSink): void {
    const connection = carrierOf(sink)
    if (connection === undefined) return
    carriers.get(connection)?.delete(nameOf(sink.topic.kind, sink.topic.key))
    connection.remove(sink.topic)
    if (connection.size > 0) return
    connection.close()
    carriers.delete(connection)
  }

  return {
    changeLimit: createPendingChangeLimit(),
    get connections() {
      return carriers.size
    },
    get topics() {
      return [...carriers.keys()].reduce((sum, { size }) => sum + size, 0)
    },
    add(sink) {
      const free = [...carriers].find(([{ size }]) => size < source.limits.topicsAConnection)
      const sinks = free?.[1] ?? open()
      sinks.set(nameOf(sink.topic.kind, sink.topic.key), sink)
      for (const [connection, its] of carriers) if (its === sinks) connection.add(sink.topic)
    },
    remove,
    mistrust: (sink, since) => carrierOf(sink)?.mistrust(since),
    again: (sink) => carrierOf(sink)?.again(sink.topic),
    close() {
      for (const connection of carriers.keys()) connection.close()
      carriers.clear()
    },
  }
}

/** @param remove removes a topic that its socket does not deliver */
function route(
  sinks: ReadonlyMap<string, TopicSink>,
  message: Exclude<TopicMessage, { kind: 'own' }>,
  remove: (sink: TopicSink) => void,
): void {
  switch (message.kind) {
    case 'gap':
      for (const sink of [...sinks.values()]) {
        const { kind, key } = sink.topic
        if (message.keys?.includes(key) !== false && (message.of ?? kind) === kind) sink.gap()
      }
      return
    case 'refused':
      for (const { kind, key } of message.topics) {
        const sink = sinks.get(nameOf(kind, key))
        if (sink === undefined) continue
        if (message.isPolled !== true) sink.refused(message.error)
        else {
          remove(sink)
          sink.final()
        }
      }
      return
    default:
      sinks.get(nameOf(message.kind === 'trades' ? 'trades' : 'book', message.key))?.receive(message)
  }
}

function nameOf(kind: TopicKind, key: string): string {
  return `${kind} ${key}`
}
