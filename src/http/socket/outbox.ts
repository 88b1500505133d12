import type { Clock } from '../../effects/clock.js'
import type { SocketCounts } from './socket-counters.js'
import { countFrameBytes, type TextParts } from './text-frame.js'

/** Limits of the data that waits for one client. */
export interface OutboxLimits {
  /** Number of unsent bytes above which books wait, and newer ones replace them. */
  readonly fullBytes: number
  /** Maximum bytes in frames that cannot be replaced, such as trades. A client that exceeds it is disconnected. */
  readonly mostWaitingBytes: number
  /** A client that reads nothing for this time while data waits is disconnected, ms. */
  readonly stallMs: number
}

const outboxLimits: OutboxLimits = {
  fullBytes: 256_000,
  mostWaitingBytes: 2_000_000,
  stallMs: 20_000,
}

/** The socket as the outbox needs it. */
export interface Pipe {
  /** @param sent called when the text has left the process */
  send(text: TextParts, sent: () => void): void
  /** Bytes that were written but not sent yet. */
  readonly bufferedBytes: number
  /** Closes the socket with a reason for the client. */
  refuse(reason: string): void
}

/** The bounded outgoing data of one client. A slow client receives the newest book, not all earlier ones. */
export interface Outbox {
  /** Adds a frame that must be delivered. */
  put(text: string): void
  /** Adds the newest version of a frame, which replaces a waiting one. `make` is called when there is capacity. */
  putNewest(place: string, name: string, make: () => TextParts): void
  /** Drops the waiting frames in a position, or only those whose names begin with this text. */
  forget(place: string, beginning?: string): void
  close(): void
}

export function createOutbox(
  pipe: Pipe,
  clock: Pick<Clock, 'setTimer'>,
  counts: SocketCounts,
  limits: OutboxLimits = outboxLimits,
): Outbox {
  const newest = new Map<string, () => TextParts>()
  let waiting: TextParts[] = []
  let waitingBytes = 0
  let sentSinceLook = 0
  let cancelLook: (() => void) | undefined
  let isClosed = false

  const isFull = (): boolean => pipe.bufferedBytes >= limits.fullBytes

  function send(text: TextParts): void {
    counts.frames++
    pipe.send(text, onSent)
  }

  function onSent(): void {
    sentSinceLook++
    if (waiting.length + newest.size > 0) drain()
  }

  function drain(): void {
    while (!isClosed && !isFull()) {
      const text = waiting.shift()
      if (text !== undefined) {
        waitingBytes -= countFrameBytes(text)
        send(text)
        continue
      }
      const next = newest.entries().next()
      if (next.done === true) break
      const [key, make] = next.value
      newest.delete(key)
      send(make())
    }
    watch()
  }

  /** While data waits, checks at intervals whether earlier data has been sent. */
  function watch(): void {
    if (waiting.length + newest.size === 0) {
      cancelLook?.()
      cancelLook = undefined
      return
    }
    if (cancelLook !== undefined || isClosed) return
    sentSinceLook = 0
    cancelLook = clock.setTimer(limits.stallMs, () => {
      cancelLook = undefined
      if (sentSinceLook === 0) giveUp(`the client read nothing for ${limits.stallMs / 1000} s`)
      else watch()
    })
  }

  function giveUp(reason: string): void {
    if (isClosed) return
    counts.tooSlow++
    close()
    pipe.refuse(reason)
  }

  function close(): void {
    isClosed = true
    cancelLook?.()
    newest.clear()
    waiting = []
    waitingBytes = 0
  }

  return {
    put(text) {
      if (isClosed) return
      const parts: TextParts = [Buffer.from(text)]
      if (waiting.length === 0 && !isFull()) {
        send(parts)
        return
      }
      waiting.push(parts)
      waitingBytes += countFrameBytes(parts)
      if (waitingBytes > limits.mostWaitingBytes) giveUp('the client reads too slowly')
      else watch()
    },
    putNewest(place, name, make) {
      if (isClosed) return
      if (waiting.length + newest.size === 0 && !isFull()) {
        send(make())
        return
      }
      const key = `${place} ${name}`
      if (newest.delete(key)) counts.conflated++
      newest.set(key, make)
      watch()
    },
    forget(place, beginning = '') {
      for (const key of [...newest.keys()]) if (key.startsWith(`${place} ${beginning}`)) newest.delete(key)
    },
    close,
  }
}
