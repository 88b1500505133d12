import { afterAll, expect, test } from 'vitest'
import { venueIds } from '../../../src/api/envelope/venue-ids.js'
import { cliHome } from '../support/run-cli.js'

const home = cliHome()
afterAll(() => home.close())

test('every venue of the wire is a row, the router of all of them too, within 80 columns', async () => {
  const { code, lines } = await home.runHere(['venues'])
  expect(code).toBe(0)
  const named = lines.join(' ').split(/[\s,]+/)
  for (const venue of venueIds) expect(named).toContain(venue)
  expect(lines.find((line) => line.startsWith('kalshi '))).toMatch(/^kalshi +yes +yes +yes/)
  expect(lines.find((line) => line.startsWith('router '))).toMatch(/^router +yes +-/)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
})

test('--json has the whole capability maps', async () => {
  const { stdout } = await home.runHere(['venues', '--json'])
  const rows: unknown = JSON.parse(stdout)
  expect(rows).toHaveLength(venueIds.length)
  expect(rows).toContainEqual(
    expect.objectContaining({
      venue: 'kalshi',
      name: 'Kalshi',
      served: true,
      has: expect.objectContaining({ fetchOHLCV: true }),
    }),
  )
})
