import { type Command, CommanderError } from 'commander'
import { toFailure } from '../../api/envelope/envelope.js'
import { PmxError } from '../../api/envelope/errors.js'
import { CassetteError } from '../../cassette/format/cassette-error.js'
import { ConfigError } from '../../config/load.js'
import { OpenFolder } from '../../daemon/files/private-files.js'
import { renderFailure } from './failure.js'
import { renderJson } from './json.js'
import { CommandFailed, exitCodes, type Output } from './output.js'

/** The printed parts of an error, and the command's exit code. */
interface Explained {
  readonly exitCode: number
  /** The first line is the message, and the others describe what to do. */
  readonly text: string
  /** The response to a failed call. */
  readonly body?: unknown
}

/**
 * Prints an error on stderr in one form: `error: <message>` or, with `--json`, the envelope of a failed response.
 * @param hint of a wrong command line: where its help is
 * @returns the exit code
 */
export function explain(error: unknown, output: Output, isJson: boolean, hint: () => string): number {
  if (error instanceof CommanderError && error.exitCode === 0) return 0
  const { exitCode, text, body } = describeError(error)
  const always = error instanceof CommandFailed && error.reply?.alwaysJson === true
  if (isJson || always) {
    output.note(renderJson(body ?? toEnvelope(text, exitCode), false))
    return exitCode
  }
  // A group without a command has already printed its help.
  if (!(error instanceof CommanderError && error.code === 'commander.help')) output.note(`error: ${text}`)
  if (exitCode === exitCodes.usage && !isComplete(error)) output.note(hint())
  return exitCode
}

function describeError(error: unknown): Explained {
  if (error instanceof CommanderError) {
    return { exitCode: exitCodes.usage, text: error.message.replace(/^error: /, '') }
  }
  if (error instanceof CommandFailed) {
    return { exitCode: error.exitCode, text: error.message, body: error.reply?.body }
  }
  if (error instanceof CassetteError) return { exitCode: exitCodes.failed, text: error.message }
  if (error instanceof ConfigError) return { exitCode: exitCodes.usage, text: error.message }
  if (error instanceof PmxError) {
    const text = renderFailure({ ...error, message: error.message }, undefined).join('\n')
    return { exitCode: exitCodes.failed, text, body: toFailure(error).body }
  }
  if (isSystemError(error)) {
    return { exitCode: exitCodes.failed, text: `${error.message}\n  ${wayOut(error)}` }
  }
  if (error instanceof OpenFolder) return { exitCode: exitCodes.failed, text: error.message }
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { exitCode: exitCodes.failed, text: `This is a bug in pmx-local. Report it: ${trace}` }
}

/** Returns a failure of the command itself in the form of a failed response. Only a usage error has a code. */
function toEnvelope(message: string, exitCode: number) {
  const code = exitCode === exitCodes.usage ? { code: 'VALIDATION_ERROR' } : {}
  return { success: false, error: { message, ...code, retryable: false, exchange: null, detail: null } }
}

/** Whether a command line has the flag `--json`. Words after `--` belong to another program. */
export function isJsonRequested(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return argv.slice(0, end < 0 ? argv.length : end).includes('--json')
}

/** Whether the message for a wrong command line or wrong settings already contains a fix. */
function isComplete(error: unknown): boolean {
  if (error instanceof CommanderError) return error.code === 'commander.help'
  return error instanceof ConfigError || (error instanceof CommandFailed && error.message.includes('--help'))
}

/** Renders a reference to the help of the intended command, after a wrong command line. */
export function renderHelpHint(argv: readonly string[], program: Command): string {
  let command = program
  const names = [program.name()]
  for (const word of argv) {
    const next = command.commands.find((one) => one.name() === word)
    if (next === undefined) break
    command = next
    names.push(word)
  }
  return `  See '${names.join(' ')} --help'.`
}

/** Returns a fix for a system error. */
function wayOut({ code, syscall }: NodeJS.ErrnoException): string {
  if (syscall === 'mkdir' && (code === 'EEXIST' || code === 'ENOTDIR'))
    return 'A file has the same name as the required folder. Move the file, or choose another folder with --state-dir.'
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return 'The disk is full. Free some space, or choose another folder with --state-dir.'
  return 'Check its permissions, or choose another folder with --state-dir.'
}

/** Whether an error is from the system, such as `EACCES: permission denied, mkdir '/x'`, which names its cause. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error
}
