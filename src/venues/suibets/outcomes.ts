import type { Located, ResolvedName } from '../../venue-kit/contract/outcome.js'
import type { OutcomeSource } from '../../venue-kit/contract/venue.js'
import { marketIdOf, outcomeIdOf, readMarketId, readOutcomeId, type Side, type SideRef } from './ids.js'
import { fetchOffer } from './native/offers.js'
import { describePrediction } from './native/prediction.js'
import { statusOf } from './native/states.js'

/** The id contains all data of an outcome. */
export type Facts = SideRef

const sides: readonly Side[] = ['creator', 'taker']

export const outcomeSource: OutcomeSource<Facts> = {
  hint: () =>
    "An outcome id is <offer>:creator or <offer>:taker, such as 421:creator, found as outcomeId in a market's outcomes.",

  async locate(id, ctx): Promise<ResolvedName<Facts> | undefined> {
    const ref = readOutcomeId(id)
    const number = ref?.offer ?? readMarketId(id)
    const offer = number === undefined ? undefined : await fetchOffer(number, ctx)
    if (offer === undefined) return undefined
    if (ref === undefined) {
      const pick = describePrediction(offer)
      const outcomes = sides.map((side) => ({
        outcomeId: outcomeIdOf({ offer: offer.id, side }),
        label: side === 'creator' ? pick : `Not ${pick}`,
      }))
      return { kind: 'market', marketId: marketIdOf(offer.id), outcomes }
    }
    const now = ctx.clock.now()
    const toLocated = (side: Side): Located<Facts> => ({
      outcomeId: outcomeIdOf({ ...ref, side }),
      ...(offer.createdAt === undefined ? {} : { listedAt: offer.createdAt }),
      ...(statusOf(offer, now) === 'active' ? {} : { closedAt: offer.settledAt ?? now }),
      ...(offer.status === 'settled' ? { isSettled: true as const } : {}),
      facts: { ...ref, side },
    })
    const others = sides.filter((side) => side !== ref.side).map(toLocated)
    return { kind: 'outcome', outcome: toLocated(ref.side), others }
  },
}
