import { compareSpans, parseAsMoneyLike, renderThreshold, type Spans } from '../terms/compare-spans.js'
import type { Threshold } from '../terms/thresholds.js'
import type { Features } from './features.js'

export interface ComparedSpans {
  /** `unmatched`: one has values and the other has none, or fewer. */
  readonly order: Spans | 'unmatched'
  /** Only one touch of one of the values is required. */
  readonly isTouch: boolean
  /** One value only has to be touched once, and the other must hold at a given time. */
  readonly isMixed: boolean
  readonly trust: number
  readonly words: readonly string[]
}

/** Compares the thresholds of two markets. */
export function compareThresholds(a: Features, b: Features): ComparedSpans {
  const [told, others] = [inOrder(a, b), inOrder(b, a)]
  const first = told.map((one, at) => parseAsMoneyLike(one, others[at]))
  const second = others.map((one, at) => parseAsMoneyLike(one, told[at]))
  const isTouch = [...first, ...second].some((one) => one.isTouch)
  const isMixed = isTouch && [...first, ...second].some((one) => !one.isTouch)
  if (first.length === 0 && second.length === 0)
    return { order: 'same', isTouch, isMixed, trust: 1, words: [] }
  const order = orderOf(first, second)
  const [ours, theirs] = [first, second].map((some) => some.map(renderThreshold).join(' and '))
  const words =
    order === 'same' && ours === theirs
      ? [`both require ${ours}`]
      : [`${a.venue} requires ${ours || 'no value'}, ${b.venue} requires ${theirs || 'no value'}`]
  return { order, isTouch, isMixed, trust: ours === theirs ? 1 : 0.95, words }
}

function inOrder({ thresholds, when }: Features, { when: other }: Features): readonly Threshold[] {
  // What happens by the end of a year happens in it.
  const isInYear = when.said?.kind === 'in' && other.said?.kind === 'by' && when.said.to === other.said.to
  const isUntil = when.said?.kind === 'by' || isInYear
  // Above a value by some day is above it on any day before.
  const read = isUntil ? thresholds.map((one) => ({ ...one, isTouch: true })) : thresholds
  return [...read].sort((x, y) => x.low - y.low || x.high - y.high)
}

function orderOf(a: readonly Threshold[], b: readonly Threshold[]): Spans | 'unmatched' {
  if (a.length !== b.length) return 'unmatched'
  const orders = a.map((one, at) => {
    const other = b[at]
    return other === undefined || one.isLine !== other.isLine
      ? 'apart'
      : withTouch(compareSpans(one, other), one, other)
  })
  const others = orders.filter((order) => order !== 'same')
  if (others.length > 1) return 'apart'
  return others[0] ?? 'same'
}

/** A value that holds at a given time has been touched, but a touched value need not hold. */
function withTouch(span: Spans, a: Threshold, b: Threshold): Spans {
  // A price may both rise to one value and fall to another, or do neither.
  if (span === 'contrary' && (a.isTouch || b.isTouch)) return 'apart'
  if (a.isTouch === b.isTouch || span === 'apart' || span === 'contrary') return span
  const touch: Spans = b.isTouch ? 'within' : 'around'
  return span === 'same' || span === touch ? touch : 'across'
}
