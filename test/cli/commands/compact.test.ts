import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod'
import { cliHome } from '../support/run-cli.js'

const home = cliHome()
afterAll(() => home.close())
const outcomes = z.array(z.object({ yes: z.object({ outcomeId: z.string() }) }))

test('old candles are compacted, and told by everything as before', async () => {
  mkdirSync(home.stateDir, { recursive: true })
  const config = join(home.stateDir, 'other.json')
  const sealing = (days: number, ...words: string[]) => {
    writeFileSync(config, JSON.stringify({ candles: { sealAfterDays: days } }))
    return home.runHere([...words, '--demo', '--config', config])
  }
  const listed = await sealing(
    900,
    'markets',
    'polymarket',
    'election',
    '-n',
    '1',
    '--sort',
    'volume',
    '--json',
  )
  const [market] = outcomes.parse(JSON.parse(listed.stdout))
  const window = ['-r', '1m', '--start', '2026-11-05', '--end', '2026-11-07']
  expect(await sealing(900, 'backfill', 'polymarket', market?.yes.outcomeId ?? '', ...window)).toMatchObject({
    code: 0,
  })
  const all = await sealing(900, 'export')
  const reply = await sealing(1, 'cache', 'compact', '--json')
  const { compacted, bytes, bytesBefore } = z
    .object({ compacted: z.number(), bytes: z.number(), bytesBefore: z.number() })
    .parse(JSON.parse(reply.stdout))
  expect(compacted).toBeGreaterThan(1_000)
  expect(bytes).toBeLessThan(bytesBefore)
  expect((await sealing(1, 'cache', 'compact')).stdout).toMatch(
    /^0 candles compacted; .* MB before, .* MB now/,
  )
  expect((await sealing(1, 'export')).stdout).toBe(all.stdout)
  expect(all.lines.length).toBeGreaterThan(compacted)
})
