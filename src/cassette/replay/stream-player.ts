import { PmxError } from '../../api/envelope/errors.js'
import { findNearest } from '../../api/values/suggest.js'
import type { OpenSocket, SocketEndpoint, SocketEvents } from '../../transport/socket.js'
import type { Recordable } from '../format/allowed-headers.js'
import { toAllowedFrame, topicsIn } from '../format/frame-text.js'
import { clip } from '../format/recorded-call.js'
import type { RecordedStream, StreamEvent } from '../format/recorded-stream.js'
import { renderSocketName } from '../maintenance/overview.js'
import type { OnRepeat } from './replay.js'
import { createTrack, type SentFrame, type Track, toSentFrame } from './stream-timeline.js'
import type { VirtualTime } from './virtual-time.js'

/** A frame with this prefix is not from a venue; it reports that the recording lacks the subscription. */
const NOT_RECORDED = '\0not recorded: '

/**
 * How long a stream waits for a client frame that is late, compared to the recording, ms. Then it continues without the frame.
 */
const PATIENCE_MS = 3_000
/** Interval of liveness signals, ms, since pings and pongs are not recorded. */
const ALIVE_EVERY_MS = 2_000
/** Maximum number of recorded names in a miss. */
const MAX_NAMES = 3
const MAX_TOLD_LENGTH = 300

/** The recorded time for the work of a socket. */
interface Moment {
  /** Runs work at a moment of the recording, epoch ms. */
  at(moment: number, work: () => void): void
}

export interface StreamPlayerDeps {
  readonly tapes: readonly RecordedStream[]
  readonly recordable: Recordable
  readonly onRepeat: OnRepeat
  readonly time: Pick<VirtualTime, 'setTimer' | 'monotonic'>
  /** Returns the current time of the recording's clock, epoch ms. */
  now(): number
  /** Creates the timeline of a socket, which stops between its events. */
  openMoment(from: number): Moment
  onMiss(miss: PmxError, place: SocketEndpoint, what: string): void
}

export interface StreamPlayer {
  /** Returns the path at which a socket of this host was opened, or undefined if the recording has none. */
  pathOf(venue: string, host: string): string | undefined
  open(place: Pick<SocketEndpoint, 'venue' | 'host'>, events: SocketEvents): OpenSocket
  /** Returns the names of sockets that were not opened. */
  unused(): readonly string[]
}

/**
 * Plays recorded sockets. Each opened socket has one subscription, and plays the recorded stream with this subscription from
 * there on. Events keep their recorded intervals, and none precedes the client frame that caused it.
 */
