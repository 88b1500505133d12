import { DAY_MS } from '../../../api/times/resolution.js'

/** The `key:value` members of a description, with the venue's keys. */
export type Facts = ReadonlyMap<string, string>

/**
 * Parses generated descriptions: members separated by `|`, key and value by the first colon, in any order (../README.md). Parts
 * without a colon are not members.
 */
export function readFacts(description: string): Facts {
  const members = description.split('|').flatMap((part): [string, string][] => {
    const colon = part.indexOf(':')
    return colon <= 0 ? [] : [[part.slice(0, colon).trim(), part.slice(colon + 1).trim()]]
  })
  return new Map(members)
}

/** A text and its optional ending `metadata=key:value|...`. */
export interface Prose {
  readonly text: string
  readonly metadata: Facts
}

/** Separates a text from its metadata; without metadata the map is empty. */
export function readProse(description: string): Prose {
  const at = description.search(/\bmetadata=/)
  if (at < 0) return { text: description.trim(), metadata: new Map() }
  return {
    text: description.slice(0, at).trim(),
    metadata: readFacts(description.slice(at + 'metadata='.length)),
  }
}

/**
 * Parses an instant, `YYYYMMDD-HHMM` UTC, or `YYYYMMDD` for the end of that day, as epoch ms.
 * @returns undefined for anything else, including invalid dates
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

/** Keys whose value is the end of a market, the decisive one first. */
const endKeys = [
  'expiry',
  'time',
  'dateTime',
  'date',
  'resolutionDeadline',
  'decisionDeadline',
  'listingDeadline',
] as const

/** Returns the latest resolution of the market, epoch ms, or undefined if the description does not contain it. */
export function endOf(facts: Facts): number | undefined {
  for (const key of endKeys) {
    const value = facts.get(key)
    const at = value === undefined ? undefined : readInstant(value)
    if (at !== undefined) return at
  }
  return undefined
}
