import type { Scene } from '../variant.js'

/** A frame of a subscription, without the members of all frames: id, number, time. */
export interface Frame {
  readonly type: string
  readonly msg: object
  /** Id of the command that requested it. */
  readonly id?: number | undefined
}

/** One subscription of a channel. Each tick checks the times. */
export interface Channel {
  /** Whether its frames are numbered. */
  readonly isNumbered: boolean
  /** Polling interval, ms. */
  readonly everyMs: number
  /** Returns the tickers of the subscription, or undefined for all. */
  tickers(): readonly string[] | undefined
  /** The supported changes; an absent one is an unsupported action. */
  readonly add?: (tickers: readonly string[], scene: Scene, params: Params) => readonly Frame[]
  readonly remove?: (tickers: readonly string[]) => void
  readonly snapshot?: (tickers: readonly string[], scene: Scene, id: number) => readonly Frame[]
  tick(scene: Scene): readonly Frame[]
}

/** Parameters of a command, as received. */
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

/** Reads texts that are given singly or in a list. */
export function textsIn(one: unknown, many: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(many) ? many : one === undefined ? [] : [one]
  return all.filter((text) => typeof text === 'string')
}

/** Creates the set of markets of a subscription, all of them if none is named. Commands change it. */
export function readTickers(named: readonly string[]) {
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
