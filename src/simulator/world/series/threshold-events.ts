import { MINUTE_MS } from '../../../api/times/span.js'
import { mix, scaleBetween } from '../common/hash.js'
import type { Payout } from '../common/types.js'
import { underlyingOf } from '../prices/price-path.js'
import { type EventCore, endTimesOf, type PlanOf, pickManner, type WorldMarketDraft, yesNo } from './draft.js'
import { fillLabel, toNumberText } from './labels.js'

/** The standard deviations between neighboring strikes. */
const STRIKE_GAP = 0.4

/** Returns the center of a quantity for this cycle, which varies between events by whole steps. */
function centreOf(core: EventCore, plan: { readonly centre: number; readonly step: number }): number {
  return plan.centre + ((mix(core.seed, 0x71) % 5) - 2) * plan.step
}

/** Creates the markets of a strike ladder: is the quantity above each value? Higher values have lower prices. */
export function createStrikeEvent(
  core: EventCore,
  plan: PlanOf<'strike-ladder'>,
): readonly WorldMarketDraft[] {
  const level = underlyingOf(core).at(core.endsAt)
  const middle = (plan.count - 1) / 2
  return Array.from({ length: plan.count }, (_, index): WorldMarketDraft => {
    const floor = rounded(centreOf(core, plan) + (index - middle) * plan.step)
    const sigma = (index - middle) * STRIKE_GAP
    const value = toNumberText(floor)
    return {
      ...pickManner(core, index, index % 2 === 0 ? 'steady' : 'quiet'),
      ...endTimesOf(core),
      code: `T${floor}`,
      question: fillLabel(plan.question, core, { value }),
      label: value,
      ...yesNo,
      payout: level > sigma ? 1 : 0,
      strike: { floor },
      pricing: { kind: 'above', sigma },
    }
  })
}

/** Creates the markets of ranges: in which range does the quantity end? */
export function createRangeBuckets(
  core: EventCore,
  plan: PlanOf<'range-buckets'>,
): readonly WorldMarketDraft[] {
  const level = underlyingOf(core).at(core.endsAt)
  const edges = plan.count - 1
  const edge = (index: number): number =>
    rounded(centreOf(core, plan) + (index - (edges - 1) / 2) * plan.step)
  const sigma = (index: number): number => (index - (edges - 1) / 2) * STRIKE_GAP
  return Array.from({ length: plan.count }, (_, index): WorldMarketDraft => {
    const low = index === 0 ? undefined : sigma(index - 1)
    const high = index === edges ? undefined : sigma(index)
    const inside = (low === undefined || level >= low) && (high === undefined || level < high)
    const range = {
      ...(low === undefined ? {} : { floor: edge(index - 1) }),
      ...(high === undefined ? {} : { cap: edge(index) - 1 }),
    }
    const { label, code } = rangeWords(range, plan.unit)
    return {
      ...pickManner(core, index, index === 0 ? 'quiet' : 'steady'),
      ...endTimesOf(core),
      code,
      question: fillLabel(plan.question, core, { value: label }),
      label,
      ...yesNo,
      payout: inside ? 1 : 0,
      strike: range,
      pricing: { kind: 'between', low, high },
    }
  })
}

/** Whole numbers, both ends inside the range. */
function rangeWords(
  { floor, cap }: { readonly floor?: number; readonly cap?: number },
  unit: string,
): { readonly label: string; readonly code: string } {
  if (floor !== undefined && cap !== undefined) {
    return { label: `${floor}-${cap}${unit}`, code: `B${(floor + cap) / 2}` }
  }
  return floor === undefined
    ? { label: `${cap}${unit} or below`, code: `T${(cap ?? 0) + 1}` }
    : { label: `${floor}${unit} or above`, code: `T${floor}` }
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}

/** Returns when the event of a date ladder happens: two times in five, late enough that early deadlines have failed. */
export function happensAt(core: EventCore): number {
  if (mix(core.seed, 0x81) % 5 >= 2) return Number.POSITIVE_INFINITY
  return wholeMinute(core, scaleBetween(mix(core.seed, 0x82), 0.4, 0.95))
}

function wholeMinute(core: EventCore, share: number): number {
  return core.opensAt + Math.floor(((core.endsAt - core.opensAt) * share) / MINUTE_MS) * MINUTE_MS
}

/** Creates the markets of successive deadlines; all deadlines after the event happened resolve YES. */
export function createDateEvent(core: EventCore, plan: PlanOf<'date-ladder'>): readonly WorldMarketDraft[] {
  const decidedAt = happensAt(core)
  return Array.from({ length: plan.rungs }, (_, index): WorldMarketDraft => {
    const endsAt = wholeMinute(core, (index + 1) / plan.rungs)
    const rung = { opensAt: core.opensAt, endsAt }
    const payout: Payout = decidedAt <= endsAt ? 1 : 0
    return {
      ...pickManner(core, index, index === plan.rungs - 1 ? 'steady' : 'quiet'),
      endsAt,
      closesAt: Math.min(endsAt, decidedAt),
      code: `D${index + 1}`,
      question: fillLabel(plan.question, rung),
      label: fillLabel('{date}', rung),
      ...yesNo,
      payout,
      pricing: { kind: 'walk', base: -1.6 + 0.5 * index },
    }
  })
}
