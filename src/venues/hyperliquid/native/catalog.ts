import { PmxError } from '../../../api/envelope/errors.js'
import { defineMemoKey, remember, rememberFilled } from '../../../venue-kit/contract/memo.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../../venue-kit/payload/payload.js'
import { assertAllRead } from '../../../venue-kit/requests/map-rows.js'
import {
  type NativeOutcome,
  type NativeQuestion,
  type OutcomeMeta,
  outcomeMeta,
  outcomeTemplates,
  type SettledOutcome,
  settledOutcome,
} from '../schemas.js'
import { COMMON_WEIGHT, nameOf, requestInfo, requestInfoList } from './info.js'
import { type Templates, templateOf } from './labels.js'

/** Outcomes change every quarter of an hour; a lookup may be this old, a list never is. */
const metaKey = defineMemoKey<OutcomeMeta>('outcome meta', 20_000)
/** New templates are added occasionally. */
const templatesKey = defineMemoKey<Templates>('outcome templates', 6 * 3_600_000)
/** A decision does not change. */
const settledKey = defineMemoKey<SettledOutcome>('settled outcome', 24 * 3_600_000)

/** An outcome that trades, or one that has been decided. */
export type FoundOutcome =
  | {
      readonly kind: 'listed'
      readonly outcome: NativeOutcome
      readonly question: NativeQuestion | undefined
    }
  | { readonly kind: 'settled'; readonly settled: SettledOutcome }

/** Fetches everything that trades now: one response without pages (../README.md). */
export async function fetchMeta(ctx: VenueContext): Promise<OutcomeMeta> {
  const meta = await requestInfoList(ctx, outcomeMeta, {
    body: { type: 'outcomeMeta' },
    weight: COMMON_WEIGHT,
  })
  if (!meta.tellsQuestions) {
    ctx.omissions.noteCut('the questions of the outcomes, which Hyperliquid did not return. Retry')
  }
  ctx.memo.set(metaKey, '', meta)
  return meta
}

/**
 * Fetches the same with questions.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when the response has none: a missing list is not an empty one
 */
export async function fetchWithQuestions(ctx: VenueContext): Promise<OutcomeMeta> {
  const meta = await fetchMeta(ctx)
  if (meta.tellsQuestions) return meta
  throw createSchemaMismatch(nameOf('outcomeMeta'), 'questions', 'missing')
}

/** Returns the same, at most some seconds old. */
function recentMeta(ctx: VenueContext): Promise<OutcomeMeta> {
  return remember(ctx.memo, metaKey, '', () => fetchMeta(ctx))
}

/** Returns the texts of templates, if any outcome uses one; an empty map otherwise. */
export async function templatesFor(
  things: readonly { readonly name: string }[],
  ctx: VenueContext,
): Promise<Templates> {
  if (!things.some(({ name }) => templateOf(name) !== undefined)) return new Map()
  return rememberFilled(ctx.memo, templatesKey, '', async () => {
    const question = { body: { type: 'outcomeTemplates' }, weight: COMMON_WEIGHT }
    const templates = await requestInfoList(ctx, outcomeTemplates, question)
    return new Map(templates.map((template) => [template.id, template]))
  })
}

/** Returns the question of an outcome, named or as its fallback, or undefined for a stand-alone outcome. */
export function questionOf(
  outcome: number,
  { questions }: Pick<OutcomeMeta, 'questions'>,
): NativeQuestion | undefined {
  return questions.find(
    ({ namedOutcomes, fallbackOutcome }) => namedOutcomes.includes(outcome) || fallbackOutcome === outcome,
  )
}

/** Returns the outcome with this number, trading or settled, or undefined if the venue has none. */
export async function findOutcomeSpec(outcome: number, ctx: VenueContext): Promise<FoundOutcome | undefined> {
  const known = ctx.memo.get(settledKey, String(outcome))
  if (known !== undefined) return { kind: 'settled', settled: known }
  const listed = listedIn(await recentMeta(ctx), outcome)
  if (listed !== undefined) return listed
  const settled = await fetchSettled(outcome, ctx)
  if (settled !== undefined) return { kind: 'settled', settled }
  // Neither: it may be newer than the cached list.
  const found = listedIn(await fetchMeta(ctx), outcome)
  if (found === undefined) assertAllRead(`Outcome ${outcome}`, ctx)
  return found
}

function listedIn(meta: OutcomeMeta, outcome: number): FoundOutcome | undefined {
  const found = meta.outcomes.find((candidate) => candidate.outcome === outcome)
  return found && { kind: 'listed', outcome: found, question: questionOf(outcome, meta) }
}

/** Fetches a settled outcome, which leaves the list and can only be read by its number (../README.md). */
async function fetchSettled(outcome: number, ctx: VenueContext): Promise<SettledOutcome | undefined> {
  const body = { type: 'settledOutcome', outcome }
  const settled = await requestInfo(ctx, settledOutcome, { body, weight: COMMON_WEIGHT })
  if (settled === null) return undefined
  if (settled.spec.outcome !== outcome) {
    throw new PmxError(
      'EXCHANGE_NOT_AVAILABLE',
      `The venue returned ${settled.spec.outcome} for the settled outcome ${outcome}.`,
      { retryable: false, detail: { kind: 'wrong_row', asked: outcome, got: settled.spec.outcome } },
    )
  }
  ctx.memo.set(settledKey, String(outcome), settled)
  return settled
}

/** Returns the question with this number among those that trade, or undefined for settled ones, which cannot be read. */
export async function findQuestion(
  question: number,
  ctx: VenueContext,
): Promise<{ readonly question: NativeQuestion; readonly meta: OutcomeMeta } | undefined> {
  const meta = await fetchWithQuestions(ctx)
  const found = meta.questions.find((candidate) => candidate.question === question)
  if (found === undefined) assertAllRead(`Question ${question}`, ctx)
  return found && { question: found, meta }
}

/** Returns the question of an outcome, among those that trade, or undefined for a stand-alone outcome. */
export async function findQuestionWith(outcome: number, ctx: VenueContext) {
  const meta = await fetchWithQuestions(ctx)
  const question = questionOf(outcome, meta)
  return question && { question, meta }
}
