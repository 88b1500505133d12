import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageOf, PmxError } from '../../../src/api/envelope/errors.js'
import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import { HOUR_MS } from '../../../src/api/times/resolution.js'
import { passTime } from './clockwork.js'
import { type LiarHouse, openLiarHouse, readCandles } from './house.js'
import { type Answer, type Finding, judgeAnswer, type When } from './judge.js'
import { judgeLedger } from './ledger.js'
import { MAX_LIE_MS } from './lies.js'
import type { Plan, Question } from './plan.js'
import { type Series, seriesOf } from './series.js'

/** After the last lie, twice: for whoever confirms what he has seen after a day. */
const HONEST_MS = 26 * HOUR_MS
/** Times that a question is repeated which is not finished, and the time between. */
const REPEATS = 6
const REPEAT_AFTER_MS = 2_000

/** What a play came to. */
interface Played {
  readonly findings: readonly Finding[]
  /** Lies that met a call. */
  readonly told: readonly string[]
  readonly questions: number
  readonly calls: number
}

/** Plays a plan from an empty store to the reading of what is stored in the end. */
export async function playPlan(venue: VenueId, plan: Plan): Promise<Played> {
  const series = await seriesOf(venue)
  const folder = mkdtempSync(join(tmpdir(), 'pmx-lies-'))
  const candleFile = join(folder, 'candles.db')
  const house = await openLiarHouse(venue, { ...plan, candleFile })
  const findings: Finding[] = []
  const answered = new Set<Series>()
  let questions = 0

  async function judged(when: When, question: Question): Promise<void> {
    const about = series[question.series]
    if (about === undefined) throw new RangeError(`${venue} has no outcome ${question.series}`)
    const answer = await askQuestion(house, about, question, when !== 'said')
    questions++
    findings.push(...(await judgeAnswer(venue, when, about, answer, answered.has(about))))
    if (answer.error === undefined) answered.add(about)
  }

  try {
    let firstLieAt = Number.POSITIVE_INFINITY
    for (const [index, { pauseMs, restarts, question }] of plan.steps.entries()) {
      await passTime(house.clock, pauseMs)
      if (plan.lies.some(({ from }) => from === index)) firstLieAt = Math.min(firstLieAt, house.clock.now())
      // A lie of one call may still wait for that call.
      if (house.clock.now() > firstLieAt + MAX_LIE_MS) house.wire.endAll()
      else for (const lie of plan.lies) if (lie.from === index) house.wire.begin(lie)
      if (restarts) await house.restart()
      await judged('said', question)
    }
    house.wire.endAll()
    const asked = [
      ...new Map(plan.steps.map(({ question }) => [JSON.stringify(question), question])).values(),
    ]
    await passTime(house.clock, HONEST_MS)
    for (const question of asked) await judged('said', question)
    await passTime(house.clock, HONEST_MS)
    for (const question of asked) await judged('healed', question)
    await house.restart({ offline: true })
    for (const question of asked) await judged('stored', question)
    const { told, calls } = house.wire
    await house.close()
    findings.push(...(await judgeLedger(venue, candleFile, series, house.clock.now())))
    return { findings: findings.map((finding) => asTold(plan, finding)), told, questions, calls }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A value can be a restated one only where values were restated. */
function asTold(plan: Plan, finding: Finding): Finding {
  if (plan.lies.some(({ kind }) => kind === 'restated')) return finding
  return { ...finding, rule: finding.rule.replace('restated', 'wrong') as Finding['rule'] }
}

/** @param isPatient whether a question that is not finished is repeated */
async function askQuestion(
  house: LiarHouse,
  { outcomeId }: Series,
  question: Question,
  isPatient: boolean,
): Promise<Answer> {
  const { series: _series, ...query } = question
  for (let repeat = 0; ; repeat++) {
    const askedAt = house.clock.now()
    try {
      const { data, headers } = await house.ask('fetchOHLCV', [outcomeId, query])
      return { question, askedAt, rows: readCandles(data), headers }
    } catch (error) {
      if (!(error instanceof PmxError)) throw error
      if (!isPatient || repeat === REPEATS || !error.retryable)
        return { question, askedAt, rows: [], headers: {}, error: `${error.code} ${messageOf(error)}` }
      await passTime(house.clock, REPEAT_AFTER_MS)
    }
  }
}
