import { describe, expect, test } from 'vitest'
import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import { judgeBudgets } from './budgets.js'
import { quirksOf, recheckedRules, unmendedRules } from './exceptions.js'
import type { Finding, Rule } from './judge.js'
import { drawPlan, type Plan } from './plan.js'
import { playPlan } from './play.js'
import { seriesOf } from './series.js'
import { shrinkPlan } from './shrink.js'

/** `.ci/heavy` plays 31 seeds of 280 questions. */
const SEEDS = process.env['PMX_LIES_SEEDS']
const QUESTIONS = process.env['PMX_LIES_QUESTIONS']
/** Questions of one plan; more of them are more plans, each with a store of its own. */
const MAX_QUESTIONS = 28
const SHOWN = 12

/** Declares that some venues cannot make a daemon believe a lie. */
export function testLies(ids: readonly VenueId[]): void {
  describe.each(ids)('%s', (id) => {
    const questions = Number(QUESTIONS ?? quirksOf(id).questions ?? 12)
    const plans = Math.ceil(questions / MAX_QUESTIONS)
    const unmended = unmendedRules[id] ?? []
    const known = new Set<Rule>([...unmended, ...recheckedRules])
    const broken = new Set<Rule>()
    const seeds = Array.from(
      { length: Number(SEEDS ?? quirksOf(id).seeds?.count ?? 3) },
      (_, index) => index + 1,
    )

    test.each(seeds)(
      `${questions} questions to a venue that lies, seed %i: what is final is true`,
      async (seed) => {
        const outcomes = (await seriesOf(id)).length
        for (let index = 0; index < plans; index++) {
          const plan = drawPlan(id, seed + index * 1_000, Math.min(MAX_QUESTIONS, questions), outcomes)
          const { findings } = await playPlan(id, plan)
          const news = findings.filter(({ rule }) => !known.has(rule))
          if (news.length > 0) expect.fail(await describeFindings(id, plan, news))
          for (const { rule } of findings) broken.add(rule)
        }
      },
    )

    test('questions cost no more calls than they may', async () => {
      const findings = await judgeBudgets(id)
      for (const { rule } of findings) broken.add(rule)
      expect(findings.filter(({ rule }) => !known.has(rule))).toEqual([])
    })

    test('what was mended is not excepted any more', () => {
      expect(unmended.filter((rule) => !broken.has(rule))).toEqual([])
    })
  })
}

/** The broken rules, the most harmful first. */
const gravity: readonly Finding['rule'][] = [
  'stored wrong',
  'stored restated',
  'stored invented',
  'stored missing',
  'healed wrong',
  'healed invented',
  'healed missing',
  'said wrong',
  'said invented',
  'said missing',
  'healed error',
]

/** What is not true, and the smallest plan that was found to show it. */
async function describeFindings(id: VenueId, plan: Plan, findings: readonly Finding[]): Promise<string> {
  const sorted = [...findings].sort((a, b) => gravity.indexOf(a.rule) - gravity.indexOf(b.rule))
  const [first] = sorted
  const smallest = first === undefined ? plan : await shrinkPlan(id, plan, first.rule)
  const { told, findings: left } = await playPlan(id, smallest)
  return [
    `${id}, seed ${plan.seed}: ${findings.length} findings`,
    ...sorted.slice(0, SHOWN).map(({ rule, text }) => `${rule}: ${text}`),
    'smallest plan:',
    JSON.stringify(smallest),
    'lies that were told in it:',
    ...told.slice(0, SHOWN),
    'what it breaks:',
    ...left.slice(0, SHOWN).map(({ rule, text }) => `${rule}: ${text}`),
  ].join('\n')
}
