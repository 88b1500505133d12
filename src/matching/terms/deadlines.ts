import { DAY_MS } from '../../api/times/resolution.js'
import { instantIn, monthOf, startOfDay } from './calendar.js'

/**
 * When a question is decided, by its text: `by` a moment, `in` a period, `on` a day, `at` an instant, or an `edition`: the year
 * or season in the name of its subject. Epoch ms UTC; days are calendar days, as if UTC.
 */
export interface Deadline {
  readonly kind: 'by' | 'in' | 'on' | 'at' | 'edition'
  /** Start of the period. Absent for `by`, which begins with the market. */
  readonly from?: number
  /** Exclusive end; for `at` the instant itself. */
  readonly to: number
  /** The text has the end of a period: for assets traded on weekdays it may be a day or two earlier. */
  readonly isLast?: true
}

export interface ReadDeadlines {
  readonly deadlines: readonly Deadline[]
  /** The text without them. */
  readonly rest: string
}

const month =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?'

const dayNumber = '(\\d{1,2})(?:st|nd|rd|th)?(?![\\d%]|:\\d|[.,]\\d| ?[ap]m)'
const year = '(20\\d\\d)(?![\\d,.%]*\\d)(?!-\\d)'

const before =
  '(?:\\b(by the end of|by end of|at the end of|end of|by|before|prior to|until|till|through|in|on|at|as of|after|during|for|from)\\s+(?:the )?)?'

const clock = '(\\d{1,2})(?::(\\d{2}))?\\s*(am|pm)?'
const zone = '(utc|gmt|est|edt|et|pst|pdt|pt|ct)\\b'
const time = `(?:,?\\s*(?:at |\\()?${clock}(?:\\s*-\\s*${clock})?\\s*${zone}\\)?)?`

type Made = Deadline | undefined

type Reader = readonly [pattern: RegExp, read: (parts: Parts, end: number | undefined) => Made]

type Parts = readonly (string | undefined)[]

function pattern(text: string): RegExp {
  return new RegExp(text, 'gi')
}

/** Super Bowl LX was played in February 2026. */
const YEAR_BEFORE_SUPER_BOWL = 1966

const romans: Readonly<Record<string, number>> = { l: 50, x: 10, v: 5, i: 1 }

/** Returns the value of a Roman numeral of these letters, or undefined if it is none. */
function numberOf(roman: string): number | undefined {
  const values = [...roman.toLowerCase()].map((letter) => romans[letter] ?? 0)
  const value = values.reduce((sum, one, at) => sum + (one < (values[at + 1] ?? 0) ? -one : one), 0)
  return value > 0 ? value : undefined
}

/** The year before a prize was first given, by words of its name. */
const yearsBefore: readonly (readonly [name: string, year: number])[] = [
  ['academy', 1928],
  ['oscar', 1928],
  ['grammy', 1958],
  ['globe', 1943],
  ['emmy', 1948],
  ['tony', 1947],
  ['bafta', 1947],
]

