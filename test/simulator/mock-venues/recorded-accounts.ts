import type { VenueId } from '../../../src/api/envelope/venue-ids.js'

/** Members and JSON types of a row of an account, as a recording or a document of the venue has them; no values. */
interface RecordedRow {
  readonly venue: VenueId
  /** Method, path and kind of the call that returns it. */
  readonly route: RegExp
  /** Where the rows are in the response; the response itself when absent. */
  readonly rows?: string
  /** File of recorded payloads, and where in it the rows are. */
  readonly recording: string
  readonly within?: string
  /** Paths by type, with spaces between them. */
  readonly members: Readonly<Record<string, string>>
  /** What the mock writes beyond the recording, with the source of each. */
  readonly documented?: Readonly<Record<string, string>>
  /** What only another form of the same row has, such as that on a socket. */
  readonly leftOut?: readonly string[]
}

export const recordedRows: readonly RecordedRow[] = [
  {
    venue: 'kalshi',
    route: /^GET \/portfolio\/fills$/,
    rows: 'fills',
    recording: 'portfolio-fills.json',
    within: 'response.fills',
    members: {
      string:
        'action book_side count_fp created_time fee_cost fill_id market_ticker no_price_dollars order_id outcome_side side ticker trade_id yes_price_dollars',
      boolean: 'is_taker',
      number: 'subaccount_number ts',
    },
    documented: { exchange_index: 'OpenAPI 3.34' },
  },
  {
    venue: 'limitless',
    route: /^GET \/markets\/[^/]+\/user-orders$/,
    recording: 'user-orders.json',
    members: {
      string:
        'createdAt id marketId token type status side makerAmount takerAmount price originalSize remainingSize',
      number: 'ownerId',
    },
  },
  {
    venue: 'limitless',
    route: /^GET \/portfolio\/history$/,
    rows: 'data',
    recording: 'syn-limitless_history_account-2.json',
    within: 'data',
    members: {
      number: 'blockTimestamp market.collateral.decimals outcomeIndex outcomeTokenPrice',
      string:
        'collateralAmount market.collateral.symbol market.collateral.id market.condition_id market.conditionId market.funding market.id market.imageUrl market.status market.slug market.title market.expirationDate outcomeTokenAmount outcomeTokenAmounts[] orderId strategy tradeEventId transactionHash',
      object: 'market market.collateral',
      boolean: 'market.closed',
      null: 'market.group market.payoutNumerators market.winningOutcomeIndex',
      list: 'outcomeTokenAmounts',
    },
  },
  {
    venue: 'myriad',
    route: /^POST \/orders$/,
    recording: 'order-created-ob.json',
    members: {
      string: 'orderHash status timeInForce',
    },
  },
  {
    venue: 'myriad',
    route: /^GET \/orders\/0x/,
    recording: 'order-detail-ob-cancelled.json',
    members: {
      string:
        'orderHash order.trader order.amount order.price order.minFillAmount order.nonce order.expiration status filledAmount timeInForce createdAt updatedAt cancelledAt',
      null: 'clientOrderId filledAt',
      object: 'order',
      number: 'order.marketId order.outcomeId order.side signatureType networkId',
    },
    documented: {
      filledAt: 'a time once it is filled: API reference, GET /orders/{hash}',
      cancelledAt: 'null while the order is open: API reference, GET /orders/{hash}',
    },
  },
  {
    venue: 'myriad',
    route: /^DELETE \/orders\/0x/,
    recording: 'order-cancelled-ob.json',
    members: {
      string: 'orderHash status',
    },
  },
  {
    venue: 'hyperliquid',
    route: /^POST \/info userFillsByTime$/,
    recording: 'userFills-perp-spot-2026.json',
    members: {
      string: 'coin px sz side startPosition dir closedPnl hash fee feeToken',
      number: 'time oid tid',
      boolean: 'crossed',
      null: 'twapId',
    },
    documented: { cloid: 'info endpoint, userFills: of orders that have one' },
  },
  {
    venue: 'hyperliquid',
    route: /^POST \/info historicalOrders$/,
    recording: 'syn-hyperliquid_orders.json',
    members: {
      object: 'order',
      string:
        'order.coin order.side order.limitPx order.sz order.triggerCondition order.triggerPx order.orderType order.origSz order.tif status',
      number: 'order.oid order.timestamp statusTimestamp',
      boolean: 'order.isTrigger order.isPositionTpsl order.reduceOnly',
      list: 'order.children',
      null: 'order.cloid',
    },
    documented: { 'order.cloid': 'a text of orders that have one' },
  },
  {
    venue: 'hyperliquid',
    route: /^POST \/info orderStatus$/,
    recording: 'syn-hyperliquid_order_status.json',
    members: {
      string:
        'status order.order.coin order.order.side order.order.limitPx order.order.sz order.order.triggerCondition order.order.triggerPx order.order.orderType order.order.origSz order.order.tif order.status',
      object: 'order order.order',
      number: 'order.order.oid order.order.timestamp order.statusTimestamp',
      boolean: 'order.order.isTrigger order.order.isPositionTpsl order.order.reduceOnly',
      list: 'order.order.children',
      null: 'order.order.cloid',
    },
    documented: { 'order.order.cloid': 'a text of orders that have one' },
  },
  {
    venue: 'hyperliquid',
    route: /^POST \/info spotClearinghouseState$/,
    rows: 'balances',
    recording: 'drift-spot-state-modes-2026-10.json',
    within: 'unifiedAccount.balances',
    members: {
      string: 'coin total hold entryNtl',
      number: 'token',
    },
  },
  {
    venue: 'gemini-titan',
    route: /^POST \/v1\/prediction-markets\/order$/,
    recording: 'documented-orders-active.json',
    within: 'response.orders',
    members: {
      number: 'orderId',
      string:
        'status symbol side outcome orderType quantity filledQuantity remainingQuantity price avgExecutionPrice createdAt updatedAt',
      null: 'cancelledAt',
    },
    documented: {
      contractMetadata: 'the row of the contract, as in the catalogue',
      avgExecutionPrice: 'null before the first fill (inferred)',
      cancelledAt: 'a time of canceled orders (inferred)',
    },
  },
  {
    venue: 'gemini-titan',
    route: /^POST \/v1\/prediction-markets\/orders\/history$/,
    rows: 'orders',
    recording: 'documented-orders-active.json',
    within: 'response.orders',
    members: {
      number: 'orderId',
      string:
        'status symbol side outcome orderType quantity filledQuantity remainingQuantity price avgExecutionPrice createdAt updatedAt',
      null: 'cancelledAt',
    },
    documented: {
      contractMetadata: 'the row of the contract, as in the catalogue',
      avgExecutionPrice: 'null before the first fill (inferred)',
      cancelledAt: 'a time of canceled orders (inferred)',
    },
  },
  {
    venue: 'gemini-titan',
    route: /^POST \/v1\/prediction-markets\/positions$/,
    rows: 'positions',
    recording: 'documented-positions.json',
    within: 'response.positions',
    members: {
      string:
        'symbol totalQuantity quantityOnHold avgPrice outcome prices.buy.yes prices.buy.no prices.sell.yes prices.sell.no prices.bestBid prices.bestAsk prices.lastTradePrice realizedPl marketValue unrealizedPnl',
      number: 'instrumentId unrealizedPct',
      object: 'prices prices.buy prices.sell',
      null: 'resolutionSide',
      boolean: 'isAboveAutoStartThreshold isLive',
    },
    documented: { contractMetadata: 'the row of the contract, as in the catalogue' },
  },
  {
    venue: 'polymarket',
    route: /^POST \/order/,
    recording: 'ccxt-createOrder-1.json',
    members: {
      string: 'errorMsg orderID takingAmount makingAmount status',
      boolean: 'success',
    },
    documented: { tradeIDs: 'docs.polymarket.com, post-order: of orders that match at once' },
  },
  {
    venue: 'polymarket',
    route: /^DELETE \/order/,
    recording: 'ccxt-cancelOrder-1.json',
    members: {
      object: 'not_canceled',
      list: 'canceled',
      string: 'canceled[]',
    },
  },
  {
    venue: 'polymarket',
    route: /^GET \/data\/trades/,
    rows: 'data',
    recording: 'ws-user-trade-taker-2024.json',
    members: {
      string:
        'asset_id event_type fee_rate_bps id last_update maker_address maker_orders[].asset_id maker_orders[].fee_rate_bps maker_orders[].maker_address maker_orders[].matched_amount maker_orders[].order_id maker_orders[].outcome maker_orders[].owner maker_orders[].price market match_time outcome owner price side size status taker_order_id timestamp trade_owner trader_side transaction_hash type',
      number: 'bucket_index',
      list: 'maker_orders',
      object: 'maker_orders[]',
    },
    documented: { 'maker_orders[].side': 'py-clob-client-v2 1.2.1, MakerOrder' },
    leftOut: ['event_type', 'timestamp', 'type', 'trade_owner'],
  },
  {
    venue: 'polymarket',
    route: /^GET \/data\/order\//,
    recording: 'ws-user-order-placement-2024.json',
    members: {
      string:
        'asset_id created_at event_type expiration id maker_address market order_owner order_type original_size outcome owner price side size_matched status timestamp type',
      null: 'associate_trades',
    },
    documented: {
      associate_trades: 'a list of ids: py-clob-client-v2 1.2.1, OpenOrder',
      created_at: 'a number in lists: docs.polymarket.com, get-order',
    },
    leftOut: ['event_type', 'timestamp', 'type', 'order_owner'],
  },
]
