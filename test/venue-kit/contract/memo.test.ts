import { expect, test } from 'vitest'
import { createMemo, defineMemoKey, rememberFilled } from '../../../src/venue-kit/contract/memo.js'
import { findAllSeriesFacts } from '../../../src/venues/kalshi/native/series-facts.js'
import { fakeClock } from '../../support/clock.js'
import { setUp } from '../../venues/kalshi/set-up.js'

test('an empty list or map is not cached: the response may have been blank', async () => {
  const memo = createMemo(10, fakeClock())
  const list = defineMemoKey<readonly string[]>('list', 60_000)
  const map = defineMemoKey<ReadonlyMap<string, string>>('map', 60_000)
  for (const told of [[], ['a'], ['b']]) await rememberFilled(memo, list, '', async () => told)
  for (const told of [[], [['a', 'b'] as const]])
    await rememberFilled(memo, map, '', async () => new Map<string, string>(told))
  expect(memo.get(list, '')).toEqual(['a'])
  expect(memo.get(map, '')).toEqual(new Map([['a', 'b']]))
})

test('one blank list of series does not leave Kalshi without categories and fees for hours', async () => {
  let series: readonly object[] = []
  const { ctx } = setUp({ 'GET api/series': () => ({ series }) })
  expect((await findAllSeriesFacts(ctx)).size).toBe(0)
  series = [{ ticker: 'KXA', category: 'Politics', tags: [], fee_type: 'quadratic', fee_multiplier: 1 }]
  expect((await findAllSeriesFacts(ctx)).get('KXA')).toMatchObject({ category: 'Politics' })
})
