import { mix, scaleBetween, toUnit } from '../common/hash.js'
import { type Activity, contraryOf, type Payout } from '../common/types.js'
import { underlyingOf } from '../prices/price-path.js'
import { type EventCore, endTimesOf, type PlanOf, pickManner, type WorldMarketDraft, yesNo } from './draft.js'
import { draw, drawTeams, fillLabel } from './labels.js'
import { basketball, football, surnameCodeOf } from './names.js'
import type { SeriesPlan } from './series.js'
import { createDateEvent, createRangeBuckets, createStrikeEvent } from './threshold-events.js'

/** Returns the markets of an event, in the order of their numbers. */
export function draftMarkets(core: EventCore, seriesPlan: SeriesPlan): readonly WorldMarketDraft[] {
  const { plan, flagship } = seriesPlan
  switch (plan.kind) {
    case 'up-down':
      return [upDown(core, plan)]
    case 'single':
      return [single(core, plan)]
    case 'candidates':
      return race(core, candidateRunners(core, plan), flagship)
    case 'match':
      return race(core, matchRunners(core, plan), flagship)
    case 'strike-ladder':
      return createStrikeEvent(core, plan)
    case 'range-buckets':
      return createRangeBuckets(core, plan)
    case 'date-ladder':
      return createDateEvent(core, plan)
    case 'duel':
      return duel(core, plan, seriesPlan.splits)
  }
}

function upDown(core: EventCore, plan: PlanOf<'up-down'>): WorldMarketDraft {
  const underlying = underlyingOf(core)
  return {
    ...pickManner(core, 0, 'busy'),
    ...endTimesOf(core),
    code: 'UP',
    question: fillLabel(`${plan.asset} Up or Down - {window}`, core),
    yesLabel: 'Up',
    noLabel: 'Down',
    payout: underlying.at(core.endsAt) >= underlying.at(core.opensAt) ? 1 : 0,
    pricing: { kind: 'rises' },
  }
}

/** Most single questions trade a few times a day; some are busier, some have days without trades, a few never trade. */
const singleActivities = [
  'steady',
  'steady',
  'steady',
  'quiet',
  'quiet',
  'quiet',
  'quiet',
  'gappy',
  'gappy',
  'never',
] as const satisfies readonly Activity[]

function single(core: EventCore, plan: PlanOf<'single'>): WorldMarketDraft {
  const prior = scaleBetween(mix(core.seed, 0x21), 0.08, 0.9)
  const chance = mix(core.seed, 0x22)
  const payout: Payout = chance % 16 === 0 ? 0.5 : toUnit(chance) < prior ? 1 : 0
  const { mirrors } = plan
  return {
    ...pickManner(core, 0, singleActivities[mix(core.seed, 0x23) % singleActivities.length] ?? 'quiet'),
    ...endTimesOf(core),
    code: 'YES',
    question: fillLabel(plan.question, core),
    ...yesNo,
    payout: mirrors === true ? contraryOf(payout) : payout,
    pricing: { kind: 'walk', base: Math.log(prior / (1 - prior)), ...(mirrors && { mirrors }) },
  }
}

interface Runner {
  readonly label: string
  readonly code: string
  readonly question: string
  readonly weight: number
}

function candidateRunners(core: EventCore, plan: PlanOf<'candidates'>): readonly Runner[] {
  const names = plan.pool.length === plan.count ? plan.pool : draw(plan.pool, plan.count, core.seed)
  const teams = [...football, ...basketball]
  const codes = new Set<string>()
  return names.map((name, index) => {
    const wanted = teams.find((team) => team.name === name)?.code ?? surnameCodeOf(name)
    const code = wanted === '' || codes.has(wanted) ? `C${index + 1}` : wanted
    codes.add(code)
    const weight = Math.exp(-0.45 * index) * scaleBetween(mix(core.seed, 0x31 + index), 0.4, 1.6)
    return { label: name, code, question: fillLabel(plan.question, core, { name }), weight }
  })
}

function matchRunners(core: EventCore, plan: PlanOf<'match'>): readonly Runner[] {
  const [home, away] = drawTeams(plan.teams, core.seed)
  const weight = (index: number): number => scaleBetween(mix(core.seed, 0x41 + index), 0.5, 1.7)
  const day = fillLabel('{date}', core)
  const wins = [home, away].map((team, index) => ({
    label: team.name,
    code: team.code,
    question: `Will the ${team.name} win on ${day}?`,
    weight: weight(index),
  }))
  const tie = {
    label: 'Draw',
    code: 'TIE',
    question: `Will ${home.name} vs. ${away.name} end in a draw?`,
    weight: 0.6,
  }
  return plan.draws ? [...wins, tie] : wins
}

function race(core: EventCore, runners: readonly Runner[], flagship: boolean): readonly WorldMarketDraft[] {
  const weights = runners.map(({ weight }) => weight)
  const winner = drawByWeight(weights, toUnit(mix(core.seed, 0x51)))
  return runners.map(({ label, code, question }, index) => ({
    ...pickManner(core, index, runnerActivity(core, index, runners.length, flagship)),
    ...endTimesOf(core),
    code,
    question,
    label,
    ...yesNo,
    payout: index === winner ? 1 : 0,
    pricing: { kind: 'race', runner: index, weights, winner },
  }))
}

function drawByWeight(weights: readonly number[], chance: number): number {
  let left = chance * weights.reduce((sum, weight) => sum + weight, 0)
  const found = weights.findIndex((weight) => {
    left -= weight
    return left < 0
  })
  return Math.max(0, found)
}

/** Favorites are busy in leading events; the last of a long list often has no trades at all. */
function runnerActivity(core: EventCore, index: number, count: number, flagship: boolean): Activity {
  if (index < 3) return flagship ? 'busy' : 'steady'
  if (index < count - 1) return 'quiet'
  const tails = ['never', 'gappy', 'quiet'] as const
  return tails[mix(core.seed, 0x61) % 3] ?? 'quiet'
}

function duel(core: EventCore, plan: PlanOf<'duel'>, splits: boolean): readonly WorldMarketDraft[] {
  const [home, away] = drawTeams(plan.teams, core.seed)
  const undecided = splits && core.cycle % 5 === 0
  const favour = scaleBetween(mix(core.seed, 0x91), -0.9, 0.9)
  const payout = (index: number): Payout => (undecided ? 0.5 : mix(core.seed, 0x92 + index) % 2 === 0 ? 1 : 0)
  return [
    {
      ...pickManner(core, 0, 'steady'),
      ...endTimesOf(core),
      code: home.code,
      question: `${plan.competition}: ${home.name} vs ${away.name} (BO3)`,
      label: 'Match Winner',
      yesLabel: home.name,
      noLabel: away.name,
      payout: payout(0),
      pricing: { kind: 'walk', base: favour },
    },
    {
      ...pickManner(core, 1, 'quiet'),
      ...endTimesOf(core),
      code: 'O2.5',
      question: `${home.name} vs ${away.name}: Total Maps O/U 2.5`,
      label: 'O/U 2.5',
      yesLabel: 'Over',
      noLabel: 'Under',
      payout: payout(1),
      strike: { floor: 2.5 },
      pricing: { kind: 'walk', base: 0.1 },
    },
  ]
}
