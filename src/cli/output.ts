import { styleText } from 'node:util'

/** Where a command prints: results on stdout, everything else on stderr, colours only on a terminal. */
export interface Output {
  /** A line of the result. */
  line(text: string): void
  /** A line for the person watching: progress, warnings. */
  note(text: string): void
  /** The result as JSON. */
  json(value: unknown): void
  style(format: Style, text: string): string
  readonly isTerminal: boolean
  readonly columns: number
}

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

export function createOutput(
  stdout: NodeJS.WriteStream,
  stderr: NodeJS.WriteStream,
  noColor: boolean,
): Output {
  const isTerminal = stdout.isTTY === true
  return {
    line: (text) => void stdout.write(`${text}\n`),
    note: (text) => void stderr.write(`${text}\n`),
    json: (value) => void stdout.write(`${JSON.stringify(value, null, isTerminal ? 2 : 0)}\n`),
    style: (format, text) => (isTerminal && !noColor ? styleText(format, text) : text),
    isTerminal,
    columns: stdout.columns ?? 100,
  }
}

/** What a failed command ends with; documented in the README. */
export const exitCodes = {
  failed: 1,
  usage: 2,
  /** `status` found nothing running, or a foreground start found one. */
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
