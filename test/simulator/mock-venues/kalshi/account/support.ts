import { createSwitches, type Switches } from '../../../../../src/simulator/mock-kit/venue-switches.js'
import { createKalshiMock } from '../../../../../src/simulator/mock-venues/kalshi/index.js'
import { marketTickerOf } from '../../../../../src/simulator/mock-venues/kalshi/tickers.js'
import type { PaperTrading } from '../../../../../src/simulator/paper-trading/exchange.js'
import { createPaperTrading } from '../../../../../src/simulator/paper-trading/exchange.js'
import { answer } from '../../../../../src/simulator/server/router.js'
import type { WorldMarket } from '../../../../../src/simulator/world/common/types.js'
import { busy } from '../../../paper-trading/support.js'
import { contextOf } from '../../../support/context.js'
import { dig, firstOf, firstWhere } from '../../../support/json.js'
import { NOON } from '../../../support/stage.js'
import { openAt, world } from '../../../support/world.js'

export const variant = {
  venue: 'kalshi',
  tickerPrefix: 'KX',
  hasHistory: true,
  hasSearch: true,
  isSleepy: false,
} as const
export const face = createKalshiMock(variant)
export const API = '/trade-api/v2'

const host = firstOf(Object.values(face.hosts))

export interface Asked {
  readonly key?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly host?: typeof host
}

export interface Answer {
  readonly status: number
  readonly body: unknown
}

export function tickerOf(market: WorldMarket): string {
  return marketTickerOf(variant, world.eventOf(market), market)
}

/** An open market of a series whose book has both sides, and that lives for hours. */
function marketOf(isWanted: (series: string, market: WorldMarket) => boolean): WorldMarket {
  return firstWhere(openAt(NOON), (market) => {
    const { bids, asks } = world.book(market.key, NOON)
    const [bid, ask] = [bids[0]?.price ?? 0, asks[0]?.price ?? 1]
    if (bid < 0.1 || ask > 0.9 || market.closesAt < NOON + 4 * 3_600_000) return false
    return isWanted(world.eventOf(market).series.key, market)
  })
}

/** A market of each shard that is traded. */
export const crypto = marketOf((series) => series === 'quorra-above')
export const tennis = marketOf((series) => series === 'meridian-open')
export const floored = firstWhere(
  openAt(NOON),
  (market) => world.eventOf(market).series.key === 'osterland-harvest',
)

/** Calls of a desk that nobody has used. */
export function openDesk() {
  let paper: PaperTrading = createPaperTrading(world)
  let switches: Switches = createSwitches()
  const desk = {
    now: NOON,
    get paper() {
      return paper
    },
    get switches() {
      return switches
    },
    reset() {
      paper = createPaperTrading(world)
      switches = createSwitches()
      desk.now = NOON
    },
    signed: (key: string): Readonly<Record<string, string>> => ({
      'kalshi-access-key': key,
      'kalshi-access-timestamp': String(desk.now),
      'kalshi-access-signature': Buffer.alloc(256, 7).toString('base64'),
    }),
    call(
      method: string,
      target: string,
      { key = 'ann', body, headers, host: at = host }: Asked = {},
    ): Answer {
      const [path = '', search = ''] = target.split('?')
      const request = { method, path: API + path, search, headers: headers ?? desk.signed(key), body }
      const reply = answer(at, request, contextOf(world, desk.now, { paper, switches }))
      return {
        status: reply.status,
        body: reply.body === '' ? undefined : (JSON.parse(reply.body) as unknown),
      }
    },
    get: (target: string, asked: Asked = {}): unknown => desk.call('GET', target, asked).body,
    place: (changes: object = {}, asked: Asked = {}): Answer =>
      desk.call('POST', '/portfolio/events/orders', { ...asked, body: { ...wanted, ...changes } }),
    /** An order that rests far from the market. */
    rest: (market: WorldMarket, changes: object = {}): string =>
      String(
        dig(
          desk.place({ ticker: tickerOf(market), price: '0.0200', count: '5.00', ...changes }).body,
          'order_id',
        ),
      ),
  }
  return desk
}

export const ask = firstOf(world.book(busy.key, NOON).asks)
export const bid = firstOf(world.book(busy.key, NOON).bids)

export const wanted = {
  ticker: tickerOf(busy),
  side: 'bid',
  count: '10.00',
  price: ask.price.toFixed(4),
  time_in_force: 'good_till_canceled',
  self_trade_prevention_type: 'taker_at_cross',
}

export const codeOf = ({ status, body }: Answer) => [status, dig(body, 'error.code')]
