import { type TextFormat, textFormats } from './formats.js'

export type FileFormat = TextFormat | 'parquet'

export const fileFormats: readonly FileFormat[] = [...textFormats, 'parquet']

/** Returns the format of a file by its extension; undefined for any other. */
export function formatByName(file: string): FileFormat | undefined {
  const ending = file.toLowerCase().split('.').at(-1)
  return fileFormats.find((name) => name === ending)
}
