import type { Clock } from '../effects/clock.js'
import { createSteppedClock, noSleep } from './clock.js'
import { type Cassette, type Entry, type Question, questionKey, type Session, textOfBody } from './format.js'
import { readRecording } from './journal.js'
import { mergeAll } from './merge.js'
import { type OnRepeat, replayWire } from './replay.js'
import { createRequests, toQuestion } from './requests.js'
import type { CassetteSession } from './session.js'

export interface ReplayOptions {
  /** Later files win over earlier ones where both hold a call. */
  readonly files: readonly [string, ...string[]]
  readonly onRepeat: OnRepeat
  /** Whose time it is: the recording's, or the system's. */
  readonly time: 'recorded' | 'live'
  /** The real clock. */
  readonly clock: Clock
}

/**
 * Begins to replay.
 * @throws CassetteError for a file that is missing, broken or made by a newer version
 */
export function openReplay({ files, onRepeat, time, clock: real }: ReplayOptions): CassetteSession {
  const [first, ...rest] = files
  const cassette = withTexts(mergeAll([readRecording(first), ...rest.map(readRecording)]))
  const requests = createRequests()
  const clock = createSteppedClock({
    timers: real,
    from: cassette.sessions.at(-1)?.from ?? real.now(),
    lineOfRequest: () => requests.running()?.line,
    sleep: noSleep,
  })
  const wire = replayWire({
    cassette,
    onRepeat,
    askedBy() {
      const running = requests.running()
      return running && { name: running.name, isRecorded: running.isRecorded, line: running.line }
    },
    onAnswer: (at) => clock.stepTo(at),
    onMiss(miss) {
      const running = requests.running()
      if (running !== undefined) running.miss ??= miss
    },
  })
  const arrivals = createArrivals(cassette)

  return {
    kind: 'replay',
    files,
    clock: time === 'recorded' ? clock : { ...real, sleep: noSleep },
    wire: () => wire,
    run(request, work) {
      const question = toQuestion(request)
      const arrived = arrivals.next(question)
      if (arrived !== undefined) clock.stepTo(arrived)
      const now = arrived ?? clock.now()
      const session = arrived === undefined ? cassette.sessions.at(-1) : sessionAt(cassette, now)
      const line = { now, until: sessionAt(cassette, now)?.to ?? Number.POSITIVE_INFINITY }
      // Older recordings were made by requests that knew what others had learned, and are replayed so.
      return requests.run({ question, line, isRecorded: arrived !== undefined }, () =>
        work(session?.apart === true),
      )
    },
    onReply({ receivedAt }) {
      if (receivedAt !== undefined) clock.stepTo(receivedAt)
    },
    ids: (inner) => requests.ids(inner),
    // Nothing is written here, and nothing secret is used.
    withhold() {},
    report: () => ({ kind: 'replay', files, ...wire.counts(), unused: wire.unused() }),
    async close() {},
  }
}

/** The bodies as the texts that are sent on: made once, and lighter to hold than what they were read into. */
function withTexts(cassette: Cassette): Cassette {
  const entries = cassette.entries.map((entry): Entry => {
    if ('failure' in entry.answer) return entry
    const { reply } = entry.answer
    return { ...entry, answer: { reply: { ...reply, body: { text: textOfBody(reply.body) } } } }
  })
  return { ...cassette, entries }
}

/** The session of a moment. An answer of a later one does not carry a request beyond the end of its own. */
function sessionAt({ sessions }: Cassette, at: number): Session | undefined {
  return sessions.find(({ from, to }) => from <= at && at <= to)
}

/** When the n-th same request arrived on the recording's clock; undefined for one more than were recorded. */
function createArrivals({ asks }: Cassette): { next(question: Question): number | undefined } {
  const times = new Map(asks.map(({ question, at }) => [questionKey(question), at]))
  const asked = new Map<string, number>()
  return {
    next(question) {
      const key = questionKey(question)
      const n = asked.get(key) ?? 0
      asked.set(key, n + 1)
      return times.get(key)?.[n]
    },
  }
}
