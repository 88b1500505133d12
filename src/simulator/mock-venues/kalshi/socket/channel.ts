import type { Scene } from '../variant.js'

/** What a subscription sends, without what all frames have: its id, its number, the time. */
export interface Frame {
  readonly type: string
  readonly msg: object
  /** Of the command that asked for it. */
  readonly id?: number | undefined
}

/** One subscription of a channel. Times are looked at with each tick. */
export interface Channel {
  /** Whether its frames are numbered. */
  readonly isNumbered: boolean
  /** How often it looks for what is new, ms. */
  readonly everyMs: number
  /** What it is about; undefined where it is about all. */
  tickers(): readonly string[] | undefined
  /** The changes that are offered; those that are not are an unsupported action. */
  readonly add?: (tickers: readonly string[], scene: Scene, params: Params) => readonly Frame[]
  readonly remove?: (tickers: readonly string[]) => void
  readonly snapshot?: (tickers: readonly string[], scene: Scene, id: number) => readonly Frame[]
  tick(scene: Scene): readonly Frame[]
}

/** Parameters of a command, as they came. */
export interface Params {
  readonly channels?: unknown
  readonly market_ticker?: unknown
  readonly market_tickers?: unknown
  readonly market_id?: unknown
  readonly market_ids?: unknown
  readonly sid?: unknown
  readonly sids?: unknown
  readonly action?: unknown
  readonly use_yes_price?: unknown
  readonly send_initial_snapshot?: unknown
  readonly skip_ticker_ack?: unknown
}

/** Texts that are given one by one or in a list. */
export function textsIn(one: unknown, many: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(many) ? many : one === undefined ? [] : [one]
  return all.filter((text) => typeof text === 'string')
}

/** Markets that a subscription is about, all of them where none was named; changed by commands. */
export function chosenTickers(named: readonly string[]) {
  const chosen = new Set(named)
  let isAll = chosen.size === 0
  return {
    has: (ticker: string): boolean => isAll || chosen.has(ticker),
    list: (): readonly string[] | undefined => (isAll ? undefined : [...chosen].sort()),
    add(tickers: readonly string[]): void {
      for (const ticker of tickers) chosen.add(ticker)
      isAll = isAll && chosen.size === 0
    },
    remove(tickers: readonly string[]): void {
      for (const ticker of tickers) chosen.delete(ticker)
    },
  }
}
