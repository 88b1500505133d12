import { styleText } from 'node:util'

/** Where a command prints: results on stdout, everything else on stderr, colours only on a terminal. */
export interface Output {
  /** A line of the result. */
  line(text: string): void
  /** A line for the person watching: progress, warnings. */
  note(text: string): void
  /** The result as JSON. */
  json(value: unknown): void
  /** Shows a line for the person watching until something else is printed; undefined wipes it. Only on a terminal. */
  progress(text: string | undefined): void
  /** Columns for {@link Output.progress}; undefined where it shows nothing. */
  readonly progressColumns: number | undefined
  /** Prints lines that take the place of those printed so before, if nothing else was printed since. */
  redraw(lines: readonly string[]): void
  /** Room for {@link Output.redraw}, now; undefined where nothing can be drawn over. */
  screen(): { readonly columns: number; readonly rows: number } | undefined
  style(format: Style, text: string): string
  readonly isTerminal: boolean
  readonly columns: number
  /** False once a reader such as `head` has left: whatever else is printed goes nowhere. */
  readonly hasReader: boolean
}

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

const CLEAR_LINE = '\r\x1b[2K'

/** What of a terminal the output uses. */
type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'> &
  Partial<Pick<NodeJS.WriteStream, 'rows'>> & {
    write(text: string): unknown
    once(event: 'error', listener: () => void): unknown
  }

/** @param environment of which NO_COLOR and TERM count */
export function createOutput(stdout: Stream, stderr: Stream, environment: NodeJS.ProcessEnv): Output {
  const isTerminal = stdout.isTTY === true
  const noColor = environment['NO_COLOR'] !== undefined
  const canWipe = stderr.isTTY === true && environment['TERM'] !== 'dumb'
  let hasReader = true
  // A standard stream does not call itself destroyed after it has failed.
  stdout.once('error', () => {
    hasReader = false
  })
  let isShown = false
  /** Lines of the last drawing, while they are the last thing on the screen. */
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

/** What a failed command ends with; documented in the README. */
export const exitCodes = {
  failed: 1,
  usage: 2,
  /** `status` found nothing running, or a start found a daemon. */
  notAsExpected: 3,
  portTaken: 4,
} as const

/** A failure told to the user as one message and an exit code, without a stack. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
  constructor(
    message: string,
    readonly exitCode: number = exitCodes.failed,
  ) {
    super(message)
  }
}
