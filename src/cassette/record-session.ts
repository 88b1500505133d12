import type { Clock } from '../effects/clock.js'
import type { Logger } from '../observe/logger.js'
import { createSteppedClock } from './clock.js'
import { messageOf } from './error.js'
import { behindLinks } from './file.js'
import type { Question } from './format.js'
import { type JournalOptions, openJournal } from './journal.js'
import { type RecordingWire, recordingWire } from './record.js'
import { createSecretSet, type NamedSecret, type SecretSet, secretsOf } from './redact.js'
import { createRequests, toQuestion } from './requests.js'
import type { CassetteSession } from './session.js'

export interface RecordOptions extends Omit<JournalOptions, 'from'> {
  /** The real clock. */
  readonly clock: Clock
  readonly log: Logger
}

/**
 * Begins to record.
 * @throws CassetteError when somebody records into this file already, or it cannot be read or written
 */
export function openRecording({ clock: real, log, ...options }: RecordOptions): CassetteSession {
  const from = real.now()
  // By whatever name it is called, a cassette has one recorder.
  const journal = openJournal({ ...options, file: behindLinks(options.file), from })
  const requests = createRequests()
  const clock = createSteppedClock({
    timers: real,
    from,
    lineOfRequest: () => requests.running()?.line,
    sleep: (ms, signal) => real.sleep(ms, signal),
  })
  const secrets = createSecretSet()
  const withhold = createWithholder(secrets, log)
  let wire: RecordingWire | undefined

  function step(): number {
    const at = real.now()
    clock.stepTo(at)
    return at
  }

  function noteAsked(question: Question, at: number): void {
    try {
      journal.asked(question, at)
    } catch (error) {
      // The wire tells of it as an error when the next answer cannot be written either.
      log.debug({ reason: messageOf(error) }, 'the arrival of a request was not recorded')
    }
  }

  return {
    kind: 'record',
    files: [options.file],
    clock,
    wire(inner) {
      wire = recordingWire(inner(), { journal, secrets, step, log, askedBy: () => requests.running()?.name })
      return wire
    },
    run(request, work) {
      for (const secret of secretsOf('request', request.credentials)) withhold(secret)
      const question = toQuestion(request)
      const now = step()
      noteAsked(question, now)
      const line = { now, until: Number.POSITIVE_INFINITY }
      return requests.run({ question, line, isRecorded: false }, () => work(true))
    },
    onReply({ receivedAt }) {
      if (receivedAt !== undefined) clock.stepTo(receivedAt)
    },
    ids: (inner) => requests.ids(inner),
    withhold,
    report() {
      const counts = wire?.counts() ?? { entries: 0, withheld: 0, ended: undefined }
      return { kind: 'record', file: options.file, ...counts }
    },
    async close() {
      journal.close(real.now())
    },
  }
}

/** Tells once of each secret that is too short to be looked for. */
function createWithholder(secrets: SecretSet, log: Logger): (secret: NamedSecret) => void {
  const told = new Set<string>()
  return (secret) => {
    if (secrets.add(secret) || told.has(secret.name)) return
    told.add(secret.name)
    log.warn({ secret: secret.name }, 'too short to be looked for in what is recorded')
  }
}
