import { PmxError } from '../../api/envelope/errors.js'

/** Facts about how a list is paged. The engine below is the only thing that walks it. */
export type Paging<Row> = CursorPaging<Row> | OffsetPaging<Row>

interface RowFacts<Row> {
  /** Identity of a row, to drop repeats and to see whether a page brought anything new. */
  idOf(row: Row): string
  /** What is listed, for error messages. */
  readonly what: string
  /** Rows do not go down in time: an old one says nothing of those that follow. */
  readonly isUnordered?: true
}

/** One page; `next` absent or empty at the end. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly next?: string | undefined
}

/**
 * A page whose rows are read when somebody looks at them: where the list goes on is known before, so that who goes
 * through all of it asks for the next page meanwhile. What reading them throws comes with the look.
 */
export function createLazyPage<Row>(next: string | undefined, read: () => readonly Row[]): Page<Row> {
  let rows: readonly Row[] | undefined
  let unread: (() => readonly Row[]) | undefined = read
  return {
    next,
    get rows() {
      rows ??= unread?.() ?? []
      // What they were read from is let go.
      unread = undefined
      return rows
    },
  }
}

/** A list page by page, the first one without a cursor. */
export interface Pages<Row> {
  fetch(cursor: string | undefined): Promise<Page<Row>>
}

export interface CursorPaging<Row> extends RowFacts<Row>, Pages<Row> {
  readonly kind: 'cursor'
}

export interface OffsetPaging<Row> extends RowFacts<Row> {
  readonly kind: 'offset'
  /**
   * One page. `scanned` is how many native rows the venue sent, from which the next offset follows (it may differ
   * from `rows.length` where rows are skipped). `end` where the venue says that nothing follows.
   */
  fetch(
    offset: number,
  ): Promise<{ readonly rows: readonly Row[]; readonly scanned: number; readonly end?: boolean }>
}

/** Pages that the venue numbers from 1; `more` where another one follows. */
export function createNumberedPages<Row>(
  fetch: (page: number) => Promise<{ readonly rows: readonly Row[]; readonly more: boolean }>,
): Pages<Row> {
  return {
    async fetch(cursor) {
      const page = cursor === undefined ? 1 : Number(cursor)
      const { rows, more } = await fetch(page)
      return { rows, next: more ? String(page + 1) : undefined }
    },
  }
}

/** The same pages with other rows; those of a page are turned into others together. */
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

/** Pages read at most for one list: beyond that the venue is not listing, it is looping. */
const MAX_PAGES = 2_000
/** Pages in a row that may bring nothing new while the list goes on (rows that an adapter skips, shifted pages). */
const MAX_BARREN_PAGES = 20

/** Rows of a page that were not seen before. */
interface Stretch<Row> {
  readonly rows: readonly Row[]
  /** From where the list goes on after the page; absent after the last one. */
  readonly next: string | undefined
}

interface WalkTerms {
  /** The `next` of an earlier walk, to go on behind it; the beginning without. */
  readonly from?: string | undefined
  /**
   * Asked with the count of pages so far whether another one may be read; who bounds the walk with it has bounded the
   * pages that bring nothing, too.
   */
  readonly mayGoOn?: ((pages: number) => boolean) | undefined
  /** Whether each page is asked for as soon as the one before tells where the list goes on: for who wants all of it. */
  readonly ahead?: boolean
}

/** The rows of {@link paginateFrom}, without pages that bring none. */
export async function* paginate<Row>(
  paging: Paging<Row>,
  mayGoOn?: WalkTerms['mayGoOn'],
): AsyncGenerator<readonly Row[]> {
  for await (const { rows } of paginateFrom(paging, { mayGoOn })) if (rows.length > 0) yield rows
}

/**
 * Walks a list page by page. Ends at a missing cursor or an empty page; a short page is no end, because venues cap
 * pages. Rows seen before are dropped.
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
  for await (const { rows, next } of pages) {
    const added = fresh(rows)
    barren = added.length === 0 ? barren + 1 : 0
    // A short page of known rows is what remains when rows were added in front while we walked; a full one is a loop.
    if (rows.length >= Math.max(1, pageSize) && added.length === 0) {
      throw loop(paging.what, 'a whole page brought only rows seen before')
    }
    pageSize = Math.max(pageSize, rows.length)
    if (mayGoOn === undefined && barren > MAX_BARREN_PAGES)
      throw loop(paging.what, `${barren} pages in a row brought nothing new`)
    if (++count > MAX_PAGES) throw loop(paging.what, `more than ${MAX_PAGES} pages`)
    yield { rows: added, next }
  }
}

/** A page, and the way to the one behind it; none after the last one. */
interface Step<Row> {
  readonly page: Pick<Stretch<Row>, 'rows'>
  readonly next: string | undefined
}

/** How a list is walked, whichever way it is paged. */
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
        // It is told when its turn has come.
        coming.catch(() => {})
      }
      yield { rows: page.rows, next }
      if (isRepeated) throw loop(what, 'the cursor came back a second time')
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
    `The venue's paging of ${what} does not hold together: ${why}.`,
    {
      detail: { kind: 'paging', why },
    },
  )
}

/** Every row of a list, or the first ones. */
export async function collect<Row>(paging: Paging<Row>, atMost = Number.POSITIVE_INFINITY): Promise<Row[]> {
  const all: Row[] = []
  for await (const rows of paginate(paging)) {
    for (const row of rows) all.push(row)
    if (all.length >= atMost) return all.slice(0, atMost)
  }
  return all
}

/** What every page of a walk needs, asked for by the first: the same promise for all of them. */
export function loadOncePerList<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined
  return () => {
    loading ??= load()
    return loading
  }
}
