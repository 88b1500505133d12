import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Hex, parseHex, toHex } from '../../../../src/signing/hex.js'
import { recoverAddress } from '../../../../src/signing/private-key.js'
import { hashDomain, hashTypedData } from '../../../../src/signing/typed-data.js'
import { loadCurve } from '../../../../src/simulator/mock-kit/recover-signer.js'
import { findOfferedEvents, marketsOf } from '../../../../src/simulator/mock-venues/polymarket/catalogue.js'
import {
  conditionIdOf,
  findByPosition,
  positionIdsOf,
  shownConditionOf,
  tokenIdsOf,
} from '../../../../src/simulator/mock-venues/polymarket/ids.js'
import { positionIn, versionOf } from '../../../../src/simulator/mock-venues/polymarket/protocol.js'
import { orderData } from '../../../../src/simulator/mock-venues/polymarket/signed-data.js'
import { stateAt, type WorldMarket } from '../../../../src/simulator/world/common/types.js'
import { present } from '../../../support/expect.js'
import { haveSamples, sample } from '../../../support/samples.js'
import { contextOf } from '../../support/context.js'
import { dig, firstOf, firstWhere, isObject, type Row, rowsAt, textAt, textsIn } from '../../support/json.js'
import { differences, learnShape } from '../../support/shape.js'
import { NOON } from '../../support/stage.js'
import { world } from '../../support/world.js'
import { createTrader, errorOf } from './trader.js'

/** Markets of Protocol V2: docs.polymarket.com migrate/polymarket-v2, recordings of canary markets, official clients. */

const context = contextOf(world, NOON)
const read = (name: string): unknown => sample('polymarket', name)
const open = findOfferedEvents(context)
  .filter((event) => stateAt(event, NOON) === 'open')
  .flatMap((event) => marketsOf(context, event))
const v2 = open.filter((market) => versionOf(market) === 'v2')
const keyed = (prefix: string): WorldMarket => firstWhere(v2, ({ key }) => key.startsWith(prefix))
const twin = keyed('tessel-updown-1d-v2')
const both = keyed('streaming-hours')
const negRisk = keyed('islaverde-election')
const [up, down] = positionIdsOf(world, twin)
const padded = conditionIdOf(world, twin)
const structural = shownConditionOf(world, twin)

let trader = createTrader(world, { tokenId: up, generation: 3 })
beforeAll(loadCurve)
beforeEach(() => {
  trader = createTrader(world, { tokenId: up, generation: 3 })
})
const gamma = (target: string) => trader.call('GET', target, { host: 'gamma' })
const clob = (target: string) => trader.call('GET', target)
const data = (target: string) => trader.call('GET', target, { host: 'data' })
const ask = (): number => firstOf(world.book(twin.key, NOON).asks).price
const spending = (dollars: number) => ({
  makerAmount: String(Math.round(dollars * 1e6)),
  takerAmount: String(100 * Math.floor((dollars * 1e4) / ask())),
})

describe('ids', () => {
  test('of positions hold module, hash, arity, zeros, chain, index and outcome', () => {
    for (const market of v2) {
      const isNegRisk = world.eventOf(market).exclusive
      for (const [outcome, id] of positionIdsOf(world, market).entries()) {
        const hex = BigInt(id).toString(16).padStart(64, '0')
        expect(hex.slice(0, 2)).toBe(isNegRisk ? '02' : '01')
        expect(hex.slice(34, 38)).toBe(isNegRisk ? hex.slice(34, 38) : '0000')
        // The official client's whole test for the protocol: bits 40 to 103.
        expect(hex.slice(38, 54)).toBe('0'.repeat(16))
        expect(hex.slice(54, 58)).toBe('0000')
        expect(hex.slice(62)).toBe(`0${outcome}`)
        expect(`0x${hex.slice(0, 62)}`).toBe(shownConditionOf(world, market))
      }
    }
  })

  test('of neg-risk markets of one event differ in the condition index alone', () => {
    const siblings = present(world.eventOf(negRisk)).markets
    const conditions = siblings.map((market) => shownConditionOf(world, market))
    expect(new Set(conditions.map((id) => id.slice(0, 60))).size).toBe(1)
    expect(conditions.map((id) => Number.parseInt(id.slice(60), 16))).toEqual(
      siblings.map((_, index) => index),
    )
    expect(Number.parseInt(present(conditions[0]).slice(36, 40), 16)).toBe(siblings.length)
  })

  test('lead back to their market, and no other text does', () => {
    for (const market of v2)
      expect(positionIdsOf(world, market).map((id) => findByPosition(context, id)?.market.key)).toEqual([
        market.key,
        market.key,
      ])
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 250n }), (id) => {
        expect(positionIn(world.seed, String(id))).toBeUndefined()
      }),
    )
    expect(positionIn(world.seed, String(BigInt(up) + 2n))).toBeUndefined()
  })

  test('are those of the recorded form', () => {
    expect([structural.length, padded]).toEqual([64, `${structural}00`])
    expect([up.length, String(BigInt(up) + 1n)]).toEqual([75, down])
  })
})

