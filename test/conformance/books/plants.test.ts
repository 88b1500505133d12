import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { booksExceptions } from './exceptions.js'
import { planOf, plants } from './plants.js'
import { playPlan } from './table.js'

/** The audit of the books must notice a fault that is built in, by the name of the rule that it breaks. */
const folder = mkdtempSync(join(tmpdir(), 'pmx-plants-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(plants)('$venue: $fault', async ({ venue, rule, options, steps, readsJournal }) => {
  const plan = planOf(steps)
  const journal = (name: string) => (readsJournal === true ? { orderFile: join(folder, name) } : {})
  const sound = await playPlan(venue, plan, journal('sound.db'))
  const unmended = booksExceptions[venue]?.unmended?.rules ?? []
  expect(sound.findings.filter((one) => !unmended.includes(one.rule))).toEqual([])
  expect(sound.placed + sound.refused).toBe(steps.filter(({ kind }) => kind === 'order').length)
  const planted = await playPlan(venue, plan, { ...options, ...journal('planted.db') })
  expect(planted.findings.map((one) => one.rule)).toContain(rule)
})
