import { pmxHeaders } from '../../api/envelope/pmx-headers.js'

/** Maximum length of one header of a table. */
const MAX_LENGTH = 1_000

/** Headers of single series that a table reports, each for the outcomes that have it. */
const reported = [
  pmxHeaders.priceBasis,
  pmxHeaders.partialFrom,
  pmxHeaders.missing,
  pmxHeaders.provisional,
  pmxHeaders.notFinal,
  pmxHeaders.truncated,
  pmxHeaders.stale,
  pmxHeaders.emptyReason,
  pmxHeaders.warning,
] as const

/** The headers of one outcome of a table. */
export interface OutcomeHeaders {
  /** `<venue>:<native id>`. */
  readonly outcomeId: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Joins the headers of all outcomes of a table. A value that all outcomes share is sent once. Other values are sent after
 * the id of their outcome, as `<outcome_id> <value>`, separated by `; `; at the end `+n` counts those that did not fit.
 * The numbers of venue calls are added.
 */
export function joinOutcomeHeaders(all: readonly OutcomeHeaders[]): Record<string, string> {
  const calls = all.reduce((sum, { headers }) => sum + Number(headers[pmxHeaders.upstreamRequests] ?? 0), 0)
  const joined: Record<string, string> = { [pmxHeaders.upstreamRequests]: String(calls) }
  for (const name of reported) {
    const values = all.map(({ headers }) => headers[name])
    const [first] = values
    if (first !== undefined && values.every((value) => value === first)) joined[name] = first
    else {
      const named = all.flatMap(({ outcomeId, headers }) =>
        headers[name] === undefined ? [] : [`${headerSafe(outcomeId)} ${headers[name]}`],
      )
      if (named.length > 0) joined[name] = joinFitting(named)
    }
  }
  return joined
}

function joinFitting(parts: readonly string[]): string {
  let text = ''
  for (const [at, part] of parts.entries()) {
    const next = text === '' ? part : `${text}; ${part}`
    if (next.length > MAX_LENGTH) return `${text === '' ? '' : `${text}; `}+${parts.length - at}`
    text = next
  }
  return text
}

function headerSafe(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?')
}
