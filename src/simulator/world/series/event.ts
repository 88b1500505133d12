import { MINUTE_MS } from '../../../api/times/span.js'
import { mix } from '../common/hash.js'
import type { EventShape, WorldEvent, WorldMarket } from '../common/types.js'
import { MAX_SERIES } from './catalog.js'
import type { EventCore } from './draft.js'
import { drawTeams, fillLabel } from './labels.js'
import { draftMarkets } from './markets.js'
import type { SeriesDesign, SeriesPlan } from './series.js'
import { happensAt } from './threshold-events.js'

/** The first event number, larger than any index. */
const FIRST_NUMBER = 1_000
/** Maximum number of markets of one event. */
export const MAX_MARKETS = 32
/** Duration of a match from its start. */
const MATCH_MS = 130 * MINUTE_MS

/**
 * Builds the `cycle`-th event of a series, a pure function of the seed. Texts and markets are built on first use, because lists
 * contain many events of which few are read.
 */
export function buildEvent(seed: number, seriesPlan: SeriesPlan, cycle: number): WorldEvent {
  const { series, timetable, plan } = seriesPlan
  const core = coreOf(seed, seriesPlan, cycle)
  const closesAt = plan.kind === 'date-ladder' ? Math.min(core.endsAt, happensAt(core)) : core.endsAt
  const match = plan.kind === 'match' || plan.kind === 'duel' ? matchFacts(plan, core) : undefined
  let title: string | undefined
  let rules: string | undefined
  let markets: readonly WorldMarket[] | undefined
  return {
    key: core.key,
    number: core.number,
    seed: core.seed,
    slug: core.slug,
    series,
    cycle,
    shape: plan.kind,
    exclusive: isExclusive(plan.kind),
    opensAt: core.opensAt,
    endsAt: core.endsAt,
    closesAt,
    resolvesAt: closesAt + timetable.resultDelayMs,
    ...match,
    get title() {
      title ??= titleOf(plan, core)
      return title
    },
    get rules() {
      rules ??= rulesOf(seriesPlan, core)
      return rules
    },
    get markets() {
      markets ??= buildMarkets(core, seriesPlan)
      return markets
    },
  }
}

function coreOf(seed: number, { series, timetable, chances }: SeriesPlan, cycle: number): EventCore {
  const opensAt = timetable.firstOpensAt + cycle * timetable.periodMs
  return {
    key: `${series.key}.${cycle}`,
    number: FIRST_NUMBER + cycle * MAX_SERIES + series.index,
    seed: mix(mix(seed, chances + 1), cycle),
    slug: `${series.key}-${opensAt / 1000}`,
    cycle,
    opensAt,
    endsAt: opensAt + timetable.tradingMs,
  }
}

function buildMarkets(core: EventCore, plan: SeriesPlan): readonly WorldMarket[] {
  const drafts = draftMarkets(core, plan)
  const single = drafts.length === 1
  return drafts.map(
    (draft, index): WorldMarket => ({
      key: `${core.key}.${index}`,
      number: core.number * MAX_MARKETS + index,
      seed: mix(core.seed, (plan.tradesSeparately ? 0x7a17 : 0x3a17) + index),
      eventKey: core.key,
      index,
      code: draft.code,
      slug: single ? core.slug : `${core.slug}-${draft.code.toLowerCase().replace('.', 'pt')}`,
      question: draft.question,
      ...(draft.label === undefined ? {} : { label: draft.label }),
      yesLabel: draft.yesLabel,
      noLabel: draft.noLabel,
      tick: draft.tick,
      opensAt: core.opensAt,
      endsAt: draft.endsAt,
      closesAt: draft.closesAt,
      resolvesAt: draft.closesAt + plan.timetable.resultDelayMs,
      payout: draft.payout,
      ...(draft.strike === undefined ? {} : { strike: draft.strike }),
      activity: draft.activity,
      bookShape: draft.bookShape,
      pricing: draft.pricing,
    }),
  )
}

/** Returns the series and cycle of an event number. */
export function splitEventNumber(number: number): { readonly index: number; readonly cycle: number } {
  const offset = number - FIRST_NUMBER
  return { index: offset % MAX_SERIES, cycle: Math.floor(offset / MAX_SERIES) }
}

function isExclusive(shape: EventShape): boolean {
  return shape === 'candidates' || shape === 'range-buckets' || shape === 'match'
}

function matchFacts(
  plan: Extract<SeriesDesign, { kind: 'match' | 'duel' }>,
  core: EventCore,
): Pick<WorldEvent, 'startsAt' | 'teams'> {
  return { startsAt: core.endsAt - MATCH_MS, teams: drawTeams(plan.teams, core.seed) }
}

function titleOf(plan: SeriesDesign, core: EventCore): string {
  switch (plan.kind) {
    case 'up-down':
      return fillLabel(`${plan.asset} Up or Down - {window}`, core)
    case 'single':
      return fillLabel(plan.question, core)
    case 'match': {
      const [home, away] = drawTeams(plan.teams, core.seed)
      return `${home.name} vs. ${away.name}`
    }
    case 'duel': {
      const [home, away] = drawTeams(plan.teams, core.seed)
      return `${plan.competition}: ${home.name} vs ${away.name} (BO3)`
    }
    default:
      return fillLabel(plan.title, core)
  }
}

function rulesOf({ plan, source: named = 'the Port Meridian Gazette' }: SeriesPlan, core: EventCore): string {
  const source = `The resolution source is ${named}, or a consensus of credible reporting.`
  switch (plan.kind) {
    case 'up-down':
      return fillLabel(
        `Resolves to “Up” if the price of ${plan.asset} at {time} UTC on {date} is at least its price at the opening of the window, otherwise to “Down”. ${source}`,
        core,
      )
    case 'match':
      return fillLabel(
        `A match of the ${plan.competition} due to end on {date} at {time} UTC. ${source}`,
        core,
      )
    case 'duel':
      return fillLabel(
        `A match of ${plan.competition}, best of three, due to end on {date}. If it is cancelled or tied, this market resolves 50-50. ${source}`,
        core,
      )
    default:
      return fillLabel(
        `Resolves to “Yes” if the named outcome is official by {date}, {time} UTC. Otherwise it resolves to “No”. ${source}`,
        core,
      )
  }
}
