import type { UnifiedMarket } from '../../api/models/models.js'
import { outcomeShortcuts, toWireMarket } from '../../api/models/wire-rows.js'
import type { Unwritten } from './row-stream.js'

/** Separates two rows; JSON text does not contain this byte. */
export const NEXT = 0x01
const COMMA = 0x2c
/**
 * Bytes that JSON text does not contain either. The text between BEGIN and END is repeated at AGAIN, which its number follows. A
 * market has each of its outcomes three times, a third of its text.
 */
const BEGIN = 0x02
const END = 0x03
const AGAIN = 0x04
/** Numbers are the bytes from here to 127. */
const FIRST = 0x30
const MAX_OUTCOMES = 0x80 - FIRST

const letters = { begin: '\u0002', end: '\u0003', again: '\u0004' }

/** The JSON of a row as two texts that are joined only as bytes, since joining strings costs most. */
export interface RowText {
  /** The JSON of an object. */
  readonly object: string
  /** Replaces the object's last brace; '' if nothing is replaced. */
  readonly rest: string
}

type Bare = { -readonly [Name in keyof UnifiedMarket]?: UnifiedMarket[Name] | undefined }

/** Returns a market as clients receive it, as packed JSON without repetitions and without `sourceMetadata`. */
export function packMarket(market: UnifiedMarket): RowText {
  const { outcomes } = market
  // Stored separately (file/metadata-blocks.ts).
  const wire: Bare = toWireMarket(market)
  wire.sourceMetadata = undefined
  if (outcomes.length > MAX_OUTCOMES) return { object: JSON.stringify(wire), rest: '' }
  let again = ''
  for (const name of outcomeShortcuts) {
    const outcome = market[name]
    if (outcome === undefined) continue
    const number = outcomes.indexOf(outcome)
    const text = number < 0 ? JSON.stringify(outcome) : letters.again + String.fromCharCode(FIRST + number)
    again += `,"${name}":${text}`
  }
  let said = ''
  for (const outcome of outcomes)
    said += `${said === '' ? '' : ','}${letters.begin}${JSON.stringify(outcome)}${letters.end}`
  // The object is a new one, so its members can be removed.
  wire.outcomes = wire.yes = wire.no = wire.up = wire.down = undefined
  return { object: JSON.stringify(wire), rest: `,"outcomes":[${said}]${again}}` }
}

/** Returns the JSON of rows that {@link packMarket} packed, or that were never packed. A comma replaces each {@link NEXT}. */
export function unpackRow(packed: Uint8Array): Uint8Array | Unwritten {
  const marks = marksIn(packed)
  if (marks.length === 0) return packed
  return {
    byteLength: unpackedLength(packed, marks),
    writeTo: (target, at) => unpack(packed, marks, target, at),
  }
}

function unpack(packed: Uint8Array, marks: readonly number[], target: Buffer, at: number): void {
  let said: number[] = []
  let from = 0
  let end = at
  for (const mark of marks) {
    if (mark > from) target.set(packed.subarray(from, mark), end)
    end += Math.max(0, mark - from)
    from = mark + 1
    switch (packed[mark]) {
      case BEGIN:
      case END:
        said.push(end)
        break
      case AGAIN: {
        const number = ((packed[from++] as number) - FIRST) * 2
        const [begin = 0, after = 0] = [said[number], said[number + 1]]
        target.copyWithin(end, begin, after)
        end += after - begin
        break
      }
      case NEXT:
        target[end++] = COMMA
        said = []
    }
  }
  target.set(packed.subarray(from), end)
}

function unpackedLength(packed: Uint8Array, marks: readonly number[]): number {
  let length = packed.length
  let said: number[] = []
  let begin = 0
  for (const at of marks) {
    const mark = packed[at]
    if (mark === NEXT) said = []
    else length--
    if (mark === BEGIN) begin = at + 1
    if (mark === END) said.push(at - begin)
    if (mark === AGAIN) length += (said[(packed[at + 1] as number) - FIRST] ?? 0) - 1
  }
  return length
}

/** Returns the positions of the marker bytes, ascending. `indexOf` takes a tenth of the time of a loop over all bytes. */
function marksIn(packed: Uint8Array): number[] {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
  const placeOf = (mark: number, from: number): number => {
    const at = bytes.indexOf(mark, from)
    return at < 0 ? bytes.length : at
  }
  let [next, begin, end, again] = [NEXT, BEGIN, END, AGAIN].map((mark) => placeOf(mark, 0)) as Four
  const marks: number[] = []
  for (;;) {
    const at = Math.min(next, begin, end, again)
    if (at === bytes.length) return marks
    marks.push(at)
    if (at === next) next = placeOf(NEXT, at + 1)
    else if (at === begin) begin = placeOf(BEGIN, at + 1)
    else if (at === end) end = placeOf(END, at + 1)
    else again = placeOf(AGAIN, at + 1)
  }
}

type Four = [number, number, number, number]
