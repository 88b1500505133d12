import { Refusal, type Reply, requireOrRefuse, toJsonReply } from '../../http/reply.js'
import { type MockCall, type MockContext, type Route, route } from '../../mock-kit/mock-venue.js'
import { type FeedTrade, readTradeFeed, takeRows } from '../../mock-kit/trade-feed.js'
import { hexOf, mix, mixWide } from '../../world/common/hash.js'
import { complementPriceOf } from '../../world/wallets.js'
import { contractOf, isMulti, type Pool, poolBy } from './pool.js'

/** The route of the contract index, limited to queries of fills (venues/rain/README.md). No key is required. */
export const subgraphRoutes: readonly Route[] = [route('POST', '/api/subgraphs/id/:id', answerQuery)]

type Row = Readonly<Record<string, unknown>>

/** Returns a rejection; successes and errors both have status 200. */
function refused(message: string): Refusal {
  return new Refusal(toJsonReply({ errors: [{ message }] }))
}

const SELECTION = /(\w+)\s*\(\s*where:\s*\{([^}]*)\}\s*,([^)]*)\)\s*\{([^}]*)\}/g

/** Parses the subset of the query language for fills: selections of entities with plain arguments. */
function answerQuery(call: MockCall): Reply {
  const body: unknown = call.request.body
  const query: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'query') : undefined
  if (typeof query !== 'string') throw refused('Invalid query')
  const selections = [...query.matchAll(SELECTION)]
  if (selections.length === 0) throw refused('Syntax error in the query')
  const data = selections.map(([, name = '', where = '', args = '', fields = '']) => {
    const rows = rowsOf(call, name, argumentsIn(where), argumentsIn(args))
    const wanted = fields.split(/\s+/).filter(Boolean)
    return [name, rows.map((row) => Object.fromEntries(wanted.map((field) => [field, row[field] ?? null])))]
  })
  return toJsonReply({ data: Object.fromEntries(data) })
}

function argumentsIn(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(/(\w+):\s*"?([\w.]+)"?/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

/** Kinds of fills, with the member that contains their option. */
const kinds: Readonly<Record<string, string>> = {
  enterOptions: 'option',
  executeBuyOrders: 'orderOption',
  executeSellOrders: 'orderOption',
}
const MOST = 1_000

function rowsOf(
  call: MockCall,
  name: string,
  where: ReadonlyMap<string, string>,
  args: ReadonlyMap<string, string>,
): readonly Row[] {
  const member = requireOrRefuse(kinds[name], () => refused(`Type \`Query\` has no field \`${name}\``))
  const first = Number(args.get('first') ?? 100)
  if (!(first >= 1 && first <= MOST)) throw refused('The value of `first` must be between 1 and 1000')
  const pool = poolBy(call, 'contract', (where.get('poolAddress') ?? '').slice(2))
  if (pool === undefined) return []
  const option = where.get(member)
  const from = Number(where.get('blockTimestamp_gte') ?? 0) * 1000
  const to = Math.min(call.now, Number(where.get('blockTimestamp_lte') ?? 1e10) * 1000 + 999)
  const wanted = fillsOf(call, pool, name, { from, to }, option === undefined ? undefined : Number(option))
  if (args.get('orderDirection') === 'desc')
    return takeRows(wanted, first, Number(args.get('skip') ?? 0)).rows
  return [...wanted].reverse().slice(0, first)
}

/** Returns fills of a kind, newest first. */
function* fillsOf(
  { world }: MockContext,
  pool: Pool,
  kind: string,
  window: { readonly from: number; readonly to: number },
  option: number | undefined,
): Generator<Row> {
  for (const feed of readTradeFeed(world, pool.legs, window)) {
    for (const print of printsOf(pool, feed)) {
      if (print.kind === kind && (option === undefined || print.option === option))
        yield fillRow(pool, feed, print, world.seed)
    }
  }
}

interface Print {
  readonly kind: string
  readonly option: number
  readonly price: number
}

/**
 * Returns the prints of a trade of the world. A pool of many options prints it on one option. A pool of two prints
 * every trade on both, because the counterparty takes the other side; so both options have all prices.
 */
function printsOf(pool: Pool, { market, trade }: FeedTrade): readonly Print[] {
  const wantsYes = trade.takerSide === 'yes'
  const bought = mixWide(market.seed, trade.sequence) % 3 === 0 ? 'executeSellOrders' : 'enterOptions'
  const kindOf = (isBuy: boolean): string => (isBuy ? bought : 'executeBuyOrders')
  if (isMulti(pool))
    return [{ kind: kindOf(wantsYes), option: pool.legs.indexOf(market) + 1, price: trade.price }]
  return [
    { kind: kindOf(wantsYes), option: 1, price: trade.price },
    { kind: kindOf(!wantsYes), option: 2, price: complementPriceOf(trade.price) },
  ]
}

/** Block time of the chain: four blocks a second. */
const BLOCK_MS = 250
const WALLET_BYTES = 20

function fillRow(
  pool: Pool,
  { market, trade }: FeedTrade,
  { kind, option, price }: Print,
  seed: number,
): Row {
  const hash = `0x${hexOf(mixWide(mix(market.seed, 11), trade.sequence), 32)}`
  const place = (trade.sequence % 1_000_000) * 4 + option
  const shares = Math.round(trade.size * 1e6)
  const wallet = `0x${hexOf(mixWide(mix(market.seed, 12), trade.sequence), WALLET_BYTES)}`
  const common = {
    id: `${hash}${lowFirst(place)}`,
    poolAddress: contractOf(pool, seed),
    baseAmount: String(Math.round(shares * price)),
    optionAmount: String(shares),
    blockNumber: String(Math.floor((trade.at - Date.UTC(2021, 7, 31)) / BLOCK_MS)),
    blockTimestamp: String(Math.floor(trade.at / 1000)),
    transactionHash: hash,
  }
  if (kind === 'enterOptions') return { ...common, option: String(option), wallet }
  const orderPrice = String(BigInt(Math.round(price * 1e6)) * 10n ** 12n)
  return {
    ...common,
    orderOption: String(option),
    orderPrice,
    orderID: String(place),
    maker: wallet,
    taker: wallet,
  }
}

/** Renders four bytes, little-endian. */
function lowFirst(value: number): string {
  const bytes = [0, 8, 16, 24].map((shift) => (value >>> shift) & 0xff)
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
