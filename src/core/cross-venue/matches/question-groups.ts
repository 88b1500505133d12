import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { RowKind } from '../../../catalog/rows/row-numbers.js'
import { commonNameOf, searchWords } from '../../../catalog/search/terms.js'
import { type CandidateMarket, withFeatures } from '../catalog/match-candidates.js'
import type { MatchesDeps } from './market-matches.js'

type Deps = Pick<MatchesDeps, 'catalogSearch' | 'pairs'>

/** A row of the cross-venue catalog with its markets' features. */
interface Asking {
  readonly row: Buffer
  readonly id: string
  readonly venue: VenueId
  readonly words: ReadonlySet<string>
  /** For an event, its markets with the greatest volume. */
  readonly markets: readonly CandidateMarket[]
}

/** Maximum number of rows that are grouped; each later row is a question of its own. */
const MAX_GROUPED = 100
/** Maximum number of markets of an event that are compared with those of others. */
const MAX_MARKETS = 8
/** Titles that share a smaller part of their words are not compared. */
const MIN_SHARED = 0.4

/**
 * Returns the same rows, with rows of different venues that ask the same question next to each other. Each row has its
 * `questionId`: the id of the first row of that question. Groups are in the order of their first rows. A row without a
 * certain match is a separate question.
 */
export async function groupRows(
  deps: Deps,
  kind: RowKind,
  rows: readonly Buffer[],
): Promise<readonly Buffer[]> {
  const asking = await Promise.all(rows.slice(0, MAX_GROUPED).map((row) => askingOf(deps, kind, row)))
  const groups: Asking[][] = []
  for (const one of asking) {
    const group = groups.find((others) => belongs(deps, kind, one, others))
    if (group === undefined) groups.push([one])
    else group.push(one)
  }
  const grouped = groups.flatMap((group) => group.map(({ row }) => withQuestion(row, group[0]?.id ?? '')))
  return [...grouped, ...rows.slice(MAX_GROUPED).map((row) => withQuestion(row, idIn(row).id))]
}

interface ToldRow {
  readonly id: string
  readonly title: string
  readonly sourceExchange: VenueId
  readonly markets?: readonly { readonly id: string; readonly volume24h?: number }[]
}

async function askingOf({ catalogSearch }: Deps, kind: RowKind, row: Buffer): Promise<Asking> {
  const { id, title, sourceExchange: venue, markets = [] } = idIn(row)
  const busiest = markets.toSorted((a, b) => (b.volume24h ?? 0) - (a.volume24h ?? 0)).slice(0, MAX_MARKETS)
  const ids = kind === 'market' ? [id] : busiest.map((market) => market.id)
  const named = await Promise.all(ids.map((one) => catalogSearch.marketsNamed(one, venue)))
  const read = named.flatMap((found) => found.slice(0, 1).map(withFeatures))
  return { row, id, venue, words: new Set(searchWords(title).map(commonNameOf)), markets: read }
}

/** A venue lists a question once: a second row that looks the same is another question. */
function belongs(deps: Deps, kind: RowKind, one: Asking, group: readonly Asking[]): boolean {
  if (group.some(({ venue }) => venue === one.venue)) return false
  return group.some((other) => sharesWords(one, other) && asksSame(deps, kind, one, other))
}

function sharesWords({ words }: Asking, { words: others }: Asking): boolean {
  const shared = [...words].filter((word) => others.has(word)).length
  return shared >= MIN_SHARED * Math.min(words.size, others.size)
}

/** Whether most of the compared markets of two events are the same. */
function asksSame({ pairs }: Deps, kind: RowKind, a: Asking, b: Asking): boolean {
  const [few, many] = a.markets.length <= b.markets.length ? [a.markets, b.markets] : [b.markets, a.markets]
  const wanted = kind === 'market' ? 1 : Math.max(1, Math.ceil(few.length / 2))
  let same = 0
  for (const market of few)
    if (many.some((other) => pairs.compare(market, other).relation === 'identity') && ++same >= wanted)
      return true
  return false
}

function withQuestion(row: Buffer, questionId: string): Buffer {
  return Buffer.concat([Buffer.from(`{"questionId":${JSON.stringify(questionId)},`), row.subarray(1)])
}

function idIn(row: Buffer): ToldRow {
  // The daemon itself wrote this row.
  return JSON.parse(row.toString()) as ToldRow
}
