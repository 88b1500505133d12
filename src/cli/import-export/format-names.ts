import { type TableFormat, tableFormats } from '../../candle-table/table-formats.js'
import { CommandFailed, exitCodes } from '../output/output.js'

/** The formats that `--format` accepts. */
export const formatNames = ['csv', 'ndjson', 'jsonl', 'json', 'parquet'] as const
export type FormatName = (typeof formatNames)[number]

/** How a file is written. */
export interface FileForm {
  readonly format: TableFormat
  /** Whether the whole file is compressed with gzip. */
  readonly isCompressed: boolean
}

const knownEndings = '.csv, .ndjson, .jsonl, .json (each also with .gz) and .parquet'

/** Returns the format with a name. */
export function toFormat(name: FormatName): TableFormat {
  return name === 'jsonl' ? 'ndjson' : name
}

/**
 * Returns how a file is written, based on its extension.
 * @param named the format in `--format`, which decides if the ending is unknown
 * @throws CommandFailed (usage) for an unknown ending, or one that contradicts the format
 */
export function findFileForm(file: string, named: FormatName | undefined): FileForm {
  const [, plain = file, zip] = /^(.*?)(\.gz)?$/i.exec(file) ?? []
  const isCompressed = zip !== undefined
  const ending = plain.toLowerCase().split('.').at(-1)
  const byEnding = formatNames.find((name) => name === ending && plain.includes('.'))
  if (byEnding === undefined && named === undefined)
    throw new CommandFailed(
      `The file extension is unknown: ${file}. Use ${knownEndings}, or name the format with --format.`,
      exitCodes.usage,
    )
  const format = toFormat(named ?? byEnding ?? 'csv')
  if (byEnding !== undefined && toFormat(byEnding) !== format)
    throw new CommandFailed(
      `The file extension and --format ${named} contradict each other: ${file}. Leave one of them out.`,
      exitCodes.usage,
    )
  if (format === 'parquet' && isCompressed)
    throw new CommandFailed(`Parquet files are already compressed: ${file}. Leave out .gz.`, exitCodes.usage)
  return { format, isCompressed }
}

/** Returns the file extension of a format. */
export function endingOf(format: TableFormat): string {
  return tableFormats.find((name) => name === format) ?? format
}
