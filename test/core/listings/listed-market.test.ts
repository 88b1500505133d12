import { expect, test } from 'vitest'
import type { CatalogReader } from '../../../src/catalog/file/catalog-reader.js'
import { createListedMarketOf } from '../../../src/core/listings/listed-market.js'

const known = (id: string) => ({ id, version: 1, status: 'closed' as const, firstSeen: 1, lastSeen: 2 })
const lookup: CatalogReader['lookup'] = (venue, kind, asked) => {
  if (venue !== 'smarkets' || kind !== 'market') return []
  const ids: Readonly<Record<string, readonly string[]>> = {
    '6101': ['5100'],
    '5100': ['5100'],
    '7000': ['5100', '7000'],
    '8000': ['5100', '5101'],
  }
  return (ids[asked] ?? []).map(known)
}
const listedMarketOf = createListedMarketOf({ lookup })

test.each([
  ['the market that has it', '6101', '5100'],
  ['none for a market', '5100', undefined],
  ['the market that has it, whatever market has the same id', '7000', '5100'],
  ['none where two markets have it', '8000', undefined],
  ['none where no list has shown it', '9000', undefined],
])('of an outcome is %s', (_what, outcomeId, marketId) => {
  expect(listedMarketOf('smarkets', outcomeId)).toBe(marketId)
  expect(listedMarketOf('kalshi', outcomeId)).toBeUndefined()
})
