import { afterAll, expect, test } from 'vitest'
import { cliHome } from '../support/run-cli.js'

const home = cliHome()
afterAll(() => home.close())

const columns = 'venue,market_id,outcome_id,title,outcome,event,result,payout,at,closed_at,basis,stage'

test('settlements of the simulation are a table with whole ids', async () => {
  const { code, lines, stderr } = await home.runHere(['settlements', 'kalshi', '-n', '40', '--demo'])
  expect(code).toBe(0)
  expect(lines[0]).toMatch(/^title +outcome +result +payout +settled \(UTC\) +closed \(UTC\) +outcome id$/)
  expect(lines.filter((line) => /(won|lost) +[01] .* kalshi:\S+$/.test(line)).length).toBeGreaterThan(0)
  expect(stderr).toContain('40 rows shown. --limit shows more.')
})

test('and CSV, NDJSON and JSON with the same rows', async () => {
  const run = async (format: string) =>
    (await home.runHere(['settlements', 'kalshi', '-n', '6', '--format', format, '--demo'])).stdout
  const [head, ...csv] = (await run('csv')).trimEnd().split('\n')
  expect(head).toBe(columns)
  const ndjson = (await run('ndjson'))
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  const json: unknown = JSON.parse(await run('json'))
  expect([csv.length, ndjson.length]).toEqual([6, 6])
  expect(json).toMatchObject([{ venue: 'kalshi', basis: 'reported' }, {}, {}, {}, {}, {}])
})

test('a time that is none is a usage error, and so is a format that is not there', async () => {
  const since = await home.runHere(['settlements', 'kalshi', '--since', 'soon', '--demo'])
  expect(since.code).toBe(2)
  const format = await home.runHere(['settlements', 'kalshi', '--format', 'parquet', '--demo'])
  expect(format.code).toBe(2)
})
