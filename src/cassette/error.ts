/** A cassette that cannot be read or written; the message names the file, the line where there is one, and what to do. */
export class CassetteError extends Error {
  override readonly name = 'CassetteError'
}
