import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { messageOf } from '../../api/envelope/errors.js'
import { CassetteError, errorCodeOf, MissingFile } from './cassette-error.js'

/** One line of a file, without its newline, and its position. */
export interface FileLine {
  readonly text: string
  /** 1 for the first. */
  readonly number: number
  /** Bytes before it. */
  readonly offset: number
  /** Bytes without the newline. */
  readonly length: number
  /** False for a last line without a newline: the file was cut off. */
  readonly isWhole: boolean
}

/** A file of lines, which may be longer than the longest string. */
export interface LineFile {
  /** Yields all lines in order, read in pieces. */
  lines(): Generator<FileLine>
  /** Reads a part of the file as text, in bytes. */
  read(offset: number, length: number): string
  close(): void
}

/** Called with the number of bytes of each piece that was read or written. */
export type OnBytes = (bytes: number) => void

/** Size of a piece, bytes. */
export const PIECE_BYTES = 1 << 20

export function isPacked(path: string): boolean {
  return path.endsWith('.gz')
}

/**
 * Opens a file. If its name ends in `.gz`, it is decompressed in memory. The opened content does not change if another
 * file replaces the path.
 * @throws MissingFile, and CassetteError when it cannot be read or decompressed
 */
export function openLines(
  path: string,
  onBytes: OnBytes = () => {},
  pieceBytes: number = PIECE_BYTES,
): LineFile {
  if (!isPacked(path)) return fileOf(open(path), onBytes, pieceBytes)
  const bytes = unpacked(path)
  return {
    lines: () => split((offset, length) => bytes.subarray(offset, offset + length), onBytes, pieceBytes),
    read: (offset, length) => bytes.toString('utf8', offset, offset + length),
    close() {},
  }
}

/** Yields the lines of a text in memory. */
export function splitLines(text: string): Generator<FileLine> {
  const bytes = Buffer.from(text)
  return split(
    (offset, length) => bytes.subarray(offset, offset + length),
    () => {},
    PIECE_BYTES,
  )
}

function fileOf(descriptor: number, onBytes: OnBytes, pieceBytes: number): LineFile {
  const readAt = (offset: number, length: number): Buffer => {
    const piece = Buffer.alloc(length)
    let done = 0
    while (done < length) {
      const read = readSync(descriptor, piece, done, length - done, offset + done)
      if (read === 0) break
      done += read
    }
    return piece.subarray(0, done)
  }
  return {
    lines: () => split(readAt, onBytes, pieceBytes),
    read: (offset, length) => readAt(offset, length).toString('utf8'),
    close: () => closeSync(descriptor),
  }
}

function open(path: string): number {
  try {
    const descriptor = openSync(path, 'r')
    // A folder can be opened; only reading it fails.
    readSync(descriptor, Buffer.alloc(1), 0, 1, 0)
    return descriptor
  } catch (error) {
    throw unreadable(path, error)
  }
}

function unpacked(path: string): Buffer {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    throw unreadable(path, error)
  }
  try {
    return gunzipSync(bytes)
  } catch (error) {
    if (errorCodeOf(error) === 'ERR_BUFFER_TOO_LARGE') {
      throw new CassetteError(
        `${basename(path)} is too large to read while compressed. Decompress it with gunzip.`,
      )
    }
    throw new CassetteError(
      `${basename(path)} cannot be decompressed (truncated or damaged): ${messageOf(error)}`,
    )
  }
}

function unreadable(path: string, error: unknown): CassetteError {
  if (errorCodeOf(error) === 'ENOENT') return new MissingFile(`The cassette ${path} does not exist.`)
  return new CassetteError(`The cassette ${path} cannot be read: ${messageOf(error)}`)
}

const NEWLINE = 0x0a

/** A line is decoded as a whole, so that no character is split between two pieces. */
function* split(
  readAt: (offset: number, length: number) => Buffer,
  onBytes: OnBytes,
  pieceBytes: number,
): Generator<FileLine> {
  let number = 0
  let offset = 0
  let begun: Buffer[] = []
  const line = (isWhole: boolean): FileLine => {
    const bytes = Buffer.concat(begun)
    const found = { text: bytes.toString('utf8'), number: ++number, offset, length: bytes.length, isWhole }
    begun = []
    offset += bytes.length + 1
    return found
  }
  for (let position = 0; ; ) {
    const piece = readAt(position, pieceBytes)
    if (piece.length === 0) break
    position += piece.length
    onBytes(piece.length)
    let from = 0
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, from)) {
      begun.push(piece.subarray(from, end))
      yield line(true)
      from = end + 1
    }
    if (from < piece.length) begun.push(piece.subarray(from))
  }
  if (begun.length > 0) yield line(false)
}
