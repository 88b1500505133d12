import type { Status } from '../../../venue-kit/contract/venue.js'

/**
 * The venue's names for the states of a pool, and whether each is open for trading. Two of them have other names in the venue's
 * SDK (the API does not use `Trading`, `InReview` and `InEvaluation`; ../README.md).
 */
export const states = {
  New: 'active',
  Live: 'active',
  Closing_Soon: 'active',
  Pending_Finalization: 'closed',
  Waiting_for_Result: 'closed',
  Dispute_Window_Open: 'closed',
  Under_Dispute: 'closed',
  Appeal_Window_Open: 'closed',
  Under_Appeal: 'closed',
  Closed: 'closed',
} as const satisfies Record<string, Status>

export type State = keyof typeof states

export const stateWords = Object.keys(states) as readonly State[]

/** Returns the venue's states for a unified status. */
export function statesOf(status: Status): readonly State[] {
  return stateWords.filter((state) => states[state] === status)
}
