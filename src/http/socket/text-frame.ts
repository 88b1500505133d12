import type { Writable } from 'node:stream'

/** UTF-8 text in consecutive pieces. */
export type TextParts = readonly [first: Uint8Array, ...rest: Uint8Array[]]

/** First byte of a text frame that is a complete message. */
const WHOLE_TEXT = 0x81
/** Lengths up to this are stored in the second byte. Longer ones follow it in two or eight bytes. */
const MAX_IN_A_BYTE = 125
const MAX_IN_TWO = 0xff_ff

/**
 * Writes a text as one frame. `ws` would join and encode the parts for each client, and this function encodes a book once for all
 * its watchers. Other frames sent through `ws` are also uncompressed and sent immediately.
 * @param sent called when the text has left the process, or never will
 */
export function writeText(socket: Pick<Writable, 'write'>, parts: TextParts, sent: () => void): void {
  const [first, ...rest] = parts
  const last = rest.pop()
  const begin = beginTextFrame(first, countFrameBytes(parts))
  if (last === undefined) {
    socket.write(begin, () => sent())
    return
  }
  socket.write(begin)
  for (const part of rest) socket.write(part)
  socket.write(last, () => sent())
}

export function countFrameBytes(parts: TextParts): number {
  let sum = 0
  for (const { length } of parts) sum += length
  return sum
}

/** Returns the frame's head (RFC 6455, 5.2; servers do not mask) and the first part of its text, in one piece. */
function beginTextFrame(first: Uint8Array, bytes: number): Buffer {
  const headBytes = bytes <= MAX_IN_A_BYTE ? 2 : bytes <= MAX_IN_TWO ? 4 : 10
  const begin = Buffer.allocUnsafe(headBytes + first.length)
  begin[0] = WHOLE_TEXT
  if (headBytes === 2) begin[1] = bytes
  else if (headBytes === 4) {
    begin[1] = 126
    begin.writeUInt16BE(bytes, 2)
  } else {
    begin[1] = 127
    begin.writeBigUInt64BE(BigInt(bytes), 2)
  }
  begin.set(first, headBytes)
  return begin
}
