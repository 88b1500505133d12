/** A number that decides a question, as the range of values for YES. */
export interface Threshold {
  readonly low: number
  readonly high: number
  /** Whether the ends are inclusive; irrelevant for infinite ends. */
  readonly withLow: boolean
  readonly withHigh: boolean
  /** `$`, `€`, `£`, `%`, `bps`, `°`. Empty when the text names none. */
  readonly unit: string
  /** The value only has to be touched once, and need not hold at a given time. */
  readonly isTouch: boolean
  /** The counted noun follows it, as in `10 employees`, so it is not a percentage, a temperature or an amount of money. */
  readonly isOfThings?: true
  /** The line of an over/under bet. It has two sides, and does not select either. */
  readonly isLine: boolean
  /** The distance between two consecutive values, if it is known and is not one. */
  readonly step?: number
  /** The ends as written, if they were moved to the next whole number because the value seemed to be a count. */
  readonly said?: { readonly low: number; readonly high: number }
}

export interface ReadThresholds {
  readonly thresholds: readonly Threshold[]
  /** The text without the thresholds. */
  readonly rest: string
}

const amount =
  '([$€£])?\\s?(-?\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|-?\\d*\\.?\\d+)(?:\\s?(thousand|million|billion|trillion|mm|bn|[kmbt])(?![a-z0-9]))?\\s?(%|percent\\b|bps\\b|bp\\b|basis points\\b|°(?:\\s?[fc](?![a-z]))?|degrees(?: fahrenheit| celsius)?)?(?![a-z0-9])'

const above = '\\b(?:above|over|more than|greater than|higher than|exceeds?|exceeding)|>'
const atLeast = 'at least|no less than|no lower than|>=|≥|not below'

const touchUp =
  '↑|reach(?:es)?|hits?|cross(?:es)?|tops|touch(?:es)?|surpass(?:es)?|break(?:s)?|rise to|rises to|climb to'

const below = 'below|under|less than|lower than|fewer than|<'
const atMost = 'at most|no more than|<=|≤'

const touchDown =
  '↓|dips? (?:to|below|under)|falls? (?:to|below|under)|drops? (?:to|below|under)|crash(?:es)? to|sinks? to'

const filler = '(?:\\s+(?:to|a|an|the|price|of|by|first|above|over|up))*\\s*'

type Make = (value: number, second: number) => Omit<Threshold, 'unit' | 'isTouch' | 'isLine'>

const up =
  (withLow: boolean): Make =>
  (low) => ({ low, high: Number.POSITIVE_INFINITY, withLow, withHigh: false })

const down =
  (withHigh: boolean): Make =>
  (high) => ({ low: Number.NEGATIVE_INFINITY, high, withLow: false, withHigh })

const between: Make = (a, b) => ({ low: Math.min(a, b), high: Math.max(a, b), withLow: true, withHigh: true })
const exactly: Make = (value) => ({ low: value, high: value, withLow: true, withHigh: true })

interface Form {
  readonly pattern: RegExp
  readonly make: Make
  readonly isTouch?: true
  readonly isLine?: true
  /** The number must have a unit. Without one, it is part of the subject's name. */
  readonly needsUnit?: true
}

/** From the most specific form to the least; in each, an amount is five groups. */
const forms: readonly Form[] = [
  { pattern: form(`(?:\\bo/u|\\bover/under|\\btotal)\\s*${amount}`), make: exactly, isLine: true },
  { pattern: form(`(?:\\bbetween |\\bfrom )?${amount}\\s?(?:-|to|and)\\s?${amount}`), make: between },
  {
    pattern: form(`(?:${touchDown})${filler}${amount}(?:\\s+or (?:less|lower|below))?`),
    make: down(true),
    isTouch: true,
  },
  {
    pattern: form(`(?:${touchUp})${filler}${amount}(?:\\s+or (?:more|higher|above))?`),
    make: up(true),
    isTouch: true,
  },
  { pattern: form(`(?:${atLeast})\\s*${amount}`), make: up(true) },
  { pattern: form(`(?:${atMost})\\s*${amount}`), make: down(true) },
  { pattern: form(`${amount}\\s?(?:\\+|or (?:more|higher|above|greater|over|later)\\b)`), make: up(true) },
  { pattern: form(`${amount}\\s?or (?:less|lower|below|fewer|under)\\b`), make: down(true) },
  { pattern: form(`(?:${above})\\s*${amount}`), make: up(false) },
  { pattern: form(`(?:${below})\\s*${amount}`), make: down(false) },
  {
    pattern: form(`\\bcover(?:s|ing)?(?: the)?(?: spread)?(?: of)?\\s*${amount}`),
    make: (line) => up(false)(-line, 0),
  },
  { pattern: form(`\\bexactly\\s*${amount}`), make: exactly },
  { pattern: form(amount), make: exactly, needsUnit: true },
]

function form(text: string): RegExp {
  return new RegExp(`(?<![\\w.,])(?:${text})`, 'gi')
}