export function createStreamPlayer(deps: StreamPlayerDeps): StreamPlayer {
  const { recordable, onRepeat, time } = deps
  // A file has them by endpoint, and a venue may be called at several endpoints.
  const tapes = [...deps.tapes].sort((a, b) => a.at - b.at || a.n - b.n)
  const used = new Set<RecordedStream>()
  /** Streams that were played for the same texts, and whether the last of them ended. */
  const played = new Map<
    string,
    { readonly tapes: Set<RecordedStream>; last: RecordedStream | undefined; hasEnded: boolean }
  >()

  function ofHost({ venue, host }: Pick<SocketEndpoint, 'venue' | 'host'>): readonly RecordedStream[] {
    return tapes.filter(({ socket }) => socket.venue === venue && socket.host === host)
  }

  function playsOf({ words }: SentFrame) {
    const key = [...words].sort().join('\n')
    const known = played.get(key) ?? { tapes: new Set<RecordedStream>(), last: undefined, hasEnded: false }
    played.set(key, known)
    return known
  }

  /**
   * Returns the stream of a subscription. The first is chosen by the clock, later ones in order, since requests may have moved
   * the clock beyond them. `silent` when its recorded streams have ended.
   */
  function tapeFor(
    place: SocketEndpoint,
    frame: SentFrame,
    now: number,
  ): RecordedStream | 'silent' | PmxError {
    const fit = ofHost(place).filter((tape) => fits(tape, frame))
    if (fit.length === 0) return missOf(place, frame, ofHost(place))
    const plays = playsOf(frame)
    const { last } = plays
    const left = fit
      .slice(last === undefined ? 0 : fit.indexOf(last) + 1)
      .filter((tape) => !plays.tapes.has(tape))
    const next =
      (last === undefined ? left.find(({ at, lastMs }) => at + lastMs >= now) : undefined) ?? left[0]
    if (next !== undefined) return next
    if (plays.hasEnded) return 'silent'
    return (onRepeat === 'last' ? fit.at(-1) : undefined) ?? spentOf(place, frame, fit.length)
  }

  function play(place: SocketEndpoint, events: SocketEvents): OpenSocket {
    const openedAt = deps.now()
    const moment = deps.openMoment(openedAt)
    const begin = time.monotonic()
    let track: Track | undefined
    let asked: SentFrame | undefined
    /** When the stream's opening would have been, on the current clock. */
    let base = begin
    /** Whether playback has arrived at the recorded frame of the subscription. */
    let isThere = false
    let isEnded = false
    let cancel: (() => void) | undefined
    let cancelAlive: (() => void) | undefined

    function later(ms: number, task: () => void): void {
      cancel?.()
      cancel = time.setTimer(ms, () => {
        cancel = undefined
        if (!isEnded) task()
      })
    }

    function tell(ms: number, work: () => void): void {
      moment.at(track === undefined ? openedAt : track.tape.at + ms, work)
    }

    function end(code: number, reason: string, status?: number): void {
      if (isEnded) return
      isEnded = true
      cancel?.()
      cancelAlive?.()
      events.closed({ code, reason, ...(status === undefined ? {} : { status }) })
    }

    function stayAlive(): void {
      cancelAlive = time.setTimer(ALIVE_EVERY_MS, () => {
        events.alive()
        if (!isEnded) stayAlive()
      })
    }

    function goOn(): void {
      cancel?.()
      cancel = undefined
      if (isEnded || track === undefined) return
      const step = track.next()
      switch (step.kind) {
        case 'over':
        case 'topic':
          return
        case 'wait':
          if (isThere) later(PATIENCE_MS, () => passLate(step.ms))
          return
        case 'said':
          // The following events keep their recorded intervals from now on.
          if (asked !== undefined && !isThere) base = Number.NEGATIVE_INFINITY
          isThere ||= asked !== undefined
          passLate(step.ms)
          return
        default:
          // Events before the subscription are played without delay, since the sequence numbers of the venue begin in them.
          later(isThere || asked === undefined ? base + step.ms - time.monotonic() : 0, act)
      }
    }

    /** Delays the following events: their distance from this moment is at least the recorded one. */
    function passLate(ms: number): void {
      base = Math.max(base, time.monotonic() - ms)
      track?.pass()
      goOn()
    }

    function endAsThen({ ms, code, reason, status, ours }: Extract<StreamEvent, { kind: 'ended' }>): void {
      // A stream that the client ended continued if it was opened again later; only then its end is played.
      if (track === undefined || (ours === true && !isLaterOf(asked, track.tape, ofHost(place)))) return
      if (asked !== undefined) playsOf(asked).hasEnded = true
      tell(ms, () => end(code, reason, status))
    }

    /** Frames that arrived in one piece are passed in one event-loop turn. */
    function act(): void {
      const step = track?.next()
      if (track === undefined || step === undefined) return
      track.pass()
      if (step.kind === 'ended') {
        endAsThen(step)
        return
      }
      if (step.kind === 'opened') {
        tell(step.ms, () => events.opened())
      } else if (step.kind === 'heard') {
        tell(step.ms, () => events.text(step.text))
        for (let next = track.next(); next.kind === 'heard' && next.joined && !isEnded; next = track.next()) {
          const { ms, text } = next
          track.pass()
          tell(ms, () => events.text(text))
        }
      }
      goOn()
    }

    function ask(frame: SentFrame): void {
      asked = frame
      const found = tapeFor(place, frame, openedAt)
      if (found === 'silent') {
        track = undefined
        return
      }
      if (found instanceof PmxError) {
        deps.onMiss(found, place, frame.topics.join(' '))
        track = undefined
        later(0, () =>
          events.text(NOT_RECORDED + JSON.stringify({ message: found.message, detail: found.detail })),
        )
        return
      }
      used.add(found)
      const plays = playsOf(frame)
      plays.tapes.add(found)
      plays.last = found
      plays.hasEnded = false
      if (found !== track?.tape) track = createTrack(found, true)
      track.want(frame)
      goOn()
    }

    const first =
      ofHost(place).find((tape) => !used.has(tape)) ?? ofHost(place).find(({ hasOpened }) => hasOpened)
    if (first === undefined) later(0, () => end(1006, 'the recording has no such socket'))
    else {
      if (!first.hasOpened) used.add(first)
      track = createTrack(first)
      stayAlive()
      goOn()
    }

    return {
      send(message) {
        if (isEnded) return
        const frame = toSentFrame(toAllowedFrame(message, recordable).body)
        if (asked === undefined && frame.topics.length > 0) ask(frame)
        else {
          track?.say(frame)
          if (track?.next().kind === 'said') goOn()
        }
      },
      ping() {},
      cut: (reason) => end(1006, reason),
    }
  }

  return {
    pathOf: (venue, host) =>
      tapes.find(({ socket }) => socket.venue === venue && socket.host === host)?.socket.path,
    open: (place, events) => play({ path: '', query: [], ...place }, events),
    unused: () => tapes.filter((tape) => !used.has(tape)).map(renderSocketName),
  }
}

