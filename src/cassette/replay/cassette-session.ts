import type { PmxError } from '../../api/envelope/errors.js'
import type { SourceId } from '../../api/envelope/source-ids.js'
import type { Clock } from '../../effects/clock.js'
import type { Ids } from '../../effects/ids.js'
import type { NamedSecret } from '../../policy/secrets/secret-set.js'
import type { Wire } from '../../transport/call-types.js'
import type { SocketWire } from '../../transport/socket.js'
import type { Miss, Unused } from './replay.js'

/** An API request as it reaches the core. */
export interface CoreRequest {
  readonly exchange: string
  readonly method: string
  /** Validated arguments, without credentials. */
  readonly args: unknown
  readonly credentials: Readonly<Record<string, unknown>> | undefined
  /** Whether it concerns orders or an account. Its arguments must not be guessable from a recording. */
  readonly isPrivate?: boolean
  /** Whether it places, changes or cancels orders. */
  readonly changes?: boolean
  /** In a replay, responses take as long as in the recording, while socket events continue. */
  readonly isPaced?: boolean
  /**
   * Texts that identify the caller's account, such as keys and addresses. They are redacted in everything that is recorded of it.
   */
  readonly own?: readonly string[] | undefined
}

/** The progress of a recording. */
interface RecordReport {
  readonly kind: 'record'
  readonly file: string
  readonly entries: number
  /** Venue calls, and frames of sockets, that were not written because they contained a secret. */
  readonly withheld: number
  readonly sockets: number
  /** File of the key that replays of its orders need, or undefined if no replay needs one. */
  readonly keyFile: string | undefined
  /** Why nothing more is written, or undefined while there is no error. */
  readonly ended: string | undefined
}

/** The progress of a replay. */
interface ReplayReport {
  readonly kind: 'replay'
  readonly files: readonly string[]
  readonly answered: number
  /** Venue calls that the cassette does not contain. */
  readonly missed: number
  /** The last of those calls, each listed once. */
  readonly misses: readonly Miss[]
  readonly unused: Unused
}

/** The recording or replay of a daemon: its clock, its wire, and the context of each API request. */
export interface CassetteSession {
  readonly kind: 'record' | 'replay'
  readonly files: readonly string[]
  /** The time for everything behind the HTTP server. */
  readonly clock: Clock
  /** Measures how long breakers stay open, where that must not be the clock above. */
  readonly breakerClock?: Clock
  /** Returns the transport's wire. A replay never creates the inner one. */
  wire(inner: () => Wire): Wire
  /** Returns the wire of sockets, in the same way. */
  sockets(inner: () => SocketWire): SocketWire
  /** The time of background work: its `now` is that of `clock`, and timers run. */
  readonly passing: Clock
  /** Whether private account data may be recorded: calls and sockets with credentials, and orders. */
  readonly recordsPrivate: boolean
  /** Whether a replay holds accounts of the simulation, whose credentials are public. */
  readonly isOfDemo?: boolean
  /** Returns the path at which a venue's socket was opened on the recording, or undefined if there is none. */
  socketPath?(venue: SourceId, host: string): string | undefined
  /** Returns the miss that a frame of a replayed socket reports instead of venue data, or undefined for other frames. */
  missIn?(frame: string): PmxError | undefined
  /**
   * Runs one API request on its own timeline.
   * @param work receives whether the request is isolated. It then ignores what other requests have cached, so that it makes the
   * same venue calls whatever ran before it
   * @throws errors of `work`; if the cassette missed one of its calls, that miss
   */
  run<Result>(request: CoreRequest, work: (isApart: boolean) => Promise<Result>): Promise<Result>
  /** Reports a response to a request that may share it with another one. */
  onReply(reply: { readonly receivedAt?: number }): void
  /** Makes ids that are created in requests, such as cursors, the same on record and replay. */
  ids(inner: Ids): Ids
  /** Registers texts that identify an account. They are redacted outside of requests too. */
  noteOwn(texts: readonly string[]): void
  /** Registers a value that must never be written. */
  withhold(secret: NamedSecret): void
  report(): RecordReport | ReplayReport
  /** Ends the session; a recording is then merged into its file. */
  close(): Promise<void>
}
