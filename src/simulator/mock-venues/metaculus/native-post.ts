import type { MockContext } from '../../mock-kit/mock-venue.js'
import { toSecondIso } from '../../world/common/dates.js'
import { mix } from '../../world/common/hash.js'
import { titleOfContinuous } from './continuous.js'
import { hasClosed, type Manner, toNativeQuestion } from './native-question.js'
import { forecastersOf, type Post, questionsOf, slugOfPost, stateOf } from './posts.js'
import { projectsOf } from './projects.js'
import { toExactTime } from './times.js'

type Native = Readonly<Record<string, unknown>>

/** Options for rendering a post. */
export interface PostManner extends Manner {
  /** Number of sub-questions of a group with predictions; all when absent. */
  readonly groupCutoff?: number
}

/** Renders a post, as in lists and lookups (venues/metaculus/README.md). */
export function toNativePost(context: MockContext, post: Post, manner: PostManner): Native {
  const { event } = post
  const state = stateOf(context, event)
  const forecasters = forecastersOf(event)
  return {
    id: post.id,
    title: titleOf(post),
    url_title: event.title,
    slug: slugOfPost(post),
    author_id: 100_000 + (event.seed % 9_000),
    author_username: `forecaster${event.seed % 9_000}`,
    coauthors: [],
    projects: projectsOf(context, event.series),
    created_at: toExactTime(event.opensAt, event.seed),
    published_at: toSecondIso(event.opensAt),
    edited_at: toExactTime(event.opensAt, event.seed + 1),
    curation_status: 'approved',
    comment_count: mix(event.seed, 8) % 60,
    // Filters use `upcoming`, responses this word (venues/metaculus/README.md).
    status: state === 'upcoming' ? 'approved' : state,
    resolved: state === 'resolved',
    actual_close_time: hasClosed(state) ? toSecondIso(event.closesAt) : null,
    scheduled_close_time: toSecondIso(event.endsAt),
    scheduled_resolve_time: toSecondIso(event.endsAt),
    open_time: toSecondIso(event.opensAt),
    nr_forecasters: forecasters,
    ...content(context, post, manner),
    user_permission: 'forecaster',
    vote: { score: mix(event.seed, 9) % 100, user_vote: null },
    forecasts_count: forecastsOf(post),
    is_current_content_translated: false,
  }
}

/** Returns the title, which searches also use. */
export function titleOf({ event, kind }: Post): string {
  const question = event.markets[0]?.question ?? event.title
  if (kind === 'multiple_choice' || kind === 'group_of_questions') return event.title
  return kind === 'binary' ? question : titleOfContinuous(kind, question)
}

/** Returns the total number of forecasts; some forecasters update theirs. */
export function forecastsOf({ event }: Post): number {
  return forecastersOf(event) * (2 + (event.seed % 3))
}

/** Returns the question, or the questions of a group; in lists only the first few have predictions. */
function content(context: MockContext, post: Post, manner: PostManner): Native {
  const questions = questionsOf(post)
  const [only] = questions
  if (post.kind !== 'group_of_questions' && only !== undefined) {
    return { question: toNativeQuestion(context, only, manner) }
  }
  const { groupCutoff = questions.length } = manner
  const { rules } = post.event
  return {
    group_of_questions: {
      id: post.id,
      ...(manner.descriptions ? { description: rules, resolution_criteria: rules, fine_print: '' } : {}),
      group_variable: 'Option',
      graph_type: 'multiple_choice_graph',
      questions: questions.map((question, index) =>
        toNativeQuestion(context, question, index < groupCutoff ? manner : { ...manner, ...noNumbers }),
      ),
    },
  }
}

const noNumbers = { latest: false, history: false } as const
