import { successTextOf } from '../api/envelope.js'
import type { Reuse } from '../core/call.js'
import type { Clock } from '../effects/clock.js'
import { createLru } from '../policy/lru.js'

/** A reply kept as the body and headers that go onto the wire. */
export interface ReadyAnswer {
  /** Text where it is short and all ASCII, which Node sends in one write together with the head; else bytes. */
  readonly body: string | Buffer
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
}

/** Ready replies by the question as it was asked; bounded in bytes, each valid as long as its {@link Reuse} says. */
export interface ReadyAnswers {
  /** False where every request must be heard by the core. */
  readonly isOn: boolean
  /** @param asOwner the caller is the daemon's owner, and may see what its credentials brought */
  get(question: string, asOwner?: boolean): ReadyAnswer | undefined
  /** Keeps an answer and returns it. */
  put(question: string, json: string, headers: Readonly<Record<string, string>>, reuse: Reuse): ReadyAnswer
}

export interface ReadyDeps {
  readonly clock: Clock
  readonly maxBytes: number
  /** Sets this run's tags apart from those of a run before it. */
  readonly instanceId: string
  /** Headers of every reply. */
  readonly base: Readonly<Record<string, string>>
  /** The current generation of a series. */
  generation(seriesKey: string): number
}

interface Kept {
  readonly answer: ReadyAnswer
  readonly reuse: Reuse
  /** By both clocks. */
  readonly putAt: { readonly now: number; readonly monotonic: number }
}

/** A wall clock that is corrected by less is not taken for one that was wrong. */
const CORRECTION_MS = 60_000

/** What an entry costs beside its bytes: the question, the headers, the map. */
const ENTRY_OVERHEAD_BYTES = 2_000
/** Beyond this, joining the text with the head costs more than a second write. */
export const MAX_TEXT_LENGTH = 16_000
/** A longer question is not kept: it would cost more memory than it saves. */
const MAX_QUESTION_LENGTH = 4_000

export function createReadyAnswers({
  clock,
  maxBytes,
  instanceId,
  base,
  generation,
}: ReadyDeps): ReadyAnswers {
  // Text is kept only where it has as many characters as bytes.
  const kept = createLru<Kept>(maxBytes, ({ answer }) => answer.body.length + ENTRY_OVERHEAD_BYTES)
  const run = instanceId.slice(0, 8)

  /** A clock that is set back makes nothing last longer, and what was final by a wrong clock may not have been. */
  function isFresh({ reuse, putAt }: Kept): boolean {
    const now = clock.now()
    const age = clock.monotonic() - putAt.monotonic
    return now < reuse.freshUntil && age < reuse.freshUntil - putAt.now && now > putAt.now - CORRECTION_MS
  }

  function find(key: string): ReadyAnswer | undefined {
    const entry = kept.get(key)
    if (entry === undefined) return undefined
    const { reuse } = entry
    if (isFresh(entry) && generation(reuse.seriesKey) === reuse.generation) return entry.answer
    kept.delete(key)
    return undefined
  }

  return {
    isOn: maxBytes > 0,
    get(question, asOwner = false) {
      return (asOwner ? find(ownersKey(question)) : undefined) ?? find(question)
    },
    put(question, json, headers, reuse) {
      const text = successTextOf(json)
      const bytes = Buffer.from(text)
      const isShort = text.length <= MAX_TEXT_LENGTH && bytes.length === text.length
      const etag = `"${run}.${reuse.tag}"`
      const answer = {
        body: isShort ? text : bytes,
        etag,
        headers: {
          ...base,
          ...headers,
          'content-type': 'application/json; charset=utf-8',
          'content-length': String(bytes.length),
          etag,
          'x-pmx-cache': 'hit',
          'x-pmx-upstream-requests': '0',
        },
      }
      const key = reuse.seenBy === 'owner' ? ownersKey(question) : question
      const putAt = { now: clock.now(), monotonic: clock.monotonic() }
      if (question.length <= MAX_QUESTION_LENGTH) kept.set(key, { answer, reuse, putAt })
      return answer
    },
  }
}

/** Questions begin with a path, so none of them is spelt like this. */
function ownersKey(question: string): string {
  return `owner ${question}`
}
