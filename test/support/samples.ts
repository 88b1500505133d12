import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = new URL('../../../shared/venue-samples/', import.meta.url)

/** Whether the recorded venue payloads lie beside this checkout; they are not part of the repository. */
export const haveSamples = existsSync(folder)

if (!haveSamples)
  process.stderr.write('recorded venue payloads are not here: the tests that read them are left out\n')

/** A recorded payload by venue and file name, as parsed JSON. */
export function sample(venue: string, file: string): unknown {
  return JSON.parse(readFileSync(new URL(`${venue}/${file}`, folder), 'utf8'))
}

/** Names of the recorded JSON payloads of a venue that match a pattern. */
export function sampleNames(venue: string, pattern: RegExp): string[] {
  if (!haveSamples) return []
  return readdirSync(fileURLToPath(new URL(`${venue}/`, folder)))
    .filter((name) => name.endsWith('.json') && pattern.test(name))
    .sort()
}
