import { type TextFormat, textFormats } from './formats.js'

export type FileFormat = TextFormat | 'parquet'

export const fileFormats: readonly FileFormat[] = [...textFormats, 'parquet']

/** The format that the ending of a file's name tells; undefined for any other. */
export function formatByName(file: string): FileFormat | undefined {
  const ending = file.toLowerCase().split('.').at(-1)
  return fileFormats.find((name) => name === ending)
}
