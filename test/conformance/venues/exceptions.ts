import type { ErrorCode } from '../../../src/api/envelope/errors.js'
import type { VenueId } from '../../../src/api/envelope/venue-ids.js'

/** Ways in which a venue may differ from the table, each with its reason. What is not listed here is a failure. */
interface Exceptions {
  /** Prices are compared within this; absent: to nine decimals. */
  readonly priceWithin?: { readonly size: number; readonly why: string }
  /** What can be no id at all is refused as such instead of being looked up in vain. */
  readonly refusesShapes?: { readonly code: ErrorCode; readonly why: string }
  /** The venue tells one price a step, its last: candles are flat at the native step, and built of such above it. */
  readonly onePriceAStep?: { readonly why: string }
  /** The two sides are priced apart, so that they mirror each other no closer than `priceWithin`. */
  readonly ownSides?: { readonly why: string }
  /** A market of many outcomes stands in its event as one market an outcome, under ids that begin with its own. */
  readonly splitInEvents?: { readonly why: string }
  /** Closed markets can be looked up by id, but not listed. */
  readonly noClosedList?: { readonly why: string }
  /** Trades come a hundred a page and slowly: questions about long or busy stretches are left out. */
  readonly slowTape?: { readonly finest: readonly string[]; readonly why: string }
  /** So many of the newest trades are told, and no more. */
  readonly shortTape?: { readonly rows: number; readonly why: string }
  /** Lists have no prices; lookups have. */
  readonly unpricedLists?: { readonly why: string }
  /** A native call of which an empty answer means that there is none, by part of its path. */
  readonly emptyIsNone?: { readonly path: string; readonly why: string }
  /** A native call without which lookups answer too, saying so, by part of its path. */
  readonly decoratesLookups?: { readonly path: string | readonly string[]; readonly why: string }
}

const kalshiPicture = { path: '/metadata', why: 'tells a picture, and an event without one has none to tell' }

export const exceptions: Partial<Record<VenueId, Exceptions>> = {
  kalshi: { emptyIsNone: kalshiPicture },
  'kalshi-demo': { emptyIsNone: kalshiPicture },
  hyperliquid: {
    shortTape: {
      rows: 10,
      why: 'recentTrades tells the newest ten of a coin (src/venues/hyperliquid/README.md)',
    },
    noClosedList: { why: 'its catalog holds what trades (src/venues/hyperliquid/README.md)' },
  },
  hunch: {
    priceWithin: { size: 0.0051, why: 'odds are whole cents (src/simulator/mock-venues/hunch/README.md)' },
  },
  limitless: {
    noClosedList: {
      why: 'only open markets have a list (src/venues/limitless/README.md, GET /markets/active)',
    },
  },
  metaculus: {
    priceWithin: { size: 0.06, why: 'options of a multiple choice of two are predicted apart' },
    ownSides: { why: 'as above' },
  },
  myriad: {
    priceWithin: {
      size: 0.02,
      why: 'books are in whole cents, and a pool trades along its curve (src/simulator/mock-venues/myriad/README.md)',
    },
    slowTape: {
      finest: ['1m', '5m', '15m', '30m'],
      why: 'every fill is a row, 100 rows a page, 3 pages a second: days of a busy pool outlast a request',
    },
    splitInEvents: {
      why: 'a pool of more than two outcomes is N binaries in events (src/venues/myriad/README.md)',
    },
  },
  probable: {
    decoratesLookups: {
      path: '/prices-history',
      why: 'tells the last price of a one-sided book alone, and was down for days while all else worked',
    },
  },
  polymarket_us: {
    decoratesLookups: {
      path: '/v1/events?slug=',
      why: 'tells the event of a market by itself, and a market is right without it',
    },
  },
  smarkets: {
    decoratesLookups: {
      path: ['/volumes/', '/last_executed_prices/'],
      why: 'tell what was traded, and a market is right without it (src/venues/smarkets/README.md)',
    },
    priceWithin: {
      size: 0.05,
      why: 'prices stand on a ladder of decimal odds (src/venues/smarkets/README.md)',
    },
    ownSides: {
      why: 'every contract has quotes and a last price of its own (src/venues/smarkets/README.md)',
    },
  },
  opinion: {
    refusesShapes: {
      code: 'BAD_REQUEST',
      why: 'market ids are whole numbers (src/api/README.md, "Errors")',
    },
    onePriceAStep: {
      why: 'its history has one floor-stamped last price an hour or a day (src/venues/opinion/README.md)',
    },
    unpricedLists: {
      why: 'its lists hold no prices and one call a token would be needed (src/venues/opinion/README.md)',
    },
  },
  polymarket: {
    refusesShapes: {
      code: 'VALIDATION_ERROR',
      why: 'upstream refuses all-digit ids below 10 digits (src/api/README.md, "Outcome ids")',
    },
  },
}

