import type { VenueId } from '../../../src/api/envelope/venue-ids.js'

/** No venue of the wire: only the copy of the sources that the test makes knows it. */
export const VENUE = 'seventeenth' as string as VenueId

export type Side = 'y' | 'n'

/** The contract and side of an outcome id, `17-<number>-y` or `-n`. */
export function readToken(text: string): { readonly contract: string; readonly side: Side } | undefined {
  const match = /^(17-\d{1,15})-([yn])$/.exec(text.trim())
  return match?.[1] === undefined ? undefined : { contract: match[1], side: match[2] === 'y' ? 'y' : 'n' }
}

/** Whether a text can be the id of a contract, which is that of its market. */
export function isContract(text: string): boolean {
  return /^17-\d{1,15}$/.test(text)
}

export function isEvent(text: string): boolean {
  return /^e17-\d{1,15}$/.test(text)
}

export function tokenOf(contract: string, side: Side): string {
  return `${contract}-${side}`
}
