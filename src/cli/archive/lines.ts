import { closeSync, openSync, readSync } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'
import { BadRow } from '../../candles/restore.js'

/** A line without its ending, and its number in the file, from 1. */
export interface Line {
  readonly text: string
  readonly line: number
}

const CHUNK_BYTES = 1 << 20
/** No line of an export is near this long; without an end to a quote the whole file would be one. */
const MOST_LINE = 16_000_000
const BYTE_ORDER_MARK = '\u{feff}'

/**
 * The lines of a text file, chunk by chunk, however long the file is. A mark of the byte order is no part of the first.
 * @param quoted a line break between double quotes is part of the line, as in csv
 */
export function* readLines(path: string, quoted: boolean): Generator<readonly Line[]> {
  const gather = createGatherer(quoted)
  for (const text of chunksOf(path)) yield gather(text, false)
  yield gather('', true)
}

function* chunksOf(path: string): Generator<string> {
  const decoder = new StringDecoder('utf8')
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  const file = openSync(path, 'r')
  try {
    let isFirst = true
    for (let size = 1; size > 0; ) {
      size = readSync(file, buffer)
      const text = size > 0 ? decoder.write(buffer.subarray(0, size)) : decoder.end()
      yield isFirst && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
      isFirst = false
    }
  } finally {
    closeSync(file)
  }
}

function createGatherer(quoted: boolean): (chunk: string, isEnd: boolean) => readonly Line[] {
  let rest = ''
  let count = 0
  /** A cell with line breaks, as far as it came. */
  let open: Line | undefined

  /** @returns the whole line that ends with the piece, if one does */
  function take(piece: string): Line | undefined {
    const isOdd = quoted && piece.includes('"') && hasOddQuotes(piece)
    const whole =
      open === undefined ? { text: piece, line: count } : { ...open, text: `${open.text}\n${piece}` }
    open = isOdd === (open === undefined) ? whole : undefined
    return open === undefined ? { ...whole, text: withoutReturn(whole.text) } : undefined
  }

  return (chunk, isEnd) => {
    const pieces = (rest + chunk).split('\n')
    rest = isEnd ? '' : (pieces.pop() ?? '')
    const lines: Line[] = []
    for (const piece of pieces) {
      count++
      const line = take(piece)
      if (line !== undefined) lines.push(line)
    }
    if (isEnd && open !== undefined) throw new BadRow(open.line, 'a quote has no end')
    if (rest.length + (open?.text.length ?? 0) > MOST_LINE)
      throw new BadRow(open?.line ?? count + 1, 'the line has no end')
    return lines
  }
}

/** A doubled quote stands for one within the cell, and changes nothing. */
function hasOddQuotes(text: string): boolean {
  let quotes = 0
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) quotes++
  return quotes % 2 === 1
}

function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text
}