/** Largest difference of a price that is no difference. */
export function priceToleranceOf(venue: VenueId): number {
  return exceptions[venue]?.priceWithin?.size ?? 1e-9
}

/** Ways in which trading on a venue may differ from the table, each with its reason. */
interface TradingExceptions {
  readonly noResting?: { readonly why: string }
  /** Sides that can be taken at the market. */
  readonly onlySides?: readonly ('buy' | 'sell')[]
  /** An id of the venue's shape that no order has. */
  readonly unknownOrder?: string
  /** Has no book, no sizes and no sides, so that there is nothing to take or rest: rehearsed by a table of its own. */
  readonly forecasts?: { readonly why: string }
  /** Books that are made of something else take no orders: markets whose book is emulated are left out. */
  readonly noOrdersInEmulatedBooks?: { readonly why: string }
  /** Orders that are done are listed market by market, and refused without one. */
  readonly closedByMarket?: { readonly why: string }
  /** So many contracts are bought, and a quarter of them sold; 20 when absent. */
  readonly lots?: { readonly contracts: number; readonly why: string }
  /** A buyer who takes receives fewer contracts than were filled. */
  readonly feeInContracts?: { readonly why: string }
  /** What a taker paid as a fee is in the money, and in no trade. */
  readonly untoldFees?: { readonly why: string }
  /** Share of a payout that the venue takes. */
  readonly settlementFee?: { readonly rate: number; readonly why: string }
}

export const tradingExceptions: Partial<Record<VenueId, TradingExceptions>> = {
  hyperliquid: {
    lots: { contracts: 400, why: 'an order must be worth 10 (src/venues/hyperliquid/README.md)' },
    settlementFee: {
      rate: 0.0007,
      why: 'a settlement pays the taker rate (src/venues/hyperliquid/README.md)',
    },
  },
  limitless: {
    closedByMarket: {
      why: 'no list tells in which markets orders were taken back (src/venues/limitless/README.md, user-orders)',
    },
    feeInContracts: {
      why: 'its history counts contracts before the fee, and less came in (src/venues/limitless/README.md, "Fees")',
    },
  },
  metaculus: {
    forecasts: {
      why: 'an order is a forecast: a probability without a size, against nobody (src/venues/metaculus/README.md)',
    },
  },
  myriad: {
    noOrdersInEmulatedBooks: {
      why: 'a pool is traded by a transaction on its chain, and only shown as a book (src/venues/myriad/README.md)',
    },
    unknownOrder: `0x${'7'.repeat(64)}`,
  },
  'gemini-titan': {
    untoldFees: { why: 'no order tells what was taken from it (src/venues/gemini-titan/README.md)' },
  },
  polymarket: {
    untoldFees: { why: 'no row of a trade tells what was taken from it (src/venues/polymarket/README.md)' },
  },
  opinion: {
    lots: { contracts: 200, why: 'an order must be worth 5 (src/venues/opinion/README.md)' },
    feeInContracts: {
      why: 'recorded trades and positions are net of the fee, orders are not (src/venues/opinion/README.md)',
    },
  },
}

/** Ways in which a venue's socket may differ from the table, each with its reason. */
interface StreamExceptions {
  /** Its socket is played by the table already, under another name. */
  readonly isAnothers?: { readonly why: string }
  /** Books that are made of something else have no socket: markets whose book is emulated are polled. */
  readonly pollsEmulatedBooks?: { readonly why: string }
}

export const streamExceptions: Partial<Record<VenueId, StreamExceptions>> = {
  myriad: {
    pollsEmulatedBooks: { why: 'pools are only shown as books; the socket is that of its order book' },
  },
  'kalshi-demo': { isAnothers: { why: 'the socket of Kalshi, at another address' } },
}
