import { PmxError } from '../../api/envelope/errors.js'

/** Describes how a list is paged. Only the engine below reads the pages. */
export type Paging<Row> = CursorPaging<Row> | OffsetPaging<Row>

interface RowFacts<Row> {
  /** Returns the identity of a row, to drop duplicates and to detect pages without new rows. */
  idOf(row: Row): string
  /** Name of the list, for error messages. */
  readonly what: string
  /** Rows are not sorted by descending time: an old row does not imply that the following rows are older. */
  readonly isUnordered?: true
}

/** One page; `next` absent or empty at the end. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly next?: string | undefined
  /**
   * The venue sent no row at all, where one was expected: no other response reports that there is none. `part`: for one of several
   * lists that are read together, so that older rows of the others may follow.
   */
  readonly isBlank?: true | 'part'
}

/**
 * Creates a page whose rows are read on first access. The next cursor is known before, so that the caller can request the
 * next page in the meantime. Errors of reading are thrown at that access.
 */
export function createLazyPage<Row>(next: string | undefined, read: () => readonly Row[]): Page<Row> {
  let rows: readonly Row[] | undefined
  let unread: (() => readonly Row[]) | undefined = read
  return {
    next,
    get rows() {
      rows ??= unread?.() ?? []
      // Releases the unread payload.
      unread = undefined
      return rows
    },
  }
}

/** A list in pages; the first page has no cursor. */
export interface Pages<Row> {
  fetch(cursor: string | undefined): Promise<Page<Row>>
}

export interface CursorPaging<Row> extends RowFacts<Row>, Pages<Row> {
  readonly kind: 'cursor'
}

export interface OffsetPaging<Row> extends RowFacts<Row> {
  readonly kind: 'offset'
  /**
   * Fetches one page. `scanned` is the number of native rows that the venue sent. The next offset follows from it, and it
   * may differ from `rows.length` where rows are skipped. `end` is set if the venue marks the last page.
   */
  fetch(
    offset: number,
  ): Promise<{ readonly rows: readonly Row[]; readonly scanned: number; readonly end?: boolean }>
}

/** A page that the venue numbers. */
interface NumberedPage<Row> {
  readonly rows: readonly Row[]
  /** Whether another page follows. */
  readonly more: boolean
  /** Number of rows of the whole list, if the venue counts them. */
  readonly total?: number | undefined
}

/**
 * Creates pages that the venue numbers from 1.
 * @param idOf identity of the rows of a counted list: see {@link createMovedRows}
 */
export function createNumberedPages<Row>(
  fetch: (page: number) => Promise<NumberedPage<Row>>,
  idOf?: (row: Row) => string,
): Pages<Row> {
  const read = idOf === undefined ? fetch : createMovedRows(fetch, idOf)
  return {
    async fetch(cursor) {
      const page = cursor === undefined ? 1 : Number(cursor)
      const { rows, more } = await read(page)
      return { rows, next: more ? String(page + 1) : undefined }
    },
  }
}

/** Maximum number of pages that are read again where a list has become shorter. */
const MAX_READ_AGAIN = 4

/**
 * Creates a reader of numbered pages, from the first one on. If the count of rows falls between two pages, removals may have moved
 * rows up onto the pages before. Those are read again, and the second page begins with their new rows.
 */
export function createMovedRows<
  Row,
  Numbered extends { readonly rows: readonly Row[]; readonly total?: number | undefined },
>(
  fetch: (page: number) => Promise<Numbered>,
  idOf: (row: Row) => string,
): (page: number) => Promise<Numbered> {
  let seen = new Set<string>()
  let before: number | undefined
  let pageSize = 1
  return async (page) => {
    if (page === 1) [seen, before, pageSize] = [new Set(), undefined, 1]
    const read = await fetch(page)
    const { rows, total } = read
    const lost = total === undefined ? 0 : (before ?? 0) - total
    const first = Math.max(1, page - Math.min(MAX_READ_AGAIN, Math.ceil(lost / pageSize)))
    before = total
    pageSize = Math.max(pageSize, rows.length)
    const moved: Row[] = []
    for (let number = first; lost > 0 && number < page; number++)
      moved.push(...(await fetch(number)).rows.filter((row) => !seen.has(idOf(row))))
    if (total !== undefined) for (const row of [...moved, ...rows]) seen.add(idOf(row))
    return moved.length === 0 ? read : { ...read, rows: [...moved, ...rows] }
  }
}

/** Maps the rows of each page; the rows of a page are mapped together. */
export function mapPages<From, To>(
  pages: Pages<From>,
  toRows: (rows: readonly From[]) => readonly To[] | Promise<readonly To[]>,
): Pages<To> {
  return {
    async fetch(cursor) {
      const { rows, next } = await pages.fetch(cursor)
      return { rows: await toRows(rows), next }
    },
  }
}

/** Maximum number of pages per list. A longer list means that the venue repeats pages. */
const MAX_PAGES = 2_000
/** Maximum number of consecutive pages without new rows (rows that an adapter skips, shifted pages). */
const MAX_BARREN_PAGES = 20

/** Rows of a page that were not in earlier pages. */
interface Stretch<Row> extends Pick<Page<Row>, 'isBlank'> {
  readonly rows: readonly Row[]
  /** Cursor of the next page. Absent after the last one. */
  readonly next: string | undefined
}

