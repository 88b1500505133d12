import { createValidationError, PmxError } from '../envelope/errors.js'
import { toInstant } from '../times/instant.js'
import { renderForMessage } from '../values/shown.js'

/** A query parameter of a feed's method. */
export type Parameter =
  /** Such as `BTC/USDT`, in any case. */
  | { readonly kind: 'symbol'; readonly required: true }
  | { readonly kind: 'symbols' }
  | { readonly kind: 'text'; readonly fallback: string }
  | { readonly kind: 'count'; readonly max: number; readonly fallback?: number }
  /** ISO text, epoch ms or seconds. */
  | { readonly kind: 'instant' }
  | { readonly kind: 'choice'; readonly of: readonly string[] }

const symbol = { kind: 'symbol', required: true } as const

/** Maximum number of pairs in one call. */
const MAX_SYMBOLS = 100
/** Maximum number of rounds of an oracle in one response; a node is queried for a few hundred at a time. */
const MAX_ROUNDS = 2_000

/** The methods of data feeds with their query parameters. All are GET. */
const feedMethods = {
  loadMarkets: {},
  fetchTicker: { symbol },
  fetchTickers: { symbols: { kind: 'symbols' } },
  fetchOHLCV: {
    symbol,
    timeframe: { kind: 'text', fallback: '1h' },
    since: { kind: 'instant' },
    limit: { kind: 'count', max: 1_000 },
  },
  fetchOrderBook: { symbol, limit: { kind: 'count', max: 5_000 } },
  fetchOracleRound: { feed: symbol },
  fetchOracleHistory: { feed: symbol, limit: { kind: 'count', max: MAX_ROUNDS, fallback: 500 } },
  fetchHistoricalPrices: {
    symbol,
    fromTimestamp: { kind: 'instant' },
    untilTimestamp: { kind: 'instant' },
    maxSize: { kind: 'count', max: MAX_ROUNDS, fallback: 500 },
    order: { kind: 'choice', of: ['asc', 'desc'] },
  },
} as const satisfies Record<string, Readonly<Record<string, Parameter>>>

export type FeedMethodName = keyof typeof feedMethods

/** A sentence for each method. */
export const feedTexts: Readonly<Record<FeedMethodName, string>> = {
  loadMarkets: 'Returns the pairs of the feed by symbol.',
  fetchTicker: 'Returns the latest price of a pair.',
  fetchTickers: 'Returns the latest prices of several pairs, or of all pairs.',
  fetchOHLCV: 'Returns the candles of a pair, oldest first.',
  fetchOrderBook: 'Returns the order book of a pair.',
  fetchOracleRound: 'Returns the latest round of an oracle.',
  fetchOracleHistory: 'Returns rounds of an oracle, newest first.',
  fetchHistoricalPrices: 'Returns past prices of a pair.',
}

/** Returns the query parameters of a method, in documented order. */
export function listFeedParameters(method: FeedMethodName): Readonly<Record<string, Parameter>> {
  return feedMethods[method]
}

export const feedMethodNames = Object.keys(feedMethods) as readonly FeedMethodName[]

export function isFeedMethodName(text: string): text is FeedMethodName {
  return Object.hasOwn(feedMethods, text)
}

type ValueOf<P> = P extends { readonly kind: 'symbol' }
  ? string
  : P extends { readonly kind: 'symbols' }
    ? readonly string[] | undefined
    : P extends { readonly kind: 'text' }
      ? string
      : P extends { readonly kind: 'choice'; readonly of: readonly (infer Choice)[] }
        ? Choice | undefined
        : P extends { readonly fallback: number }
          ? number
          : number | undefined

/** Validated parameters of a method. Symbols are in upper case, instants in epoch ms. */
export type FeedArgs<M extends FeedMethodName> = {
  readonly [Name in keyof (typeof feedMethods)[M]]: ValueOf<(typeof feedMethods)[M][Name]>
}

/**
 * Reads the query of a call.
 * @returns the parameters, and the unknown keys
 * @throws VALIDATION_ERROR naming the parameter
 */
