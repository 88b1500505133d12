import { describe, expect, test } from 'vitest'
import type { PmxError } from '../../../../src/api/envelope/errors.js'
import { catalogIdOf, containsCatalogId } from '../../../../src/api/values/catalog-id.js'
import { createCatalogSearch } from '../../../../src/core/cross-venue/catalog/catalog-search.js'
import type { ListSnapshots } from '../../../../src/core/cross-venue/catalog/list-snapshots.js'
import { fakeClock } from '../../../support/clock.js'
import { failureOf } from '../../../support/expect.js'
import { acrossOf, keptShelves } from '../../across-world.js'
import { event, market } from '../../fake-venue.js'

const NOW = Date.UTC(2026, 10, 21)
const rows = [event('CUP', [market('CUP-A')]), event('VOTE', [market('VOTE-A')])]

describe('what lies ready', () => {
  /** Lists of three venues, all of which tell the same; how often they were looked at. */
  function threeOver(isReading: (venue: string) => boolean = () => false) {
    const clock = fakeClock(NOW)
    const kept = keptShelves(rows, clock)
    const [shelf] = kept.ready()
    if (shelf === undefined) throw new Error('no list is kept')
    let looked = 0
    const ready = [shelf]
    const shelves: ListSnapshots = {
      ...kept,
      venues: ['kalshi', 'polymarket', 'rain'],
      isReading,
      ready() {
        looked++
        return [...ready]
      },
    }
    const { across } = { across: acrossOf(shelves, clock) }
    const ask = () => across.page('event', { limit: 5, offset: 0 })
    return { clock, ask, across, ready, shelf, looked: () => looked }
  }

  test('is looked for again after ten milliseconds, and its headers are told again as long as they are the same', async () => {
    const { clock, ask, ready, shelf, looked } = threeOver()
    const first = await ask()
    expect(first.headers['x-pmx-missing-venues']).toBe('polymarket,rain')
    clock.passTo(NOW + 9)
    expect((await ask()).headers).toBe(first.headers)
    expect(looked()).toBe(1)
    ready.push({ ...shelf, venue: 'rain' })
    clock.passTo(NOW + 10)
    expect((await ask()).headers['x-pmx-missing-venues']).toBe('polymarket')
    expect(looked()).toBe(2)
    clock.passTo(NOW + 1_000)
    expect((await ask()).headers).toMatchObject({
      'x-pmx-list-age': '1',
      'x-pmx-missing-venues': 'polymarket',
    })
  })

  test('is waited for where one of several lists is being read for the first time, from the first question on', async () => {
    const reading = new Set(['rain'])
    const { clock, ask, ready, shelf } = threeOver((venue) => reading.has(venue))
    // The daemon has run for long when it is asked for the first time.
    await clock.advance(3_600_000)
    const failure = (await failureOf(ask)) as PmxError
    expect(failure).toMatchObject({ code: 'CATALOG_UNAVAILABLE', detail: { kind: 'still_listing' } })
    ready.push({ ...shelf, venue: 'rain' }, { ...shelf, venue: 'polymarket' })
    // A list that is read anew is no list that lacks.
    expect((await ask()).headers).not.toHaveProperty('x-pmx-missing-venues')
  })

  test('is nothing at all: nobody is told that there are no rows', async () => {
    const { clock, ask, ready } = threeOver()
    ready.pop()
    await clock.advance(120_000)
    expect(await failureOf(ask)).toMatchObject({ code: 'CATALOG_UNAVAILABLE' })
  })

  test('is nothing that could be told at once before it was opened', () => {
    const { across } = threeOver()
    expect(across.again('event', { limit: 5, offset: 0 }, {} as never)).toBeUndefined()
  })

  test('is opened again by the next question where opening it failed', async () => {
    const clock = fakeClock(NOW)
    const kept = keptShelves(rows, clock)
    let tries = 0
    const across = createCatalogSearch({
      clock,
      async open() {
        if (++tries === 1) throw new Error('the file is locked')
        return { snapshots: kept } as never
      },
    })
    await expect(across.named('event', 'CUP')).rejects.toThrow('the file is locked')
    expect(await across.named('event', 'CUP')).toHaveLength(1)
    const plain = [{ marketId: 'CUP-A', at: new Date(NOW), none: null }, null, 7]
    expect(containsCatalogId(plain)).toBe(false)
    const id = catalogIdOf('kalshi', 'market', 'CUP-A')
    const mixed = [{ marketId: id, none: null, at: plain }, null, 7]
    expect(await across.nativeIds('kalshi', mixed)).toEqual([
      { marketId: 'CUP-A', none: null, at: plain },
      null,
      7,
    ])
    // Arguments are no deeper than that.
    const deep = [{ a: { b: { c: id } } }]
    expect(containsCatalogId(deep)).toBe(false)
    expect(await across.nativeIds('kalshi', [{ ids: [id] }])).toEqual([{ ids: ['CUP-A'] }])
  })
})