interface WalkTerms {
  /** The `next` of an earlier pagination, to continue after it. Absent for the beginning. */
  readonly from?: string | undefined
  /** Whether another page may be read after this many pages. If this is set, pages without new rows are not limited separately. */
  readonly mayGoOn?: ((pages: number) => boolean) | undefined
  /** Requests each page as soon as the previous page returns its cursor, for callers that need the whole list. */
  readonly ahead?: boolean
}

/** Yields the rows of {@link paginateFrom}, without empty pages. */
export async function* paginate<Row>(
  paging: Paging<Row>,
  mayGoOn?: WalkTerms['mayGoOn'],
): AsyncGenerator<readonly Row[]> {
  for await (const { rows } of paginateFrom(paging, { mayGoOn })) if (rows.length > 0) yield rows
}

/**
 * Paginates a list. It ends at a missing cursor or an empty page. A short page does not end it, because venues cap pages.
 * Duplicate rows are dropped.
 * @throws EXCHANGE_NOT_AVAILABLE on a repeated cursor, on pages without new ids, and at the page limit
 */
export async function* paginateFrom<Row>(
  paging: Paging<Row>,
  { from, mayGoOn, ahead = false }: WalkTerms = {},
): AsyncGenerator<Stretch<Row>> {
  const seen = new Set<string>()
  const fresh = (rows: readonly Row[]): Row[] =>
    rows.filter((row) => {
      const id = paging.idOf(row)
      if (seen.has(id)) return false
      seen.add(id)
      return true
    })
  let barren = 0
  let count = 0
  const isEnded = (): boolean => mayGoOn?.(count) === false
  const pages = walkPages(paging.what, stepsOf(paging), from, isEnded, ahead)
  let pageSize = 0
  for await (const { rows, next, ...blank } of pages) {
    const added = fresh(rows)
    barren = added.length === 0 ? barren + 1 : 0
    // A short page of known rows remains when rows were added at the front during pagination. A full page of them is a loop.
    if (rows.length >= Math.max(1, pageSize) && added.length === 0) {
      throw loop(paging.what, 'a full page contained only rows of earlier pages')
    }
    pageSize = Math.max(pageSize, rows.length)
    if (mayGoOn === undefined && barren > MAX_BARREN_PAGES)
      throw loop(paging.what, `${barren} consecutive pages contained no new rows`)
    if (++count > MAX_PAGES) throw loop(paging.what, `more than ${MAX_PAGES} pages`)
    yield { rows: added, next, ...blank }
  }
}

/** A page, and the call for the next page. None after the last one. */
interface Step<Row> {
  readonly page: Pick<Stretch<Row>, 'rows' | 'isBlank'>
  readonly next: string | undefined
}

/** Returns the function that fetches the next page, for both kinds of paging. */
function stepsOf<Row>(paging: Paging<Row>): (from: string | undefined) => Promise<Step<Row>> {
  if (paging.kind === 'cursor')
    return async (from) => {
      const page = await paging.fetch(from)
      return { page, next: page.next === '' ? undefined : page.next }
    }
  return async (from) => {
    const offset = from === undefined ? 0 : Number(from)
    const page = await paging.fetch(offset)
    const isLast = page.end === true || page.scanned === 0
    return { page, next: isLast ? undefined : String(offset + page.scanned) }
  }
}

async function* walkPages<Row>(
  what: string,
  stepFrom: (from: string | undefined) => Promise<Step<Row>>,
  from: string | undefined,
  isEnded: () => boolean,
  ahead: boolean,
): AsyncGenerator<Stretch<Row>> {
  const places = new Set<string>()
  let coming: Promise<Step<Row>> | undefined = stepFrom(from)
  try {
    while (coming !== undefined) {
      const { page, next }: Step<Row> = await coming
      const isRepeated = next !== undefined && places.has(next)
      coming = undefined
      if (ahead && next !== undefined && !isRepeated) {
        coming = stepFrom(next)
        // The error is reported when the page is read.
        coming.catch(() => {})
      }
      yield { rows: page.rows, next, ...(page.isBlank === undefined ? {} : { isBlank: page.isBlank }) }
      if (isRepeated) throw loop(what, 'a cursor was repeated')
      if (next === undefined || isEnded()) return
      places.add(next)
      coming ??= stepFrom(next)
    }
  } finally {
    await coming?.catch(() => {})
  }
}

function loop(what: string, why: string): PmxError {
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `The venue's pages of ${what} are inconsistent: ${why}. Try again later.`,
    {
      detail: { kind: 'paging', why },
    },
  )
}

/** Collects a list's rows, up to `atMost`. */
export async function collect<Row>(paging: Paging<Row>, atMost = Number.POSITIVE_INFINITY): Promise<Row[]> {
  const all: Row[] = []
  for await (const rows of paginate(paging)) {
    for (const row of rows) all.push(row)
    if (all.length >= atMost) return all.slice(0, atMost)
  }
  return all
}

/** Returns a loader that the first page calls; all pages of the list share its promise. */
export function loadOncePerList<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined
  return () => {
    loading ??= load()
    return loading
  }
}

/**
 * Returns the page size for a list of which a caller uses at most the given number of rows. @param most the venue's
 * maximum
 */
export function pageSizeFor({ atMost }: { readonly atMost?: number }, most: number): number {
  return Math.max(1, Math.min(most, atMost ?? most))
}
