import { ed25519KeyOf } from '../../../../src/signing/ed25519.js'
import type { MockContext } from '../../../../src/simulator/mock-kit/mock-venue.js'
import { marketSlugOf } from '../../../../src/simulator/mock-venues/polymarket_us/ids.js'
import { polymarketUsMock } from '../../../../src/simulator/mock-venues/polymarket_us/index.js'
import type { PaperTrading } from '../../../../src/simulator/paper-trading/exchange.js'
import { createPaperTrading } from '../../../../src/simulator/paper-trading/exchange.js'
import { answer } from '../../../../src/simulator/server/router.js'
import type { WorldMarket } from '../../../../src/simulator/world/common/types.js'
import { present } from '../../../support/expect.js'
import { busy } from '../../paper-trading/support.js'
import { contextOf } from '../../support/context.js'
import { dig, type Row, rowsAt, textAt } from '../../support/json.js'
import { NOON } from '../../support/stage.js'
import { world } from '../../support/world.js'

const api = present(polymarketUsMock.hosts['api'])
const gateway = present(polymarketUsMock.hosts['gateway'])
const lent = { apiKey: '', privateKey: '', ...polymarketUsMock.paperCredentials?.() }
const key = ed25519KeyOf(lent.privateKey)

export function slugOfMarket(market: WorldMarket): string {
  return marketSlugOf({ event: world.eventOf(market), market })
}

/** A resting bid far below the market, and whatever is changed of it. */
export const resting = {
  marketSlug: slugOfMarket(busy),
  intent: 'ORDER_INTENT_BUY_LONG',
  type: 'ORDER_TYPE_LIMIT',
  price: { value: '0.0500', currency: 'USD' },
  quantity: 4,
  tif: 'TIME_IN_FORCE_GOOD_TILL_CANCEL',
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

/** Signed calls of accounts of one desk. */
export interface Trader {
  readonly paper: PaperTrading
  now: number
  /** The context of what is answered now. */
  context(): MockContext
  call(method: string, target: string, body?: unknown, id?: string): Answer
  /** The body of what must be answered. */
  done(method: string, target: string, body?: unknown, id?: string): unknown
  /** The answer of the public gateway. */
  read(target: string): Answer
  /** Places an order that must be taken, and tells its id. */
  place(changes?: object, id?: string): string
  order(id: string): Row
  executions(changes: object): readonly Row[]
}

export function createTrader(changes: Partial<MockContext> = {}): Trader {
  const paper = createPaperTrading(world)
  const trader: Trader = {
    paper,
    now: NOON,
    context: () => contextOf(paper.worldOf('polymarket_us'), trader.now, { paper, ...changes }),
    call(method, target, body, id = lent.apiKey) {
      const [path = '', search = ''] = target.split('?')
      const headers = {
        'x-pm-access-key': id,
        'x-pm-timestamp': String(trader.now),
        'x-pm-signature': key.sign(`${trader.now}${method}${path}`).toString('base64'),
      }
      const reply = answer(api, { method, path, search, headers, body }, trader.context())
      return { status: reply.status, body: JSON.parse(reply.body) as unknown }
    },
    done(method, target, body, id) {
      const { status, body: told } = trader.call(method, target, body, id)
      if (status !== 200) throw new Error(`${method} ${target} answered ${status}: ${JSON.stringify(told)}`)
      return told
    },
    read(target) {
      const [path = '', search = ''] = target.split('?')
      const request = { method: 'GET', path, search, headers: {}, body: undefined }
      const reply = answer(gateway, request, trader.context())
      return { status: reply.status, body: JSON.parse(reply.body) as unknown }
    },
    place: (changed = {}, id) =>
      textAt(trader.done('POST', '/v1/orders', { ...resting, ...changed }, id), 'id'),
    order: (id) => dig(trader.done('GET', `/v1/order/${id}`), 'order') as Row,
    executions: (changed) =>
      rowsAt(
        trader.done('POST', '/v1/orders', { ...resting, synchronousExecution: true, ...changed }),
        'executions',
      ),
  }
  return trader
}
