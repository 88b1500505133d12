import type { SettlementDraft } from '../../../venue-kit/unify/market-settlement.js'
import { packOutcomeId } from '../ids.js'
import type { Question } from '../schemas.js'
import { legsOf } from './prediction.js'

/** Resolutions without a result (metaculus.com, questions: annulled and ambiguous). */
const voidWords: ReadonlySet<string> = new Set(['annulled', 'ambiguous'])

/**
 * Returns the settlement of a question that no longer accepts forecasts. A number or a date resolves to a value of the question,
 * which is in `sourceMetadata.resolution`: its two outcomes are parts of a range and have no payout.
 * @returns undefined while it is open
 */
export function readMarketSettlement(question: Question, what: string): SettlementDraft | undefined {
  const { id: questionId, status, resolution, options = [], type } = question
  if (status !== 'closed' && status !== 'resolved') return undefined
  const closedAt = question.actual_close_time
  if (status === 'closed') return { kind: 'undecided', stage: 'closed', closedAt }
  const times = { at: question.actual_resolve_time, closedAt }
  if (resolution === undefined)
    return { kind: 'absent', note: 'the resolved question has no resolution', ...times }
  if (voidWords.has(resolution)) return { kind: 'void', ...times }
  if (type !== 'binary' && type !== 'multiple_choice')
    return {
      kind: 'scalar',
      note: `resolved to a value of the question: ${resolution.slice(0, 60)}`,
      ...times,
    }
  const won = legsOf(question, what).find((leg) =>
    typeof leg === 'number' ? options[leg] === resolution : leg.toLowerCase() === resolution,
  )
  if (won === undefined)
    return { kind: 'absent', note: `the resolution is not an outcome: ${resolution.slice(0, 60)}`, ...times }
  return { kind: 'won', winners: [packOutcomeId({ questionId, leg: won })], ...times }
}
