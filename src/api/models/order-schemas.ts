import { listOf, named, object } from '../values/json-schema.js'
import {
  anything,
  buyOrSell,
  contracts,
  flag,
  instant,
  nullableText,
  number,
  price,
  text,
} from '../values/schema-parts.js'

/** Shapes of what several orders, cancels, fees and settlements bring (models.ts). */
export const orderSchemas = {
  OrderError: object({
    message: text,
    'code?': text,
    retryable: flag,
    exchange: nullableText,
    detail: { anyOf: [anything, { type: 'null' }] },
    'retryAfter?': number,
    'field?': text,
  }),
  OrderResult: object({
    index: { type: 'integer', description: 'Place among the orders of the call, from 0.' },
    'order?': named('Order'),
    'error?': named('OrderError'),
    'repeated?': {
      ...flag,
      description: 'true where the order was placed by an earlier call, or by one that was under way.',
    },
  }),
  CancelResult: object({
    orderId: text,
    state: {
      type: 'string',
      enum: ['canceled', 'ended', 'not_canceled', 'unknown'],
      description:
        'canceled: the venue confirmed it. ended: the venue has no open order with this id. not_canceled: it may rest. unknown: the cancel was sent, and nothing confirms what it did.',
    },
    'order?': named('Order'),
    'error?': named('OrderError'),
  }),
  CancelAllResult: object({
    orders: listOf(named('CancelResult')),
    allCanceled: {
      ...flag,
      description:
        'All orders were canceled or had ended, a list that the venue returned afterwards shows no other open one, and no order of the last minute is in doubt.',
    },
    'unread?': { ...text, description: 'Why it is not known whether other orders are open.' },
  }),
  CancelAllAfter: object({
    timeoutMs: number,
    'cancelsAt?': number,
    heldBy: {
      type: 'string',
      enum: ['venue', 'daemon'],
      description:
        'venue: the venue keeps the time. daemon: the daemon sends heartbeats until then; when it ends, the venue cancels within seconds.',
    },
  }),
  Settlement: object({
    id: text,
    marketId: text,
    'outcomeId?': { ...text, description: 'Of what was held.' },
    timestamp: instant,
    'contracts?': contracts,
    'price?': { ...price, description: 'What one contract paid.' },
    'payout?': number,
    'cost?': { ...number, description: 'What the contracts had cost, without fees.' },
    'fee?': number,
    'realizedPnL?': number,
    'metadata?': anything,
  }),
  FeeFormula: object({
    formula: { ...text, description: 'In words of price, contracts and the parameters.' },
    parameters: anything,
    'note?': text,
  }),
  TradingFee: object({
    marketId: text,
    'outcomeId?': text,
    'currency?': text,
    'taker?': { ...named('FeeFormula'), description: 'Absent where it is not known.' },
    'maker?': { ...named('FeeFormula'), description: 'Absent where it is not known.' },
    'estimate?': object({
      side: buyOrSell,
      price,
      amount: contracts,
      'taker?': number,
      'maker?': number,
    }),
  }),
}
