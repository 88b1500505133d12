import { describe, expect, test } from 'vitest'
import { demoWallets } from '../../../../src/simulator/world/wallets.js'
import { haveSamples, sample } from '../../../support/samples.js'
import { dig, firstWhere, type Row, rowsAt, textAt } from '../../support/json.js'
import { differences, learnShape, type ShapeExceptions } from '../../support/shape.js'
import { createStage } from '../../support/stage.js'
import { allRows, askKeyed, childrenOf } from './read.js'

const stage = await createStage('opinion')
const recorded = (file: string): unknown => sample('opinion', file)

/** Recorded answers that hold rows, with and without the wrapping of the recorder. */
const lists = () => [
  dig(recorded('market-list.json'), 'response'),
  recorded('syn-opinion_markets.json'),
  recorded('ccxt-fetchMarkets-1.json'),
]
const details = () => [
  recorded('syn-opinion_categorical.json'),
  recorded('ccxt-fetchEvent-1.json'),
  { result: { data: dig(recorded('market-categorical-788.json'), 'response') } },
  { result: { data: dig(recorded('ccxt-fetchMyTrades-1.json'), 'result.data') } },
]

const beyond = (emitted: unknown, recordings: readonly unknown[], exceptions?: ShapeExceptions) =>
  differences(emitted, learnShape(recordings), exceptions)

const openParent = (): Row =>
  firstWhere(allRows(stage, { status: 'activated', sortBy: 3 }), (row) => row['marketType'] === 1)

describe.runIf(haveSamples)('emitted members and types are those of the recordings', () => {
  test.each(['status=activated', 'status=resolved', 'sortBy=3', 'collectionType=1'])(
    '/market?%s',
    (query) => {
      const emitted = stage.get('api', `/openapi/market?limit=20&${query}`)
      expect(rowsAt(emitted, 'result.list').length).toBeGreaterThan(5)
      const documented = ['result.list[].childMarkets', 'result.list[].collection']
      expect(beyond(emitted, lists(), { documented })).toEqual([])
    },
  )

  test('children in lists', () => {
    const children = allRows(stage, { marketType: 1 }).flatMap(childrenOf)
    const recordings = lists().flatMap((list) =>
      rowsAt(list, 'result.list').flatMap((row) => rowsAt(row, 'childMarkets')),
    )
    expect(beyond(children, [recordings])).toEqual([])
  })

  test('/market/categorical/{id}, of open and of decided markets', () => {
    const decided = firstWhere(allRows(stage, { status: 'resolved' }), (row) => row['marketType'] === 1)
    for (const { marketId } of [openParent(), decided]) {
      expect(beyond(stage.get('api', `/openapi/market/categorical/${marketId}`), details())).toEqual([])
    }
  })

  test('/market/{id} of a child and of a market by itself', () => {
    const alone = firstWhere(allRows(stage, { status: 'activated' }), (row) => row['marketType'] === 0)
    const [child] = childrenOf(openParent())
    for (const row of [child, alone]) {
      const emitted = stage.get('api', `/openapi/market/${row?.['marketId']}`)
      const documented = ['result.data.childMarkets']
      expect(beyond(emitted, details(), { documented })).toEqual([])
    }
  })

  test('/token/*', () => {
    const token = textAt(childrenOf(openParent())[0], 'yesTokenId')
    const payloads = dig(recorded('small-payloads.json'), 'payloads')
    const get = (path: string) => stage.get('api', `/openapi/token/${path}token_id=${token}`)
    expect(beyond(get('orderbook?'), [recorded('syn-opinion_book.json')])).toEqual([])
    expect(beyond(get('latest-price?'), [dig(payloads, 'token_latest_price.body')])).toEqual([])
    expect(beyond(get('price-history?interval=1h&'), [recorded('syn-opinion_prices_1h.json')])).toEqual([])
  })

  test('/positions/user/{wallet}', () => {
    const address = demoWallets[0]?.address ?? ''
    const emitted = askKeyed(stage, `/positions/user/${address}`)
    expect(rowsAt(emitted, 'result.list').length).toBeGreaterThan(0)
    expect(beyond(emitted, [recorded('ccxt-fetchPositions-1.json')])).toEqual([])
  })

  test('the error of an unknown id', () => {
    const emitted = stage.probe('api', '/openapi/market/999999999').body
    expect(emitted).toEqual(recorded('syn-opinion_not_found.json'))
  })
})
