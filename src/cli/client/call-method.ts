import type { MethodName } from '../../api/arguments/methods.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import { formatPmxHeaders, modeNotice, warningsOf } from '../output/candle-summary.js'
import { failureLines } from '../output/failure.js'
import { jsonText } from '../output/json.js'
import { CommandFailed, type Output } from '../output/output.js'
import { withProgress } from '../output/progress.js'
import type { Caller, Reply } from './caller.js'
import { type AskFlags, openCaller } from './open-caller.js'
import { readShape, shapes } from './response-shapes.js'

/** A call in the words of the API. */
export interface Question {
  readonly venue: VenueId
  readonly method: MethodName
  /** Positional; `null` leaves one out. */
  readonly args: readonly unknown[]
}

export interface Answer {
  readonly data: unknown
  readonly headers: Reply['headers']
}

/** Asks one question of whoever answers, and says on stderr what a person should know about the answer. */
export async function ask(question: Question, flags: AskFlags, output: Output): Promise<Answer> {
  const { venue, method, args } = question
  const reply = await withCaller(flags, output, `asking ${venue}`, (caller) =>
    caller.call(venue, method, args),
  )
  return tellAnswer(reply, flags, output)
}

/**
 * The data of a reply; says on stderr what a person should know about it.
 * @throws CommandFailed for a failure
 */
export function tellAnswer(reply: Reply, flags: AskFlags, output: Output): Answer {
  const answer = readAnswer(reply, flags)
  for (const warning of warningsOf(answer.headers)) output.note(warning)
  if (flags.verbose === true) for (const line of formatPmxHeaders(answer.headers)) output.note(line)
  return answer
}

/** Says on stderr that an answer is not about the real world, where it is not: programs read only stdout. */
export function tellMode(headers: Reply['headers'], output: Output): void {
  const notice = modeNotice(headers)
  if (notice !== undefined) output.note(notice)
}

/** Opens a caller for some work, shows progress meanwhile, and closes it whatever happens. */
export async function withCaller<Result>(
  flags: AskFlags,
  output: Output,
  what: string,
  work: (caller: Caller) => Promise<Result>,
): Promise<Result> {
  const caller = await callerFor(flags, output)
  try {
    if (flags.verbose === true) output.note(`asked: ${caller.where}`)
    return await withProgress(
      output,
      what,
      () => caller.venueCalls(),
      () => work(caller),
    )
  } finally {
    await caller.close()
  }
}

/** Where stored candles will do, somebody who has them: this process alone knows none of the state folder's. */
async function callerFor(flags: AskFlags, output: Output): Promise<Caller> {
  if (flags.stale !== true) return openCaller(flags, process.env, true)
  const { openKeepingCaller } = await import('./temporary-daemon.js')
  return openKeepingCaller(flags, output)
}

/**
 * The data of a reply.
 * @throws CommandFailed for a failure: lines for people, or with `--json` its envelope
 */
export function readAnswer(reply: Reply, flags: AskFlags): Answer {
  const envelope = readShape(shapes.envelope, reply.body, 'an envelope')
  if (envelope.success) return { data: envelope.data, headers: reply.headers }
  throw new CommandFailed(
    flags.json === true
      ? jsonText(reply.body, false)
      : failureLines(envelope.error, reply.headers['x-request-id']).join('\n'),
  )
}
