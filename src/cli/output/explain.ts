import { type Command, CommanderError } from 'commander'
import { PmxError } from '../../api/envelope/errors.js'
import { CassetteError } from '../../cassette/format/cassette-error.js'
import { ConfigError } from '../../config/load.js'
import { OpenFolder } from '../../daemon/files/private-files.js'
import { renderFailure } from './failure.js'
import { CommandFailed, exitCodes, type Output } from './output.js'

/** Prints an error and returns the exit code. */
export function explain(error: unknown, output: Output): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage
  if (error instanceof CommandFailed) {
    output.note(error.message)
    return error.exitCode
  }
  if (error instanceof CassetteError) {
    output.note(error.message)
    return exitCodes.failed
  }
  if (error instanceof ConfigError) {
    output.note(error.message)
    return exitCodes.usage
  }
  if (error instanceof PmxError) {
    for (const line of renderFailure(error, undefined)) output.note(line)
    return exitCodes.failed
  }
  if (error instanceof OpenFolder || isSystemError(error)) {
    output.note(error.message)
    if (isSystemError(error)) output.note(`  ${wayOut(error)}`)
    return exitCodes.failed
  }
  output.note(
    `Unexpected failure; please report it: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  )
  return exitCodes.failed
}

/** Whether the message of a wrong command line or wrong settings already has a fix. */
export function isComplete(error: unknown): boolean {
  if (error instanceof CommanderError) return error.code === 'commander.help'
  return error instanceof ConfigError || (error instanceof CommandFailed && error.message.includes('--help'))
}

/** Renders where to read more after a wrong command line: the help of the intended command. */
export function renderHelpHint(argv: readonly string[], program: Command): string {
  let command = program
  const names = [program.name()]
  for (const word of argv) {
    const next = command.commands.find((one) => one.name() === word)
    if (next === undefined) break
    command = next
    names.push(word)
  }
  return `  '${names.join(' ')} --help' tells what it takes.`
}

/** Returns a fix for a system error. */
function wayOut({ code, syscall }: NodeJS.ErrnoException): string {
  if (syscall === 'mkdir' && (code === 'EEXIST' || code === 'ENOTDIR'))
    return 'A file is where a folder is needed: move it away, or name another folder with --state-dir.'
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return 'The disk is full: make room, or name another folder with --state-dir.'
  return 'See that this can be read and written, or name another folder with --state-dir.'
}

/** Whether an error is from the system, such as `EACCES: permission denied, mkdir '/x'`, which names its cause. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error
}