/** From the most specific form to the least: text that one matches is not available to the next. */
const readers: readonly Reader[] = [
  [
    pattern(`${before}(20\\d\\d)-(\\d\\d)-(\\d\\d)`),
    ([, word, y, m, d]) => dayDeadline(word, startOfDay(Number(y), Number(m) - 1, Number(d))),
  ],
  [
    pattern(
      `${before}${month} ${dayNumber}(?:,? ${year})?\\s*(?:-|to|through)\\s*(?:${month} )?${dayNumber}(?:,? ${year})?`,
    ),
    ([, , m1, d1, y1, m2, d2, y2], end) => {
      const to = dayNamed(m2 ?? m1, d2, y2 ?? y1, end)
      const from = to && dayNamed(m1, d1, y1 ?? String(new Date(to).getUTCFullYear()), end)
      return to === undefined || from === undefined ? undefined : { kind: 'in', from, to: to + DAY_MS }
    },
  ],
  [
    pattern(`${before}${month} ${dayNumber}(?:,? ${year})?${time}`),
    ([, word, m, d, y, ...clocks], end) => timedDeadline(word, dayNamed(m, d, y, end), clocks),
  ],
  [
    pattern(`${before}(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${month}(?:,? ${year})?${time}`),
    ([, word, d, m, y, ...clocks], end) => timedDeadline(word, dayNamed(m, d, y, end), clocks),
  ],
  [
    // The month before a statistic: `May Unemployment Rate`.
    pattern(
      '\\bMay (?=(?:inflation|unemployment|cpi|ppi|pce|jobs|payrolls|nonfarm|retail|gdp|core|jobless|ism)\\b)',
    ),
    (_, end) => {
      const of = nearestYear(4, 28, end)
      return of === undefined ? undefined : stretch(undefined, startOfDay(of, 4, 1), startOfDay(of, 5, 1))
    },
  ],
  [
    pattern(`${before}q([1-4]),? ${year}`),
    ([, word, q, y]) =>
      stretch(word, startOfDay(Number(y), Number(q) * 3 - 3, 1), startOfDay(Number(y), Number(q) * 3, 1)),
  ],
  [
    pattern(`${before}\\bq([1-4])\\b`),
    ([, word, q], end) => {
      const of = yearOfQuarter(Number(q), end)
      return of === undefined
        ? undefined
        : stretch(word, startOfDay(of, Number(q) * 3 - 3, 1), startOfDay(of, Number(q) * 3, 1))
    },
  ],
  [
    pattern(`${before}${month}(?: of)?(?:,? ${year})?`),
    ([all, word, m, y], end) => {
      // It is a word of its own: `may` without anything that makes it a month.
      if (/^(?:may|mar|dec)$/i.test(all ?? '')) return undefined
      const index = monthOf(m ?? '')
      const of = y === undefined ? nearestYear(index, 28, end) : Number(y)
      if (index === undefined || of === undefined) return undefined
      return stretch(word, startOfDay(of, index, 1), startOfDay(of, index + 1, 1))
    },
  ],
  [
    pattern('(20\\d\\d) ?[-/] ?(?:20)?(\\d\\d)(?!\\d)'),
    ([, y]) => ({ kind: 'edition', from: startOfDay(Number(y), 6, 1), to: startOfDay(Number(y) + 1, 6, 1) }),
  ],
  [
    pattern(
      '\\b(\\d\\d)(?:st|nd|rd|th) (?:annual )?(?=(academy awards|oscars|grammy|golden globe|(?:primetime )?emmy|tony|(?:british academy|bafta)))',
    ),
    ([, nth, prize = '']) => {
      const before = yearsBefore.find(([name]) => prize.toLowerCase().includes(name))?.[1]
      return before === undefined ? undefined : yearStretch(undefined, before + Number(nth))
    },
  ],
  [
    pattern('(?<=\\bsuper bowl )(?:([lxvi]+)|(\\d\\d))\\b'),
    ([, roman, number]) => {
      const nth = number === undefined ? numberOf(roman ?? '') : Number(number)
      return nth === undefined ? undefined : yearStretch(undefined, YEAR_BEFORE_SUPER_BOWL + nth)
    },
  ],
  [pattern('\\bthis (year|month)\\b'), ([, of], end) => stretchNow(of, end)],
  [
    pattern(`(?<![$€£#\\d.,-])${before}\\b${year}(?! ?(?:%|bps|tps|points|people))`),
    ([, word, y], end) => yearDeadline(word, Number(y), end),
  ],
]

/**
 * Reads the moments and periods of a text, and the text without them.
 * @param text as `plain` returns it
 * @param end when the market is decided, if known: it determines the year of a month without one
 */
export function readDeadlines(text: string, end: number | undefined): ReadDeadlines {
  const found: Deadline[] = []
  let rest = text
  for (const [form, read] of readers) {
    rest = rest.replace(form, (...parts: (string | undefined)[]) => {
      const made = read(parts.slice(0, -2), end)
      if (made === undefined) return parts[0] ?? ''
      found.push(made)
      return ' ; '
    })
  }
  return { deadlines: withTimeOfDay(found, rest, end), rest: rest.replace(alone, ' ; ') }
}

const alone = pattern(`(?:\\bat )?\\b${clock}(?:\\s*-\\s*${clock})?\\s*${zone}`)

/** Adds a time of day that is separate from its day, as in `at 12am EST`: for the one named day, or the day of the decision. */
function withTimeOfDay(
  found: readonly Deadline[],
  rest: string,
  end: number | undefined,
): readonly Deadline[] {
  const [parts] = rest.matchAll(alone)
  if (parts === undefined) return found
  const day = found.find(({ kind }) => kind === 'on')
  if (day === undefined) {
    // The hour adds nothing to the moment of the decision.
    return end === undefined || found.length > 0 ? found : [{ kind: 'at', to: end }]
  }
  const at = timedDeadline('on', day.from, parts.slice(1))
  return at === undefined ? found : [...found.filter((one) => one !== day), at]
}

