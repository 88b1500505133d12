import type { PmxError } from '../../api/envelope/errors.js'
import type { Logger } from '../../observe/logger.js'
import { createSchemaMismatch } from './payload.js'

/** A row of a list that could not be read, and why. */
export interface MalformedRow {
  /** Where in the venue's answer, such as `events[3].markets[0].ticker`. */
  readonly path: string
  readonly problem: string
  /** Tells rows apart: lists that are walked one after the other may bring the same row again. */
  readonly fingerprint: string
}

/** The rows of one place in one answer, such as all `events[*].markets`. */
export interface Tally {
  seen: number
  readonly odd: MalformedRow[]
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
  /** Why something may lack of markets that have not ended, although nothing failed; undefined where nothing does. */
  readonly cutOfOpen: string | undefined
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
   * @param of `ended` where all that is lacking is of markets that have ended
   */
  noteCut(reason: string, of?: 'ended'): void
  /** Takes over what another reading left out on behalf of this one. */
  include(omitted: Omitted): void
  /** @throws EXCHANGE_NOT_AVAILABLE (drift) when more rows of a whole walk were odd than single rows are */
  assertFew(): void
}

/** The rows that an answer lacks, as sentences; none where it has all. What only decorates its rows is none of them. */
export function listLeftOut({ rows, warnings, cut }: Omitted): readonly string[] {
  return [...(rows === 0 ? [] : [...warnings, `rows left out: ${rows}`]), ...cut]
}

/** The rows of one place in all answers to one call. */
interface Walk {
  readonly call: string
  seen: number
  /** Odd rows as often as they came; `distinct` has each of them once. */
  odd: number
  readonly distinct: Set<string>
  first: MalformedRow | undefined
}

/** Fewer rows than this prove nothing about a page. */
const ENOUGH_ROWS = 5
/** Share of a walk's rows that may be odd; one row always may, however often it comes. */
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
  const walks = new Map<string, Walk>()
  const warnings: string[] = []
  const cut: string[] = []
  let rows = 0
  let cutOfOpen: string | undefined

  const noteCut = (reason: string, of?: 'ended'): void => {
    addOnce(cut, reason)
    if (of !== 'ended') cutOfOpen ??= reason
  }

  const warn = (warning: string): void => addOnce(warnings, warning)

  function add(call: string, place: string, { seen, odd }: Tally): void {
    const key = `${call} ${place}`
    const walk = walks.get(key) ?? { call, seen: 0, odd: 0, distinct: new Set(), first: undefined }
    walks.set(key, walk)
    const before = walk.distinct.size
    for (const { fingerprint } of odd) walk.distinct.add(fingerprint)
    const added = walk.distinct.size - before
    walk.seen += seen
    walk.odd += odd.length
    rows += added
    if (added > 0) count(added)
    const [first] = odd
    if (walk.first !== undefined || first === undefined) return
    walk.first = first
    const { path, problem } = first
    log.warn({ call, path, problem }, 'a row that cannot be read is left out')
    warn(`left out what cannot be read: ${call} ${path}: ${problem}`)
  }

  return {
    get rows() {
      return rows
    },
    warnings,
    cut,
    noteCut,
    get cutOfOpen() {
      return cutOfOpen
    },
    get isWhole() {
      return rows === 0 && warnings.length === 0
    },
    noteRows(call, places) {
      for (const [place, tally] of places) {
        const { seen, odd } = tally
        const [first] = odd
        if (first !== undefined && seen >= ENOUGH_ROWS && odd.length * 2 > seen) {
          throw createSchemaMismatch(
            call,
            first.path,
            `${first.problem} (so in ${odd.length} of ${seen} rows)`,
          )
        }
        add(call, place, tally)
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
      for (const reason of omitted.cut) noteCut(reason)
    },
    assertFew() {
      for (const { call, seen, odd, distinct, first } of walks.values()) {
        // Both sides of the share count a row as often as it came, so that it is the same in one walk and in two.
        const areFew = odd < seen && (distinct.size <= 1 || odd <= seen * TOLERATED)
        if (first === undefined || areFew) continue
        throw createSchemaMismatch(call, first.path, `${first.problem} (so in ${odd} of ${seen} rows)`)
      }
    },
  }
}
