import { describe, expect, test } from 'vitest'
import { BLOCK_SIZE } from '../../../src/catalog/file/metadata-blocks.js'
import { joinText } from '../../../src/catalog/rows/row-stream.js'
import { event, market } from '../../core/fake-venue.js'
import { openCatalog } from '../support/store.js'

const raw = (id: string) => ({
  yes_sub_title: `Candidate ${id}`,
  tick: '0.0100',
  none: null,
  list: [1, { deep: id }],
})
const withMetadata = (id: string, sourceMetadata: Record<string, unknown>) => {
  const row = market(id, {})
  return { ...row, market: { ...row.market, sourceMetadata } }
}
const row = (id: string) => withMetadata(id, raw(id))
type Shown = { readonly marketId: string; readonly sourceMetadata?: unknown }

/** What is shown of versions, with and without metadata. */
function shown(catalog: ReturnType<typeof openCatalog>, versions: readonly number[]) {
  const read = (extent: 'whole' | 'bare') =>
    JSON.parse(`[${joinText(catalog.reader.pieces('market', versions, extent))}]`) as Shown[]
  return { whole: read('whole'), bare: read('bare') }
}

const versionsOf = (catalog: ReturnType<typeof openCatalog>) =>
  catalog.database
    .prepare(
      'SELECT v.id FROM versions v JOIN things t ON t.version = v.id WHERE t.kind IN (?, ?) ORDER BY v.id',
    )
    .rows('market', 'part')
    .map(([id]) => Number(id))
const blocksOf = (catalog: ReturnType<typeof openCatalog>) =>
  catalog.database.prepare('SELECT count(*) FROM metadata').rows()[0]?.[0]

describe('the metadata of rows', () => {
  test('is shown as it was given, whichever rows are asked for, and left out of bare ones', () => {
    const catalog = openCatalog()
    const ids = Array.from({ length: 3 * BLOCK_SIZE + 1 }, (_unused, at) => `M${at}`)
    catalog.sync([{ events: [event('E', ids.map(row))] }])
    const versions = versionsOf(catalog)
    const some = [versions.at(-1), versions[0], versions[BLOCK_SIZE], versions[1]].map(Number)
    const { whole, bare } = shown(catalog, some)
    expect(whole.map(({ marketId, sourceMetadata }) => [marketId, sourceMetadata])).toEqual(
      whole.map(({ marketId }) => [marketId, raw(marketId)]),
    )
    expect(whole).toHaveLength(4)
    expect(bare).toEqual(whole.map(({ sourceMetadata: _left, ...rest }) => rest))
    // One block for so many rows: the event stands in the last one.
    expect(blocksOf(catalog)).toBe(4)
    const each = [...catalog.reader.markets(versions)].map(
      ([, json]) => JSON.parse(joinText([json])) as Shown,
    )
    expect(each.map(({ sourceMetadata }) => sourceMetadata)).toEqual(
      each.map(({ marketId }) => raw(marketId)),
    )
  })

  test('may be absent from some rows of a block', () => {
    const catalog = openCatalog()
    catalog.sync([{ markets: [row('A'), market('B', {}), row('C')] }])
    const { whole } = shown(catalog, versionsOf(catalog))
    expect(whole.map(({ sourceMetadata }) => sourceMetadata)).toEqual([raw('A'), undefined, raw('C')])
  })

  test('makes another version where it alone has changed, and its block goes with the last of its rows', () => {
    const catalog = openCatalog()
    catalog.sync([{ markets: [row('A')] }])
    const changed = withMetadata('A', { ...raw('A'), tick: '0.0010' })
    catalog.sync([{ markets: [changed] }])
    expect(shown(catalog, versionsOf(catalog)).whole).toMatchObject([{ sourceMetadata: { tick: '0.0010' } }])
    expect(blocksOf(catalog)).toBe(2)
    for (const _left of catalog.writer.prune(Number.POSITIVE_INFINITY))
      expect(_left).toBeGreaterThanOrEqual(0)
    expect(blocksOf(catalog)).toBe(1)
    expect(shown(catalog, versionsOf(catalog)).whole).toMatchObject([{ sourceMetadata: { tick: '0.0010' } }])
  })
})
