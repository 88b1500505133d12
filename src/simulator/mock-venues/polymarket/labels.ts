import { toIso } from '../../../api/times/instant.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { slugOf } from '../../world/common/dates.js'
import { mix } from '../../world/common/hash.js'
import type { Recurrence, WorldSeries } from '../../world/common/types.js'
import { offersSeries } from './catalogue.js'

/** Common parts of Gamma responses: dates in several formats, images, tags. */

/** Renders a time such as `2026-03-11T09:29:01.328428Z`: milliseconds and three pseudo-random digits. */
export function toMicroIso(epochMs: number, chance: number): string {
  return `${toIso(epochMs).slice(0, -1)}${String(mix(chance, 9) % 1000).padStart(3, '0')}Z`
}

/** Renders a time such as `2026-04-05 19:37:33+00`, which is not strict ISO. */
export function toSpacedTime(epochMs: number): string {
  return `${toIso(epochMs).slice(0, 19).replace('T', ' ')}+00`
}

export function imageOf(series: WorldSeries): string {
  return `https://images.example/polymarket/${series.key}.png`
}

const FIRST_TAG = 100
const FIRST_SERIES = 10_000
/** Creation time of tags and series, before every event. */
export const TABLES_CREATED_AT = Date.UTC(2020, 0, 2)

export interface Tag {
  readonly id: string
  readonly label: string
  readonly slug: string
  readonly forceShow: boolean
  readonly createdAt: string
  readonly updatedAt: string
  readonly requiresTranslation: boolean
}

function tagOf(label: string, index: number): Tag {
  return {
    id: tagId(index),
    label,
    slug: slugOf(label),
    forceShow: index % 5 === 0,
    createdAt: toMicroIso(TABLES_CREATED_AT, index),
    updatedAt: toMicroIso(TABLES_CREATED_AT, index + 1000),
    requiresTranslation: false,
  }
}

/** Returns every tag of the world, in a fixed order. */
export function listTags({ world }: MockContext): readonly Tag[] {
  return world.tags.map(tagOf)
}

export function tagsOf({ world }: MockContext, series: WorldSeries): readonly Tag[] {
  return series.tags.map((label) => tagOf(label, world.tags.indexOf(label)))
}

export function tagIds({ world }: MockContext, series: WorldSeries): readonly string[] {
  return series.tags.map((label) => tagId(world.tags.indexOf(label)))
}

export function tagSlugs(series: WorldSeries): readonly string[] {
  return series.tags.map(slugOf)
}

function tagId(index: number): string {
  return String(FIRST_TAG + index)
}

/** Whether a series recurs and has an object; events of a long series have no series object. */
export function isRecurrent(series: WorldSeries): boolean {
  return series.recurrence !== 'annual'
}

export function seriesIdOf(series: WorldSeries): string {
  return String(FIRST_SERIES + series.index)
}

export function findSeriesById({ world }: MockContext, id: string): WorldSeries | undefined {
  return world.series.find(
    (series) => seriesIdOf(series) === id && isRecurrent(series) && offersSeries(series),
  )
}

const recurrenceNames: Readonly<Record<Recurrence, string>> = {
  '15m': '15m',
  hourly: 'hourly',
  daily: 'daily',
  weekly: 'weekly',
  monthly: 'monthly',
  annual: 'annual',
}

export function toSeriesObject(series: WorldSeries): Readonly<Record<string, unknown>> {
  return {
    id: seriesIdOf(series),
    ticker: series.key,
    slug: series.key,
    title: series.title,
    seriesType: 'single',
    recurrence: recurrenceNames[series.recurrence],
    image: imageOf(series),
    icon: imageOf(series),
    active: true,
    closed: false,
    archived: false,
    restricted: true,
    createdAt: toMicroIso(TABLES_CREATED_AT, series.index),
    updatedAt: toMicroIso(TABLES_CREATED_AT, series.index + 500),
    commentCount: mix(series.index, 3) % 900,
    requiresTranslation: false,
  }
}
