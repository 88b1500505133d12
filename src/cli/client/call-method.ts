import type { MethodName } from '../../api/arguments/methods.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import { renderModeNotice, renderPmxHeaders, warningsOf } from '../output/candle-summary.js'
import { renderFailure } from '../output/failure.js'
import { CommandFailed, exitCodes, type Output } from '../output/output.js'
import { withProgress } from '../output/progress.js'
import type { ApiCaller, ApiReply } from './caller.js'
import { openCaller, type RequestFlags } from './open-caller.js'
import { readShape, shapes } from './response-shapes.js'

/** A method call of the API. */
export interface MethodCall {
  readonly venue: VenueId
  readonly method: MethodName
  /** Positional arguments. `null` omits one. */
  readonly args: readonly unknown[]
}

export interface CallResult {
  readonly data: unknown
  readonly headers: ApiReply['headers']
}

/** Calls a method and prints warnings about the response on stderr. */
export async function callMethod(
  question: MethodCall,
  flags: RequestFlags,
  output: Output,
): Promise<CallResult> {
  const { venue, method, args } = question
  const reply = await withCaller(flags, output, `calling ${venue}`, (caller) =>
    caller.call(venue, method, args),
  )
  return printResult(reply, flags, output)
}

/**
 * Returns the data of a reply, and prints warnings about it on stderr.
 * @throws CommandFailed for a failure
 */
export function printResult(reply: ApiReply, flags: RequestFlags, output: Output): CallResult {
  const answer = readAnswer(reply)
  printHeaders(answer.headers, flags, output)
  return answer
}

/** Prints the warnings in a response's headers to stderr, or all headers with `--verbose`. */
export function printHeaders(headers: ApiReply['headers'], flags: RequestFlags, output: Output): void {
  for (const warning of warningsOf(headers)) output.note(warning)
  if (flags.verbose === true) for (const line of renderPmxHeaders(headers)) output.note(line)
}

/** Prints a note on stderr when a response is not from live venues: programs read only stdout. */
export function printMode(headers: ApiReply['headers'], output: Output): void {
  const notice = renderModeNotice(headers)
  if (notice !== undefined) output.note(notice)
}

/** Opens a caller for some work, shows progress in the meantime, and always closes the caller. */
export async function withCaller<Result>(
  flags: RequestFlags,
  output: Output,
  what: string,
  work: (caller: ApiCaller) => Promise<Result>,
): Promise<Result> {
  const caller = await callerFor(flags, output)
  try {
    if (flags.verbose === true) output.note(`called: ${caller.where}`)
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

/** Returns the caller. With `--stale`, the caller has a candle database, which the core in this process does not have. */
async function callerFor(flags: RequestFlags, output: Output): Promise<ApiCaller> {
  if (flags.stale !== true) return openCaller(flags, process.env, true)
  const { openKeepingCaller } = await import('./temporary-daemon.js')
  return openKeepingCaller(flags, output)
}

/**
 * Returns the data of a reply.
 * @throws CommandFailed for a failure, with its envelope
 */
export function readAnswer(reply: ApiReply): CallResult {
  const envelope = readShape(shapes.envelope, reply.body, 'an envelope')
  if (envelope.success) return { data: envelope.data, headers: reply.headers }
  const text = renderFailure(envelope.error, reply.headers['x-request-id']).join('\n')
  throw new CommandFailed(text, exitCodes.failed, { body: reply.body })
}
