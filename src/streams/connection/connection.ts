import { messageOf, type PmxError } from '../../api/envelope/errors.js'
import { replaceLoneSurrogates } from '../../api/values/json.js'
import type { Clock } from '../../effects/clock.js'
import type { Random } from '../../effects/random.js'
import type { Logger } from '../../observe/logger.js'
import { drawBackoff } from '../../policy/backoff.js'
import type { OpenSocket, SocketEnd, SocketEvents } from '../../transport/socket.js'
import type {
  Frames,
  StreamMessage,
  StreamProtocol,
  StreamSource,
  StreamTopic,
  TopicKind,
} from '../../venue-kit/contract/stream-source.js'
import type { StreamCounts } from './stream-counters.js'
import { createSubscriptions } from './subscriptions.js'
import { createTimers } from './timers.js'

/** The wait before a reconnect, also after the first loss, so that clients do not all reconnect at once when a venue restarts. */
const BACKOFF = { baseMs: 500, capMs: 30_000 }
/** A connection that has lasted this long resets the number of attempts. */
const STEADY_MS = 3_000
/** Lower bound for the random wait. */
const MIN_WAIT_MS = 100
/** Time limit for opening the connection, and then for the venue's greeting if it sends one. */
const OPENING_MS = 10_000
/** Time limit for a response that blocks further messages. */
const ANSWER_MS = 10_000
/** Handshake statuses for missing rights. Retries after them also fail. */
const REFUSALS = new Set([401, 403])

/** Messages about a topic. */
export type TopicMessage = Exclude<StreamMessage, { kind: 'ready' | 'send' | 'failed' }>

/** The parts of a venue's socket source that a connection needs. */
type ConnectionSource = Pick<StreamSource, 'limits' | 'pulse' | 'needs' | 'speak'> &
  Partial<Pick<StreamSource, 'begins'>>

type Topic = StreamTopic<unknown, TopicKind>

export interface ConnectionDeps {
  readonly source: ConnectionSource
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  readonly counts: StreamCounts
  /** Opens a socket with a fresh handshake. @throws an error, after which the opening is retried */
  open(events: SocketEvents): Promise<OpenSocket>
  onMessage(message: TopicMessage): void
  /** Called when a topic has been subscribed to on the current connection. */
  onSubscribed(topic: Topic): void
  /** Called when the topics get no more updates until they are subscribed to again. */
  onLost(): void
  /** Called when the connection will not be reopened. */
  onFinal(why: { readonly error?: PmxError; readonly reason: string }): void
}

/**
 * One connection to a venue with its subscriptions. It opens with the first topic, is kept alive according to the venue's rules,
 * and reconnects when it ends, hangs, or delivers malformed frames.
 */
export interface Connection {
  readonly size: number
  readonly isUp: boolean
  has(kind: TopicKind, key: string): boolean
  add(topic: Topic): void
  remove(topic: Topic): void
  /** Requests a topic's complete book again. */
  again(topic: StreamTopic): void
  /**
   * Reports that an update has been due since this time, by the monotonic clock. If the connection has delivered no update since
   * then, it reconnects.
   */
  mistrust(since: number): void
  close(): void
}

type TimerName = 'retry' | 'pulse' | 'opening' | 'answer'

