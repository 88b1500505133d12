import type { VenueId } from '../../../api/envelope/venue-ids.js'

/** Whether trades come at natural times, or exactly one a minute so that every native candle can be compared. */
export type Rhythm = 'natural' | 'metronome'

/** How the markets of an event are related. */
export type EventShape =
  | 'up-down'
  | 'single'
  | 'candidates'
  | 'strike-ladder'
  | 'range-buckets'
  | 'date-ladder'
  | 'match'
  | 'duel'

export type Recurrence = '15m' | 'hourly' | 'daily' | 'weekly' | 'monthly' | 'annual'

/** The series of an event; every event has one. */
export interface WorldSeries {
  /** Lower case with dashes, without dots. */
  readonly key: string
  /** Upper-case letters and digits, for venues that build ids from it. */
  readonly ticker: string
  readonly title: string
  readonly recurrence: Recurrence
  readonly category: string
  readonly tags: readonly string[]
  /** The only venues that list it. Absent when all do. */
  readonly onlyOn?: readonly VenueId[]
  /** Index in the world's table of series. */
  readonly index: number
}

/** A team or another participant of a match. */
export interface WorldTeam {
  readonly name: string
  /** Two or three capitals. */
  readonly code: string
}

/** An event: a question with one or more binary markets. All times epoch ms UTC, whole minutes. */
export interface WorldEvent {
  /** `<series key>.<cycle>` */
  readonly key: string
  /** Unique positive integer that never changes. */
  readonly number: number
  /** The hash for all random values of this event. */
  readonly seed: number
  readonly slug: string
  readonly series: WorldSeries
  readonly cycle: number
  readonly shape: EventShape
  readonly title: string
  readonly rules: string
  /** Exactly one of its markets resolves YES. */
  readonly exclusive: boolean
  readonly opensAt: number
  /** The announced end. */
  readonly endsAt: number
  /** When its last market closed or will close; earlier than announced when the question was decided early. */
  readonly closesAt: number
  readonly resolvesAt: number
  /** Start of the match. */
  readonly startsAt?: number
  readonly teams?: readonly WorldTeam[]
  readonly markets: readonly WorldMarket[]
}

/** One binary contract. Prices are those of its YES side in [0, 1]; NO = 1 - YES. */
export interface WorldMarket {
  /** `<event key>.<index>` */
  readonly key: string
  readonly number: number
  readonly seed: number
  readonly eventKey: string
  readonly index: number
  /** Short upper-case code, unique within the event; may contain a dot. */
  readonly code: string
  readonly slug: string
  readonly question: string
  /** The label of the YES side within its event. Absent when the event has one market. */
  readonly label?: string
  readonly yesLabel: string
  readonly noLabel: string
  readonly tick: Tick
  readonly opensAt: number
  readonly endsAt: number
  readonly closesAt: number
  readonly resolvesAt: number
  /** Payout of a YES contract; must not be visible before `resolvesAt`. */
  readonly payout: Payout
  /** The deciding number, for ladders and buckets; `floor` inclusive. */
  readonly strike?: { readonly floor?: number; readonly cap?: number }
  readonly activity: Activity
  readonly bookShape: BookShape
  readonly pricing: Pricing
}

/** The side of a contract. */
export type Side = 'yes' | 'no'

export type Tick = 0.01 | 0.001
export type Payout = 0 | 0.5 | 1

/** Returns the payout of the opposite question. */
export function contraryOf(payout: Payout): Payout {
  return payout === 0.5 ? 0.5 : payout === 1 ? 0 : 1
}

/** How often a market trades; see `activity.ts`. */
export type Activity = 'busy' | 'steady' | 'quiet' | 'gappy' | 'never'

export type BookShape = 'two-sided' | 'bids-only' | 'asks-only' | 'empty'

/** The parameters of a market's price path; see `prices/price-path.ts`. */
type Pricing =
  | {
      readonly kind: 'walk'
      readonly base: number
      /** One minus the path of the market with the opposite question. */
      readonly mirrors?: true
    }
  | {
      readonly kind: 'race'
      readonly runner: number
      readonly weights: readonly number[]
      readonly winner: number
    }
  | { readonly kind: 'above'; readonly sigma: number }
  | { readonly kind: 'between'; readonly low: number | undefined; readonly high: number | undefined }
  | { readonly kind: 'rises' }

export type MarketState = 'unlisted' | 'open' | 'closed' | 'resolved'

/** Returns the state of a market or an event at a given time. */
export function stateAt(
  it: { readonly opensAt: number; readonly closesAt: number; readonly resolvesAt: number },
  now: number,
): MarketState {
  if (now < it.opensAt) return 'unlisted'
  if (now < it.closesAt) return 'open'
  return now < it.resolvesAt ? 'closed' : 'resolved'
}

/** An execution. Sizes are contracts with two decimals. */
export interface WorldTrade {
  readonly at: number
  /** Ascending within its market. */
  readonly sequence: number
  readonly price: number
  readonly size: number
  /** The side whose exposure the taker bought. */
  readonly takerSide: Side
}

/** A candle of trades, with its opening time; buckets without trades have none. Volume in contracts. */
export interface WorldBar {
  readonly openAt: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

export interface BookLevel {
  readonly price: number
  readonly size: number
}

/** The book of the YES side, best level first on both sides. */
export interface WorldBook {
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
}

/** Statistics derived from the trades. */
export interface WorldStats {
  /** Contracts since listing; beyond the last 24 h an estimate that depends only on the instant. */
  readonly volume: number
  /** Contracts traded in (now - 24 h, now], exact. */
  readonly volume24h: number
  /** The same in money: price times size. */
  readonly notional: number
  readonly notional24h: number
  readonly openInterest: number
  /** Money resting in the book. */
  readonly liquidity: number
}
