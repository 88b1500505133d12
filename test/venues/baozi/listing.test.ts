import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import { baozi } from '../../../src/venues/baozi/index.js'
import { failureOf } from '../../support/expect.js'
import { tolerant, wholeList } from '../../support/venue.js'
import { json } from '../../support/wire.js'
import { nodeWith } from './node.js'
import {
  addressOf,
  failure,
  marketBytes,
  positionBytes,
  raceBytes,
  result,
  row,
  shown,
  wallet,
} from './payloads.js'

const { markets } = baozi
const active = { status: 'active' } as const
const some = [
  row('a', marketBytes({ number: 2n })),
  row('b', marketBytes({ number: 9n, status: 2, winner: true })),
  row('c', raceBytes({ number: 7n })),
  row('d', positionBytes(wallet, 2n, [1n])),
]
type Node = ReturnType<typeof nodeWith>
const list = ({ ctx }: Node, listing = active) =>
  wholeList((markets.listMarkets ?? fail)(listing, ctx).paging, ctx)
const idsOf = (rows: readonly { market: { marketId: string } }[]) => rows.map(({ market }) => market.marketId)
function fail(): never {
  throw new Error('no such list')
}

test('markets of both kinds and of any status, newest first, in two scans', async () => {
  const node = nodeWith(some)
  const rows = await list(node)
  expect(idsOf(rows)).toEqual(['b', 'c', 'a'].map(addressOf))
  expect(rows.map(({ status }) => status)).toEqual(['closed', 'active', 'active'])
  expect(node.asked().sort()).toEqual(['getProgramAccounts Market', 'getProgramAccounts RaceMarket'])
})

test('a scan is asked for as documented', async () => {
  const node = nodeWith(some)
  await list(node)
  expect(
    node.wire.calls.map(({ body, path, query, method }) => ({ body, path, query, method })),
  ).toContainEqual({
    method: 'POST',
    path: '',
    query: [],
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'getProgramAccounts',
      params: [
        'FWyTPzm5cfJwRKzfkscxozatSxF6Qu78JQovQUwKPruJ',
        {
          encoding: 'base64',
          commitment: 'confirmed',
          filters: [{ memcmp: { offset: 0, bytes: 'dkokXHR3DTw' } }],
        },
      ],
    },
  })
})

test('the order is the same in whatever order a node tells its accounts', async () => {
  expect(idsOf(await list(nodeWith(some.toReversed())))).toEqual(idsOf(await list(nodeWith(some))))
})

test('events are the markets', async () => {
  const node = nodeWith(some)
  const events = await wholeList(markets.listEvents(active, node.ctx).paging, node.ctx)
  expect(events.map(({ event, markets: inside }) => [event.id, idsOf(inside)])).toEqual(
    ['b', 'c', 'a'].map((name) => [addressOf(name), [addressOf(name)]]),
  )
})

test('a program without markets has none, and no list is an error', async () => {
  expect(await list(nodeWith([]))).toEqual([])
  for (const answer of [
    result(null),
    result({}),
    { jsonrpc: '2.0', id: 1 },
    result('none'),
    json(200, null),
  ]) {
    const { code } = await failureOf(() => list(nodeWith([], () => answer)))
    expect(code).toBe('EXCHANGE_NOT_AVAILABLE')
  }
})

test('rows may lie beside the slot at which they were read', async () => {
  const node = nodeWith(some, ({ method }) =>
    method === 'getProgramAccounts' ? result({ context: { slot: 1 }, value: [some[0]] }) : undefined,
  )
  expect(idsOf((await list({ ...node, ctx: tolerant(node.ctx) })).slice(0, 1))).toEqual([addressOf('a')])
})

describe('an odd row is set aside', () => {
  const whole = Array.from({ length: 8 }, (_unused, n) => row(`m${n}`, marketBytes({ number: BigInt(n) })))
  test.each([
    ['a cut account', shown(marketBytes().subarray(0, 80))],
    ['another program’s', shown(marketBytes(), addressOf('openbook'))],
    ['another kind', shown(positionBytes(wallet, 1n, [1n]))],
    ['another encoding', { ...shown(marketBytes()), data: ['2NEpo7', 'base58'] }],
    ['no base 64', { ...shown(marketBytes()), data: ['!!', 'base64'] }],
  ])('%s', async (_what, account) => {
    const rows = [...whole, { pubkey: addressOf('odd'), account }]
    const node = nodeWith([], ({ params }) =>
      result(JSON.stringify(params).includes('dkokXHR3DTw') ? rows : []),
    )
    const ctx = tolerant(node.ctx)
    expect(await list({ ...node, ctx })).toHaveLength(8)
    expect(ctx.omissions).toMatchObject({ rows: 1, isWhole: false })
  })
})

test('a list that one of its scans failed for is no list', async () => {
  const node = nodeWith(some, ({ params }) =>
    JSON.stringify(params).includes('gSEpsnQwdXK')
      ? failure(-32010, 'excluded from account secondary indexes')
      : undefined,
  )
  expect(await failureOf(() => list({ ...node, ctx: tolerant(node.ctx) }))).toBeInstanceOf(PmxError)
})