export function readFeedArguments<M extends FeedMethodName>(
  method: M,
  query: URLSearchParams,
): { readonly args: FeedArgs<M>; readonly ignored: readonly string[] } {
  const parameters: Readonly<Record<string, Parameter>> = feedMethods[method]
  const args = Object.entries(parameters).map(([name, parameter]) => [name, read(parameter, name, query)])
  const ignored = [...new Set(query.keys())].filter((key) => !Object.hasOwn(parameters, key))
  // Each value was read by the row that defines its type.
  return { args: Object.fromEntries(args) as FeedArgs<M>, ignored }
}

function read(parameter: Parameter, name: string, query: URLSearchParams): unknown {
  const given = query.getAll(name).filter((value) => value.trim() !== '')
  if (parameter.kind === 'symbols') return readSymbols(given, name)
  const [value, another] = given.map((text) => text.trim())
  if (another !== undefined) throw createValidationError(name, `${name} was given more than once`)
  if (value === undefined) {
    if ('required' in parameter)
      throw createValidationError(name, `Missing required query parameter: ${name}`)
    return 'fallback' in parameter ? parameter.fallback : undefined
  }
  return readValue(parameter, name, value)
}

function readValue(parameter: Exclude<Parameter, { kind: 'symbols' }>, name: string, value: string): unknown {
  switch (parameter.kind) {
    case 'symbol':
      return readSymbol(value, name)
    case 'text':
      return value
    case 'count':
      return readCount(value, name, parameter.max)
    case 'instant':
      return toInstant(value, name)
    case 'choice':
      if (parameter.of.includes(value)) return value
      throw createValidationError(
        name,
        `${name} must be one of ${parameter.of.join(', ')}; got ${renderForMessage(value)}`,
      )
  }
}

/** Pattern of a pair: one or two names, separated by a slash. */
const pair = '[^\\s/,]{1,40}(/[^\\s/,]{1,40})?'
export const symbolPattern = `^${pair}$`
/** Pattern of several pairs, separated by commas. Empty text counts as absent. */
export const symbolsPattern = `^(${pair}(,${pair}){0,${MAX_SYMBOLS - 1}})?$`
const SYMBOL = new RegExp(symbolPattern)

function readSymbol(value: string, name: string): string {
  if (SYMBOL.test(value)) return value.toUpperCase()
  throw createValidationError(name, `${name} must be a pair such as BTC/USDT; got ${renderForMessage(value)}`)
}

function readSymbols(given: readonly string[], name: string): readonly string[] | undefined {
  const symbols = given
    .flatMap((list) => list.split(','))
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => readSymbol(text, name))
  if (symbols.length > MAX_SYMBOLS)
    throw createValidationError(name, `${name} may have at most ${MAX_SYMBOLS} pairs`)
  return symbols.length === 0 ? undefined : [...new Set(symbols)]
}

function readCount(value: string, name: string, max: number): number {
  const count = /^\d{1,9}$/.test(value) ? Number(value) : 0
  if (count >= 1 && count <= max) return count
  throw createValidationError(
    name,
    `${name} must be a whole number from 1 to ${max}; got ${renderForMessage(value)}`,
  )
}

/** The watch method of a feed, available on the socket only. */
export const watchTicker = 'watchTicker'

/**
 * Returns the pair that `watchTicker` names, in upper case.
 * @throws VALIDATION_ERROR
 */
export function readWatchedPair([value, ...rest]: readonly unknown[]): string {
  if (typeof value !== 'string' || value.trim() === '')
    throw createValidationError('symbol', `${watchTicker} needs a pair, such as args: ["BTC/USDT"]`)
  const isMore = rest.some((more) => more !== null && JSON.stringify(more) !== '{}')
  if (isMore) throw createValidationError('args', `${watchTicker} takes a pair and nothing else`)
  return readSymbol(value.trim(), 'symbol')
}

/** Creates the error for a method that a feed does not support. */
export function createFeedNotSupportedError(feed: string, method: FeedMethodName): PmxError {
  return new PmxError('NOT_SUPPORTED', `Feed '${feed}' does not support ${method}`)
}
