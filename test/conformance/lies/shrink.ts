import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { Rule } from './judge.js'
import { type Plan, smallerPlans } from './plan.js'
import { playPlan } from './play.js'

/** Plans that are tried at most. */
const MAX_TRIES = 30

/** Makes a plan smaller as long as it breaks the same rule. */
export async function shrinkPlan(venue: VenueId, plan: Plan, rule: Rule): Promise<Plan> {
  let smallest = plan
  let tries = 0
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false
    for (const smaller of smallerPlans(smallest)) {
      if (++tries > MAX_TRIES) return smallest
      const { findings } = await playPlan(venue, smaller)
      if (!findings.some((finding) => finding.rule === rule)) continue
      smallest = smaller
      isSmaller = true
      break
    }
  }
  return smallest
}
