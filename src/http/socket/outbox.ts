import type { Clock } from '../../effects/clock.js'
import type { SocketCounts } from './socket-counters.js'
import { countFrameBytes, type TextParts } from './text-frame.js'

/** How much may wait for one client. */
export interface OutboxLimits {
  /** Bytes on their way, beyond which books wait and newer ones take their place. */
  readonly fullBytes: number
  /** Bytes of frames that cannot take each other's place, such as trades: more send the client away. */
  readonly mostWaitingBytes: number
  /** A client who takes nothing for so long while something waits is sent away, ms. */
  readonly stallMs: number
}

const outboxLimits: OutboxLimits = {
  fullBytes: 256_000,
  mostWaitingBytes: 2_000_000,
  stallMs: 20_000,
}

/** The socket as the outbox needs it. */
export interface Pipe {
  /** @param sent told when it has left the process */
  send(text: TextParts, sent: () => void): void
  /** Bytes that were given and have not left. */
  readonly bufferedBytes: number
  /** Ends it, with a reason for the client. */
  refuse(reason: string): void
}

/** What goes to one client, in bounded room: a slow one gets the newest book, not all that came before it. */
export interface Outbox {
  /** A frame that must arrive. */
  put(text: string): void
  /** The newest of something: it takes the place of one that still waits. `make` is called when there is room. */
  putNewest(place: string, name: string, make: () => TextParts): void
  /** Forgets what waits under a place, or only those of its names that begin so. */
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

  /** Looks at intervals whether anything has left while something waits. */
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
      if (sentSinceLook === 0) giveUp(`nothing was read for ${limits.stallMs / 1000} s`)
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
      if (waitingBytes > limits.mostWaitingBytes) giveUp('more came than was read')
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
