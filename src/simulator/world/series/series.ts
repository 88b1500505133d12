import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { WorldSeries, WorldTeam } from '../common/types.js'

/** How the events of a series are made. Texts may hold `{date}`, `{day}`, `{month}`, `{year}`, `{time}`, `{name}`. */
export type SeriesDesign =
  | { readonly kind: 'up-down'; readonly asset: string }
  | {
      readonly kind: 'single'
      readonly question: string
      /** It asks for what its twin denies: YES of the one is NO of the other. */
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
  readonly lifeMs: number
  /** Opening of cycle 0. */
  readonly firstOpensAt: number
  /** From closing to the known result. */
  readonly settleMs: number
  /** How long a closed event stays in lists; by id it is found for ever. */
  readonly listedMs: number
}

/** A series with all that its events follow from. */
export interface SeriesPlan {
  readonly series: WorldSeries
  readonly timetable: Timetable
  readonly plan: SeriesDesign
  /** Its leading markets trade around the clock. */
  readonly flagship: boolean
  /** Every fifth event ends undecided and pays half. */
  readonly splits: boolean
  /** Who says how its events came out, as rules name him; absent for the paper of the world's capital. */
  readonly source?: string
  /** Which series its events' chances are those of: its own, or its twin's. */
  readonly chances: number
  /** Whether its markets trade apart from those of its twin. */
  readonly tradesApart: boolean
}

/** A series as the catalogue states it; `catalogue.ts` gives it its place, its clock and its id. */
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
  /** The key of a series whose events happen at the same times and with the same chances. */
  readonly twinOf?: string
  /** Its markets have the twin's prices and results, but trades and books of their own. */
  readonly tradesApart?: true
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
