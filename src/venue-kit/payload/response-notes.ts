import type { PmxError } from '../../api/envelope/errors.js'
import type { Logger } from '../../observe/logger.js'
import { createSchemaMismatch } from './payload.js'

/** A list row that could not be read, and the reason. */
export interface MalformedRow {
  /** Path in the venue's response, such as `events[3].markets[0].ticker`. */
  readonly path: string
  readonly problem: string
  /** Identifies the row: lists that are read one after another may contain the same row twice. */
  readonly fingerprint: string
  /** The row has no value, such as `null`. Equal ones are not the same row. */
  readonly isWithoutValue?: true
}

/** The rows at one path of one response, such as all `events[*].markets`. */
export interface Tally {
  seen: number
  readonly malformed: MalformedRow[]
}

/** The missing parts of a result, for its caller. */
export interface Omitted {
  readonly rows: number
  /** One sentence each, in the order of detection. */
  readonly warnings: readonly string[]
  /** Parts of the request that the venue does not return this way: one reason each, with an alternative if there is one. */
  readonly cut: readonly string[]
}

/**
 * Records missing parts of a result. One malformed row never fails a list, and neither does a call for ornamental data: they are
 * left out, counted and named. Many malformed rows are a schema mismatch, and an error.
 */
export interface Omissions extends Omitted {
  /** Whether nothing has been left out so far. */
  readonly isWhole: boolean
  /** The reason why open markets may be missing although nothing failed, or undefined if none are. */
  readonly cutOfOpen: string | undefined
  /**
   * Records the rows of one response, by path.
   * @param call the venue call, such as `GET /events`
   * @throws EXCHANGE_NOT_AVAILABLE (drift) when most rows at a path cannot be read
   */
  noteRows(call: string, places: ReadonlyMap<string, Tally>): void
  /** Records a failed call for optional data, whose members remain absent. */
  noteMissing(what: string, error: PmxError): void
  /**
   * Records that the result is incomplete although nothing failed: the venue lists, stores or shows no more.
   * @param reason what is missing and why, and an alternative
   * @param of `ended` if only ended markets are missing
   */
  noteCut(reason: string, of?: 'ended'): void
  /** Adds the omissions of another read. */
  include(omitted: Omitted): void
  /**
   * Asserts that only single rows of the whole list were malformed.
   * @throws EXCHANGE_NOT_AVAILABLE (drift) when there were more
   */
  assertFew(): void
}

/** Lists the missing rows of a result, as sentences, or an empty list if it is complete. Missing optional data is not included. */
export function listLeftOut({ rows, warnings, cut }: Omitted): readonly string[] {
  return [...(rows === 0 ? [] : [...warnings, `rows left out: ${rows}`]), ...cut]
}

/** Equal malformed rows. */
interface Repeated {
  readonly total: number
  /** Maximum number in one response. */
  readonly most: number
  readonly isWithoutValue: boolean
}

/** The rows at one path in all responses to one call. */
interface Walk {
  readonly call: string
  seen: number
  /** Malformed rows including repetitions; `distinct` has the number of different ones, by fingerprint. */
  odd: number
  readonly distinct: Map<string, Repeated>
  first: MalformedRow | undefined
}

/** Minimum number of rows. Fewer rows prove nothing about a page. */
const ENOUGH_ROWS = 5
/** Tolerated share of malformed rows. One row is always tolerated, however often it is returned. */
const TOLERATED = 0.02
/** Maximum number of warnings of one result. */
const MAX_WARNINGS = 5

/** A list is read at most this often for one result. */
const READINGS = 2

/**
 * Returns the number of malformed rows without repetitions. Equal rows of one response are different rows; so are equal ones
 * without any value, except that a list may be read again.
 */
function countDistinct({ distinct }: Walk): number {
  return [...distinct.values()].reduce(
    (sum, { total, most, isWithoutValue }) =>
      sum + (isWithoutValue ? Math.max(most, Math.ceil(total / READINGS)) : most),
    0,
  )
}

/** Adds the malformed rows of one response. */
function addMalformed({ distinct }: Walk, malformed: readonly MalformedRow[]): void {
  const here = new Map<string, number>()
  for (const { fingerprint, isWithoutValue = false } of malformed) {
    const most = (here.get(fingerprint) ?? 0) + 1
    here.set(fingerprint, most)
    const before = distinct.get(fingerprint) ?? { total: 0, most: 0 }
    distinct.set(fingerprint, {
      total: before.total + 1,
      most: Math.max(before.most, most),
      isWithoutValue,
    })
  }
}

function addOnce(list: string[], text: string): void {
  if (list.length < MAX_WARNINGS && !list.includes(text)) list.push(text)
}

/**
 * Creates an empty record of omissions.
 * @param count called with the number of rows left out
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

  function add(call: string, place: string, { seen, malformed }: Tally): void {
    const key = `${call} ${place}`
    const walk = walks.get(key) ?? { call, seen: 0, odd: 0, distinct: new Map(), first: undefined }
    walks.set(key, walk)
    const before = countDistinct(walk)
    addMalformed(walk, malformed)
    const added = countDistinct(walk) - before
    walk.seen += seen
    walk.odd += malformed.length
    rows += added
    if (added > 0) count(added)
    const [first] = malformed
    if (walk.first !== undefined || first === undefined) return
    walk.first = first
    const { path, problem } = first
    log.warn({ call, path, problem }, 'a malformed row is left out')
    warn(`malformed data is left out: ${call} ${path}: ${problem}`)
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
        const { seen, malformed } = tally
        const [first] = malformed
        if (first !== undefined && seen >= ENOUGH_ROWS && malformed.length * 2 > seen) {
          throw createSchemaMismatch(
            call,
            first.path,
            `${first.problem} (in ${malformed.length} of ${seen} rows)`,
          )
        }
        add(call, place, tally)
      }
    },
    noteMissing(what, error) {
      const { code, detail, message } = error
      log.warn({ what, code, detail, message }, 'answered without')
      const path = detail?.['path']
      warn(`returned without ${what}: ${code}${typeof path === 'string' ? ` at ${path}` : ''}`)
    },
    include(omitted) {
      rows += omitted.rows
      for (const warning of omitted.warnings) warn(warning)
      for (const reason of omitted.cut) noteCut(reason)
    },
    assertFew() {
      for (const walk of walks.values()) {
        const { call, seen, odd, first } = walk
        // Both sides of the share count repetitions, so that one reading and two yield the same share.
        const areFew = odd < seen && (countDistinct(walk) <= 1 || odd <= seen * TOLERATED)
        if (first === undefined || areFew) continue
        throw createSchemaMismatch(call, first.path, `${first.problem} (in ${odd} of ${seen} rows)`)
      }
    },
  }
}
