import { DAY_MS } from '../../../api/times/resolution.js'

/** The `key:value` members of a description; keys as the venue writes them. */
export type Facts = ReadonlyMap<string, string>

/**
 * Reads the grammar of generated descriptions: members apart by `|`, key and value by the first colon, in any order
 * (../README.md). Parts without a colon are no members.
 */
export function readFacts(description: string): Facts {
  const members = description.split('|').flatMap((part): [string, string][] => {
    const colon = part.indexOf(':')
    return colon <= 0 ? [] : [[part.slice(0, colon).trim(), part.slice(colon + 1).trim()]]
  })
  return new Map(members)
}

/** A text and the `metadata=key:value|...` that may end it. */
export interface Prose {
  readonly text: string
  readonly metadata: Facts
}

/** Parts a text from its metadata; without metadata the map is empty. */
export function readProse(description: string): Prose {
  const at = description.search(/\bmetadata=/)
  if (at < 0) return { text: description.trim(), metadata: new Map() }
  return {
    text: description.slice(0, at).trim(),
    metadata: readFacts(description.slice(at + 'metadata='.length)),
  }
}

/**
 * An instant of the grammar, `YYYYMMDD-HHMM` UTC, or `YYYYMMDD` for the end of that day, as epoch ms.
 * @returns undefined for anything else, dates that do not exist included
 */
export function readInstant(value: string): number | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})(?:-(\d{2})(\d{2}))?$/.exec(value)
  if (match === null) return undefined
  const [year, month, day, hour, minute] = [1, 2, 3, 4, 5].map((part) => Number(match[part] ?? '0'))
  const at = Date.UTC(year ?? 0, (month ?? 0) - 1, day, hour, minute)
  const isReal = new Date(at).toISOString().slice(0, 10) === `${match[1]}-${match[2]}-${match[3]}`
  if (!isReal || (hour ?? 0) > 23 || (minute ?? 0) > 59) return undefined
  return match[4] === undefined ? at + DAY_MS - 1 : at
}

/** Keys whose value is the end of a market, the one that decides first. */
const endKeys = [
  'expiry',
  'time',
  'dateTime',
  'date',
  'resolutionDeadline',
  'decisionDeadline',
  'listingDeadline',
] as const

/** When the market resolves at the latest, epoch ms; undefined where the description does not say. */
export function endOf(facts: Facts): number | undefined {
  for (const key of endKeys) {
    const value = facts.get(key)
    const at = value === undefined ? undefined : readInstant(value)
    if (at !== undefined) return at
  }
  return undefined
}
