import type { Omitted } from '../venue-kit/omissions.js'

/** Longest warning that is sent as a header. */
const MAX_LENGTH = 800

/** What had to be left out of an answer, as response headers. */
export function omissionHeaders({ rows, warnings, cut }: Omitted): Record<string, string> {
  return {
    ...(rows === 0 ? {} : { 'x-pmx-skipped-rows': String(rows) }),
    ...(cut.length === 0 ? {} : { 'x-pmx-truncated': headerSafe(cut.join('; ')) }),
    ...(warnings.length === 0 ? {} : { 'x-pmx-warning': headerSafe(warnings.join('; ')) }),
  }
}

function headerSafe(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, MAX_LENGTH)
}
