import { messageOf } from '../../api/envelope/errors.js'
import type { StreamKind, StreamMessage } from '../contract/stream-source.js'

/**
 * What a frame, or one row of it, says of some keys. Where it cannot be read, they are in doubt and nothing else is: one odd
 * market costs the others of its connection nothing.
 * @param keys as the frame names them
 * @throws what `read` throws, where the frame does not name them: nobody knows what was in it
 */
export function readFrameKeys(
  keys: () => readonly unknown[],
  of: StreamKind,
  read: () => readonly StreamMessage[],
): readonly StreamMessage[] {
  try {
    return read()
  } catch (error) {
    const all = keys()
    const named = all.filter((key) => typeof key === 'string' && key !== '').map(String)
    if (named.length === 0 || named.length < all.length) throw error
    return [{ kind: 'gap', keys: named, of, what: messageOf(error), isUnread: true }]
  }
}

/** Whether a frame is data. Greetings and answers in words, which some sockets say between it, tell nothing of a book. */
export function isJsonFrame(frame: string): boolean {
  return /^\s*[[{]/.test(frame)
}

/** A member of a frame that has not been read; undefined for what has none. */
export function frameMemberOf(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, name) => Object(inner)[name], value)
}
