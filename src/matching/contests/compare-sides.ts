import type { Contest } from './contest.js'
import { areSameSide } from './same-sides.js'
import { areCodesOf, areSameCodes } from './sides.js'

/** Compares the sides of two contests: the same, in reverse order, by their codes, or not. */
export function compareSides(a: Contest, b: Contest): 'same' | 'turned' | 'coded' | 'unknown' | 'other' {
  if (a.sides !== undefined && b.sides !== undefined) {
    if (areSameSide(a.sides[0], b.sides[0]) && areSameSide(a.sides[1], b.sides[1])) return 'same'
    return areSameSide(a.sides[0], b.sides[1]) && areSameSide(a.sides[1], b.sides[0]) ? 'turned' : 'other'
  }
  const answers = [coded(a, b), coded(b, a)].filter((one) => one !== undefined)
  if (answers.length === 0) return 'unknown'
  return answers.some((one) => one) ? 'coded' : 'other'
}

function coded(a: Contest, b: Contest): boolean | undefined {
  if (b.codes === undefined) return undefined
  const isOfSlug = a.slugCodes !== undefined && areSameCodes(a.slugCodes, b.codes)
  if (a.sides !== undefined) return isOfSlug || areCodesOf(b.codes, a.sides)
  return a.slugCodes === undefined ? undefined : areSameCodes(a.slugCodes, b.codes)
}