/** Whether a later stream has the same subscription. */
function isLaterOf(
  asked: SentFrame | undefined,
  tape: RecordedStream,
  tapes: readonly RecordedStream[],
): boolean {
  return asked === undefined || tapes.some((other) => other.at > tape.at && fits(other, asked))
}

function fits({ words }: RecordedStream, frame: SentFrame): boolean {
  return frame.words.every((word) => words.has(word))
}

function missOf(place: SocketEndpoint, frame: SentFrame, tapes: readonly RecordedStream[]): PmxError {
  const asked = describe(place, frame)
  const near = tapes
    .map((tape) => ({ tape, missing: frame.words.filter((word) => !tape.words.has(word)) }))
    .sort((a, b) => a.missing.length - b.missing.length)
    .slice(0, MAX_NAMES)
    .map(({ tape, missing }) => ({
      call: renderSocketName(tape),
      differences: [differenceOf(tape, missing)],
    }))
  const first = near[0]
  const hint = first === undefined ? '' : ` Nearest: ${first.call} (${first.differences[0]}).`
  return new PmxError(
    'NOT_FOUND',
    `The cassette does not have ${asked} of ${place.venue}.${hint} Record it again with this subscription.`,
    { exchange: place.venue, detail: { kind: 'cassette_miss', call: asked, nearest: near } },
  )
}

function spentOf(place: SocketEndpoint, frame: SentFrame, times: number): PmxError {
  const asked = describe(place, frame)
  return new PmxError(
    'NOT_FOUND',
    `The cassette contains ${asked} only ${times === 1 ? 'once' : `${times} times`}, and --on-repeat error refuses further ones.`,
    { exchange: place.venue, detail: { kind: 'cassette_miss', call: asked, recorded: times } },
  )
}

function describe({ host }: SocketEndpoint, { words }: SentFrame): string {
  return clip(`SOCKET ${host} ${words.join(' ')}`, MAX_TOLD_LENGTH)
}

/** Returns which texts the stream lacks, and its own that are most similar. */
function differenceOf({ words }: RecordedStream, missing: readonly string[]): string {
  const told = topicsIn(words)
  const like = missing.flatMap((word) => findNearest(word, told) ?? [])
  const shown = [...new Set([...like, ...told])].slice(0, MAX_NAMES)
  const more = told.length > shown.length ? ` and ${told.length - shown.length} more` : ''
  return clip(`asked ${missing.join(' ')}, recorded ${shown.join(', ')}${more}`, MAX_TOLD_LENGTH)
}

/** Returns the miss that a frame of a replayed socket reports instead of venue data, or undefined for other frames. */
export function missIn(frame: string): PmxError | undefined {
  if (!frame.startsWith(NOT_RECORDED)) return undefined
  const { message, detail } = JSON.parse(frame.slice(NOT_RECORDED.length)) as {
    readonly message: string
    readonly detail: Readonly<Record<string, unknown>>
  }
  return new PmxError('NOT_FOUND', message, { detail })
}
