import { messageOf } from '../../api/envelope/errors.js'
import type { Clock } from '../../effects/clock.js'
import type { Logger } from '../../observe/logger.js'
import {
  createSecretSet,
  type NamedSecret,
  type SecretSet,
  secretsOf,
} from '../../policy/secrets/secret-set.js'
import type { Recordable } from '../format/allowed-headers.js'
import { resolveLinks } from '../format/cassette-file.js'
import type { RecordedRequest } from '../format/format.js'
import type { OnBytes } from '../format/line-file.js'
import type { ValueKey } from '../format/value-key.js'
import { type JournalOptions, openCassetteJournal } from '../maintenance/cassette-journal.js'
import { keyFileOf, openKeyOf } from '../maintenance/key-file.js'
import { carriesCredentials, refusePrivate } from '../maintenance/private-recordings.js'
import type { CassetteSession } from '../replay/cassette-session.js'
import { createRequests, toRecordedRequest } from '../replay/request-queue.js'
import { createSteppedClock } from '../replay/stepped-clock.js'
import { createRecordingWire, type RecordingWire } from './recording-transport.js'
import { createRecordingSockets, type RecordingSockets } from './stream-recorder.js'

export interface RecordOptions extends Omit<JournalOptions, 'from' | 'onWrite'> {
  /** Size from which a warning about a long recording is logged, bytes. */
  readonly longBytes?: number | undefined
  /** Names whose values are written; others are redacted. */
  readonly recordable: Recordable
  /** Whether private account data may be recorded; false by default. */
  readonly recordsPrivate?: boolean
  /** Key for redacted values. By default, if private data is recorded, the key next to the cassette. */
  readonly key?: ValueKey | undefined
  /** Returns 256 random bits as hex, for a new key. */
  newSecret(): string
  /** The real clock. */
  readonly clock: Clock
  readonly log: Logger
}

/**
 * Starts a recording.
 * @throws CassetteError when this file is already being recorded, or cannot be read or written
 */
export function openRecording({
  clock: real,
  log,
  recordable,
  recordsPrivate = false,
  key: given,
  newSecret,
  ...options
}: RecordOptions): CassetteSession {
  const from = real.now()
  // A cassette has one recorder, whatever path names it.
  const onWrite = createLengthTeller(options.file, options.longBytes ?? LONG_BYTES, log)
  const key = recordsPrivate ? (given ?? openKeyOf(options.file, newSecret)) : undefined
  const journal = openCassetteJournal({ ...options, file: resolveLinks(options.file), from, onWrite })
  const requests = createRequests()
  const clock = createSteppedClock({
    timers: real,
    from,
    lineOfRequest: () => requests.line(),
    sleep: (ms, signal) => real.sleep(ms, signal),
  })
  const secrets = createSecretSet()
  const withhold = createWithholder(secrets, log)
  let wire: RecordingWire | undefined
  let sockets: RecordingSockets | undefined

  function step(): number {
    const at = real.now()
    clock.stepTo(at)
    return at
  }

  function noteAsked(question: RecordedRequest, at: number): void {
    try {
      journal.noteRequest(question, at)
    } catch (error) {
      // The wire reports an error when the next response cannot be written either.
      log.debug({ reason: messageOf(error) }, 'the arrival of a request was not recorded')
    }
  }

  return {
    kind: 'record',
    files: [options.file],
    clock,
    wire(inner) {
      wire = createRecordingWire(inner(), {
        journal,
        secrets,
        recordable,
        key,
        step,
        log,
        currentRequest: () => requests.running()?.name,
        own: () => requests.own(),
        withhold,
        refuse(call) {
          const running = requests.running()
          if (recordsPrivate || running?.proves !== true || !carriesCredentials(call)) return
          const refusal = refusePrivate(call.venue, 'a call that carries your credentials')
          running.miss ??= refusal
          throw refusal
        },
      })
      return wire
    },
    recordsPrivate,
    sockets(inner) {
      sockets = createRecordingSockets(inner(), {
        journal,
        secrets,
        recordable,
        now: () => real.now(),
        step,
        openLine(from) {
          const line = { now: from, until: Number.POSITIVE_INFINITY }
          return (work) => requests.aside(line, work)
        },
        log,
      })
      return sockets
    },
    // Background work sees the recorded time of each event; its waits are real.
    passing: { ...real, now: () => clock.now() },
    run(request, work) {
      for (const secret of secretsOf('request', request.credentials)) withhold(secret)
      const question = toRecordedRequest(request, key)
      const now = step()
      noteAsked(question, now)
      const line = { now, until: Number.POSITIVE_INFINITY }
      return requests.run({ question, line, isRecorded: false, asked: request }, () => work(true))
    },
    onReply({ receivedAt }) {
      if (receivedAt !== undefined) clock.stepTo(receivedAt)
    },
    ids: (inner) => requests.ids(inner),
    noteOwn: (texts) => requests.noteOwn(texts),
    withhold,
    report() {
      const calls = wire?.counts() ?? { entries: 0, withheld: 0, ended: undefined }
      const frames = sockets?.counts() ?? { sockets: 0, withheld: 0, ended: undefined }
      return {
        kind: 'record',
        file: options.file,
        entries: calls.entries,
        sockets: frames.sockets,
        keyFile: key === undefined || given !== undefined ? undefined : keyFileOf(options.file),
        withheld: calls.withheld + frames.withheld,
        ended: calls.ended ?? frames.ended,
      }
    },
    async close() {
      journal.close(real.now())
    },
  }
}

/** From this size on a recording takes minutes to merge, and is too large for a repository: 256 MB. */
const LONG_BYTES = 1 << 28

/**
 * Logs a warning when a recording grows long, and again whenever it has doubled. Nothing is lost, but the recording may be split.
 */
function createLengthTeller(file: string, longBytes: number, log: Logger): OnBytes {
  let written = 0
  let next = longBytes
  return (bytes) => {
    written += bytes
    if (written < next) return
    while (next <= written) next *= 2
    log.warn(
      { file, bytes: written },
      'this recording is long, so stopping will take time: record the rest into another file (a replay accepts several)',
    )
  }
}

/** Logs once for each secret that is too short to be searched for. */
function createWithholder(secrets: SecretSet, log: Logger): (secret: NamedSecret) => void {
  const told = new Set<string>()
  return (secret) => {
    if (secrets.add(secret) || told.has(secret.name)) return
    told.add(secret.name)
    log.warn({ secret: secret.name }, 'too short to search for in recordings')
  }
}
