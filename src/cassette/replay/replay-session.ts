import type { Clock } from '../../effects/clock.js'
import type { Recordable } from '../format/allowed-headers.js'
import { renderBody } from '../format/body-text.js'
import type { StoredCassette } from '../format/cassette-file.js'
import {
  type Cassette,
  type RecordedOutcome,
  type RecordedRequest,
  type RecordingSession,
  requestKey,
  type StoredEntry,
} from '../format/format.js'
import { openKey, type ValueKey } from '../format/value-key.js'
import { openRecorded } from '../maintenance/cassette-journal.js'
import { readKeysOf } from '../maintenance/key-file.js'
import { mergeAll } from '../maintenance/merge.js'
import type { CassetteSession } from './cassette-session.js'
import { type Miss, type OnRepeat, replayWire, type Unused } from './replay.js'
import { createRequests, toRecordedRequest } from './request-queue.js'
import { createSteppedClock, skipSleep } from './stepped-clock.js'
import { createStreamPlayer, missIn } from './stream-player.js'
import { createVirtualTime } from './virtual-time.js'

export interface ReplayOptions {
  /** Later files take precedence if several hold a call. */
  readonly files: readonly [string, ...string[]]
  readonly onRepeat: OnRepeat
  /** The source of the time: the recording, or the system. */
  readonly time: 'recorded' | 'live'
  /** Names whose values distinguish calls, as on the recording. */
  readonly recordable: Recordable
  /** Keys of redacted values, besides those next to the cassettes. @see value-key.ts */
  readonly keys?: readonly ValueKey[] | undefined
  /** The real clock. */
  readonly clock: Clock
}

/**
 * Starts a replay.
 * @throws CassetteError for a file that is missing, broken or written by a newer version
 */
export function openReplay({
  files,
  onRepeat,
  time: showing,
  recordable,
  keys: given = [],
  clock: real,
}: ReplayOptions): CassetteSession {
  const keys = [openKey, ...given, ...files.flatMap(readKeysOf)]
  const { cassette, close } = openAll(files)
  const requests = createRequests()
  const clock = createSteppedClock({
    timers: real,
    from: cassette.sessions.at(-1)?.from ?? real.now(),
    lineOfRequest: () => requests.line(),
    sleep: skipSleep,
  })
  const time = createVirtualTime(real, (task) => requests.aside(undefined, task))
  const wire = replayWire({
    cassette,
    recordable,
    keys,
    answerOf: holdAnswers(HELD_CHARACTERS),
    onRepeat,
    currentRequest() {
      const running = requests.running()
      if (running === undefined) return undefined
      const { name, isRecorded, changes, line } = running
      return { name, isRecorded, changes, line }
    },
    own: () => requests.own(),
    async onAnswer(at, signal) {
      const running = requests.running()
      const waitMs = running?.isPaced === true && running.isRecorded ? at - running.line.now : 0
      if (waitMs > 0) await time.sleep(waitMs, signal)
      clock.stepTo(at)
    },
    onMiss(miss) {
      const running = requests.running()
      if (running !== undefined) running.miss ??= miss
    },
  })
  const arrivals = createArrivals(cassette, onRepeat)
  const shown: Clock = showing === 'recorded' ? clock : { ...real, sleep: skipSleep }
  const socketMisses: Miss[] = []
  let missedSockets = 0
  const player = createStreamPlayer({
    tapes: cassette.tapes,
    recordable,
    onRepeat,
    time,
    now: () => clock.now(),
    openMoment(from) {
      const line = { now: from, until: Number.POSITIVE_INFINITY }
      return {
        at: (moment, work) =>
          requests.aside(line, () => {
            line.now = moment
            clock.stepTo(moment)
            work()
          }),
      }
    },
    onMiss({ message }, { venue }, call) {
      missedSockets++
      const known = socketMisses.findIndex((miss) => miss.message === message)
      const times = (socketMisses.splice(known, known < 0 ? 0 : 1)[0]?.times ?? 0) + 1
      socketMisses.push({ venue, call, times, message })
      socketMisses.splice(0, socketMisses.length - MAX_MISSES)
    },
  })

  function unused(): Unused {
    const [calls, sockets] = [wire.unused(), player.unused()]
    return { count: calls.count + sockets.length, calls: [...calls.calls, ...sockets] }
  }

  return {
    kind: 'replay',
    files,
    // Private requests are hashed with the public key where no data is real.
    isOfDemo: cassette.asks.some(({ question: { hash } }) => hash.startsWith(`${openKey.id}.`)),
    clock: shown,
    wire: () => wire,
    sockets: () => ({
      open({ place }, events) {
        if (place === undefined) throw new Error('a replay only opens venue sockets')
        return player.open(place, events)
      },
    }),
    passing: { ...time, now: () => shown.now() },
    recordsPrivate: true,
    socketPath: (venue, host) => player.pathOf(venue, host),
    missIn,
    run(request, work) {
      const {
        question,
        at: arrived,
        nth,
      } = arrivals.next([undefined, ...keys].map((key) => toRecordedRequest(request, key)))
      if (arrived !== undefined) clock.stepTo(arrived)
      const now = arrived ?? clock.now()
      const session = arrived === undefined ? cassette.sessions.at(-1) : sessionAt(cassette, now)
      const line = { now, until: sessionAt(cassette, now)?.to ?? Number.POSITIVE_INFINITY }
      // Requests of older recordings used what others had cached, and are replayed in the same way.
      return requests.run({ question, line, isRecorded: arrived !== undefined, nth, asked: request }, () =>
        work(session?.apart === true),
      )
    },
    onReply({ receivedAt }) {
      if (receivedAt !== undefined) clock.stepTo(receivedAt)
    },
    ids: (inner) => requests.ids(inner),
    noteOwn: (texts) => requests.noteOwn(texts),
    // A replay writes nothing and uses no secrets.
    withhold() {},
    report() {
      const { answered, missed } = wire.counts()
      const misses = [...wire.misses(), ...socketMisses]
      return { kind: 'replay', files, answered, missed: missed + missedSockets, misses, unused: unused() }
    },
    async close() {
      time.close()
      close()
    },
  }
}

