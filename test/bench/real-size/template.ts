/**
 * JSON of which only a few digits and words differ from row to row: the text is made once, a row is a copy of it with
 * its own digits written in, which is a matter of microseconds.
 */
export interface Template {
  readonly bytes: Buffer
  readonly slots: readonly Slot[]
}

interface Slot {
  readonly at: number
  readonly width: number
  readonly name: string
  /** Which row inside the template, such as which market of an event. */
  readonly part: number
}

/** What the slots of a row hold: numbers, written with leading zeros, or words as long as the slot. */
export type Fill = (name: string, row: number, part: number) => number | string

/** Stands for the list of parts in a template's value. */
export const PARTS = '@parts'

/** A place in a template for so many digits or letters. */
export function slot(name: string, width: number): string {
  return `~${name}${'~'.repeat(width - 2)}`
}

/** A member that is a number in JSON, with slots in it. */
export function bare(text: string): string {
  return `#${text}`
}

/** Makes a template of a value; where it has `PARTS`, a list of parts stands, each with slots of its own. */
export function template(value: object, parts: readonly object[] = []): Template {
  const texts = parts.map(textOf)
  const [head = '', tail] = textOf(value).split(`"${PARTS}"`)
  const pieces = [{ text: head, part: 0 }]
  for (const [part, text] of texts.entries()) {
    pieces.push({ text: part === 0 ? '[' : ',', part }, { text, part })
  }
  if (tail !== undefined) pieces.push({ text: `]${tail}`, part: 0 })
  const slots: Slot[] = []
  let at = 0
  for (const { text, part } of pieces) {
    for (const { 0: place, 1: name = '', index } of text.matchAll(/~([a-z])~*/g)) {
      slots.push({ at: at + index, width: place.length, name, part })
    }
    at += text.length
  }
  return { bytes: Buffer.from(pieces.map(({ text }) => text).join(''), 'latin1'), slots }
}

function textOf(value: object): string {
  return JSON.stringify(value).replace(/"#([^"]*)"/g, '$1')
}

/** A JSON list of rows between a head and a tail. */
export function listOf(
  { bytes, slots }: Template,
  rows: readonly number[],
  fill: Fill,
  head = '[',
  tail = ']',
): Buffer {
  const separators = Math.max(0, rows.length - 1)
  const page = Buffer.allocUnsafe(head.length + rows.length * bytes.length + separators + tail.length)
  let at = page.write(head, 0, 'latin1')
  for (const [index, row] of rows.entries()) {
    if (index > 0) at = page.writeUInt8(COMMA, at)
    bytes.copy(page, at)
    for (const { at: offset, width, name, part } of slots) {
      write(page, at + offset, width, fill(name, row, part))
    }
    at += bytes.length
  }
  page.write(tail, at, 'latin1')
  return page
}

const COMMA = 44
const ZERO = 48

function write(page: Buffer, at: number, width: number, value: number | string): void {
  if (typeof value === 'string') {
    page.write(value, at, width, 'latin1')
    return
  }
  let rest = value
  for (let place = at + width - 1; place >= at; place--) {
    page[place] = ZERO + (rest % 10)
    rest = Math.floor(rest / 10)
  }
}

/** A number below `below` that looks drawn and is always the same. */
export function drawn(row: number, part: number, below: number): number {
  let hash = Math.imul(row + 1, 0x9e37_79b1) ^ Math.imul(part + 1, 0x85eb_ca6b)
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2_ae35)
  return ((hash ^ (hash >>> 13)) >>> 0) % below
}