describe('Gamma', () => {
  const row = (market: WorldMarket): Row => {
    const { body } = gamma(`/markets/${market.number}`)
    return isObject(body) ? body : expect.unreachable()
  }

  test('shows a market as documented: 62 digits, positions in a list, no tokens', () => {
    const shown = row(twin)
    expect(shown).toMatchObject({
      version: 'v2',
      conditionId: structural,
      clobTokenIds: null,
      positionIds: [up, down],
      resolutionStatus: 'active',
    })
    expect(textAt(shown, 'requestId')).toMatch(/^0x01[0-9a-f]{60}00$/)
    expect(textAt(shown, 'onchainEventId')).toMatch(/^0x01[0-9a-f]{56}000000$/)
    expect(shown).not.toHaveProperty('umaResolutionStatus')
  })

  test.runIf(haveSamples)('has the types of the documented row', () => {
    const documented = firstOf(rowsAt(read('v2-gamma-event-documented.json'), 'markets'))
    const shown = Object.fromEntries(Object.keys(documented).map((name) => [name, row(twin)[name]]))
    expect(differences(shown, learnShape([documented]))).toEqual([])
  })

  test('may fill either list on either kind of row', () => {
    const filled = row(both)
    expect(filled).toMatchObject({ version: 'v2', positionIds: positionIdsOf(world, both) })
    expect(textsIn(filled, 'clobTokenIds')).toHaveLength(2)
    const v1 = open.filter((market) => versionOf(market) === 'v1').map(row)
    const carrying = v1.filter((one) => Array.isArray(one['positionIds']))
    expect(v1.every((one) => one['version'] === 'v1')).toBe(true)
    expect(carrying.length / v1.length).toBeGreaterThan(0.2)
    expect(carrying.length / v1.length).toBeLessThan(0.5)
    const stray = firstOf([dig(firstOf(carrying), 'positionIds')].flat())
    for (const id of [stray, firstOf(textsIn(filled, 'clobTokenIds'))])
      expect(clob(`/book?token_id=${id}`).status).toBe(404)
  })

  test('shows a v1 twin of the same title in the same event', () => {
    const events = rowsAt(gamma('/events/keyset?version=v2&limit=100&closed=false').body, 'events')
    const shared = firstWhere(events, (event) =>
      rowsAt(event, 'markets').some((market) => market['conditionId'] === structural),
    )
    const [first, second, ...more] = rowsAt(shared, 'markets')
    expect(more).toEqual([])
    expect([first?.['version'], second?.['version']]).toEqual(['v1', 'v2'])
    expect(first?.['question']).toBe(second?.['question'])
    expect(first?.['slug']).not.toBe(second?.['slug'])
    expect(gamma(`/events?slug=${second?.['slug']}`).body).toEqual([])
    expect(rowsAt(gamma(`/markets?slug=${second?.['slug']}`).body)).toHaveLength(1)
  })

  test.each([
    ['position_ids', () => up],
    ['condition_ids', () => structural],
    ['onchain_event_ids', () => textAt(row(twin), 'onchainEventId')],
    ['request_ids', () => textAt(row(twin), 'requestId')],
    ['slug', () => twin.slug],
    ['id', () => String(twin.number)],
  ] as const)('finds it by %s', (name, value) => {
    const found = rowsAt(gamma(`/markets/keyset?${name}=${value()}`).body, 'markets')
    expect(found.map(({ id }) => id)).toEqual([String(twin.number)])
  })

  test('does not find it by a token, nor by the other width of its condition unless a switch says so', () => {
    const found = (query: string) => rowsAt(gamma(`/markets/keyset?${query}`).body, 'markets').length
    expect(found(`clob_token_ids=${up}`)).toBe(0)
    expect(found(`condition_ids=${padded}`)).toBe(0)
    trader.switches.polymarket.gammaConditions = '64'
    expect([found(`condition_ids=${padded}`), found(`condition_ids=${structural}`)]).toEqual([1, 0])
    trader.switches.polymarket.gammaConditions = 'both'
    expect([found(`condition_ids=${padded}`), found(`condition_ids=${structural}`)]).toEqual([1, 1])
  })

  test('knows positions in the list by cursors alone', () => {
    expect(rowsAt(gamma(`/markets?position_ids=${up}&limit=5`).body)).toHaveLength(5)
  })

  test('filters by protocol and by resolution', () => {
    const versions = rowsAt(gamma('/markets/keyset?version=v2&limit=100').body, 'markets')
    expect(versions.length).toBe(v2.length)
    const resolved = rowsAt(
      gamma('/markets/keyset?resolution_status=resolved&closed=true&limit=100').body,
      'markets',
    )
    expect(resolved.length).toBeGreaterThan(5)
    expect(resolved.every((one) => one['resolutionStatus'] === 'resolved')).toBe(true)
  })
})

