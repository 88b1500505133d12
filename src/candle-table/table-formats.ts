import type { TableLayout } from './columns.js'
import { createCsvWriter } from './csv.js'
import { createJsonWriter, createNdjsonWriter } from './json.js'
import { createParquetTableWriter, type TableMetadata } from './parquet.js'
import type { TableWriter } from './table-writer.js'

/** Formats of a table of candles; the text formats need no optional package. */
export const tableFormats = ['csv', 'ndjson', 'json', 'parquet'] as const
export type TableFormat = (typeof tableFormats)[number]

/**
 * Creates the writer of a format.
 * @param metadata texts about the table, for formats with a place for them
 * @throws ParquetUnavailable
 */
export async function createTableWriter(
  format: TableFormat,
  layout: TableLayout,
  metadata?: () => TableMetadata,
): Promise<TableWriter> {
  if (format === 'csv') return createCsvWriter(layout)
  if (format === 'ndjson') return createNdjsonWriter(layout)
  if (format === 'json') return createJsonWriter(layout)
  return createParquetTableWriter(layout, metadata)
}
