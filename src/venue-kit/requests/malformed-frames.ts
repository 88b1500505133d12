import { messageOf } from '../../api/envelope/errors.js'
import type { StreamKind, StreamMessage } from '../contract/stream-source.js'

/**
 * Reads the part of a frame that concerns some keys. If it cannot be read, only these keys are marked as incomplete: one
 * malformed market does not affect the others of its connection.
 * @param keys as the frame names them
 * @throws the error of `read`, where the frame does not name its keys and its content is unknown
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

/** Whether a frame is data. Some sockets also send greetings and responses as plain text, which hold no book data. */
export function isJsonFrame(frame: string): boolean {
  return /^\s*[[{]/.test(frame)
}

/** Returns a member of an unparsed frame, or undefined if it is missing. */
export function frameMemberOf(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, name) => Object(inner)[name], value)
}
