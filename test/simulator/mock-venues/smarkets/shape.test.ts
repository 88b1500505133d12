import { describe, expect, test } from 'vitest'
import { haveSamples, sample } from '../../../support/samples.js'
import { dig, firstWhere, rowsAt, textAt } from '../../support/json.js'
import { differences, learnShape, type ShapeExceptions } from '../../support/shape.js'
import { createStage } from '../../support/stage.js'
import { every, idsOf, marketsOf, walk } from './read.js'

const stage = await createStage('smarkets')
const recorded = (file: string): unknown => sample('smarkets', file)
const beyond = (emitted: unknown, recordings: readonly unknown[], exceptions?: ShapeExceptions) =>
  differences(emitted, learnShape(recordings), exceptions)
const leaves = walk(stage, `${every}&limit=1000`).rows.filter((row) => row['bettable'] === true)
/** Members that the documents call nullable, though each recording has them. */
const nullable = ['display_order', 'start_date', 'start_datetime', 'end_date'].map((name) => `[].${name}`)

describe.runIf(haveSamples)('emitted members and types are those of the recordings', () => {
  const oldRows = () => [
    ...rowsAt(recorded('events-page-2024-06-24.json'), 'events'),
    ...Object.values(Object(recorded('events-by-id-path-2021-05-23.json'))).flatMap((body) =>
      rowsAt(body, 'events'),
    ),
  ]

  test('events of the older typing', () => {
    expect(beyond(leaves, [oldRows()], { documented: nullable })).toEqual([])
  })

  test('a page of events of the newer typing', () => {
    const emitted = stage.get('api', '/v3/events/?type_scope=single_event&with_new_type=true&limit=100')
    const recordings = [
      recorded('events-boxing-new-type-2024-06-13.json'),
      { events: oldRows().map(({ type: _old, ...row }) => row) },
    ]
    expect(beyond(emitted, recordings, { documented: nullable.map((path) => `events${path}`) })).toEqual([])
  })

  test('markets', () => {
    const markets = marketsOf(stage, idsOf(leaves.slice(0, 100)))
    const documented = ['[].market_type']
    expect(
      beyond(markets, [rowsAt(recorded('markets-event-43598399.json'), 'markets')], { documented }),
    ).toEqual([])
  })

  test('contracts, of which only five members are recorded and the others documented', () => {
    const [market] = marketsOf(stage, [
      textAt(
        firstWhere(leaves, ({ type }) => type === 'football_match'),
        'id',
      ),
    ])
    const emitted = stage.get('api', `/v3/markets/${textAt(market, 'id')}/contracts/`)
    const names = ['created', 'display_order', 'hidden', 'info', 'modified', 'outcome_timestamp', 'slug']
    const documented = names.map((name) => `contracts[].${name}`)
    expect(beyond(emitted, [recorded('contracts-135840158-trimmed.json')], { documented })).toEqual([])
    expect(rowsAt(emitted, 'contracts').map((row) => dig(row, 'contract_type.name'))).toEqual([
      'HOME',
      'AWAY',
      'DRAW',
    ])
  })

  test('quotes, last executions and volumes', () => {
    const [market] = marketsOf(stage, [
      textAt(
        firstWhere(leaves, (row) => row['state'] === 'live'),
        'id',
      ),
    ])
    const id = textAt(market, 'id')
    const get = (path: string) => stage.get('api', `/v3/markets/${id}/${path}/`)
    expect(
      beyond(Object.values(Object(get('quotes'))), [
        Object.values(Object(recorded('quotes-135840158.json'))),
      ]),
    ).toEqual([])
    const last = rowsAt(get('last_executed_prices'), `last_executed_prices.${id}`)
    const recordedLast = rowsAt(
      recorded('last-executed-prices-57257201.json'),
      'last_executed_prices.57257201',
    )
    expect(beyond(last, [recordedLast])).toEqual([])
    expect(beyond(get('volumes'), [recorded('volumes-135840158.json')])).toEqual([])
  })
})
