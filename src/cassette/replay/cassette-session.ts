import type { PmxError } from '../../api/envelope/errors.js'
import type { SourceId } from '../../api/envelope/source-ids.js'
import type { Clock } from '../../effects/clock.js'
import type { Ids } from '../../effects/ids.js'
import type { NamedSecret } from '../../policy/secrets/secret-set.js'
import type { Wire } from '../../transport/call.js'
import type { SocketWire } from '../../transport/socket.js'
import type { Miss, Unused } from './replay.js'

/** An API request as it reaches the core. */
export interface CoreRequest {
  readonly exchange: string
  readonly method: string
  /** Checked arguments; without credentials. */
  readonly args: unknown
  readonly credentials: Readonly<Record<string, unknown>> | undefined
  /** It is about orders or an account: what its arguments are is not to be guessed from a recording. */
  readonly isPrivate?: boolean
  /** It places, changes or cancels orders. */
  readonly changes?: boolean
  /** On a replay, responses arrive as long after it as they did then: what happens on sockets goes on meanwhile. */
  readonly isPaced?: boolean
  /** Texts that stand for the account of whoever asks, such as keys and addresses: left out of all that is recorded of it. */
  readonly own?: readonly string[] | undefined
}

/** How a recording has gone so far. */
interface RecordReport {
  readonly kind: 'record'
  readonly file: string
  readonly entries: number
  /** Venue calls, and frames of sockets, that were not written because a secret was found in them. */
  readonly withheld: number
  readonly sockets: number
  /** File of the key that replays of its orders need; undefined where none do. */
  readonly keyFile: string | undefined
  /** Why nothing more is written; undefined while all is well. */
  readonly ended: string | undefined
}

/** How a replay has gone so far. */
interface ReplayReport {
  readonly kind: 'replay'
  readonly files: readonly string[]
  readonly answered: number
  /** Venue calls that the cassette does not hold. */
  readonly missed: number
  /** The last of those, each once. */
  readonly misses: readonly Miss[]
  readonly unused: Unused
}

/** One daemon's recording or replay: its clock, its wire, and what every API request runs in. */
export interface CassetteSession {
  readonly kind: 'record' | 'replay'
  readonly files: readonly string[]
  /** What everything behind the door takes for the time. */
  readonly clock: Clock
  /** Times how long breakers stay open, where that must not be the clock above. */
  readonly breakerClock?: Clock
  /** The wire of the transport; a replay never makes the one inside. */
  wire(inner: () => Wire): Wire
  /** The same for sockets. */
  sockets(inner: () => SocketWire): SocketWire
  /** The time of what goes on by itself: its `now` is that of `clock`, and it passes. */
  readonly passing: Clock
  /** What is of somebody's own account may be recorded: calls and sockets that carry credentials, and orders. */
  readonly recordsPrivate: boolean
  /** Of a replay: it holds accounts of the demo, whose credentials are lent to everybody. */
  readonly isOfDemo?: boolean
  /** Of a replay: the path at which a venue's socket was opened; undefined where the recording has none. */
  socketPath?(venue: SourceId, host: string): string | undefined
  /** What a frame of a replayed socket that is no venue's says: why there is nothing to hear. */
  missIn?(frame: string): PmxError | undefined
  /**
   * Runs one API request on its own time line.
   * @param work is told whether it must know nothing of what other requests have learned: then the same request asks
   * the same of the venues, whatever ran before it
   * @throws what it throws; and when the cassette missed one of its calls, that miss, whatever was made of it
   */
  run<Result>(request: CoreRequest, work: (isApart: boolean) => Promise<Result>): Promise<Result>
  /** An answer reaches a request that may share it with another one. */
  onReply(reply: { readonly receivedAt?: number }): void
  /** Names made within requests, such as cursors, are the same on record and replay. */
  ids(inner: Ids): Ids
  /** Tells of texts that stand for an account: they are left out of what no request asks for. */
  noteOwn(texts: readonly string[]): void
  /** Tells of a value that must never be written. */
  withhold(secret: NamedSecret): void
  report(): RecordReport | ReplayReport
  /** Ends it; a recording is merged into its file now. */
  close(): Promise<void>
}
