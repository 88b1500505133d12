import type { VenueContext } from '../../../src/venue-kit/contract/venue.js'
import { geminiTitan } from '../../../src/venues/gemini-titan/index.js'
import {
  canceledReply,
  ordersReply,
  positionsReply,
} from '../../../src/venues/gemini-titan/native/order-wire.js'
import { nativeEvent as eventSchema, tradesReply } from '../../../src/venues/gemini-titan/schemas.js'
import { present } from '../../support/expect.js'
import { testWords } from '../../support/words.js'
import { order, symbol } from './account-world.js'
import { nativeContract, nativeEvent } from './payloads.js'

type Members = Readonly<Record<string, unknown>>

const contract = (members: Members) =>
  eventSchema.parse(nativeEvent({ contracts: [nativeContract(members)] }))
const placed = (members: Members) =>
  ordersReply.parse({ orders: [JSON.parse(order({ orderId: '8', ...members }))] })

/** What the taker did, as far as the word says it. */
function takerOf(type: string) {
  const row = { tid: 1, timestampms: 1_787_183_859_270, price: '0.18', amount: '13', type }
  const [trade] = tradesReply.parse([row])
  return trade?.type === 'buy' || trade?.type === 'sell' ? trade.type : undefined
}

/** What a socket that watches trades hears in a frame that begins with `e`; undefined for nothing. */
function heard(e: string) {
  const speech = present(geminiTitan.stream).speak()
  const added = [{ kind: 'trades', key: symbol, facts: undefined }] as const
  speech.change({ added, removed: [], allTopics: added })
  const at = '1787183859270000000'
  const frame = { e, E: at, s: symbol, t: '7', p: '0.18', q: '13', m: true, U: '1', u: '1', b: [], a: [] }
  const [first] = speech.read(JSON.stringify(frame), 0)
  return first
}

const { protocol: own } = await present(geminiTitan.ownStream).open({
  secrets: { values: { apiKey: 'account-key', apiSecret: 'secret' }, withheld: false },
  clock: { now: () => 0 },
} as unknown as VenueContext)

/** What a frame of the user channel says of an order. */
function ownOrder(members: Members) {
  const frame = { s: symbol, i: '8', S: 'BUY', O: 'YES', X: 'OPEN', p: '0.18', q: '13', z: '13', ...members }
  const [message] = own.read(JSON.stringify(frame), 0)
  return message?.kind === 'own' ? message.read({} as VenueContext) : undefined
}

testWords('gemini-titan', {
  refused: {
    'contract.status': (status) => contract({ status }),
    'contract.marketState': (marketState) => contract({ marketState }),
    'contract.resolutionSide': (resolutionSide) => contract({ resolutionSide }),
    'event.status': (status) => eventSchema.parse(nativeEvent({ status })),
    'order.status': (status) => placed({ status }),
    'order.side': (side) => placed({ side }),
    'order.outcome': (outcome) => placed({ outcome }),
    'order.orderType': (orderType) => placed({ orderType }),
    'position.outcome': (outcome) =>
      positionsReply.parse({ positions: [{ symbol, outcome, totalQuantity: '1' }] }),
    'orders.S': (word) => ownOrder({ S: word }),
    'orders.O': (word) => ownOrder({ O: word }),
    'orders.X': (word) => ownOrder({ X: word }),
    'cancel.result': (result) => canceledReply.parse({ result }),
  },
  absent: {
    'trade.type': takerOf,
    'frame.e': heard,
  },
})
