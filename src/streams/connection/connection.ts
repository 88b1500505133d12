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

/** The wait before the next try, from the first loss on: a venue that restarts is not met by everybody at once. */
const BACKOFF = { baseMs: 500, capMs: 30_000 }
/** A connection that has lasted so long begins to count its tries anew. */
const STEADY_MS = 3_000
/** Chance may not make the wait shorter. */
const MIN_WAIT_MS = 100
/** Time for the opening, and then for the venue's first words where it has some. */
const OPENING_MS = 10_000
/** Time for an answer without which nothing more can be said. */
const ANSWER_MS = 10_000
/** A venue that keeps refusing the handshake for want of rights would refuse the next one as well. */
const REFUSALS = new Set([401, 403])

/** Messages that are about a topic. */
export type TopicMessage = Exclude<StreamMessage, { kind: 'ready' | 'send' | 'failed' }>

/** What a connection needs to know of the venue's socket. */
type ConnectionSource = Pick<StreamSource, 'limits' | 'pulse' | 'needs' | 'speak'> &
  Partial<Pick<StreamSource, 'begins'>>

type Topic = StreamTopic<unknown, TopicKind>

export interface ConnectionDeps {
  readonly source: ConnectionSource
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  readonly counts: StreamCounts
  /** Opens a socket with a fresh handshake. @throws what stands in the way; it is tried again */
  open(events: SocketEvents): Promise<OpenSocket>
  onMessage(message: TopicMessage): void
  /** A topic has been subscribed on the connection as it is now. */
  onSubscribed(topic: Topic): void
  /** The topics that were subscribed bring nothing more, until they are again. */
  onLost(): void
  /** It will not come back. */
  onFinal(why: { readonly error?: PmxError; readonly reason: string }): void
}

/**
 * One connection of a venue with what is subscribed on it: opened with the first topic, kept alive by the venue's rules,
 * begun anew when it ends, hangs, or says what cannot be read.
 */
export interface Connection {
  readonly size: number
  readonly isUp: boolean
  has(kind: TopicKind, key: string): boolean
  add(topic: Topic): void
  remove(topic: Topic): void
  /** Asks for the whole book of a topic once more. */
  again(topic: StreamTopic): void
  /** Something was to be told since then, by the monotonic clock: a connection that told nothing at all is begun anew. */
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
  /** When something was told of a topic. */
  let toldOfAt = 0
  /** Since when the venue was to send something, and has sent no text. */
  let unanswered: number | undefined
  const timers = createTimers<TimerName>(clock)
  const spoken = (): StreamProtocol | undefined => (isReady ? speech : undefined)
  const subscriptions = createSubscriptions({
    limits: source.limits,
    clock,
    spoken,
    send,
    onTold(topics) {
      expectBooks(topics)
      for (const topic of topics) deps.onSubscribed(topic)
      awaitAnswer()
    },
  })

  function connect(): void {
    if (isClosed || isOpening || socket !== undefined) return
    isOpening = true
    // Words of an earlier socket are not those of the next one.
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
          if (isClosed || !isCurrent) opened.cut('not wanted any more')
          else {
            socket = opened
            // A socket that opens at once has said so before it was here.
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
    else timers.set('opening', OPENING_MS, () => cut('the venue did not answer the greeting'))
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
        cut(`nothing was heard for ${deadAfterMs / 1000} s`)
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
      log.warn({ reason: messageOf(error) }, 'a frame of a venue cannot be read; its socket is opened anew')
      cut('a frame could not be read')
      return
    }
    const speaking = speech
    for (const message of messages) {
      // What stands behind the end of a connection is of nothing that anybody has.
      if (speech !== speaking) break
      heed(message)
    }
    if (timers.has('answer') && speech?.owes?.() !== true) timers.stop('answer')
  }

  function heed(message: StreamMessage): void {
    if (message.kind === 'gap' && message.isUnread === true) {
      counts.garbage++
      log.debug({ reason: message.what, keys: message.keys }, 'a frame of a venue cannot be read')
    }
    if (message.kind === 'ready') ready()
    else if (message.kind === 'send') send(message.frames)
    else if (message.kind !== 'failed') {
      toldOfAt = clock.monotonic()
      deps.onMessage(message)
    } else if (message.isFinal === true) finish({ error: message.error, reason: message.error.message })
    else end(message.error)
  }

  /** By the venue, for something that was said on it or for nothing. */
  function end(error: PmxError): void {
    const blamed = subscriptions.ended()
    cut(error.message)
    if (blamed === undefined) return
    log.warn(
      { reason: error.message, key: blamed.key },
      'a venue ends its socket for one topic: it is polled',
    )
    if (blamed.kind !== 'own')
      deps.onMessage({ kind: 'refused', topics: [{ ...blamed, kind: blamed.kind }], error, isPolled: true })
  }

  /** Ends the socket, which tells its end. */
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
    log.debug({ reason, waitMs }, 'a socket of a venue has ended')
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
      if (speech?.owes?.() === true) cut('the venue did not answer')
    })
  }

  function close(): void {
    isClosed = true
    timers.stopAll()
    subscriptions.reset()
    socket?.cut('nobody watches any more')
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
      if (!subscriptions.isTold(topic)) return
      expectBooks([topic])
      const frames = spoken()?.again?.([topic])
      if (frames === undefined) subscriptions.renew(topic)
      else send(frames)
    },
    mistrust(since) {
      if (isReady && toldOfAt < since) cut('books change, and it tells nothing of any')
    },
    close,
  }
}
