import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import { DAY_MS, HOUR_MS, parseResolution } from '../../../src/api/times/resolution.js'
import { createSeededRandom, hashText, type Random } from '../../../src/effects/random.js'
import { NOON } from '../venues/house.js'
import { quirksOf, type Resolution, resolutions } from './exceptions.js'
import { type Lie, type LieKind, type LieTarget, lieKinds, MAX_LIE_MS } from './lies.js'

const MINUTE_MS = 60_000

/** Candles of one outcome; times are epoch ms. */
export interface Question {
  /** Index into the outcomes of the venue. */
  readonly series: number
  readonly resolution: Resolution
  readonly start?: number
  readonly end?: number
  readonly limit?: number
}

interface Step {
  /** Virtual time that passes before it, ms. */
  readonly pauseMs: number
  /** The daemon is started again before the question. */
  readonly restarts: boolean
  readonly question: Question
}

/** A life of one store: questions, and a stretch of time in which the venue lies. */
export interface Plan {
  readonly seed: number
  readonly startsAt: number
  /** How far the replica is behind, ms. */
  readonly lagMs: number
  readonly steps: readonly Step[]
  readonly lies: readonly Lie[]
}

/** Furthest back that windows begin, by resolution, ms; a tenth of it where history is a tape. */
const REACH_MS: Readonly<Record<Resolution, number>> = {
  '1m': 6 * HOUR_MS,
  '5m': DAY_MS,
  '1h': 5 * DAY_MS,
  '6h': 10 * DAY_MS,
  '1d': 16 * DAY_MS,
}
const MAX_TAPE_MS = { least: 90 * MINUTE_MS, most: 2 * DAY_MS }

/** Shares of a plan: before the lies, while they are told, afterwards. */
const PARTS = { before: 0.3, during: 0.4 }

/**
 * Draws a plan. All lies fall into one stretch of at most {@link MAX_LIE_MS}: two looks that are further apart than
 * that never show the same falsehood, so that a daemon that believes two looks can know the truth.
 */
export function drawPlan(venue: VenueId, seed: number, questions: number, outcomes: number): Plan {
  const random = createSeededRandom(hashText(`${venue} ${seed}`))
  const first = Math.round(questions * PARTS.before)
  const last = Math.round(questions * (PARTS.before + PARTS.during))
  const startsAt = NOON + Math.floor(random() * HOUR_MS)
  const steps: Step[] = []
  let now = startsAt
  for (let index = 0; index < questions; index++) {
    const isDuring = index >= first && index < last
    const pauseMs = isDuring
      ? Math.floor((random() * MAX_LIE_MS) / Math.max(1, last - first))
      : drawPause(random, index < first)
    now += pauseMs
    const earlier = steps[Math.floor(random() * steps.length)]?.question
    const isAgain = random() < (isDuring ? 0.15 : 0.4)
    const question = earlier !== undefined && isAgain ? earlier : drawQuestion(venue, random, now, outcomes)
    steps.push({ pauseMs, restarts: random() < 0.12, question })
  }
  const kinds = shuffle(random, lieKinds)
  const lies = kinds
    .slice(0, 2 + Math.floor(random() * 3))
    .map((kind, index) => drawLie(random, kind, index === 0 ? 'history' : undefined, first, last))
  return { seed, startsAt, lagMs: (2 + Math.floor(random() * 8)) * MINUTE_MS, steps, lies }
}

/** From seconds to hours, mostly short. */
function drawPause(random: Random, isBefore: boolean): number {
  const chance = random()
  if (chance < 0.4) return Math.floor(random() * MINUTE_MS)
  if (chance < 0.8) return Math.floor(random() * 20 * MINUTE_MS)
  return Math.floor(random() * (isBefore ? 1 : 5) * HOUR_MS)
}

function shuffle<Item>(random: Random, items: readonly Item[]): readonly Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

/** @param wanted which calls are told it; drawn when undefined */
function drawLie(
  random: Random,
  kind: LieKind,
  wanted: LieTarget | undefined,
  first: number,
  last: number,
): Lie {
  const targets: readonly LieTarget[] = ['history', 'history', 'markets', 'all']
  const target = wanted ?? targets[Math.floor(random() * targets.length)] ?? 'all'
  const from = first + Math.floor(random() * Math.max(1, last - first))
  const isShort = random() < 0.4
  const skips = random() < 0.75 ? 0 : 1
  // What began later ends with the others: together they last no longer than one may.
  const lastsMs = Math.floor((0.2 + 0.8 * random()) * MAX_LIE_MS * (1 - (from - first) / (last - first)))
  return { kind, target, from, skips, ...(isShort ? {} : { lastsMs }) }
}

function drawQuestion(venue: VenueId, random: Random, now: number, outcomes: number): Question {
  const { resolutions: offered = resolutions, isTape, reachDays } = quirksOf(venue)
  const resolution = offered[Math.floor(random() * offered.length)] ?? '1h'
  const stepMs = parseResolution(resolution)
  const series = Math.floor(random() * outcomes)
  const reachMs = Math.min(
    REACH_MS[resolution],
    (reachDays?.days ?? 365) * DAY_MS,
    isTape === true
      ? Math.max(MAX_TAPE_MS.least, Math.min(MAX_TAPE_MS.most, REACH_MS[resolution] / 10))
      : Number.POSITIVE_INFINITY,
  )
  const asked = { series, resolution }
  const chance = random()
  const start = now - Math.floor((0.1 + 0.9 * random()) * reachMs)
  if (chance < 0.25) return { ...asked, start, limit: 5_000 }
  if (chance < 0.5) return { ...asked, limit: 1 + Math.floor(random() * (stepMs < HOUR_MS ? 8 : 20)) }
  const end = start + Math.floor(random() * (now - start))
  if (chance < 0.6) return { ...asked, start, end, limit: 1 + Math.floor(random() * 30) }
  return { ...asked, start, end, limit: 5_000 }
}

/** Plans that are a little smaller, the smallest first. */
export function* smallerPlans(plan: Plan): Generator<Plan> {
  const { steps, lies } = plan
  for (const [index] of lies.entries())
    if (lies.length > 1) yield { ...plan, lies: lies.filter((_lie, place) => place !== index) }
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < steps.length; at += size)
      if (steps.length > size) yield withoutSteps(plan, at, at + size)
  for (const [index, lie] of lies.entries()) {
    const { lastsMs, ...rest } = lie
    const put = (other: Lie): Plan => ({ ...plan, lies: lies.map((one, at) => (at === index ? other : one)) })
    if (lastsMs !== undefined) yield put(rest)
    if (lie.skips > 0) yield put({ ...lie, skips: 0 })
  }
  for (const [index, step] of steps.entries())
    if (step.restarts)
      yield { ...plan, steps: steps.map((one, at) => (at === index ? { ...one, restarts: false } : one)) }
}

/** What is left asks at the same times, and lies begin before the same questions. */
function withoutSteps(plan: Plan, from: number, to: number): Plan {
  const passed = plan.steps.slice(from, to).reduce((sum, { pauseMs }) => sum + pauseMs, 0)
  const steps = plan.steps.flatMap((step, index) => {
    if (index >= from && index < to) return []
    return index === to ? [{ ...step, pauseMs: step.pauseMs + passed }] : [step]
  })
  const lies = plan.lies.map((lie) => ({
    ...lie,
    from:
      lie.from < from ? lie.from : lie.from < to ? Math.min(from, steps.length - 1) : lie.from - (to - from),
  }))
  return { ...plan, steps, lies }
}