/** Reads the numbers that decide a question, and returns its text without them. @param text as `plain` returns it, without dates */
export function readThresholds(text: string): ReadThresholds {
  if (!/\d/.test(text)) return { thresholds: [], rest: text.replace(/ +/g, ' ') }
  const found: Threshold[] = []
  let rest = text.replace(/(\d)\+\s?(bps|bp|%|percent|°)/gi, '$1$2+')
  for (const { pattern, make, isTouch = false, isLine = false, needsUnit = false } of forms) {
    rest = rest.replace(pattern, (all: string, ...groups: (string | undefined)[]) => {
      const [offset, text] = [Number(groups.at(-2)), groups.at(-1) ?? '']
      const [first, second] = [readAmount(groups), readAmount(groups.slice(4, 8))]
      if (first === undefined || (needsUnit && first.unit === '')) return all
      const isRange = make === between
      if (isRange && (second === undefined || !isSpan(first, second, all))) return all
      const scale = isRange && second !== undefined && !first.isScaled ? second.scale : 1
      const unit = first.unit === '' ? (second?.unit ?? '') : first.unit
      const made = make(first.value * scale, second?.value ?? 0)
      const behind = text.slice(offset + all.length)
      const read = { ...made, unit, isTouch, isLine, ...ofThings(unit, behind) }
      found.push(whole(read, all, text))
      return ` ${leftBy(all)} `
    })
  }
  return { thresholds: distinct(found), rest: rest.replace(/ +/g, ' ') }
}

/** Counted things. Points may be percentage points. */
const things = /^ (?!points\b|times\b)[a-z]{3,}s\b(?! or\b)/

function ofThings(unit: string, behind: string): Pick<Threshold, 'isOfThings'> {
  return unit === '' && things.test(behind) ? { isOfThings: true } : {}
}

/** Whether two numbers next to each other are the ends of a range: 2-1 is a score, and 200-219 is not. */
function isSpan(first: Amount, second: Amount, taken: string): boolean {
  if (first.unit !== '' || second.unit !== '' || /^(?:between|from)/i.test(taken) || /[,.]/.test(taken))
    return true
  return first.value >= 10 && second.value > first.value
}

/** Returns the words in a matched form that have a meaning beyond the number. */
function leftBy(taken: string): string {
  return /\bcover/i.test(taken) ? 'cover' : ';'
}

interface Amount {
  readonly value: number
  readonly unit: string
  readonly scale: number
  readonly isScaled: boolean
}

function readAmount([sign, digits, magnitude, after]: readonly (string | undefined)[]): Amount | undefined {
  if (digits === undefined) return undefined
  const scale = scaleOf(magnitude)
  const value = Number((Number(digits.replaceAll(',', '')) * scale).toPrecision(15))
  return Number.isFinite(value)
    ? { value, unit: unitOf(sign, after), scale, isScaled: magnitude !== undefined }
    : undefined
}

function scaleOf(magnitude: string | undefined): number {
  const first = magnitude?.[0]?.toLowerCase() ?? ''
  if (magnitude?.toLowerCase() === 'thousand' || first === 'k') return 1e3
  if (magnitude?.toLowerCase() === 'trillion' || first === 't') return 1e12
  return first === 'm' ? 1e6 : first === 'b' ? 1e9 : 1
}

function unitOf(sign: string | undefined, after: string | undefined): string {
  if (sign !== undefined) return sign
  const word = after?.toLowerCase() ?? ''
  if (word === '') return ''
  if (word.startsWith('b')) return 'bps'
  return word === '%' || word === 'percent' ? '%' : '°'
}

/** From this value on, degrees are whole degrees of a day's weather, not degrees of global warming. */
const WARM = 5

/** Returns the range for whole numbers of things, and for whole degrees: more than 2 is at least 3. */
function counted(threshold: Threshold): Threshold {
  const { low, high, withLow, withHigh, unit } = threshold
  const isCount = (value: number): boolean =>
    Number.isInteger(value) && (unit === '' ? Math.abs(value) < 1_000 : unit === '°' && value >= WARM)
  const said = { low, high }
  if (!withLow && isCount(low)) return { ...threshold, low: low + 1, withLow: true, said }
  if (!withHigh && isCount(high)) return { ...threshold, high: high - 1, withHigh: true, said }
  return threshold
}

/** Moves the ends to possible values. A number with a decimal point is not a count, so 9.1 is above 9.0. */
function whole(read: Threshold, taken: string, text: string): Threshold {
  const step = stepOf(read.unit, text)
  if (step !== undefined) return stepped(read, step)
  return /\d\.\d/.test(taken) ? read : counted(read)
}

const ofCentralBanks = /\b(?:fed|federal reserve|rates?|central bank)\b/i
const ofStatistics = /\b(?:cpi|inflation|unemployment|pce)\b/i

/** Returns the distance between the values that a central bank can decide on, or that a statistic is published in. */
function stepOf(unit: string, text: string): number | undefined {
  if (unit === 'bps' && ofCentralBanks.test(text)) return 25
  return unit === '%' && ofStatistics.test(text) ? 0.1 : undefined
}

/** Moves the ends to possible values: more than 25 bps is at least 50, and above 3.0 % at least 3.1. */
function stepped(threshold: Threshold, step: number): Threshold {
  const { low, high, withLow, withHigh } = threshold
  const moved = (value: number): number => Number((value + step).toFixed(6))
  const isOn = (value: number): boolean =>
    Number.isFinite(value) && Math.abs(value / step - Math.round(value / step)) < 1e-6
  const next = { ...threshold, step }
  if (!withLow && isOn(low)) return { ...next, low: moved(low), withLow: true }
  if (!withHigh && isOn(high)) return { ...next, high: Number((high - step).toFixed(6)), withHigh: true }
  return isOn(low) || isOn(high) ? next : threshold
}

/** Removes repetitions of the title from a candidate's label. If they differ in whether the end counts, the first is correct. */
function distinct(found: readonly Threshold[]): readonly Threshold[] {
  const kept: Threshold[] = []
  for (const one of found) {
    const twin = kept.findIndex((other) => other.low === one.low && other.high === one.high)
    if (twin < 0) kept.push(one)
    else if (kept[twin]?.unit === '' && one.unit !== '')
      kept[twin] = { ...(kept[twin] as Threshold), unit: one.unit }
  }
  return kept
}