/** Maximum number of socket misses that are reported individually. */
const MAX_MISSES = 50

/** Opens all files as one cassette. */
function openAll([first, ...rest]: ReplayOptions['files']): StoredCassette {
  const opened: StoredCassette[] = []
  const close = (): void => {
    for (const stored of opened) stored.close()
  }
  const open = (file: string): Cassette<StoredEntry> => {
    const stored = openRecorded(file)
    opened.push(stored)
    return stored.cassette
  }
  try {
    return { cassette: mergeAll([open(first), ...rest.map(open)]), close }
  } catch (error) {
    close()
    throw error
  }
}

/** Maximum size of cached responses, characters. Others are read from the file on each use. */
const HELD_CHARACTERS = 128_000_000

/** Returns a function that reads each response once, with its body as the text to send, while the cache has space. */
function holdAnswers(room: number): (entry: StoredEntry) => RecordedOutcome {
  const held = new Map<StoredEntry, RecordedOutcome>()
  let left = room
  return (entry) => {
    const known = held.get(entry)
    if (known !== undefined) return known
    const answer = entry.load()
    if ('failure' in answer) return answer
    const text = renderBody(answer.reply.body)
    const sent = { reply: { ...answer.reply, body: { text } } }
    if (text.length <= left) {
      left -= text.length
      held.set(entry, sent)
    }
    return sent
  }
}

/**
 * Returns the session of a moment. A response of a later session does not move a request beyond the end of its own session. If
 * recorders ran at the same time, the session that ended last is used. The request may belong to it, and must see the times of
 * its responses.
 */
function sessionAt({ sessions }: Pick<Cassette, 'sessions'>, at: number): RecordingSession | undefined {
  return sessions
    .filter(({ from, to }) => from <= at && at <= to)
    .reduce<RecordingSession | undefined>(
      (last, one) => (last !== undefined && last.to >= one.to ? last : one),
      undefined,
    )
}

interface Arrival {
  readonly question: RecordedRequest
  /** Epoch ms on the recording's clock, or undefined for a request that is not in it. */
  readonly at: number | undefined
  /** Index of the recorded arrival, from 0. */
  readonly nth: number | undefined
}

/**
 * Returns when the n-th identical request arrived on the recording's clock. A request beyond the recorded ones, such as a retry,
 * repeats the last arrival, unless `onRepeat` is `error`.
 */
function createArrivals(
  { asks }: Pick<Cassette, 'asks'>,
  onRepeat: OnRepeat,
): { next(forms: readonly RecordedRequest[]): Arrival } {
  const times = new Map(asks.map(({ question, at }) => [requestKey(question), at]))
  const asked = new Map<string, number>()
  return {
    /** @param forms the request hashed without a key and with each key */
    next(forms) {
      const [first] = forms
      const question = forms.find((form) => times.has(requestKey(form))) ?? first
      if (question === undefined) throw new TypeError('a request has at least one form')
      const key = requestKey(question)
      const n = asked.get(key) ?? 0
      asked.set(key, n + 1)
      const recorded = times.get(key) ?? []
      const nth = onRepeat === 'last' ? Math.min(n, recorded.length - 1) : n
      const at = recorded[nth]
      return { question, at, nth: at === undefined ? undefined : nth }
    },
  }
}
