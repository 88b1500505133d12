import { createNotImplemented, Refusal, type Reply, toJsonReply } from '../../http/reply.js'
import type { MockCall } from '../../mock-kit/mock-venue.js'
import { tokenOf } from './access.js'
import { optionsOf } from './native-question.js'
import { changeForecast } from './own-forecasts.js'
import { findQuestionById, type Question, stateOf, timesOf } from './posts.js'

/** Stores the forecasts of a batch, all or none (venues/metaculus/README.md). */
export function answerForecast(call: MockCall): Reply {
  keepForecasts(call, tokenOf(call.request.headers), rowsOf(call.request.body))
  return toJsonReply({}, 201)
}

/** Stores the forecasts of a list, all or none. @throws the venue's rejection of the first invalid one */
export function keepForecasts(call: MockCall, owner: string, given: readonly Row[]): void {
  const read = given.map((row, index, rows) => {
    const refuse = refusalAt(index, rows.length)
    const question = questionIn(call, row, refuse)
    const state = stateOf(call, timesOf(question))
    if (state === 'upcoming') throw shut(question, 'is not scheduled for forecasting yet')
    if (state !== 'open') throw shut(question, 'is already closed to forecasting')
    if (row['end_time'] !== undefined && row['end_time'] !== null)
      throw createNotImplemented('end_time of a forecast')
    return { question, values: valuesIn(row, question, refuse) }
  })
  for (const { question, values } of read) changeForecast(call, owner, question, values)
}

/** Withdraws forecasts; a question without one is not an error. */
export function answerWithdraw(call: MockCall): Reply {
  const owner = tokenOf(call.request.headers)
  const questions = rowsOf(call.request.body).map((row, index, rows) => {
    if (row['withdraw_at'] !== undefined && row['withdraw_at'] !== null)
      throw createNotImplemented('withdraw_at')
    return questionIn(call, row, refusalAt(index, rows.length))
  })
  for (const question of questions) changeForecast(call, owner, question, undefined)
  return toJsonReply({}, 201)
}

export type Row = Readonly<Record<string, unknown>>
type Refuse = (field: string, text: string) => Refusal

/** Returns the rows of a list. @throws 400 when the body is not a list */
export function rowsOf(body: unknown): readonly Row[] {
  if (!Array.isArray(body)) {
    const said = `Expected a list of items but got type "${typeof body}".`
    throw new Refusal(toJsonReply({ non_field_errors: [said] }, 400))
  }
  return body.map((row: unknown) => (isRow(row) ? row : {}))
}

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the error of an item, in a list with an empty object for each valid forecast. */
function refusalAt(index: number, count: number): Refuse {
  return (field, text) => {
    const all = Array.from({ length: count }, (_none, at) => (at === index ? { [field]: [text] } : {}))
    return new Refusal(toJsonReply(all, 400))
  }
}

function shut({ id }: Question, why: string): Refusal {
  return new Refusal(toJsonReply({ error: `Question ${id} ${why} !` }, 405))
}

function questionIn(call: MockCall, row: Row, refuse: Refuse): Question {
  const id = row['question']
  const found = typeof id === 'number' ? findQuestionById(call, id)?.question : undefined
  if (found !== undefined) return found
  const hint = 'Check if you are forecasting with the Post Id accidentally instead.'
  throw refuse('question', `question with id ${String(id)} does not exist. ${hint}`)
}

const [LEAST, MOST] = [0.001, 0.999]
/** Tolerance of the sum of the probabilities of a choice. */
const TOLERANCE = 1e-5

/** Reads the values by option; for a yes/no question the probabilities of NO and YES. */
function valuesIn(row: Row, question: Question, refuse: Refuse): readonly number[] {
  if (question.kind === 'binary') {
    const yes = row['probability_yes']
    if (!isAllowed(yes)) throw refuse('probability_yes', `Probability must be between ${LEAST} and ${MOST}.`)
    return [1 - yes, yes]
  }
  if (question.kind !== 'multiple_choice') throw createNotImplemented('forecasts of numbers and dates')
  const field = 'probability_yes_per_category'
  const given = row[field]
  const options = optionsOf(question)
  const isWhole =
    isRow(given) &&
    Object.keys(given).length === options.length &&
    options.every((option) => Object.hasOwn(given, option))
  if (!isWhole) throw refuse(field, 'The options must be those of the question.')
  const values = options.map((option) => given[option])
  if (!values.every(isAllowed)) throw refuse(field, `Probabilities must be between ${LEAST} and ${MOST}.`)
  const sum = values.reduce((all, value) => all + value, 0)
  if (Math.abs(sum - 1) > TOLERANCE) throw refuse(field, 'Probabilities must add up to 1.')
  return values
}

function isAllowed(value: unknown): value is number {
  return typeof value === 'number' && value >= LEAST && value <= MOST
}
