import type { Clock } from '../../effects/clock.js'
import type { Outbox } from './outbox.js'
import { createQuietTimer } from './quiet-timer.js'
import {
  type BegunSubscription,
  headOf,
  type Subscribe,
  type SubscriptionUpdate,
  type SubscriptionWriter,
} from './subscription-writer.js'
import type { TextParts } from './text-frame.js'

/** Longest time that the first frame waits for missing books. SDKs wait 30 s for it. */
const COMPLETE_MS = 10_000
/**
 * Shortest time between the first frame and a frame with one book. SDKs return the books of the first frame only if no frame of a
 * single book comes before their caller runs again.
 */
const PAUSE_MS = 500
const BRACES_END = Buffer.from('}}')

type BookNews = Extract<SubscriptionUpdate, { kind: 'book' }>

/** Sends a batch's books, under one id at a time. */
export interface BatchWriter extends SubscriptionWriter {
  /** Returns all ids that are waiting for a frame, and the id of the next frames. */
  ids(): readonly string[]
  /**
   * Continues under another id, as each iteration of an SDK's loop requests. Its first frame is sent immediately if a book has
   * changed since the last frame of all books, otherwise with the next change.
   */
  renew(id: string): void
}

/** Creates the writer for `watchOrderBooks`: first a frame with all books, then one for each book that changes. */
export function createBatchWriter(
  { id: firstId, method }: Subscribe,
  place: string,
  outbox: Outbox,
  clock: Pick<Clock, 'setTimer' | 'monotonic'>,
): BatchWriter {
  let id = firstId
  /** Ids that have not had a frame with all books yet. */
  let waiting: string[] = [firstId]
  const latest = new Map<string, BookNews>()
  let watching: BegunSubscription | undefined
  /** Symbols that have no book yet, until the wait for them ends. */
  let missing: Set<string> | undefined
  /** Whether a book has changed since the last frame with all books. */
  let isChanged = false
  /** Books that have changed during the pause after a frame with all books, or undefined outside the pause. */
  let held: Set<string> | undefined
  let isOver = false
  const quiet = createQuietTimer(clock, () => {
    refresh()
    if (latest.size > 0) sendAll([id], true)
  })

  /** Replaces the last updates with the current ones, which have been checked since. */
  function refresh(): void {
    for (const news of watching?.current() ?? []) if (news.kind === 'book') latest.set(news.symbol, news)
  }

  function allParts(to: string, isRepeat: boolean): TextParts {
    const parts: Uint8Array[] = []
    for (const [symbol, news] of latest)
      parts.push(Buffer.from(`${parts.length === 0 ? '' : ','}${JSON.stringify(symbol)}:`), news.json())
    return [Buffer.from(`${headOf({ id: to, method, isRepeat })}{`), ...parts, BRACES_END]
  }

  function sendAll(to: readonly string[], isRepeat = false): void {
    quiet.noteSent()
    isChanged = false
    for (const one of to) outbox.putNewest(place, `all ${one}`, () => allParts(one, isRepeat))
    if (isRepeat) return
    const mine = new Set<string>()
    held = mine
    clock.setTimer(PAUSE_MS, () => {
      if (isOver || held !== mine) return
      held = undefined
      for (const symbol of mine) sendOne(symbol)
    })
  }

  function sendOne(symbol: string): void {
    const to = id
    const news = latest.get(symbol)
    if (news === undefined) return
    quiet.noteSent()
    const head = Buffer.from(headOf({ id: to, method, symbol }))
    outbox.putNewest(place, `one ${symbol}`, () => [head, news.json(), BRACES_END.subarray(1)])
  }

  /** Sends the first frame to all ids that are waiting for it, if it is complete. */
  function release(): void {
    if (watching === undefined || missing !== undefined || waiting.length === 0 || latest.size === 0) return
    refresh()
    const to = waiting
    waiting = []
    sendAll(to)
  }

  return {
    ids: () => [...new Set([...waiting, id])],
    renew(next) {
      // Frames of single books for an id that is not read any more.
      outbox.forget(place, 'one ')
      held = undefined
      id = next
      waiting = [...waiting.filter((one) => one !== next), next]
      // If another id waits for its first frame, both get it.
      if (waiting.length === 1 && isChanged) release()
    },
    update(news) {
      if (isOver || news.kind !== 'book') return
      const { symbol } = news
      latest.set(symbol, news)
      isChanged = true
      if (missing?.delete(symbol) === true && missing.size === 0) missing = undefined
      if (waiting.length > 0) release()
      else if (held !== undefined) held.add(symbol)
      else sendOne(symbol)
    },
    start(begun) {
      watching = begun
      for (const news of begun.current())
        if (news.kind === 'book' && !latest.has(news.symbol)) latest.set(news.symbol, news)
      quiet.start()
      missing = new Set(begun.symbols.filter((symbol) => !latest.has(symbol)))
      if (missing.size === 0) missing = undefined
      else
        clock.setTimer(COMPLETE_MS, () => {
          missing = undefined
          if (!isOver) release()
        })
      release()
    },
    stop() {
      isOver = true
      quiet.stop()
    },
  }
}
