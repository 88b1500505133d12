import { renderBody, type StoredBody } from '../format/body-text.js'
import { frameIdOf, frameTextOf, topicsIn } from '../format/frame-text.js'
import type { RecordedStream, StreamEvent } from '../format/recorded-stream.js'

/** A client frame, recorded or current. */
export interface SentFrame {
  readonly words: readonly string[]
  readonly topics: readonly string[]
  readonly id: string | number | undefined
}

export function toSentFrame(body: StoredBody): SentFrame {
  const words = frameTextOf(body)
  return { words, topics: topicsIn(words), id: frameIdOf(body) }
}

/** The next event of a stream, `ms` after its opening. */
type Step =
  | { readonly kind: 'heard'; readonly ms: number; readonly text: string; readonly joined: boolean }
  | Exclude<StreamEvent, { kind: 'said' | 'heard' }>
  /** The next event followed a client frame that has not been sent yet. */
  | { readonly kind: 'wait'; readonly ms: number }
  /** The recorded client frame has been sent. */
  | { readonly kind: 'said'; readonly ms: number }
  /** The greetings are over, and the client has to subscribe. */
  | { readonly kind: 'topic' }
  | { readonly kind: 'over' }

/**
 * The playback of one stream for one of its recorded subscriptions. Only the greetings and the client frames of this subscription
 * count. Responses to them carry the current ids. Responses to other subscriptions are played too, since venues count them among
 * their frames, except rejections.
 */
export interface Track {
  readonly tape: RecordedStream
  /** Returns the same step until {@link pass}. */
  next(): Step
  pass(): void
  /** Reports a sent client frame. */
  say(frame: SentFrame): void
  /** Reports the first client frame with a subscription. */
  want(frame: SentFrame): void
}

/**
 * Creates a track.
 * @param isGreeted whether the greetings were played from another stream
 */
export function createTrack(tape: RecordedStream, isGreeted = false): Track {
  const events = tape.events()[Symbol.iterator]()
  let event = advance()
  let wanted: readonly string[] | undefined
  /** The greetings and subscription frames that were sent, and how many of them the stream has passed. */
  const now = { greeting: [] as SentFrame[], asking: [] as SentFrame[] }
  const passed = { greeting: 0, asking: 0 }
  /** Recorded frame ids and current ones, or undefined for a frame that the client does not send now. */
  const numbers = new Map<string | number, string | number | undefined>()

  function advance(): StreamEvent | undefined {
    const read = events.next()
    return read.done === true ? undefined : read.value
  }

  if (isGreeted) while (event !== undefined && !isAsking(event)) event = advance()

  /** Returns the role of a frame, or undefined for other subscriptions, and for frames sent by timers. */
  function useOf({ topics }: SentFrame): keyof typeof passed | undefined {
    if (wanted === undefined) return topics.length === 0 ? 'greeting' : undefined
    return wanted.every((topic) => topics.includes(topic)) ? 'asking' : undefined
  }

  /** Undefined for a frame for which playback does not wait. */
  function stepOf(frame: SentFrame, ms: number): Step | undefined {
    const use = useOf(frame)
    if (use === undefined) return wanted === undefined ? { kind: 'topic' } : undefined
    return { kind: now[use].length > passed[use] ? 'said' : 'wait', ms }
  }

  /** Undefined for the rejection of another subscription. */
  function heard({ ms, body, joined }: Extract<StreamEvent, { kind: 'heard' }>): Step | undefined {
    const number = frameIdOf(body)
    const step = { kind: 'heard', ms, joined: joined === true } as const
    if (number === undefined || !numbers.has(number)) return { ...step, text: renderBody(body) }
    const mine = numbers.get(number)
    if (mine === undefined && isRefusal(body)) return undefined
    const told = mine ?? strangeNumber(number)
    const isSame = told === number || !('json' in body)
    const text = isSame ? renderBody(body) : JSON.stringify({ ...Object(body.json), id: told })
    return { ...step, text }
  }

  const track: Track = {
    tape,
    next() {
      for (; event !== undefined; event = advance()) {
        if (event.kind === 'opened' || event.kind === 'ended') return event
        const said = event.kind === 'said' ? toSentFrame(event.body) : undefined
        const step = event.kind === 'heard' ? heard(event) : said && stepOf(said, event.ms)
        if (step !== undefined) return step
        if (said?.id !== undefined && said.topics.length > 0) numbers.set(said.id, undefined)
      }
      return { kind: 'over' }
    },
    pass() {
      if (event?.kind === 'said') {
        const frame = toSentFrame(event.body)
        const use = useOf(frame)
        if (use !== undefined) {
          if (frame.id !== undefined) numbers.set(frame.id, now[use][passed[use]]?.id)
          passed[use]++
        }
      }
      event = advance()
    },
    say(frame) {
      const use = useOf(frame)
      if (use !== undefined) now[use].push(frame)
    },
    want(frame) {
      wanted = frame.topics
      track.say(frame)
    },
  }
  return track
}

/** Returns an id that no frame has. */
function strangeNumber(number: string | number): string | number {
  return typeof number === 'number' ? number + 1e12 : `${number} of another`
}

/** Whether a frame is a rejection, as venues with frame ids send it. */
function isRefusal(body: StoredBody): boolean {
  const held: unknown = 'json' in body ? body.json : undefined
  if (typeof held !== 'object' || held === null) return false
  return 'error' in held || Object.values(held).includes('error')
}

function isAsking(event: StreamEvent): boolean {
  return event.kind === 'said' && toSentFrame(event.body).topics.length > 0
}
