import type { Located } from '../../../src/venue-kit/contract/outcome.js'
import type { OutcomeSource } from '../../../src/venue-kit/contract/venue.js'
import { isContract, readToken, type Side, tokenOf } from './ids.js'
import { findContract } from './lookup.js'
import type { NativeContract } from './wire.js'

/** Everything is asked for by the outcome's own id. */
export type Facts = Readonly<Record<string, never>>

export const outcomeSource: OutcomeSource<Facts> = {
  hint: () => 'An outcome id is 17-<number>-y or -n.',

  async locate(text, ctx) {
    const token = readToken(text)
    const contract = token?.contract ?? text
    if (!isContract(contract)) return undefined
    const found = await findContract(contract, ctx)
    if (found === undefined) return undefined
    if (token !== undefined) return { kind: 'outcome', outcome: toLocated(found.contract, token.side) }
    const outcomes = (['y', 'n'] as const).map((side) => ({ outcomeId: tokenOf(contract, side) }))
    return { kind: 'market', marketId: contract, outcomes }
  },
}

function toLocated({ id, opens, closed, state }: NativeContract, side: Side): Located<Facts> {
  return {
    outcomeId: tokenOf(id, side),
    listedAt: opens,
    ...(closed === undefined ? {} : { closedAt: closed }),
    ...(state === 'settled' ? { isSettled: true } : {}),
    facts: {},
  }
}