function timedDeadline(word: string | undefined, day: number | undefined, clocks: Parts): Made {
  if (day === undefined) return undefined
  const [hour, minute, half, toHour, toMinute, toHalf, inZone] = clocks
  const kind = dayDeadline(word, day)
  if (hour === undefined || inZone === undefined || kind.kind === 'by') return kind
  const isRange = toHour !== undefined
  const endHalf = toHalf ?? half
  const to = instantIn(
    inZone,
    day,
    isRange ? minutesOf(toHour, toMinute, endHalf) : minutesOf(hour, minute, half),
  )
  if (to === undefined) return kind
  const from = isRange ? instantIn(inZone, day, minutesOf(hour, minute, half ?? toHalf)) : undefined
  return from === undefined ? { kind: 'at', to } : { kind: 'at', from, to: to < from ? to + DAY_MS : to }
}

function minutesOf(hour: string | undefined, minute: string | undefined, half: string | undefined): number {
  const told = Number(hour)
  const hours = half === undefined ? told : (told % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
  return hours * 60 + Number(minute ?? 0)
}

function dayDeadline(word: string | undefined, day: number): Deadline {
  const said = word?.toLowerCase() ?? ''
  if (said === 'before' || said === 'prior to') return { kind: 'by', to: day }
  if (/^(?:by|until|till|through)/.test(said)) return { kind: 'by', to: day + DAY_MS }
  return { kind: 'on', from: day, to: day + DAY_MS }
}

function stretch(word: string | undefined, from: number, to: number): Deadline {
  const said = word?.toLowerCase() ?? ''
  if (said === 'before' || said === 'prior to') return { kind: 'by', to: from }
  if (/^(?:by|until|till|through)/.test(said)) return { kind: 'by', to }
  // The end of a period is its last day.
  if (said.endsWith('end of')) return { kind: 'on', from: to - DAY_MS, to, isLast: true }
  return { kind: 'in', from, to }
}

function yearStretch(word: string | undefined, of: number): Deadline {
  const made = stretch(word, startOfDay(of, 0, 1), startOfDay(of + 1, 0, 1))
  // After an election of a year is not a time: the year names the election.
  return word === undefined || word.toLowerCase() === 'after' ? { ...made, kind: 'edition' } : made
}

/** Returns the year or month that is over when the market is decided. */
function stretchNow(of: string | undefined, end: number | undefined): Made {
  if (end === undefined) return undefined
  const within = new Date(end - 1.5 * DAY_MS)
  const [year, month] = [within.getUTCFullYear(), within.getUTCMonth()]
  return of?.toLowerCase() === 'year'
    ? { kind: 'in', from: startOfDay(year, 0, 1), to: startOfDay(year + 1, 0, 1) }
    : { kind: 'in', from: startOfDay(year, month, 1), to: startOfDay(year, month + 1, 1) }
}

/** Returns the deadline of a year: `by 2030` means its first day as often as its last; the time of the decision shows which. */
function yearDeadline(word: string | undefined, of: number, end: number | undefined): Deadline {
  const begins = startOfDay(of, 0, 1)
  const isDecidedFirst = end !== undefined && Math.abs(end - begins) <= 3 * DAY_MS
  if (isDecidedFirst && word?.toLowerCase() === 'by') return { kind: 'by', to: begins }
  return yearStretch(word, of)
}

function dayNamed(
  m: string | undefined,
  d: string | undefined,
  y: string | undefined,
  end: number | undefined,
): number | undefined {
  const index = monthOf(m ?? '')
  const day = Number(d)
  if (index === undefined || day < 1 || day > 31) return undefined
  const of = y === undefined ? nearestYear(index, day, end) : Number(y)
  return of === undefined ? undefined : startOfDay(of, index, day)
}

const REPORTED_MS = 10 * DAY_MS

/** Returns the year of the last quarter with a number that is over when the market is decided: its figures come later. */
function yearOfQuarter(q: number, end: number | undefined): number | undefined {
  if (end === undefined) return undefined
  const of = new Date(end).getUTCFullYear()
  return startOfDay(of, q * 3, 1) <= end + REPORTED_MS ? of : of - 1
}

/** Returns the year in which a day is closest to the decision of the market. */
function nearestYear(index: number | undefined, day: number, end: number | undefined): number | undefined {
  if (index === undefined || end === undefined) return undefined
  const around = new Date(end).getUTCFullYear()
  const distance = (of: number): number => Math.abs(startOfDay(of, index, day) - end)
  return [around - 1, around, around + 1].reduce((best, of) => (distance(of) < distance(best) ? of : best))
}
