/** A cassette that cannot be read or written. The message has the file, the line if there is one, and what to do. */
export class CassetteError extends Error {
  override readonly name = 'CassetteError'
}

/** The file does not exist. */
export class MissingFile extends CassetteError {}

export function errorCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