export function createConnection(deps: ConnectionDeps): Connection {
  const { source, clock, random, log, counts } = deps
  let socket: OpenSocket | undefined
  let speech: StreamProtocol | undefined
  let isReady = false
  let isClosed = false
  let isOpening = false
  let tries = 0
  let openedAt = 0
  let heardAt = 0
  /** Time of the last update to a topic. */
  let toldOfAt = 0
  /** Time since which a message from the venue has been awaited and no text has arrived. */
  let unanswered: number | undefined
  const timers = createTimers<TimerName>(clock)
  const spoken = (): StreamProtocol | undefined => (isReady ? speech : undefined)
  const subscriptions = createSubscriptions({
    limits: source.limits,
    clock,
    spoken,
    send,
    onSubscribed(topics) {
      expectBooks(topics)
      for (const topic of topics) deps.onSubscribed(topic)
      awaitAnswer()
    },
  })

  function connect(): void {
    if (isClosed || isOpening || socket !== undefined) return
    isOpening = true
    // Events of an earlier socket do not belong to the next one.
    let isCurrent = true
    const only =
      <Args extends unknown[]>(act: (...args: Args) => void) =>
      (...args: Args): void => {
        if (isCurrent && !isClosed) act(...args)
      }
    const leave = (end: Pick<SocketEnd, 'reason' | 'status'>): void => {
      isCurrent = false
      down(end)
    }
    timers.set(
      'opening',
      OPENING_MS,
      only(() => cut('no connection in time')),
    )
    deps
      .open({
        opened: only(up),
        text: only(hear),
        alive: only(() => {
          heardAt = clock.monotonic()
        }),
        closed: only(leave),
      })
      .then(
        (opened) => {
          isOpening = false
          if (isClosed || !isCurrent) opened.cut('no longer needed')
          else {
            socket = opened
            // A socket may open before its promise resolves.
            if (speech !== undefined) greet()
          }
        },
        (error: unknown) => {
          isOpening = false
          if (isCurrent && !isClosed) leave({ reason: messageOf(error) })
        },
      )
  }

  function up(): void {
    counts.connected++
    openedAt = heardAt = clock.monotonic()
    speech = source.speak()
    if (socket !== undefined) greet()
  }

  function greet(): void {
    pulse()
    send(speech?.greet?.() ?? [])
    if (speech?.greet === undefined) ready()
    else timers.set('opening', OPENING_MS, () => cut('the venue did not reply to the handshake'))
  }

  function ready(): void {
    if (isReady) return
    timers.stop('opening')
    isReady = true
    subscriptions.flush()
  }

  function pulse(): void {
    const { ping, deadAfterMs } = source.pulse
    const everyMs = ping === 'none' ? deadAfterMs / 4 : ping.everyMs
    timers.set('pulse', everyMs, () => {
      if (clock.monotonic() - Math.min(heardAt, unanswered ?? heardAt) >= deadAfterMs) {
        cut(`no frame arrived for ${deadAfterMs / 1000} s`)
        return
      }
      if (ping !== 'none') {
        if ('text' in ping) send([ping.text])
        if (!('text' in ping) || ping.withProtocol === true) socket?.ping()
      }
      pulse()
    })
  }

  function send(frames: Frames): void {
    for (const frame of frames) socket?.send(frame)
  }

  function hear(frame: string): void {
    heardAt = clock.monotonic()
    unanswered = undefined
    counts.frames++
    let messages: readonly StreamMessage[]
    try {
      messages = speech?.read(replaceLoneSurrogates(frame), clock.now()) ?? []
    } catch (error) {
      counts.garbage++
      log.warn({ reason: messageOf(error) }, 'a frame from a venue cannot be read; the socket is reopened')
      cut('a frame could not be read')
      return
    }
    const speaking = speech
    for (const message of messages) {
      // Messages after the end of a connection belong to no topic.
      if (speech !== speaking) break
      heed(message)
    }
    if (timers.has('answer') && speech?.owes?.() !== true) timers.stop('answer')
  }

  function heed(message: StreamMessage): void {
    if (message.kind === 'gap' && message.isUnread === true) {
      counts.garbage++
      log.debug({ reason: message.what, keys: message.keys }, 'a frame from a venue cannot be read')
    }
    if (message.kind === 'ready') ready()
    else if (message.kind === 'send') send(message.frames)
    else if (message.kind !== 'failed') {
      toldOfAt = clock.monotonic()
      deps.onMessage(message)
    } else if (message.isFinal === true) finish({ error: message.error, reason: message.error.message })
    else end(message.error)
  }

  /** Ends the connection after the venue has ended it, because of a topic or for another reason. */
  function end(error: PmxError): void {
    const blamed = subscriptions.ended()
    cut(error.message)
    if (blamed === undefined) return
    log.warn(
      { reason: error.message, key: blamed.key },
      'the venue closed its socket because of one topic; this topic is now polled',
    )
    if (blamed.kind !== 'own')
      deps.onMessage({ kind: 'refused', topics: [{ ...blamed, kind: blamed.kind }], error, isPolled: true })
  }

  /** Closes the socket, which then reports its end. */
  function cut(reason: string): void {
    if (socket !== undefined) socket.cut(reason)
    else down({ reason })
  }

  function down({ reason, status }: Pick<SocketEnd, 'reason' | 'status'>): void {
    const lasted = speech === undefined ? 0 : clock.monotonic() - openedAt
    timers.stop('pulse', 'opening', 'answer')
    if (speech !== undefined) counts.lost++
    socket?.cut(reason)
    socket = undefined
    speech = undefined
    unanswered = undefined
    isReady = false
    subscriptions.reset()
    deps.onLost()
    if (source.needs !== undefined && status !== undefined && REFUSALS.has(status)) {
      finish({ reason: `the venue refuses the credentials: ${reason}` })
      return
    }
    if (lasted >= STEADY_MS) tries = 0
    const waitMs = Math.max(MIN_WAIT_MS, drawBackoff(tries++, BACKOFF, random))
    log.debug({ reason, waitMs }, 'a venue socket was closed')
    timers.set('retry', waitMs, connect)
  }

  function finish(why: { readonly error?: PmxError; readonly reason: string }): void {
    close()
    deps.onFinal(why)
  }

  function expectBooks(asked: readonly Topic[]): void {
    if (source.begins === 'pushed' && asked.some(({ kind }) => kind === 'book'))
      unanswered ??= clock.monotonic()
  }

  function awaitAnswer(): void {
    if (timers.has('answer') || speech?.owes?.() !== true) return
    timers.set('answer', ANSWER_MS, () => {
      if (speech?.owes?.() === true) cut('the venue did not respond')
    })
  }

  function close(): void {
    isClosed = true
    timers.stopAll()
    subscriptions.reset()
    socket?.cut('no subscribers left')
    socket = undefined
    speech = undefined
    isReady = false
  }

  return {
    get size() {
      return subscriptions.size
    },
    get isUp() {
      return isReady
    },
    has: subscriptions.has,
    add(topic) {
      subscriptions.add(topic)
      if (socket === undefined && !timers.has('retry')) connect()
      subscriptions.flush()
    },
    remove(topic) {
      subscriptions.remove(topic)
      subscriptions.flush()
    },
    again(topic) {
      if (!subscriptions.isSubscribed(topic)) return
      expectBooks([topic])
      const frames = spoken()?.again?.([topic])
      if (frames === undefined) subscriptions.renew(topic)
      else send(frames)
    },
    mistrust(since) {
      if (isReady && toldOfAt < since) cut('order books change, but the venue sends no updates')
    },
    close,
  }
}
