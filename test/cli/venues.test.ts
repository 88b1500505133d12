import { afterAll, expect, test } from 'vitest'
import { venueIds } from '../../src/contract/venue-ids.js'
import { cliHome } from './support/run-cli.js'

const home = cliHome()
afterAll(() => home.close())

test('every venue of the wire has a row, in its order', async () => {
  const { code, lines } = await home.run(['venues'])
  expect(code).toBe(0)
  expect(lines.slice(1).map((line) => line.split(' ')[0])).toEqual([...venueIds])
  expect(lines.find((line) => line.startsWith('kalshi '))).toMatch(/^kalshi +Kalshi +yes +yes +yes/)
})

test('--json has the whole capability maps', async () => {
  const { stdout } = await home.run(['venues', '--json'])
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
