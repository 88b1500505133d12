import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { ExchangeOptions } from './exchange.js'
import type { Rule } from './findings.js'
import { type Plan, smallerPlans } from './steps.js'
import { playPlan } from './table.js'

/** Plans that are tried at most. */
const MAX_TRIES = 60

/** Makes a plan smaller as long as it breaks the same rule. */
export async function shrinkPlan(
  id: VenueId,
  plan: Plan,
  rule: Rule,
  options: ExchangeOptions = {},
): Promise<Plan> {
  let smallest = plan
  let tries = 0
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false
    for (const smaller of smallerPlans(smallest)) {
      if (++tries > MAX_TRIES) return smallest
      if (!(await breaks(id, smaller, rule, options))) continue
      smallest = smaller
      isSmaller = true
      break
    }
  }
  return smallest
}

async function breaks(id: VenueId, plan: Plan, rule: Rule, options: ExchangeOptions): Promise<boolean> {
  const { findings } = await playPlan(id, plan, options)
  return findings.some((finding) => finding.rule === rule)
}
