import type { UnifiedMarket } from '../api/models.js'

/**
 * Bytes that no JSON text has: what stands between the first two is said again where the third stands, with its number
 * behind it. A market says each of its outcomes three times, which is a third of its text.
 */
const BEGIN = 0x02
const END = 0x03
const AGAIN = 0x04
/** Numbers are the bytes from here to 127. */
const FIRST = 0x30
const MOST_OUTCOMES = 0x80 - FIRST

const letters = { begin: '\u0002', end: '\u0003', again: '\u0004' }

const shortcuts = ['yes', 'no', 'up', 'down'] as const

/** A market as clients get it, as JSON without what it says again. */
export function packedMarket(market: UnifiedMarket): string {
  const { outcomes } = market
  if (outcomes.length > MOST_OUTCOMES) return JSON.stringify(market)
  const bare = {
    ...market,
    outcomes: undefined,
    yes: undefined,
    no: undefined,
    up: undefined,
    down: undefined,
  }
  let again = ''
  for (const name of shortcuts) {
    const outcome = market[name]
    if (outcome === undefined) continue
    const number = outcomes.indexOf(outcome)
    const text = number < 0 ? JSON.stringify(outcome) : letters.again + String.fromCharCode(FIRST + number)
    again += `,"${name}":${text}`
  }
  let said = ''
  for (const outcome of outcomes)
    said += `${said === '' ? '' : ','}${letters.begin}${JSON.stringify(outcome)}${letters.end}`
  return `${JSON.stringify(bare).slice(0, -1)},"outcomes":[${said}]${again}}`
}

/** The JSON of what {@link packedMarket} made, or of what was never packed. */
export function unpacked(packed: Uint8Array): Uint8Array {
  let at = packed.indexOf(BEGIN)
  if (at < 0) return packed
  const said: Uint8Array[] = []
  // All that is said again is said at most four times in all.
  const whole = new Uint8Array(at + (packed.length - at) * (shortcuts.length + 1))
  whole.set(packed.subarray(0, at))
  let length = at
  const add = (bytes: Uint8Array): void => {
    whole.set(bytes, length)
    length += bytes.length
  }
  let from = at
  for (; at < packed.length; at++) {
    const byte = packed[at] as number
    if (byte > AGAIN || byte < BEGIN) continue
    const before = packed.subarray(from, at)
    add(before)
    from = at + 1
    if (byte === END) said.push(before)
    if (byte === AGAIN) add(said[(packed[from++] as number) - FIRST] ?? new Uint8Array())
  }
  add(packed.subarray(from))
  return whole.subarray(0, length)
}
