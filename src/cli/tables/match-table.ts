import type * as z from 'zod'
import type { shapes } from '../client/response-shapes.js'
import type { Paint } from '../output/colors.js'
import { printable, shorten } from '../output/display-width.js'
import { formatCompact, formatExact, priceFormat, UNKNOWN } from '../output/numbers.js'
import { type Column, renderTable, widthBesideFirst } from './table.js'

type Match = z.output<typeof shapes.matches>[number]
type Opportunity = z.output<typeof shapes.opportunities>[number]

const LEAST_TITLE = 24

/** One row a match, and below it the market's id and what speaks for the match. @param width of the terminal */
export function matchTable(matches: readonly Match[], width: number, paint: Paint): string[] {
  const columns: Column[] = [
    { title: 'title' },
    { title: 'venue' },
    { title: 'relation' },
    { title: 'sure', align: 'right' },
    { title: 'bid', align: 'right' },
    { title: 'ask', align: 'right' },
  ]
  const price = priceFormat(
    matches.flatMap(({ bestBid, bestAsk }) => [bestBid ?? undefined, bestAsk ?? undefined]),
  )
  const rows = matches.map(({ market, relation, confidence, bestBid, bestAsk }) => [
    printable(market.title),
    printable(market.sourceExchange),
    printable(relation),
    `${Math.round(confidence * 100)} %`,
    bestBid == null ? UNKNOWN : price(bestBid),
    bestAsk == null ? UNKNOWN : price(bestAsk),
  ])
  return tableWithNotes(columns, rows, width, paint, (at) => {
    const { market, reasoning, reasons = [] } = matches[at] as Match
    return [
      `market ${printable(market.marketId)}`,
      ...(reasons.length === 0 ? [] : [`not the same: ${reasons.map(printable).join(', ')}`]),
      ...(reasoning == null ? [] : [printable(reasoning)]),
    ]
  })
}

/** One row an opportunity, and below it what is bought and what is sold. @param width of the terminal */
export function arbitrageTable(found: readonly Opportunity[], width: number, paint: Paint): string[] {
  const columns: Column[] = [
    { title: 'title' },
    { title: 'buy', align: 'right' },
    { title: 'sell', align: 'right' },
    { title: 'after fees', align: 'right' },
    { title: 'size', align: 'right' },
    { title: 'profit', align: 'right' },
  ]
  const price = priceFormat(found.flatMap(({ buyPrice, sellPrice }) => [buyPrice, sellPrice]))
  const rows = found.map(({ marketA, buyPrice, sellPrice, netSpread, size, profit }) => [
    printable(marketA.title),
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
      `buy  ${printable(marketA.sourceExchange)} ${printable(outcomeA)}`,
      `sell ${printable(marketB.sourceExchange)} ${printable(outcomeB)}`,
      ...(netSpreadReason === undefined ? [] : [`after fees: unknown, ${printable(netSpreadReason)}`]),
      ...settlementRisks.map((risk) => `risk ${printable(risk)}`),
    ]
  })
}

/** Down to the cent, and never 0 where there is some: 0.29 is 28.999... cents in binary. */
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
  const room = Math.max(LEAST_TITLE, width - widthBesideFirst(columns, rows))
  const cut = rows.map(([title = '', ...others]) => [shorten(title, room), ...others])
  const [header = '', ...lines] = renderTable(columns, cut, paint)
  return [
    header,
    ...lines.flatMap((line, at) => [line, ...notesOf(at).map((note) => paint('dim', `  ${note}`))]),
  ]
}
