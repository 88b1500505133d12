import { closeSync, createReadStream, openSync, readSync } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { messageOf } from '../../api/envelope/errors.js'
import { BadRow } from '../../candles/store/import-candles.js'

/** Receives the lines of a file in order, without their endings. Numbers count from 1. */
export interface LineHandler {
  /** Reads a line directly from the buffer, or returns false to receive it as text. */
  bytes(buffer: Buffer, from: number, to: number, line: number): boolean
  text(text: string, line: number): void
}

const CHUNK_BYTES = 1 << 20
/** This is far longer than any line in an export. Without a limit, an unclosed quote would read the file as one line. */
const MAX_LINE = 16_000_000
const LINE_FEED = 10
const RETURN = 13
const BYTE_ORDER_MARK = Buffer.from('\u{feff}')

/**
 * Reads the lines of a text file, chunk by chunk, regardless of its size. A byte order mark is not part of the first
 * line.
 * @param quoted a line break between double quotes is part of the line, as in csv
 * @param pause awaited after each chunk, so that other work can run
 */
export async function readLines(
  path: string,
  quoted: boolean,
  taker: LineHandler,
  pause: () => Promise<void>,
): Promise<void> {
  const lines = createLines(quoted, taker)
  const file = path.toLowerCase().endsWith('.gz') ? openCompressed(path) : openPlain(path)
  try {
    let buffer: Buffer = Buffer.allocUnsafe(CHUNK_BYTES)
    let rest = 0
    for (let isFirst = true; ; isFirst = false) {
      if (rest === buffer.length) buffer = grown(buffer, lines.count + 1)
      const size = await file.read(buffer, rest)
      const filled = buffer.subarray(0, rest + size)
      const isMarked = isFirst && filled.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
      const from = lines.take(filled, isMarked ? BYTE_ORDER_MARK.length : 0, size === 0)
      if (size === 0) return lines.end()
      rest = filled.length - from
      buffer.copyWithin(0, from, filled.length)
      await pause()
    }
  } finally {
    file.close()
  }
}

/** A file that is read from start to end. */
interface Source {
  /** Reads into a buffer from an offset to its end. @returns the number of bytes; 0 at the end of the file */
  read(buffer: Buffer, offset: number): number | Promise<number>
  close(): void
}

function openPlain(path: string): Source {
  const file = openSync(path, 'r')
  return {
    read: (buffer, offset) => readSync(file, buffer, offset, buffer.length - offset, null),
    close: () => closeSync(file),
  }
}

/** @throws BadRow while it is read, for a file that gzip did not write */
function openCompressed(path: string): Source {
  const gunzip = pipeline(createReadStream(path), createGunzip(), () => undefined)
  const pieces = gunzip[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let rest: Buffer = Buffer.alloc(0)
  return {
    async read(buffer, offset) {
      if (rest.length === 0) {
        const next = await pieces.next().catch((error: unknown) => {
          throw new BadRow(1, `the file is not compressed with gzip, or is truncated (${messageOf(error)})`)
        })
        if (next.done === true) return 0
        rest = next.value
      }
      const size = rest.copy(buffer, offset)
      rest = rest.subarray(size)
      return size
    },
    close: () => gunzip.destroy(),
  }
}

function grown(buffer: Buffer, line: number): Buffer {
  if (buffer.length > MAX_LINE) throw new BadRow(line, 'the line is too long')
  const larger = Buffer.allocUnsafe(2 * buffer.length)
  buffer.copy(larger)
  return larger
}

function createLines(quoted: boolean, taker: LineHandler) {
  let count = 0
  /** The incomplete part of a cell with line breaks. */
  let open: { readonly text: string; readonly line: number } | undefined

  function take(buffer: Buffer, from: number, to: number): void {
    count++
    const end = to > from && buffer[to - 1] === RETURN ? to - 1 : to
    if (open === undefined && taker.bytes(buffer, from, end, count)) return
    const piece = buffer.toString('utf8', from, to)
    const isOdd = quoted && hasOddQuotes(piece)
    const whole =
      open === undefined ? { text: piece, line: count } : { ...open, text: `${open.text}\n${piece}` }
    open = isOdd === (open === undefined) ? whole : undefined
    if (open === undefined) taker.text(withoutReturn(whole.text), whole.line)
    else if (open.text.length > MAX_LINE) throw new BadRow(open.line, 'the line is too long')
  }

  return {
    /** The number of lines so far. */
    get count() {
      return count
    },
    /** Reads the complete lines of a chunk. @returns the start of the incomplete line */
    take(buffer: Buffer, begin: number, isEnd: boolean): number {
      let from = begin
      for (let to = buffer.indexOf(LINE_FEED, from); to !== -1; to = buffer.indexOf(LINE_FEED, from)) {
        take(buffer, from, to)
        from = to + 1
      }
      if (isEnd && from < buffer.length) take(buffer, from, buffer.length)
      return from
    },
    end() {
      if (open !== undefined) throw new BadRow(open.line, 'a quote is not closed')
    },
  }
}

/** Whether a text has an unclosed quote. A doubled quote is one quote within the cell, and changes nothing. */
function hasOddQuotes(text: string): boolean {
  let quotes = 0
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) quotes++
  return quotes % 2 === 1
}

function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text
}
