import { expect, test } from 'vitest'
import { measureWidth } from '../../../src/cli/output/display-width.js'
import { type FoundEvent, renderSearchResults } from '../../../src/cli/tables/search-table.js'

const plain = (_: string, text: string): string => text
const event = (facts: Partial<FoundEvent> = {}): FoundEvent => ({
  id: 'e-1',
  title: 'Who wins the cup?',
  sourceExchange: 'kalshi',
  volume24h: 1_200,
  markets: [{ resolutionDate: '2026-12-01T10:00:00.000Z' }, { resolutionDate: '2026-12-03T10:00:00.000Z' }],
  ...facts,
})

test('an event is shown with its venue, its markets, and when the last of them ends', () => {
  const [header, row, id] = renderSearchResults([event()], 100, plain)
  expect(header).toMatch(/^title +venue +markets +24h volume +ends \(UTC\)$/)
  expect(row).toMatch(/^Who wins the cup\? +kalshi +2 +1,200 +2026-12-03 10:00$/)
  expect(id).toBe('  event e-1')
})

test('what is unknown is shown as unknown, long titles are cut, ids never', () => {
  const id = 'x'.repeat(90)
  const rows = renderSearchResults(
    [event({ id, title: 'T'.repeat(200), volume24h: undefined, markets: [{}] })],
    80,
    plain,
  )
  expect(measureWidth(rows[1] ?? '')).toBeLessThanOrEqual(80)
  expect(rows[1]).toMatch(/T… +kalshi +1 +\S+ +\S+$/)
  expect(rows[2]).toContain(id)
})

test('an event that asks what the one above it asks is marked', () => {
  const rows = renderSearchResults(
    [
      event({ questionId: 'q' }),
      event({ title: 'Cup winner', questionId: 'q' }),
      event({ questionId: 'r' }),
      event(),
    ],
    100,
    plain,
  ).filter((_, at) => at % 2 === 1)
  expect(rows.map((row) => row.split(' kalshi')[0]?.trim())).toEqual([
    'Who wins the cup?',
    '= Cup winner',
    'Who wins the cup?',
    'Who wins the cup?',
  ])
})
