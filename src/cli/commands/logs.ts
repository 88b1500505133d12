import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { Option } from 'commander'
import { stateFilesIn } from '../../daemon/files/state-paths.js'
import { isOfLevel, type LogLevel, renderLogLine } from '../../observe/log-line.js'
import { addDaemonFlags, logLevels, type Register } from '../options/command.js'
import { type DaemonFlags, parseWholeNumber, readSettings } from '../options/settings.js'
import { toPrintable } from '../output/display-width.js'
import type { Output } from '../output/output.js'

interface LogFlags extends DaemonFlags {
  readonly json?: boolean
  readonly lines?: string
  /** Lowest level that is shown. */
  readonly level?: LogLevel
  /** Whether to follow new lines, until Ctrl-C or until the reader of stdout closes. */
  readonly follow?: boolean
}

const POLL_MS = 200

export const logsCommand: Register = (program, output) => {
  addDaemonFlags(program.command('logs').description('Print the end of the log'))
    .option('-n, --lines <n>', 'Number of lines (default: 50)')
    .option('-f, --follow', 'Print new lines until Ctrl-C')
    .addOption(
      new Option('--level <level>', 'Minimum level to show (default: debug)').choices(logLevels.slice(0, -1)),
    )
    .action((flags) => logs(flags, output))
}

/** `pmx-local logs`: shows the last lines of the log file, formatted on a terminal and otherwise as written. */
async function logs(flags: LogFlags, output: Output): Promise<void> {
  const path = stateFilesIn(readSettings(flags).paths.stateDir).log
  const count = parseWholeNumber(flags.lines ?? '50', '--lines')
  const isForPeople = output.isTerminal && flags.json !== true
  const isShown = (line: string): boolean => line !== '' && isOfLevel(line, flags.level ?? 'debug')
  const show = (line: string): void => output.line(isForPeople ? toPrintable(renderLogLine(line)) : line)
  if (statSync(path, { throwIfNoEntry: false }) === undefined) output.note(`No log yet at ${path}.`)
  const reader = createTailReader(path)
  const written = reader.lines().filter(isShown)
  for (const line of written.slice(Math.max(0, written.length - count))) show(line)
  // Without a reader of stdout the loop would never end.
  while (flags.follow === true && output.hasReader) {
    await wait(POLL_MS)
    for (const line of reader.lines()) if (isShown(line)) show(line)
  }
}

/** Creates a reader of lines appended since the last call. A new file under the same name is read from its start. */
export function createTailReader(path: string): { lines(): string[] } {
  let file: number | undefined
  let position = 0
  let rest = ''
  const appended = (descriptor: number): string => {
    const { size } = fstatSync(descriptor)
    if (size < position) {
      // Truncated in place: the old content is gone, and everything in the file is new.
      position = 0
      rest = ''
    }
    const bytes = Buffer.alloc(size - position)
    const length = readSync(descriptor, bytes, 0, bytes.length, position)
    position += length
    return bytes.toString('latin1', 0, length)
  }
  const take = (text: string): string[] => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    return lines.map((line) => Buffer.from(line, 'latin1').toString('utf8'))
  }
  return {
    lines() {
      const before = file === undefined ? [] : take(appended(file))
      if (!existsSync(path)) return before
      const now = openSync(path, 'r')
      if (file !== undefined && fstatSync(file).ino === fstatSync(now).ino) {
        closeSync(now)
        return before
      }
      // The old file was read to its end first: it stays open under any name.
      if (file !== undefined) closeSync(file)
      file = now
      position = 0
      return [...before, ...take(appended(now))]
    },
  }
}
