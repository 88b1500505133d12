import { axes, twoSided } from '../words/vocabulary.js'
import type { Features } from './features.js'

interface ComparedDirections {
  /** One is the negation of the other. */
  readonly isContrary: boolean
  /** Their directions differ, and there is a case between them. */
  readonly isOther: boolean
  readonly words: readonly string[]
}

export function compareDirections(a: Features, b: Features): ComparedDirections {
  const axesOfBoth = new Set([...a.signs.keys(), ...b.signs.keys()])
  const turnedAxes = [...axesOfBoth].filter((axis) => (a.signs.get(axis) ?? 1) !== (b.signs.get(axis) ?? 1))
  const isNegated = a.isNegated !== b.isNegated
  const isSwapped = areSwapped(a, b)
  const exact = turnedAxes.filter((axis) => twoSided.has(axis)).length + (isNegated ? 1 : 0)
  const words = [
    ...turnedAxes.map((axis) => `they have opposite directions (${oppositesOf(axis)})`),
    ...(isNegated ? [`${a.isNegated ? a.venue : b.venue} pays if the event does not happen`] : []),
    ...(isSwapped ? ['the two sides are reversed'] : []),
  ]
  return {
    isContrary: exact % 2 === 1,
    isOther: isSwapped || turnedAxes.some((axis) => !twoSided.has(axis)),
    words,
  }
}

function oppositesOf(axis: string): string {
  return [...axes].flatMap(([word, [of]]) => (of === axis ? [word] : [])).join(' or ')
}

function areSwapped({ order: a }: Features, { order: b }: Features): boolean {
  if (a === undefined || b === undefined || a.verb !== b.verb) return false
  const common = (some: readonly string[], others: readonly string[]): number =>
    some.filter((word) => others.includes(word)).length
  const [there, back] = [common(a.left, b.right), common(a.right, b.left)]
  const staying = common(a.left, b.left)
  return there > 0 && back > 0 && there + back > (a.verb === 'than' ? staying : 2 * staying)
}
