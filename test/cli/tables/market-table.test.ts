import { describe, expect, test } from 'vitest'
import { plainColors } from '../../../src/cli/output/colors.js'
import { measureWidth } from '../../../src/cli/output/display-width.js'
import { renderMarketTable, type TableMarket } from '../../../src/cli/tables/market-table.js'

function market(overrides: Partial<TableMarket> = {}): TableMarket {
  const yes = { outcomeId: 'KXRAIN-26', label: 'Yes', price: 0.37 }
  return {
    marketId: 'KXRAIN-26',
    title: 'Rain in Port Meridian?',
    outcomes: [yes, { outcomeId: 'KXRAIN-26-NO', label: 'No', price: 0.63 }],
    yes,
    volume24h: 12_345,
    resolutionDate: '2026-12-31T23:59:00.000Z',
    ...overrides,
  }
}

const longId = '7'.repeat(77)

describe('with room for everything', () => {
  test('a market is one row', () => {
    expect(renderMarketTable([market()], 100, plainColors)).toEqual([
      'title                    yes  24h volume  ends (UTC)        market id  yes outcome id',
      'Rain in Port Meridian?  0.37       12.3K  2026-12-31 23:59  KXRAIN-26  KXRAIN-26',
    ])
  })

  test('what is unknown is a dash', () => {
    const bare = market({
      yes: { outcomeId: 'KXRAIN-26', label: 'Yes' },
      volume24h: undefined,
      resolutionDate: undefined,
    })
    expect(renderMarketTable([bare], 100, plainColors)[1]).toBe(
      'Rain in Port Meridian?    –           –  –           KXRAIN-26  KXRAIN-26',
    )
  })

  test('titles give way to the ids', () => {
    const lines = renderMarketTable([market({ title: 'Rain '.repeat(40) })], 100, plainColors)
    expect(lines.map(measureWidth).every((width) => width <= 100)).toBe(true)
    expect(lines[1]).toMatch(/^(Rain )+R… {2}0\.37/)
    expect(lines[1]).toMatch(/KXRAIN-26 {2}KXRAIN-26$/)
  })
})

test('ids that leave no room for titles stand below, whole', () => {
  const yes = { outcomeId: longId, label: 'Yes', price: 0.5 }
  expect(renderMarketTable([market({ yes, marketId: '4711' })], 100, plainColors)).toEqual([
    'title                    yes  24h volume  ends (UTC)',
    'Rain in Port Meridian?  0.50       12.3K  2026-12-31 23:59',
    '  market 4711',
    `  yes    ${longId}`,
  ])
})

describe('markets of one event', () => {
  const yes = { outcomeId: 'KXTEMP-26-B12', label: '12-13°C', price: 0.2 }

  test('are told apart by what their yes side stands for', () => {
    expect(
      renderMarketTable([market({ title: 'Highest temperature today?', yes })], 100, plainColors)[1],
    ).toMatch(/^Highest temperature today\? · 12-13°C {2}/)
  })

  test('keep it when the title is cut', () => {
    const title = 'Will the highest temperature in Port Meridian today be 12-13°C or something else?'
    const [, row = ''] = renderMarketTable([market({ title, yes })], 90, plainColors)
    expect(row).toMatch(/^Will the high\S*( \S+)*… · 12-13°C /)
  })

  test('do not repeat it when the title tells it', () => {
    const [, row = ''] = renderMarketTable([market({ title: 'Will it be 12-13°C?', yes })], 100, plainColors)
    expect(row).not.toContain('·')
  })
})

test('a market without a yes side lists its outcomes, and none of them stands for it', () => {
  const outcomes = Array.from({ length: 10 }, (_, index) => ({
    outcomeId: `o-${index}`,
    label: `Team ${index}`,
    price: index / 10,
  }))
  const lines = renderMarketTable([market({ yes: undefined, outcomes })], 100, plainColors)
  expect(lines[1]).toMatch(/^Rain in Port Meridian\? {4}– .*KXRAIN-26 {2}–$/)
  expect(lines[2]).toBe('  Team 0  0.00  o-0')
  expect(lines).toHaveLength(2 + 8 + 1)
  expect(lines.at(-1)).toBe('  and 2 more outcomes')
})

test('a title cannot command the terminal', () => {
  const lines = renderMarketTable([market({ title: 'Rain\x1b[2J?\n' })], 100, plainColors)
  expect(lines.join('')).not.toMatch(/\p{Cc}/u)
})
