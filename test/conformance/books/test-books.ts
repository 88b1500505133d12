import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import { booksExceptions } from './exceptions.js'
import type { Finding, Rule } from './findings.js'
import { shrinkPlan } from './shrink.js'
import { drawPlan, type Plan } from './steps.js'
import { kindsOf, playPlan } from './table.js'

/** Sequences of each venue; `.ci/heavy` plays more. */
const SEQUENCES = Number(process.env['PMX_BOOKS_SEQUENCES'] ?? 30)
/** Sequences that are played at a time, against each other. */
const ACCOUNTS = 10
const STEPS = 40
const SHOWN = 12

/** Declares that the books of accounts balance on some venues, after seeded sequences of orders, cancels and settlements. */
export function testBooks(ids: readonly VenueId[]): void {
  describe.each(ids)('%s', (id) => {
    const known = new Set(booksExceptions[id]?.unmended?.rules)
    const broken = new Set<Rule>()
    const seeds = Array.from({ length: Math.ceil(SEQUENCES / ACCOUNTS) }, (_, index) => index + 1)

    test.each(seeds)(
      `${ACCOUNTS} sequences of ${STEPS} steps, seed %i: orders, fills, positions and money agree`,
      async (seed) => {
        const kinds = await kindsOf(id)
        const plan = drawPlan(seed, ACCOUNTS, STEPS, kinds)
        const { placed, filled, findings, traders } = await playPlan(id, plan)
        const news = findings.filter(({ rule }) => !known.has(rule))
        if (news.length > 0) expect.fail(await tellFindings(id, plan, news))
        for (const { rule } of findings) broken.add(rule)
        expect(placed).toBeGreaterThan(5 * ACCOUNTS)
        expect(filled).toBeGreaterThan(100 * ACCOUNTS)
        const changed = traders.flatMap((trader) =>
          trader.placed.filter(({ before }) => before !== undefined),
        )
        if (kinds.edits === true) expect(changed.length).toBeGreaterThan(ACCOUNTS)
      },
    )

    test('what was mended is not excepted any more', () => {
      expect([...known].filter((rule) => !broken.has(rule))).toEqual([])
    })

    test('the journal has each order once, as it was asked for', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'pmx-books-'))
      try {
        const plan = drawPlan(1_000, 2, STEPS, await kindsOf(id))
        const { findings, traders } = await playPlan(id, plan, { orderFile: join(folder, 'orders.db') })
        expect(findings.filter(({ rule }) => rule === 'journal')).toEqual([])
        expect(traders.every(({ placed }) => placed.length > 0)).toBe(true)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    })
  })
}

/** What does not add up, and the smallest plan that was found to show it. */
async function tellFindings(id: VenueId, plan: Plan, findings: readonly Finding[]): Promise<string> {
  const [first] = findings
  const smallest = first === undefined ? plan : await shrinkPlan(id, plan, first.rule)
  const lines = findings
    .slice(0, SHOWN)
    .map(({ rule, account, text }) => `${rule} (account ${account}): ${text}`)
  return [
    `${id}, seed ${plan.seed}: ${findings.length} findings`,
    ...lines,
    'smallest plan:',
    JSON.stringify(smallest),
  ].join('\n')
}
