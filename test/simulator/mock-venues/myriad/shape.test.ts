import { describe, expect, test } from 'vitest'
import { demoWallets } from '../../../../src/simulator/world/wallets.js'
import { haveSamples, sample } from '../../../support/samples.js'
import { dig, firstOf, firstWhere, numberAt, rowsAt, textAt } from '../../support/json.js'
import { differences, learnShape, type ShapeExceptions } from '../../support/shape.js'
import { createStage } from '../../support/stage.js'

const stage = await createStage('myriad')
const api = (path: string): unknown => stage.get('api', path)
const read = (name: string): unknown => sample('myriad', name)

function beyond(emitted: unknown, recordings: readonly unknown[], known?: ShapeExceptions): string[] {
  return differences(emitted, learnShape(recordings), known)
}

/** The fixture tooling of one source put every number in quotes (see the sources of the samples). */
function unquoted(value: unknown, keepText: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => unquoted(item, keepText))
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]): [string, unknown] => [
      name,
      keepText.includes(name) ? member : unquoted(member, keepText),
    ]),
  )
}

describe.runIf(haveSamples)('emitted members and types are those of the recordings', () => {
  const list = (): unknown =>
    dig(read('paras-GET_api_v2_myriadprotocol_com_markets_0af1bef7.json'), 'response')
  const detail = (): unknown =>
    dig(read('paras-GET_api_v2_myriadprotocol_com_markets_549_b7af444a.json'), 'response')
  /** Of order books, and of what time brings: documented, in no recording of an open pool. */
  const documented = [
    'eventId',
    'outcomeIndex',
    'inPlayStartsAt',
    'resolvesAt',
    'featuredAt',
    'tags[]',
    'outcomes[].bestBid',
    'outcomes[].bestAsk',
    'outcomes[].closingPrice',
    ...['taker_fee_bps', 'maker_fee_bps', 'taker_fee_bps_array', 'maker_fee_bps_array'].map(
      (name) => `fees.${name}`,
    ),
  ]

  test.each(['state=open', 'state=resolved', 'state=closed'])('/markets?%s', (query) => {
    const known = { documented: documented.map((path) => `data[].${path}`) }
    const page = api(`/markets?trading_model=all&limit=100&${query}`)
    expect(rowsAt(page, 'data').length).toBeGreaterThan(5)
    expect(beyond(page, [list()], known)).toEqual([])
  })

  test('/markets/{id} with its charts', () => {
    const points = {
      outcomes: [{ price_charts: [unquoted(read('price-chart-all-2741-717-jan.json'))] }],
    }
    const rows = rowsAt(api('/markets?state=open&limit=5'), 'data')
    for (const row of rows) {
      const one = api(`/markets/${numberAt(row, 'id')}?network_id=${numberAt(row, 'networkId')}`)
      const tagged = dig(list(), 'data.0')
      expect(beyond(one, [detail(), tagged, points], { documented })).toEqual([])
    }
  })

  test('/markets/{id}/events', () => {
    const recorded = unquoted(read('market-events-2741-549.json'), ['user', 'token', 'txId'])
    const slug = textAt(firstOf(rowsAt(api('/markets?state=open&sort=volume_24h'), 'data')), 'slug')
    const pooled = { documented: ['data[].outcomeId', 'data[].outcomeTitle'] }
    expect(beyond(api(`/markets/${slug}/events?limit=100`), [recorded], pooled)).toEqual([])
  })

  test('/markets/{id}/orderbook', () => {
    const row = firstWhere(
      rowsAt(api('/markets?trading_model=ob&state=open'), 'data'),
      (one) => dig(one, 'outcomes.0.bestBid') !== null,
    )
    expect(beyond(api(`/markets/${textAt(row, 'slug')}/orderbook`), [read('orderbook-ob-56.json')])).toEqual(
      [],
    )
  })

  test('/users/{address}/portfolio', () => {
    const grouped = { documented: ['data[].eventId'] }
    for (const { address } of demoWallets) {
      const page = api(`/users/${address}/portfolio?trading_model=all`)
      expect(beyond(page, [read('user-portfolio-ongoing.json')], grouped)).toEqual([])
    }
  })
})
