import { columnsOf, type TableLayout } from './columns.js'
import { createLineWriter } from './csv.js'
import type { TableWriter } from './table-writer.js'

const NULL = '\\N'

/** Characters that the text format of `COPY` escapes (https://www.postgresql.org/docs/current/sql-copy.html, "Text Format"). */
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/**
 * Creates a writer of the text format of PostgreSQL's `COPY`. The last line has no values. If it is missing, the table
 * was truncated.
 */
export function createCopyWriter(layout: TableLayout): TableWriter {
  return {
    begin: () => new Uint8Array(),
    write: createLineWriter(layout, { separator: '\t', absent: NULL, renderText }),
    end: () =>
      Buffer.from(
        `${columnsOf(layout)
          .map(() => NULL)
          .join('\t')}\n`,
      ),
  }
}

/** PostgreSQL has no character of code 0 in texts. */
function renderText(text: string): string {
  return text.replaceAll('\0', '').replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character)
}
