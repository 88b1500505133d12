import type { SourceId } from '../../api/envelope/source-ids.js'

/** One request that reached the simulator. */
interface RequestLine {
  readonly at: number
  readonly venue: SourceId
  readonly host: string
  readonly method: string
  /** Path with query string. */
  readonly target: string
  /** 0 when a fault closed the connection before a status was sent. */
  readonly status: number
}

/** The requests to the simulator, for tests that count calls. */
export interface MockRequestLog {
  /** Returns the number of requests to a venue, or to one of its hosts. */
  count(venue: SourceId, host?: string): number
  readonly total: number
  /** The latest requests, oldest first. */
  readonly recent: readonly RequestLine[]
  /** Resets the counts. */
  reset(): void
}

export interface RequestRecorder extends MockRequestLog {
  record(line: RequestLine): void
}

export function createMockRequestLog(maxLines: number): RequestRecorder {
  const counts = new Map<string, number>()
  let lines: RequestLine[] = []
  let total = 0
  const bump = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1)
  return {
    get total() {
      return total
    },
    get recent() {
      return lines
    },
    count: (venue, host) => counts.get(host === undefined ? venue : `${venue}/${host}`) ?? 0,
    reset() {
      counts.clear()
      lines = []
      total = 0
    },
    record(line) {
      total++
      bump(line.venue)
      bump(`${line.venue}/${line.host}`)
      lines.push(line)
      if (lines.length > maxLines) lines = lines.slice(-Math.ceil(maxLines / 2))
    },
  }
}
