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
    index: { type: 'integer', description: 'Position in the list of orders, from 0.' },
    'order?': referenceSchema('Order'),
    'error?': referenceSchema('OrderError'),
    'repeated?': {
      ...flagSchema,
      description: 'true if an earlier or concurrent call placed the order.',
    },
  }),
  CancelResult: buildObjectSchema({
    orderId: textSchema,
    state: {
      type: 'string',
      enum: ['canceled', 'ended', 'not_canceled', 'unknown'],
      description:
        'canceled: the venue confirmed it. ended: the venue has no open order with this id. not_canceled: the order may still rest. unknown: the cancel was sent, but its effect is not confirmed.',
    },
    'order?': referenceSchema('Order'),
    'error?': referenceSchema('OrderError'),
  }),
  CancelAllResult: buildObjectSchema({
    orders: listOf(referenceSchema('CancelResult')),
    allCanceled: {
      ...flagSchema,
      description:
        'true if all orders were canceled or had ended, a later list from the venue shows no open orders, and no order of the last minute has an unknown status.',
    },
    'unread?': { ...textSchema, description: 'Why the daemon does not know whether other orders are open.' },
  }),
  CancelAllAfter: buildObjectSchema({
    timeoutMs: number,
    'cancelsAt?': number,
    heldBy: {
      type: 'string',
      enum: ['venue', 'daemon'],
      description:
        'venue: the venue runs the timer. daemon: the daemon sends heartbeats until the timeout. If the daemon ends, the venue cancels within seconds.',
    },
  }),
  Settlement: buildObjectSchema({
    id: textSchema,
    marketId: textSchema,
    'outcomeId?': { ...textSchema, description: 'Number of contracts held.' },
    timestamp: instantSchema,
    'contracts?': contracts,
    'price?': { ...price, description: 'Payout per contract.' },
    'payout?': number,
    'cost?': { ...number, description: 'Cost of the contracts, without fees.' },
    'fee?': number,
    'realizedPnL?': number,
    'metadata?': anything,
  }),
  FeeFormula: buildObjectSchema({
    formula: { ...textSchema, description: 'Formula in terms of price, contracts and the parameters.' },
    parameters: anything,
    'note?': textSchema,
  }),
  TradingFee: buildObjectSchema({
    marketId: textSchema,
    'outcomeId?': textSchema,
    'currency?': textSchema,
    'taker?': { ...referenceSchema('FeeFormula'), description: 'Absent if unknown.' },
    'maker?': { ...referenceSchema('FeeFormula'), description: 'Absent if unknown.' },
    'estimate?': buildObjectSchema({
      side: buyOrSell,
      price,
      amount: contracts,
      'taker?': number,
      'maker?': number,
    }),
  }),
}
