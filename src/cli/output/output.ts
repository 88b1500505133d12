import { styleText } from 'node:util'

/** A command's output: results go to stdout and everything else to stderr, with colors only on a terminal. */
export interface Output {
  /** Prints a line of the result. */
  line(text: string): void
  /** Prints a line on stderr, such as progress or a warning. */
  note(text: string): void
  /** Prints the result as JSON. */
  json(value: unknown): void
  /** Shows a line on stderr until there is other output. Undefined clears it. Only on a terminal. */
  progress(text: string | undefined): void
  /** Columns for {@link Output.progress}, or undefined if it shows nothing. */
  readonly progressColumns: number | undefined
  /** Prints lines in place of the previous redrawn ones, if there was no other output since. */
  redraw(lines: readonly string[]): void
  /** Returns the current size for {@link Output.redraw}, or undefined if nothing can be redrawn. */
  screen(): { readonly columns: number; readonly rows: number } | undefined
  style(format: Style, text: string): string
  readonly isTerminal: boolean
  readonly columns: number
  /** False after the reader of stdout, such as `head`, has closed. Further output is lost. */
  readonly hasReader: boolean
}

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

const CLEAR_LINE = '\r\x1b[2K'

/** The members of a terminal stream that the output uses. */
type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'> &
  Partial<Pick<NodeJS.WriteStream, 'rows'>> & {
    write(text: string): unknown
    once(event: 'error', listener: () => void): unknown
  }

/** Creates the output of a command. @param environment NO_COLOR and TERM are read */
export function createOutput(stdout: Stream, stderr: Stream, environment: NodeJS.ProcessEnv): Output {
  const isTerminal = stdout.isTTY === true
  const noColor = environment['NO_COLOR'] !== undefined
  const canWipe = stderr.isTTY === true && environment['TERM'] !== 'dumb'
  let hasReader = true
  // A standard stream does not report itself as destroyed after a failure.
  stdout.once('error', () => {
    hasReader = false
  })
  let isShown = false
  /** The lines of the last drawing, while they are the last output. */
  let drawn = 0
  const wipe = (): void => {
    if (isShown) stderr.write(CLEAR_LINE)
    isShown = false
  }
  const print = (stream: Stream, text: string): void => {
    wipe()
    drawn = 0
    stream.write(`${text}\n`)
  }
  return {
    line: (text) => print(stdout, text),
    note: (text) => print(stderr, text),
    json: (value) => print(stdout, JSON.stringify(value, null, isTerminal ? 2 : 0)),
    progress(text) {
      if (text === undefined || !canWipe) return wipe()
      stderr.write(CLEAR_LINE + text)
      isShown = true
    },
    get progressColumns() {
      return canWipe ? (stderr.columns ?? 80) : undefined
    },
    redraw(lines) {
      wipe()
      const back = drawn === 0 ? '' : `\x1b[${drawn}A\r\x1b[J`
      stdout.write(back + lines.map((line) => `${line}\n`).join(''))
      drawn = lines.length
    },
    screen() {
      if (!isTerminal || environment['TERM'] === 'dumb') return undefined
      return { columns: stdout.columns ?? 80, rows: stdout.rows ?? 24 }
    },
    style: (format, text) => (isTerminal && !noColor ? styleText(format, text) : text),
    isTerminal,
    columns: stdout.columns ?? 100,
    get hasReader() {
      return hasReader
    },
  }
}

/**
 * Returns an output without progress and notes, for `--quiet`. Results and errors are printed as before. Warnings that change the
 * exit code go to the original output.
 */
export function withoutNotes(output: Output): Output {
  return {
    ...output,
    progress: () => {},
    progressColumns: undefined,
    note: () => {},
    get hasReader() {
      return output.hasReader
    },
  }
}

/** Exit codes of failed commands, which the README documents. */
export const exitCodes = {
  failed: 1,
  usage: 2,
  /** `status` found no daemon, or a start found one. */
  notAsExpected: 3,
  portTaken: 4,
  /** `backfill` stored everything except candles that are not final yet. */
  notFinal: 5,
} as const

/** A failure that is reported as one message and an exit code, without a stack. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
  constructor(
    message: string,
    readonly exitCode: number = exitCodes.failed,
    /** The failed response, which `--json` prints in place of the message. */
    readonly reply?: { readonly body: unknown; readonly alwaysJson?: boolean },
  ) {
    super(message)
  }
}
