import { dateParts, dateText, toClockText, toMonthDayText, toMonthText } from '../common/dates.js'
import { mix, pick } from '../common/hash.js'
import type { WorldTeam } from '../common/types.js'

/** Inserts the dates of an event, and further values, into a text with `{date}`, `{day}`, `{month}`, ... */
export function fillLabel(
  text: string,
  life: { readonly opensAt: number; readonly endsAt: number },
  values: Readonly<Record<string, string>> = {},
): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? dateValue(name, life) ?? whole)
}

function dateValue(
  name: string,
  life: { readonly opensAt: number; readonly endsAt: number },
): string | undefined {
  switch (name) {
    case 'date':
      return dateText(life.endsAt)
    case 'day':
      return toMonthDayText(life.endsAt)
    case 'month':
      return toMonthText(life.endsAt)
    case 'year':
      return String(dateParts(life.endsAt).year)
    case 'time':
      return toClockText(life.endsAt)
    case 'window':
      return windowText(life.opensAt, life.endsAt)
    default:
      return undefined
  }
}

function windowText(opensAt: number, endsAt: number): string {
  const [from, to] = [toClockText(opensAt), toClockText(endsAt)]
  const overnight =
    toMonthDayText(opensAt) === toMonthDayText(endsAt) || to === '00:00' ? '' : `${toMonthDayText(endsAt)}, `
  return `${toMonthDayText(opensAt)}, ${from}-${overnight}${to} UTC`
}

/** Returns two different teams for a match. */
export function drawTeams(teams: readonly WorldTeam[], seed: number): readonly [WorldTeam, WorldTeam] {
  const home = mix(seed, 0x7ea1) % teams.length
  const gap = 1 + (mix(seed, 0x7ea2) % (teams.length - 1))
  return [pick(teams, home), pick(teams, home + gap)]
}

/** Returns some of the names of a pool, each once, in random order. */
export function draw(pool: readonly string[], count: number, seed: number): readonly string[] {
  return pool
    .map((name, index) => ({ name, chance: mix(seed, index) }))
    .sort((a, b) => a.chance - b.chance)
    .slice(0, count)
    .map(({ name }) => name)
}

/** Returns a number with at most two decimals and commas for thousands. */
export function toNumberText(value: number): string {
  const [whole = '', fraction] = String(Math.round(value * 100) / 100).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
