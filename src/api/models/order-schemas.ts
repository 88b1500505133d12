import { buildObjectSchema, listOf, referenceSchema } from '../values/json-schema.js'
import {
  anything,
  buyOrSell,
  contracts,
  flagSchema,
  instantSchema,
  nullableText,
  number,
  price,
  textSchema,
} from '../values/schema-parts.js'

/** Schemas of the results of several orders, cancels, fees and settlements (models.ts). */
export const orderSchemas = {
  OrderError: buildObjectSchema({
    message: textSchema,
    'code?': textSchema,
    retryable: flagSchema,
    exchange: nullableText,
    detail: { anyOf: [anything, { type: 'null' }] },
    'retryAfter?': number,
    'field?': textSchema,
  }),
  OrderResult: buildObjectSchema({
    index: { type: 'integer', description: 'Place among the orders of the call, from 0.' },
    'order?': referenceSchema('Order'),
    'error?': referenceSchema('OrderError'),
    'repeated?': {
      ...flagSchema,
      description: 'true where the order was placed by an earlier call, or by one that was under way.',
    },
  }),
  CancelResult: buildObjectSchema({
    orderId: textSchema,
    state: {
      type: 'string',
      enum: ['canceled', 'ended', 'not_canceled', 'unknown'],
      description:
        'canceled: the venue confirmed it. ended: the venue has no open order with this id. not_canceled: it may rest. unknown: the cancel was sent, and nothing confirms what it did.',
    },
    'order?': referenceSchema('Order'),
    'error?': referenceSchema('OrderError'),
  }),
  CancelAllResult: buildObjectSchema({
    orders: listOf(referenceSchema('CancelResult')),
    allCanceled: {
      ...flagSchema,
      description:
        'All orders were canceled or had ended, a list that the venue returned afterwards shows no other open one, and no order of the last minute is in doubt.',
    },
    'unread?': { ...textSchema, description: 'Why it is not known whether other orders are open.' },
  }),
  CancelAllAfter: buildObjectSchema({
    timeoutMs: number,
    'cancelsAt?': number,
    heldBy: {
      type: 'string',
      enum: ['venue', 'daemon'],
      description:
        'venue: the venue keeps the time. daemon: the daemon sends heartbeats until then; when it ends, the venue cancels within seconds.',
    },
  }),
  Settlement: buildObjectSchema({
    id: textSchema,
    marketId: textSchema,
    'outcomeId?': { ...textSchema, description: 'Of what was held.' },
    timestamp: instantSchema,
    'contracts?': contracts,
    'price?': { ...price, description: 'What one contract paid.' },
    'payout?': number,
    'cost?': { ...number, description: 'What the contracts had cost, without fees.' },
    'fee?': number,
    'realizedPnL?': number,
    'metadata?': anything,
  }),
  FeeFormula: buildObjectSchema({
    formula: { ...textSchema, description: 'In words of price, contracts and the parameters.' },
    parameters: anything,
    'note?': textSchema,
  }),
  TradingFee: buildObjectSchema({
    marketId: textSchema,
    'outcomeId?': textSchema,
    'currency?': textSchema,
    'taker?': { ...referenceSchema('FeeFormula'), description: 'Absent where it is not known.' },
    'maker?': { ...referenceSchema('FeeFormula'), description: 'Absent where it is not known.' },
    'estimate?': buildObjectSchema({
      side: buyOrSell,
      price,
      amount: contracts,
      'taker?': number,
      'maker?': number,
    }),
  }),
}
