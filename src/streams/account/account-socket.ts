import { messageOf, PmxError } from '../../api/envelope/errors.js'
import type { Clock } from '../../effects/clock.js'
import type { Random } from '../../effects/random.js'
import type { Logger } from '../../observe/logger.js'
import type { OpenSocket, SocketEvents } from '../../transport/socket.js'
import type { ReadOwnRows } from '../../venue-kit/contract/account-rows.js'
import type { AccountProtocol, OwnStreamSource } from '../../venue-kit/contract/account-stream.js'
import type { StreamHandshake, StreamProtocol, TopicKind } from '../../venue-kit/contract/stream-source.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { createConnection } from '../connection/connection.js'
import type { StreamCounts } from '../connection/stream-counters.js'
import { createTimers } from '../connection/timers.js'

/** A subscription that the venue does not acknowledge counts as active after this time. */
const TAKEN_TO_STAND_MS = 1_000
/** A subscription that was active for this time was accepted. */
const STEADY_MS = 3_000
/** A venue that ends this many consecutive connections, each soon after its start, does not accept the account. */
const MAX_REFUSALS = 3

export interface AccountSocketDeps {
  readonly source: OwnStreamSource
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  readonly counts: StreamCounts
  /** Runs the account's work in its own context. */
  run<Result>(work: (ctx: VenueContext) => Promise<Result>): Promise<Result>
  open(handshake: StreamHandshake, events: SocketEvents): OpenSocket
  /** Called when the subscription is active. It delivers all later events. */
  onStand(): void
  onRows(read: ReadOwnRows): void
  /** Called when no more events arrive until the next `onStand`. */
  onLost(): void
  /** Called when the venue does not accept the account on its user channel. */
  onRefused(reason: string): void
}

/** One account's connection to the venue's user channel. */
export interface AccountSocket {
  close(): void
}

const topic = { kind: 'own', key: 'account', facts: undefined } as const

export function openAccountSocket(deps: AccountSocketDeps): AccountSocket {
  const { source, clock, counts } = deps
  const timers = createTimers<'stand'>(clock)
  let speech: AccountProtocol | undefined
  let hasOpened = false
  let standsSince: number | undefined
  /** Consecutive connections that the venue ended soon after their start. */
  let refusals = 0
  let isClosed = false

  function stand(): void {
    standsSince = clock.monotonic()
    deps.onStand()
  }

  function refuse(reason: string): void {
    if (isClosed) return
    close()
    deps.onRefused(reason)
  }

  function lost(): void {
    timers.stopAll()
    const lasted = standsSince === undefined ? 0 : clock.monotonic() - standsSince
    // A connection that never opened is not evidence about the account: the venue is down.
    if (hasOpened) refusals = lasted >= STEADY_MS ? 0 : refusals + 1
    hasOpened = false
    standsSince = undefined
    if (isClosed) return
    deps.onLost()
    if (refusals >= MAX_REFUSALS) refuse("the venue keeps closing this account's connections")
  }

  async function open(events: SocketEvents): Promise<OpenSocket> {
    try {
      const opening = await deps.run((ctx) => source.open(ctx))
      speech = opening.protocol
      return deps.open(opening.handshake, {
        ...events,
        opened() {
          hasOpened = true
          events.opened()
        },
      })
    } catch (error) {
      // A retry with the same keys fails too.
      if (error instanceof PmxError && error.code === 'AUTHENTICATION_ERROR') refuse(messageOf(error))
      throw error
    }
  }

  const connection = createConnection({
    source: {
      limits: { topicsAConnection: 1, topicsAFrame: 1 },
      pulse: source.pulse,
      needs: [],
      speak: () => toStreamSpeech(source, speech),
    },
    clock,
    random: deps.random,
    log: deps.log,
    counts,
    open,
    onMessage: (message) => (message.kind === 'own' ? deps.onRows(message.read) : undefined),
    onSubscribed() {
      if (source.isUnacknowledged === true) timers.set('stand', TAKEN_TO_STAND_MS, stand)
      else stand()
    },
    onLost: lost,
    onFinal: ({ reason }) => refuse(reason),
  })

  function close(): void {
    isClosed = true
    timers.stopAll()
    connection.close()
  }

  connection.add(topic)
  return { close }
}

/**
 * Returns the user channel's protocol. If the venue acknowledges the subscription, it is sent first, and everything else waits
 * for the acknowledgment.
 */
function toStreamSpeech(
  { isUnacknowledged }: OwnStreamSource,
  speech: AccountProtocol | undefined,
): StreamProtocol<unknown, TopicKind> {
  if (speech === undefined) throw new Error('the connection was opened without its protocol')
  const read: AccountProtocol['read'] = (frame, now) => speech.read(frame, now)
  if (isUnacknowledged !== true) return { greet: () => speech.begin(), change: () => [], read }
  return { change: ({ added }) => (added.length === 0 ? [] : speech.begin()), read }
}