describe.runIf(haveSamples)('the order book', () => {
  test('takes the position and answers as recorded', () => {
    const recorded = read('v2-clob-book.json')
    const level = { price: '0.5', size: '10' }
    const book = clob(`/book?token_id=${up}`).body
    const shape = learnShape([{ ...Object(recorded), bids: [level], asks: [level], last_trade_price: '0.5' }])
    expect(differences(book, shape)).toEqual([])
    expect(book).toMatchObject({ market: padded, asset_id: up, version: 'v2' })
    expect(clob(`/book?token_id=${firstOf(tokenIdsOf(world, firstOf(open)))}`).body).not.toHaveProperty(
      'version',
    )
  })

  test('has the recorded facts of a market under 64 digits, and 404 under 62', () => {
    const facts = clob(`/clob-markets/${padded}`).body
    expect(differences(facts, learnShape([read('v2-clob-markets.json')]))).toEqual([])
    expect(facts).toMatchObject({ c: padded, v: 'v2', fd: { r: 0.07 }, mbf: 1000, tbf: 1000, itode: true })
    expect(rowsAt(facts, 't').map(({ t }) => t)).toEqual([up, down])
    for (const path of [`/clob-markets/${structural}`, `/markets/${structural}`])
      expect(errorOf(clob(path))).toEqual([404, 'market not found'])
    expect(dig(clob('/version').body, 'version')).toBe(2)
  })

  test('answers all calls by the position', () => {
    const paths = ['price', 'midpoint', 'spread', 'last-trade-price', 'tick-size', 'neg-risk', 'fee-rate']
    for (const path of paths) expect(clob(`/${path}?token_id=${up}&side=BUY`).status).toBe(200)
    expect(clob(`/markets-by-token/${up}`).body).toMatchObject({ condition_id: padded })
    const books = trader.call('POST', '/books', { body: [{ token_id: up }, { token_id: down }] }).body
    expect(rowsAt(books).map(({ version }) => version)).toEqual(['v2', 'v2'])
  })
})

