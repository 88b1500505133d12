import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { WorldSeries, WorldTeam } from '../common/types.js'

/** The design of the events of a series. Texts may contain `{date}`, `{day}`, `{month}`, `{year}`, `{time}`, `{name}`. */
export type SeriesDesign =
  | { readonly kind: 'up-down'; readonly asset: string }
  | {
      readonly kind: 'single'
      readonly question: string
      /** The question is the opposite of its twin's: YES of one is NO of the other. */
      readonly mirrors?: true
    }
  | {
      readonly kind: 'candidates'
      readonly title: string
      readonly question: string
      readonly pool: readonly string[]
      readonly count: number
    }
  | {
      readonly kind: 'strike-ladder'
      readonly title: string
      readonly question: string
      readonly centre: number
      readonly step: number
      readonly count: number
    }
  | {
      readonly kind: 'range-buckets'
      readonly title: string
      readonly question: string
      readonly centre: number
      readonly step: number
      readonly count: number
      readonly unit: string
    }
  | {
      readonly kind: 'date-ladder'
      readonly title: string
      readonly question: string
      readonly rungs: number
    }
  | {
      readonly kind: 'match'
      readonly teams: readonly WorldTeam[]
      readonly draws: boolean
      readonly competition: string
    }
  | { readonly kind: 'duel'; readonly teams: readonly WorldTeam[]; readonly competition: string }

/** When the events of a series open and end. */
export interface Timetable {
  /** From one opening to the next. */
  readonly periodMs: number
  readonly tradingMs: number
  /** Opening of cycle 0. */
  readonly firstOpensAt: number
  /** From closing to the known result. */
  readonly resultDelayMs: number
  /** How long a closed event stays in lists; lookups by id always find it. */
  readonly listedMs: number
}

/** A series with all parameters of its events. */
export interface SeriesPlan {
  readonly series: WorldSeries
  readonly timetable: Timetable
  readonly plan: SeriesDesign
  /** Its leading markets trade around the clock. */
  readonly flagship: boolean
  /** Every fifth event ends undecided and pays half. */
  readonly splits: boolean
  /** The resolution source in the rules. Absent for the default newspaper. */
  readonly source?: string
  /** The index of the series whose random values its events use: its own, or its twin's. */
  readonly chances: number
  /** Whether its markets trade separately from those of its twin. */
  readonly tradesSeparately: boolean
}

/** A series in the tables of this folder; `catalog.ts` adds its index, timetable and id. */
export interface SeriesFacts {
  readonly key: string
  readonly title: string
  readonly category: string
  readonly tags: readonly string[]
  readonly plan: SeriesDesign
  readonly schedule: Schedule
  readonly flagship?: true
  readonly splits?: true
  readonly onlyOn?: readonly VenueId[]
  readonly source?: string
  /** The key of a series with the same times and random values. */
  readonly twinOf?: string
  /** Its markets have the twin's prices and results, but their own trades and books. */
  readonly tradesSeparately?: true
}

export type Schedule =
  | '15m'
  | 'hourly'
  | 'daily'
  | 'daily-ahead'
  | 'match'
  | 'weekly'
  | 'slow-weekly'
  | 'monthly'
  | 'long'
