import type { MarketOutcome, UnifiedMarket } from '../../api/models/models.js'
import { parseIso } from '../../api/times/instant.js'
import type { Paint } from '../output/colors.js'
import { measureWidth, shorten, toPrintable } from '../output/display-width.js'
import { choosePriceFormat, formatCompact, type PriceFormat, UNKNOWN } from '../output/numbers.js'
import { formatMinute } from '../output/times.js'
import { type Column, measureWithoutFirstColumn, renderTable } from './table.js'

/** The members of a market that the table shows. */
export type TableMarket = Pick<UnifiedMarket, 'marketId' | 'title'> & {
  readonly outcomes: readonly ListedOutcome[]
  readonly yes?: ListedOutcome | undefined
  readonly volume24h?: number | undefined
  readonly resolutionDate?: string | undefined
}

type ListedOutcome = Pick<MarketOutcome, 'outcomeId' | 'label'> & { readonly price?: number | undefined }

const facts: readonly Column[] = [
  { title: 'title' },
  { title: 'yes', align: 'right' },
  { title: '24h volume', align: 'right' },
  { title: 'ends (UTC)' },
]
const ids: readonly Column[] = [{ title: 'market id' }, { title: 'yes outcome id' }]

/** With fewer columns than this for titles, the ids move to separate lines. */
const MIN_TITLE = 24
const MAX_TITLE = 80
/** Maximum number of outcomes listed for a market without a yes side. */
const MAX_OUTCOMES = 8

/**
 * Renders one row per market. Ids are never cut, because the next command needs them. If they do not fit, they are
 * printed below their market.
 * @param columns width of the terminal
 */
export function renderMarketTable(markets: readonly TableMarket[], columns: number, paint: Paint): string[] {
  const price = choosePriceFormat(
    markets.flatMap(({ yes, outcomes }) => (yes === undefined ? outcomes : [yes])).map((side) => side.price),
  )
  const cells = markets.map((market) => ['', ...factCells(market, price), ...idCells(market)])
  const wide = [...facts, ...ids]
  const isWide = columns - measureWithoutFirstColumn(wide, cells) >= MIN_TITLE
  const shown = isWide ? wide : facts
  const room = columns - measureWithoutFirstColumn(shown, cells)
  const titleWidth = Math.max(MIN_TITLE, Math.min(MAX_TITLE, room))
  const rows = markets.map((market, index) => [
    fullTitle(market, titleWidth),
    ...(cells[index] ?? []).slice(1, shown.length),
  ])
  const [header = '', ...lines] = renderTable(shown, rows, paint)
  const blocks = markets.flatMap((market, index) => {
    const below = [...(isWide ? [] : idLines(market)), ...outcomeLines(market, price)]
    return [lines[index] ?? '', ...below.map((line) => paint('dim', `  ${line}`))]
  })
  return [header, ...blocks]
}

function factCells({ yes, volume24h, resolutionDate }: TableMarket, price: PriceFormat): readonly string[] {
  const ends = resolutionDate === undefined ? undefined : parseIso(resolutionDate)
  return [price(yes?.price), formatCompact(volume24h), ends === undefined ? UNKNOWN : formatMinute(ends)]
}

function idCells({ marketId, yes }: TableMarket): readonly string[] {
  return [toPrintable(marketId), yes === undefined ? UNKNOWN : toPrintable(yes.outcomeId)]
}

const plainSides = new Set(['', 'yes', 'up', 'over'])

/** Renders a title with the label of the yes side, which distinguishes markets of one event with the same title. */
function fullTitle({ title, yes }: TableMarket, width: number): string {
  const text = toPrintable(title)
  const label = toPrintable(yes?.label ?? '')
  const short = shorten(text, width)
  if (plainSides.has(label.toLowerCase()) || short.toLowerCase().includes(label.toLowerCase())) return short
  const ending = ` · ${label}`
  const room = width - measureWidth(ending)
  return room < width / 3 ? shorten(label, width) : shorten(text, room) + ending
}

function idLines({ marketId, yes }: TableMarket): readonly string[] {
  const market = `market ${toPrintable(marketId)}`
  return yes === undefined ? [market] : [market, `yes    ${toPrintable(yes.outcomeId)}`]
}

/** Renders every outcome of a market without a yes side, since none of them represents the market. */
function outcomeLines({ yes, outcomes }: TableMarket, price: PriceFormat): readonly string[] {
  if (yes !== undefined) return []
  const shown = outcomes
    .slice(0, MAX_OUTCOMES)
    .map((side) => `${toPrintable(side.label)}  ${price(side.price)}  ${toPrintable(side.outcomeId)}`)
  const more = outcomes.length - shown.length
  return more > 0 ? [...shown, `and ${more} more ${more === 1 ? 'outcome' : 'outcomes'}`] : shown
}
