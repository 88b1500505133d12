import { renderBody, type StoredBody } from '../format/body-text.js'
import { frameIdOf, frameTextOf, topicsIn } from '../format/frame-text.js'
import type { RecordedStream, StreamEvent } from '../format/recorded-stream.js'

/** A frame of ours, then or now. */
export interface SentFrame {
  readonly words: readonly string[]
  readonly topics: readonly string[]
  readonly id: string | number | undefined
}

export function toSentFrame(body: StoredBody): SentFrame {
  const words = frameTextOf(body)
  return { words, topics: topicsIn(words), id: frameIdOf(body) }
}

/** What is next on a tape, `ms` after its opening. */
type Step =
  | { readonly kind: 'heard'; readonly ms: number; readonly text: string; readonly joined: boolean }
  | Exclude<StreamEvent, { kind: 'said' | 'heard' }>
  /** The next thing came after something was said that was not said yet. */
  | { readonly kind: 'wait'; readonly ms: number }
  /** What was said then is said now. */
  | { readonly kind: 'said'; readonly ms: number }
  /** The greetings are over: now it is to be said what is wanted. */
  | { readonly kind: 'topic' }
  | { readonly kind: 'over' }

/**
 * One tape as it is played on a socket on which only one of the things is asked for that were asked for then. Of the
 * frames of ours those count that ask for it, and the greetings before. Answers to them have the numbers of now. Answers to
 * others come as well, for venues count them among their frames, but not their refusals.
 */
export interface Track {
  readonly tape: RecordedStream
  /** The same until {@link pass}. */
  next(): Step
  pass(): void
  /** Something is said. */
  say(frame: SentFrame): void
  /** The first frame that says what is wanted. */
  want(frame: SentFrame): void
}

/** @param isGreeted the greetings were played from another tape */
export function createTrack(tape: RecordedStream, isGreeted = false): Track {
  const events = tape.events()[Symbol.iterator]()
  let event = advance()
  let wanted: readonly string[] | undefined
  /** How many greetings, and frames that ask for what is wanted, were said, and how many of them the tape has passed. */
  const now = { greeting: [] as SentFrame[], asking: [] as SentFrame[] }
  const passed = { greeting: 0, asking: 0 }
  /** Numbers of frames of the tape, and those of now; undefined for a frame that nobody says now. */
  const numbers = new Map<string | number, string | number | undefined>()

  function advance(): StreamEvent | undefined {
    const read = events.next()
    return read.done === true ? undefined : read.value
  }

  if (isGreeted) while (event !== undefined && !isAsking(event)) event = advance()

  /** What a frame is good for here; undefined for one that asks for something else, or is said by the clock. */
  function useOf({ topics }: SentFrame): keyof typeof passed | undefined {
    if (wanted === undefined) return topics.length === 0 ? 'greeting' : undefined
    return wanted.every((topic) => topics.includes(topic)) ? 'asking' : undefined
  }

  /** Undefined for a frame that nobody waits for. */
  function stepOf(frame: SentFrame, ms: number): Step | undefined {
    const use = useOf(frame)
    if (use === undefined) return wanted === undefined ? { kind: 'topic' } : undefined
    return { kind: now[use].length > passed[use] ? 'said' : 'wait', ms }
  }

  /** Undefined for a refusal of what somebody else has asked for. */
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

/** A number that nobody has given to a frame. */
function strangeNumber(number: string | number): string | number {
  return typeof number === 'number' ? number + 1e12 : `${number} of another`
}

/** What venues that number their frames call a refusal. */
function isRefusal(body: StoredBody): boolean {
  const held: unknown = 'json' in body ? body.json : undefined
  if (typeof held !== 'object' || held === null) return false
  return 'error' in held || Object.values(held).includes('error')
}

function isAsking(event: StreamEvent): boolean {
  return event.kind === 'said' && toSentFrame(event.body).topics.length > 0
}
