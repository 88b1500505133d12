import { toIso } from '../../../api/times/instant.js'
import { type Reply, toJsonReply } from '../../http/reply.js'
import type { MockCall, MockContext } from '../../mock-kit/mock-venue.js'
import { offers } from '../../mock-kit/venue-view.js'
import { slugOf } from '../../world/common/dates.js'
import type { WorldSeries } from '../../world/common/types.js'
import { createRefusal } from './access.js'

type Native = Readonly<Record<string, unknown>>

const FIRST_TOURNAMENT = 3000
const FIRST_CATEGORY = 3600
const FIRST_TAG = 5000
/** The main feed (venues/metaculus/README.md). */
const SITE = 144
/** Creation time of projects, before every question. */
const MADE = toIso(Date.UTC(2020, 0, 2))
/** End time of tournaments, after every simulation. */
const ENDS = toIso(Date.UTC(2040, 0, 2))

/** Returns the type of a tournament; half of them have the second type, and another key. */
function typeOf(series: WorldSeries): 'tournament' | 'question_series' {
  return series.index % 2 === 0 ? 'tournament' : 'question_series'
}

function project(id: number, type: string, name: string, slug: string | null): Native {
  return {
    id,
    type,
    name,
    slug,
    prize_pool: type === 'site_main' ? null : '0.00',
    start_date: type === 'site_main' ? null : MADE,
    close_date: type === 'site_main' ? null : ENDS,
    meta_description: '',
    is_ongoing: type === 'site_main' ? null : true,
    user_permission: null,
    created_at: MADE,
    edited_at: MADE,
    default_permission: 'forecaster',
    visibility: 'normal',
    is_current_content_translated: false,
  }
}

function tournament(series: WorldSeries): Native {
  return project(FIRST_TOURNAMENT + series.index, typeOf(series), series.title, series.key)
}

function categories({ world }: MockContext): readonly string[] {
  return [...new Set(world.series.map(({ category }) => category))]
}

function category(context: MockContext, name: string): Native {
  const id = FIRST_CATEGORY + categories(context).indexOf(name)
  return { id, name, slug: slugOf(name), description: name, type: 'category' }
}

/** Returns the projects of a post; keys without projects are absent. */
export function projectsOf(context: MockContext, series: WorldSeries): Native {
  const own = tournament(series)
  const tags = series.tags.map((name) => ({
    id: FIRST_TAG + context.world.tags.indexOf(name),
    name,
    slug: slugOf(name),
    type: 'tag',
  }))
  return {
    site_main: [project(SITE, 'site_main', 'Metaculus Community', null)],
    [typeOf(series)]: [own],
    category: [category(context, series.category)],
    ...(tags.length === 0 ? {} : { tag: tags }),
    default_project: own,
  }
}

/** Returns the series of a tournament by slug or number, or undefined without one. */
export function seriesOf({ world }: MockContext, key: string): WorldSeries | undefined {
  return world.series.find(
    (series) =>
      offers(series, 'metaculus') && (series.key === key || String(FIRST_TOURNAMENT + series.index) === key),
  )
}

/** Returns the name of a category by its slug, or undefined without one. */
export function findCategoryBySlug(context: MockContext, slug: string): string | undefined {
  return categories(context).find((name) => slugOf(name) === slug)
}

/** Returns all tournaments of both types. */
export function answerTournaments({ world }: MockCall): Reply {
  return toJsonReply(world.series.filter((series) => offers(series, 'metaculus')).map(tournament))
}

export function getTournament(call: MockCall): Reply {
  const series = seriesOf(call, call.params['key'] ?? '')
  if (series === undefined) throw createRefusal(404, 'No Project matches the given query.')
  return toJsonReply({ ...tournament(series), description: '', subtitle: '', header_logo: null })
}
