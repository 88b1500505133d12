import { mix } from '../common/hash.js'
import type { Activity, BookShape, Tick, WorldEvent, WorldMarket } from '../common/types.js'
import type { SeriesDesign } from './series.js'

/** The parts of an event that its markets depend on. */
export type EventCore = Pick<WorldEvent, 'key' | 'number' | 'seed' | 'slug' | 'cycle' | 'opensAt' | 'endsAt'>

/** A market before it has its ids. */
export type WorldMarketDraft = Omit<
  WorldMarket,
  'key' | 'number' | 'seed' | 'eventKey' | 'index' | 'slug' | 'opensAt' | 'resolvesAt'
>

/** The plan of one kind. */
export type PlanOf<Kind extends SeriesDesign['kind']> = Extract<SeriesDesign, { kind: Kind }>

/** The outcome labels of a yes-no question. */
export const yesNo = { yesLabel: 'Yes', noLabel: 'No' } as const

/** Returns the tick size, activity and book shape of a market. */
export function pickManner(
  core: EventCore,
  index: number,
  activity: Activity,
): Pick<WorldMarketDraft, 'tick' | 'activity' | 'bookShape'> {
  const chance = mix(core.seed, 0x11 + index)
  const tick: Tick = chance % 4 === 0 ? 0.001 : 0.01
  return { tick, activity, bookShape: bookShapeOf(activity, chance >>> 8) }
}

function bookShapeOf(activity: Activity, chance: number): BookShape {
  const rare = ['asks-only', 'bids-only', 'empty', 'two-sided'] as const
  if (activity === 'never') return rare[chance % 4] ?? 'empty'
  if (activity === 'quiet' || activity === 'gappy') return rare[chance % 14] ?? 'two-sided'
  return 'two-sided'
}

/** Returns the end of a market that ends with its event. */
export function endTimesOf(core: EventCore): Pick<WorldMarketDraft, 'endsAt' | 'closesAt'> {
  return { endsAt: core.endsAt, closesAt: core.endsAt }
}
