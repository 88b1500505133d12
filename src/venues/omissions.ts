import type { PmxError } from '../contract/errors.js'
import type { Logger } from '../observe/logger.js'
import { drift } from './payload.js'

/** A row of a list that could not be read, and why. */
export interface OddRow {
  /** Where in the venue's answer, such as `events[3].markets[0].ticker`. */
  readonly path: string
  readonly problem: string
}

/** The rows of one place in one answer, such as all `events[*].markets`. */
export interface Tally {
  seen: number
  readonly odd: OddRow[]
}

/** What an answer lacks, for whoever gets it. */
export interface Omitted {
  readonly rows: number
  /** One sentence each, in the order in which it was noticed. */
  readonly warnings: readonly string[]
  /** What of the asked thing the venue does not tell this way: one reason each, with the way to get it where there is one. */
  readonly cut: readonly string[]
}

/**
 * What had to be left out of an answer. One odd row never costs a list, and a call that only decorates one never does:
 * they are left out, counted and named. Many odd rows are a change of shape, and an error.
 */
export interface Omissions extends Omitted {
  /** Nothing was left out so far. */
  readonly isWhole: boolean
  /**
   * Takes note of rows of one answer, by place.
   * @param call the venue call, such as `GET /events`
   * @throws EXCHANGE_NOT_AVAILABLE (drift) when most rows of a place cannot be read
   */
  noteRows(call: string, places: ReadonlyMap<string, Tally>): void
  /** Takes note of a call that failed and only decorates: what it tells stays absent. */
  noteMissing(what: string, error: PmxError): void
  /**
   * Takes note that the answer is not all there is, although nothing failed: the venue lists, keeps or shows no more.
   * @param reason what is lacking and why, and where it can be had instead
   */
  noteCut(reason: string): void
  /** Takes over what another reading left out on behalf of this one. */
  include(omitted: Omitted): void
  /** @throws EXCHANGE_NOT_AVAILABLE (drift) when more rows of a whole walk were odd than single rows are */
  assertFew(): void
}

/** Fewer rows than this prove nothing about a page. */
const ENOUGH_ROWS = 5
/** Share of a walk's rows that may be odd; one row always may. */
const TOLERATED = 0.02
/** Warnings told of one answer. */
const MAX_WARNINGS = 5

function addOnce(list: string[], text: string): void {
  if (list.length < MAX_WARNINGS && !list.includes(text)) list.push(text)
}

/**
 * Starts with nothing left out.
 * @param count told of each row that is left out
 */
export function createOmissions(log: Logger, count: (rows: number) => void): Omissions {
  const walks = new Map<string, { call: string; seen: number; odd: number; first: OddRow }>()
  const warnings: string[] = []
  const cut: string[] = []
  let rows = 0

  const warn = (warning: string): void => addOnce(warnings, warning)

  function add(call: string, place: string, seen: number, odd: readonly OddRow[]): void {
    const key = `${call} ${place}`
    const walk = walks.get(key)
    const [first] = odd
    if (walk !== undefined) {
      walk.seen += seen
      walk.odd += odd.length
      if (walk.odd > odd.length || first === undefined) return
      walk.first = first
    } else {
      walks.set(key, { call, seen, odd: odd.length, first: first ?? { path: place, problem: '' } })
    }
    if (first === undefined) return
    log.warn({ call, ...first }, 'a row that cannot be read is left out')
    warn(`left out what cannot be read: ${call} ${first.path}: ${first.problem}`)
  }

  return {
    get rows() {
      return rows
    },
    warnings,
    cut,
    noteCut: (reason) => addOnce(cut, reason),
    get isWhole() {
      return rows === 0 && warnings.length === 0
    },
    noteRows(call, places) {
      for (const [place, { seen, odd }] of places) {
        const [first] = odd
        if (first !== undefined && seen >= ENOUGH_ROWS && odd.length * 2 > seen) {
          throw drift(call, first.path, `${first.problem} (so in ${odd.length} of ${seen} rows)`)
        }
        if (odd.length > 0) count(odd.length)
        rows += odd.length
        add(call, place, seen, odd)
      }
    },
    noteMissing(what, error) {
      const { code, detail, message } = error
      log.warn({ what, code, detail, message }, 'answered without')
      const path = detail?.['path']
      warn(`answered without ${what}: ${code}${typeof path === 'string' ? ` at ${path}` : ''}`)
    },
    include(omitted) {
      rows += omitted.rows
      for (const warning of omitted.warnings) warn(warning)
      for (const reason of omitted.cut) addOnce(cut, reason)
    },
    assertFew() {
      for (const { call, seen, odd, first } of walks.values()) {
        if (odd === 0 || (odd < seen && odd <= Math.max(1, seen * TOLERATED))) continue
        throw drift(call, first.path, `${first.problem} (so in ${odd} of ${seen} rows)`)
      }
    },
  }
}
