import { DAY_MS, WEEK_MS } from '../../../api/times/resolution.js'
import { MINUTE_MS } from '../../../api/times/span.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { findListedEvents, offers } from '../../mock-kit/venue-view.js'
import { slugOf } from '../../world/common/dates.js'
import { mix } from '../../world/common/hash.js'
import { stateAt, type WorldEvent, type WorldMarket } from '../../world/common/types.js'
import { type ContinuousKind, continuousKindOf } from './continuous.js'

/** The content of a post. */
type Kind = 'binary' | 'multiple_choice' | 'group_of_questions' | ContinuousKind

/** A post: one event of the world with the event's number. */
export interface Post {
  readonly id: number
  readonly event: WorldEvent
  readonly kind: Kind
}

/** A question: one market, or all markets of an event of which exactly one resolves YES. */
export interface Question {
  readonly id: number
  readonly event: WorldEvent
  readonly kind: 'binary' | 'multiple_choice' | ContinuousKind
  /** In the order of the options; a single one for other kinds. */
  readonly markets: readonly WorldMarket[]
}

/** Time between the publication of a post and its opening for forecasts. */
const SHOWN_BEFORE_MS = 30 * MINUTE_MS

export type State = 'upcoming' | 'open' | 'closed' | 'resolved'

/** Returns the state of a question or an event. */
export function stateOf(context: MockContext, it: WorldEvent | WorldMarket): State {
  const state = stateAt(it, context.now)
  return state === 'unlisted' ? 'upcoming' : state
}

/** Returns the listed posts, oldest first, those that open soon last. */
export function findListedPosts(context: MockContext): readonly Post[] {
  const { world, now } = context
  const coming = world
    .eventsAt(now + SHOWN_BEFORE_MS)
    .filter((event) => event.opensAt > now && offers(event.series, 'metaculus'))
  return [...findListedEvents(context, 'metaculus'), ...coming].map(toPost)
}

/** Returns the post with a number, of any age, or undefined if it does not exist or is not published yet. */
export function findPostById({ world, now }: MockContext, id: number): Post | undefined {
  const event = Number.isSafeInteger(id) ? world.eventByNumber(id) : undefined
  const isShown = event !== undefined && event.opensAt <= now + SHOWN_BEFORE_MS
  return isShown && offers(event.series, 'metaculus') ? toPost(event) : undefined
}

function toPost(event: WorldEvent): Post {
  return { id: event.number, event, kind: kindOf(event) }
}

function kindOf(event: WorldEvent): Kind {
  const { markets, exclusive } = event
  if (markets.length === 1) return continuousKindOf(event) ?? 'binary'
  return exclusive ? 'multiple_choice' : 'group_of_questions'
}

/**
 * Returns the questions of a post. Their numbers are those of markets, which differ from the numbers of posts but are
 * in the same range.
 */
export function questionsOf({ event, kind }: Post): readonly Question[] {
  const [first] = event.markets
  if (kind === 'multiple_choice' && first !== undefined) {
    return [{ id: first.number, event, kind, markets: event.markets }]
  }
  const each = kind === 'group_of_questions' || kind === 'multiple_choice' ? 'binary' : kind
  return event.markets.map((market) => ({ id: market.number, event, kind: each, markets: [market] }))
}

/** Returns the question with a number, and its post, or undefined without one. */
export function findQuestionById(
  context: MockContext,
  id: number,
): { readonly post: Post; readonly question: Question } | undefined {
  const market = Number.isSafeInteger(id) ? context.world.marketByNumber(id) : undefined
  if (market === undefined) return undefined
  const post = findPostById(context, context.world.eventOf(market).number)
  const question = post === undefined ? undefined : questionsOf(post).find((one) => one.id === id)
  return post === undefined || question === undefined ? undefined : { post, question }
}

/** Returns the object with the times of a question: its market, or the event whose markets are the options. */
export function timesOf({ kind, event, markets }: Question): WorldEvent | WorldMarket {
  return kind === 'multiple_choice' ? event : (markets[0] ?? event)
}

/**
 * Returns the time at which the prediction is first shown: the opening, or a day later for questions of a week or more.
 */
export function revealedAt(question: Question): number {
  const { opensAt, endsAt } = timesOf(question)
  return endsAt - opensAt >= WEEK_MS ? opensAt + DAY_MS : opensAt
}

/** Returns the slug, which is derived from the title (venues/metaculus/README.md), so two events may share one. */
export function slugOfPost({ event }: Post): string {
  return slugOf(event.title)
}

/** Returns the number of forecasters of an event; it is invented, since the world has none. */
export function forecastersOf({ seed }: WorldEvent): number {
  return 12 + (mix(seed, 77) % 900)
}
