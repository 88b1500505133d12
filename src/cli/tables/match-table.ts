import type * as z from 'zod'
import type { shapes } from '../client/response-shapes.js'
import type { Paint } from '../output/colors.js'
import { shorten, toPrintable } from '../output/display-width.js'
import { choosePriceFormat, formatCompact, formatExact, UNKNOWN } from '../output/numbers.js'
import { type Column, measureWithoutFirstColumn, renderTable } from './table.js'

type Match = z.output<typeof shapes.matches>[number]
type Opportunity = z.output<typeof shapes.opportunities>[number]

const MIN_TITLE = 24

/** Renders one row per match and, below it, the market's id and the reasons for the match. @param width of the terminal */
export function renderMatches(matches: readonly Match[], width: number, paint: Paint): string[] {
  const columns: Column[] = [
    { title: 'title' },
    { title: 'venue' },
    { title: 'relation' },
    { title: 'sure', align: 'right' },
    { title: 'bid', align: 'right' },
    { title: 'ask', align: 'right' },
  ]
  const price = choosePriceFormat(
    matches.flatMap(({ bestBid, bestAsk }) => [bestBid ?? undefined, bestAsk ?? undefined]),
  )
  const rows = matches.map(({ market, relation, confidence, bestBid, bestAsk }) => [
    toPrintable(market.title),
    toPrintable(market.sourceExchange),
    toPrintable(relation),
    `${Math.round(confidence * 100)} %`,
    bestBid == null ? UNKNOWN : price(bestBid),
    bestAsk == null ? UNKNOWN : price(bestAsk),
  ])
  return tableWithNotes(columns, rows, width, paint, (at) => {
    const { market, reasoning, reasons = [] } = matches[at] as Match
    return [
      `market ${toPrintable(market.marketId)}`,
      ...(reasons.length === 0 ? [] : [`not the same: ${reasons.map(toPrintable).join(', ')}`]),
      ...(reasoning == null ? [] : [toPrintable(reasoning)]),
    ]
  })
}

/** Renders one row per opportunity and, below it, the outcomes to buy and sell. @param width of the terminal */
export function renderArbitrage(found: readonly Opportunity[], width: number, paint: Paint): string[] {
  const columns: Column[] = [
    { title: 'title' },
    { title: 'buy', align: 'right' },
    { title: 'sell', align: 'right' },
    { title: 'after fees', align: 'right' },
    { title: 'size', align: 'right' },
    { title: 'profit', align: 'right' },
  ]
  const price = choosePriceFormat(found.flatMap(({ buyPrice, sellPrice }) => [buyPrice, sellPrice]))
  const rows = found.map(({ marketA, buyPrice, sellPrice, netSpread, size, profit }) => [
    toPrintable(marketA.title),
    price(buyPrice),
    price(sellPrice),
    netSpread === null ? UNKNOWN : price(netSpread),
    formatCompact(size),
    profit === null ? UNKNOWN : profitText(profit),
  ])
  return tableWithNotes(columns, rows, width, paint, (at) => {
    const { marketA, marketB, outcomeA, outcomeB, netSpreadReason, settlementRisks } = found[
      at
    ] as Opportunity
    return [
      `buy  ${toPrintable(marketA.sourceExchange)} ${toPrintable(outcomeA)}`,
      `sell ${toPrintable(marketB.sourceExchange)} ${toPrintable(outcomeB)}`,
      ...(netSpreadReason === undefined ? [] : [`after fees: unknown, ${toPrintable(netSpreadReason)}`]),
      ...settlementRisks.map((risk) => `risk ${toPrintable(risk)}`),
    ]
  })
}

/** Rounds down to the cent, but never a positive profit to 0. In binary, 0.29 is 28.999... cents. */
function profitText(profit: number): string {
  const cents = Math.floor(Number((profit * 100).toPrecision(12)))
  return formatExact(cents === 0 ? profit : cents / 100)
}

function tableWithNotes(
  columns: readonly Column[],
  rows: readonly string[][],
  width: number,
  paint: Paint,
  notesOf: (row: number) => readonly string[],
): string[] {
  const room = Math.max(MIN_TITLE, width - measureWithoutFirstColumn(columns, rows))
  const cut = rows.map(([title = '', ...others]) => [shorten(title, room), ...others])
  const [header = '', ...lines] = renderTable(columns, cut, paint)
  return [
    header,
    ...lines.flatMap((line, at) => [line, ...notesOf(at).map((note) => paint('dim', `  ${note}`))]),
  ]
}