describe('an order', () => {
  test('is signed for ExchangeV3, rests and fills', () => {
    const { status, body } = trader.place({ orderType: 'FAK', ...spending(5) })
    expect([status, dig(body, 'status')]).toEqual([200, 'matched'])
    const shares = Math.round(Number(textAt(body, 'takingAmount')) * 1e6)
    const balance = (query: string) =>
      dig(trader.signed('GET', `/balance-allowance?${query}`).body, 'balance')
    expect(balance(`asset_type=CONDITIONAL-V2&token_id=${up}`)).toBe(String(shares))
    expect(balance(`asset_type=CONDITIONAL&token_id=${up}`)).toBe('0')
    expect(rowsAt(trader.positions(), 'data')).toMatchObject([{ token_id: up, condition_id: padded }])
    expect(rowsAt(trader.signed('GET', `/data/trades?market=${padded}`).body, 'data')).toMatchObject([
      { asset_id: up, market: padded },
    ])
    expect(rowsAt(trader.signed('GET', `/data/trades?market=${structural}`).body, 'data')).toEqual([])
  })

  test('of a neg-risk market is signed for the same exchange', () => {
    const [yes] = positionIdsOf(world, negRisk)
    const wanted = { tokenId: yes, makerAmount: '100000', takerAmount: '10000000', isExclusive: true }
    expect(trader.place(wanted).status).toBe(200)
  })

  test('of a deposit wallet', () => {
    const deposit = '0xBc0fF067b7740Eff76C1ca93c875Ba6B890d6B50'
    expect(trader.place({ signatureType: 3, maker: deposit, signer: deposit }).status).toBe(200)
    const other = { signatureType: 3, maker: deposit, signer: deposit, generation: 2 as const }
    expect(errorOf(trader.place(other))).toEqual([400, 'invalid signature'])
  })

  test('for the exchange of CTF tokens, or of the other protocol’s id, is refused', () => {
    expect(errorOf(trader.place({ generation: 2 }))).toEqual([400, 'invalid signature'])
    expect(errorOf(trader.place({ generation: 1 }))).toEqual([400, 'order_version_mismatch'])
    const [ctf] = textsIn(gamma(`/markets/${both.number}`).body, 'clobTokenIds')
    for (const generation of [2, 3] as const)
      expect(errorOf(trader.place({ tokenId: present(ctf), generation }))).toEqual([
        400,
        `the orderbook ${ctf} does not exist`,
      ])
  })

  test('wants an approval of its own', () => {
    const exchange = '0xe3333700cA9d93003F00f0F71f8515005F6c00Aa'
    const allowance = () =>
      dig(trader.signed('GET', '/balance-allowance?asset_type=COLLATERAL').body, 'allowances') as Row
    expect(allowance()[exchange]).toBe(String(2n ** 256n - 1n))
    trader.switches.polymarket.exchangeV3 = 'not-approved'
    expect(allowance()[exchange]).toBe('0')
    expect(errorOf(trader.place())).toEqual([
      400,
      `not enough balance / allowance: the allowance is not enough -> spender: ${exchange}, allowance: 0, sum of matched orders: 0, order amount (inc. fees): 1000000`,
    ])
    const v1 = firstWhere(open, (market) => versionOf(market) === 'v1' && market.activity === 'busy')
    const { exclusive } = world.eventOf(v1)
    const [token] = tokenIdsOf(world, v1)
    expect(trader.place({ tokenId: token, generation: 2, isExclusive: exclusive }).status).toBe(200)
  })

  test('buys the twin’s shares when the twin is asked for, and no others', () => {
    const twinEvent = present(world.openedAt('tessel-updown-1d', twin.opensAt))
    const v1 = firstOf(twinEvent.markets)
    const price = firstOf(world.book(v1.key, NOON).asks).price
    const bought = {
      tokenId: firstOf(tokenIdsOf(world, v1)),
      generation: 2 as const,
      orderType: 'FAK',
      makerAmount: '5000000',
      takerAmount: String(100 * Math.floor(5e4 / price)),
    }
    expect(trader.place(bought).status).toBe(200)
    expect(rowsAt(trader.positions(), 'data').map(({ token_id }) => token_id)).toEqual([bought.tokenId])
    expect([v1.payout, v1.question]).toEqual([twin.payout, twin.question])
    expect(world.book(v1.key, NOON)).not.toEqual(world.book(twin.key, NOON))
  })
})

describe('the data API', () => {
  test('answers nothing for 62 digits, and the trades for 64', () => {
    expect(rowsAt(data(`/v2/trades?condition=${structural}`).body, 'data')).toEqual([])
    const rows = rowsAt(data(`/v2/trades?condition=${padded}`).body, 'data')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every((row) => row['condition_id'] === padded)).toBe(true)
    expect(new Set(rows.map((row) => row['token_id']))).toEqual(new Set([up, down]))
  })

  test('has the history of a position', () => {
    const rows = rowsAt(data(`/v2/prices-history?token_id=${up}&interval=1h`).body, 'data')
    expect(rows.length).toBeGreaterThan(1)
  })
})

describe.runIf(haveSamples)('signing', () => {
  const vectors = read('v2-signing-vectors.json')

  test('has the deployed contract’s domain', () => {
    const { domain } = orderData({}, 3, false)
    expect(toHex(hashDomain(domain))).toBe(textAt(vectors, 'domain.separator'))
    expect(domain.verifyingContract).toBe(textAt(vectors, 'domain.verifyingContract'))
  })

  const orders = haveSamples ? [...rowsAt(vectors, 'orders'), dig(vectors, 'contract_vector') as Row] : []
  test.each(orders)('hashes order $hash as the official client does', (order) => {
    const sent = {
      salt: order['salt'],
      maker: order['maker'],
      signer: order['signer'],
      tokenId: order['token_id'],
      makerAmount: order['maker_amount'],
      takerAmount: order['taker_amount'],
      side: order['side'],
      signatureType: order['signature_type'],
      timestamp: order['timestamp'],
      metadata: order['metadata'],
      builder: order['builder'],
    }
    const digest = hashTypedData(orderData(sent, 3, false))
    expect(toHex(digest)).toBe(textAt(order, 'hash'))
    if (order['signature_type'] === 0 && order['signature'] !== undefined)
      expect(recoverAddress(digest, textAt(order, 'signature'))).toBe(textAt(vectors, 'address'))
  })

  test('vectors are hex', () => {
    expect(parseHex(textAt(vectors, 'order_typehash') as Hex)).toHaveLength(32)
  })
})
