import type { Logger } from '../../../src/observe/logger.js'

export interface CollectedLines {
  /** Every line as JSON with its level and message. */
  readonly lines: string[]
}

/** A logger whose lines a test can read. */
export function collectingLogger(): CollectedLines & { readonly log: Logger } {
  const lines: string[] = []
  const at =
    (level: string) =>
    (fields: Readonly<Record<string, unknown>>, message: string): void => {
      lines.push(JSON.stringify({ level, message, ...fields }))
    }
  return { lines, log: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } }
}
