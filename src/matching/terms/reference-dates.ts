import { monthOf, startOfDay } from './calendar.js'

/** Returns the day in an id or slug, as in `nfl-car-atl-2026-09-20` and `KXMLBGAME-26SEP18SDCOL`. */
export function parseReferenceDay(reference: string): number | undefined {
  const iso = /(20\d\d)-(\d\d)-(\d\d)(?!\d)/.exec(reference)
  if (iso !== null) return startOfDay(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]))
  const ticker = /-(\d\d)(JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)(\d\d)/.exec(reference)
  const index = ticker === null ? undefined : monthOf(ticker[2] ?? '')
  return ticker === null || index === undefined
    ? undefined
    : startOfDay(2000 + Number(ticker[1]), index, Number(ticker[3]))
}

/** Returns the year in a ticker of a yearly event: `KXNFLMVP-27-JALL`, `KXHOUSERACE-CO02-26-R`, `KXTXPRIMARY-35D26-JGAR`. */
export function parseTickerYear(marketId: string): number | undefined {
  const found =
    /^[A-Z][A-Z0-9]+(?:-[A-Z0-9]+)?-(?:20)?(2[4-9]|3\d)(?:-[A-Z0-9.]+)?$/.exec(marketId)?.[1] ??
    /^[A-Z][A-Z0-9]+-[A-Z0-9]{2,}[A-Z](2[4-9]|3\d)-[A-Z0-9.]+$/.exec(marketId)?.[1]
  return found === undefined ? undefined : 2000 + Number(found)
}
