import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isEmpty } from './compare.mjs'

const venues = join(import.meta.dirname, '..', '..', 'src', 'venues')

/**
 * What is new, by venue.
 * @param compared as clients-compared.mjs has it
 */
export function findingsIn(compared) {
  const lines = []
  for (const venue of [...new Set(compared.map((one) => one.venue))].sort()) {
    lines.push(`== ${venue}`)
    for (const client of compared.filter((one) => one.venue === venue)) lines.push(...linesOf(client))
    lines.push('')
  }
  return textOf(lines)
}

/**
 * The tables, and all of it in a line.
 * @param tables as tables.mjs has it
 * @returns {{ text: string, failed: boolean }} failed if a client cannot be installed, or fails in its newest version
 */
export function summaryOf(compared, tables) {
  const lines = tables.flatMap(({ half, lines: told }) => [`== tables of the newest ${half}`, ...told, ''])
  const count = (isCounted) => compared.filter(isCounted).length
  const notInstalled = compared.filter(({ error }) => error !== undefined)
  lines.push(
    `Clients: ${compared.length}, newer ${count(({ pinned, newest }) => newest !== undefined && newest !== pinned)}, ` +
      `with something new ${count(({ findings }) => findings && !isEmpty(findings))}, ` +
      `not installed ${notInstalled.length}${notInstalled.map(({ name }) => `, ${name}`).join('')}`,
  )
  return {
    text: textOf(lines),
    failed: notInstalled.length > 0 || tables.some(({ failed }) => failed),
  }
}

function textOf(lines) {
  return `${lines.join('\n')}\n`
}

function linesOf({
  name,
  registry,
  venue,
  pinned,
  newest,
  published,
  error,
  findings,
  headings = [],
  unread = [],
}) {
  const dated = published === undefined ? '' : `, ${published}`
  const version = newest === undefined || newest === pinned ? pinned : `${pinned} -> ${newest}`
  const title = `${name} ${version} (${registry}${dated})`
  if (error !== undefined) return [title, `  cannot be installed: ${error}`]
  if (findings === undefined) return [`${title}: nothing newer`]
  const named = namedIn(venue)
  const known = (word) => (named(word) ? ' (named in its adapter)' : '')
  return [
    title,
    ...list('changelog', headings),
    ...list(
      'newly required',
      findings.members.map(({ key, member }) => `${key}.${member}${known(member)}`),
    ),
    ...list(
      'new words',
      findings.words.map(({ key, word }) => `${key}: ${word}${known(word)}`),
    ),
    ...list('new routes', findings.routes),
    ...list('new models', findings.models),
    ...list('routes that are gone', findings.goneRoutes),
    ...list('could not be read', unread),
    ...(isEmpty(findings) ? ['  no new member, word or route'] : []),
  ]
}

function list(title, items) {
  return items.length === 0 ? [] : [`  ${title}:`, ...items.map((item) => `    ${item}`)]
}

/** Whether the source of a venue's adapter has a word: a hint where to begin, no proof that it is read right. */
function namedIn(venue) {
  const folder = join(venues, venue)
  const text = existsSync(folder) ? sourceOf(folder) : ''
  const words = new Set(text.match(/[\w-]+/g))
  return (word) => words.has(word)
}

function sourceOf(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => readFileSync(join(entry.parentPath ?? entry.path, entry.name), 'utf8'))
    .join('\n')
}
