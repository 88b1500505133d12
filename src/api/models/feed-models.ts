/** Models of data feeds, with CCXT's names. Members that a feed does not report are absent. */

/** The price of a pair, in its quote currency. */
export interface Ticker {
  readonly symbol: string
  /** The feed's original data. */
  readonly info: Readonly<Record<string, unknown>>
  /** Time of the price, epoch ms. */
  readonly timestamp: number
  readonly datetime: string
  readonly high?: number
  readonly low?: number
  readonly bid?: number
  readonly bidVolume?: number
  readonly ask?: number
  readonly askVolume?: number
  readonly vwap?: number
  readonly open?: number
  readonly close?: number
  readonly last?: number
  readonly previousClose?: number
  readonly change?: number
  /** Percent: 1.5 is 1.5 %. */
  readonly percentage?: number
  readonly quoteVolume?: number
  readonly baseVolume?: number
}

/** Minimum and maximum. */
interface Bounds {
  readonly min?: number
  readonly max?: number
}

/** A pair with prices from a feed. */
export interface FeedMarket {
  readonly id: string
  readonly symbol: string
  readonly base: string
  readonly quote: string
  readonly active: boolean
  readonly type: 'spot'
  readonly spot: true
  readonly margin: false
  readonly swap: false
  readonly future: false
  readonly option: false
  readonly contract: false
  /** Tick sizes of amounts and prices. */
  readonly precision: { readonly amount?: number; readonly price?: number }
  readonly limits: { readonly amount?: Bounds; readonly price?: Bounds }
  readonly info: Readonly<Record<string, unknown>>
}

/** Members that all pairs share: they are spot markets, not contracts. */
export const spotTraits = {
  type: 'spot',
  spot: true,
  margin: false,
  swap: false,
  future: false,
  option: false,
  contract: false,
} as const

/** Start in epoch ms; open, high, low, close; volume in the base currency. */
export type FeedCandle = readonly [number, number, number, number, number, number]

/** An order book. Levels are `[price, amount]`, the best first. */
export interface FeedBook {
  readonly symbol: string
  readonly bids: readonly (readonly [number, number])[]
  readonly asks: readonly (readonly [number, number])[]
  /** The feed's sequence number of this state of the book. */
  readonly nonce: number
}

/** One result of an oracle. */
export interface OracleRound {
  readonly feed: string
  /** A number of up to 80 bits. */
  readonly roundId: string
  readonly answer: number
  /** Epoch ms. */
  readonly startedAt: number
  readonly updatedAt: number
  readonly answeredInRound: string
  readonly decimals: number
  readonly description?: string
}
