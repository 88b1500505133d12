import { expect, test } from 'vitest'
import { plainColors } from '../../../src/cli/output/colors.js'
import { renderCandleFacts } from '../../../src/cli/tables/candle-summary-table.js'
import { summarizeFacts } from '../../../src/core/capabilities/venue-summary.js'
import { declaredOf, loadVenue, servedVenueIds } from '../../../src/venues/registry.js'
import { present } from '../../support/expect.js'

test('steps, what is built, what is kept and the volume of each venue stand within 80 columns', async () => {
  const venues = await Promise.all(
    servedVenueIds.map(async (venue) => ({
      venue,
      facts: summarizeFacts(present(await loadVenue(venue)), present(declaredOf(venue))),
    })),
  )
  const lines = renderCandleFacts(venues, plainColors)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
  expect(lines.find((line) => line.startsWith('kalshi '))).toMatch(/trade +1m 1h +5m to 1w +all +contracts$/)
  expect(lines.find((line) => line.startsWith('smarkets '))).toMatch(
    /sampled +- +from its samples +since pinned +GBP$/,
  )
  expect(lines).toContain('  metaculus  everything: METACULUS_API_TOKEN')
})
