import fc from 'fast-check'
import { expect, test } from 'vitest'
import { catalogIdOf, isCatalogId } from '../../../src/api/values/catalog-id.js'

test('an id follows from the venue, the kind and the venue’s own id, for ever', () => {
  // Clients keep these: another result here means that everything they have kept is lost.
  expect(catalogIdOf('kalshi', 'event', 'KXELECTION-28')).toBe('d6e71c7c-71bd-5910-8a8f-3a8102251af7')
  expect(catalogIdOf('polymarket', 'market', '663583')).toBe('14d1b4ee-e833-5d0a-bc2f-2c6f5f6129f2')
})

test('every id has the form, and different things have different ids', () => {
  const thing = fc.tuple(
    fc.constantFrom('kalshi', 'kalshi-demo', 'polymarket'),
    fc.constantFrom('event' as const, 'market' as const),
    fc.string({ maxLength: 40 }),
  )
  fc.assert(
    fc.property(thing, thing, (a, b) => {
      expect(isCatalogId(catalogIdOf(...a))).toBe(true)
      expect(catalogIdOf(...a) === catalogIdOf(...b)).toBe(JSON.stringify(a) === JSON.stringify(b))
    }),
  )
})

test('ids of venues are not taken for ours', () => {
  for (const id of ['', '663583', 'KXELECTION-28', '0xabc', '12d2ef31-0d4c-4a5b-9c3e-9a6f5b1c2d3e'])
    expect(isCatalogId(id)).toBe(false)
})
