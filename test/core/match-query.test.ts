import { expect, test } from 'vitest'
import { nameAmong } from '../../src/core/match-query.js'

const row = { sourceExchange: 'kalshi' }

test.each([
  ['its id comes first', ['id', ['slug'], undefined], { name: 'id' }],
  [
    'else another name, the first that says anything',
    [undefined, [undefined, '', 'url'], undefined],
    { name: 'url' },
  ],
  ['the venue of the row that is handed in', [undefined, ['m-1'], row], { name: 'm-1', venue: 'kalshi' }],
  ['its venue beside an id that says nothing', ['', ['m-1'], row], { name: 'm-1', venue: 'kalshi' }],
  ['no venue where an id is asked for', ['id', ['m-1'], row], { name: 'id' }],
  ['no venue that there is not', [undefined, ['m-1'], { sourceExchange: 'nowhere' }], { name: 'm-1' }],
  ['none at all', [undefined, [undefined], {}], undefined],
  ['none but empty ones', ['', [''], row], undefined],
] as const)('what a question names: %s', (_what, [id, others, given], named) => {
  expect(nameAmong(id, others, given)).toEqual(named)
})

test('what a client hands in for a name is none unless it is a text', () => {
  expect(nameAmong(undefined, [7 as unknown as string, 'm-1'], row)).toEqual({ name: 'm-1', venue: 'kalshi' })
})
