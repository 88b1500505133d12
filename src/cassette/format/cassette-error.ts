/** A cassette that cannot be read or written; the message names the file, the line where there is one, and what to do. */
export class CassetteError extends Error {
  override readonly name = 'CassetteError'
}

/** There is no such file. */
export class MissingFile extends CassetteError {}

export function errorCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
