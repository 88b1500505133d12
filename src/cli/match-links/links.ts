import { readFileSync } from 'node:fs'
import { messageOf } from '../../api/envelope/errors.js'
import type { StoreFlags } from '../import-export/open-database.js'
import { addDatabaseFlags, type Register } from '../options/command.js'
import { renderCount } from '../output/counted.js'
import { toPrintable } from '../output/display-width.js'
import { CommandFailed, type Output } from '../output/output.js'
import { formatMinute } from '../output/times.js'
import { renderTable } from '../tables/table.js'
import { changeStoredLinks, readStoredLinks } from './stored-links.js'

interface LinksFlags extends StoreFlags {
  readonly import?: string
}

export const linksCommand: Register = (program, output) => {
  addDatabaseFlags(
    program.command('links').description("List your decisions from 'match --link' and '--unlink'"),
  )
    .option('--import <file>', 'Add the decisions from a file written by `links --json`')
    .action((flags) => links(flags, output))
}

/** `pmx-local links`: lists the stored links. `--import` reads the JSON output. */
async function links(flags: LinksFlags, output: Output): Promise<void> {
  if (flags.import !== undefined) {
    const text = textIn(flags.import)
    const taken = await changeStoredLinks(flags, (links) => links.importText(text))
    if (flags.json === true) return output.json({ taken })
    return output.line(
      `${renderCount(taken, 'decision')} read. If a pair had a decision, the later one applies.`,
    )
  }
  const kept = readStoredLinks(flags)
  if (flags.json === true) return output.line(kept.exportText().trimEnd())
  const all = kept.all()
  if (all.length === 0)
    return output.note("There are no links. Create one with 'pmx-local match <market> --link <other>'.")
  const rows = all.map(({ a, b, says, at, note = '' }) => [
    `${toPrintable(a.venue)} ${toPrintable(a.marketId)}`,
    `${toPrintable(b.venue)} ${toPrintable(b.marketId)}`,
    says === 'same' ? 'the same' : 'not the same',
    formatMinute(at),
    toPrintable(note),
  ])
  const columns = ['market', 'other', 'said', 'at (UTC)', 'note'].map((title) => ({ title }))
  for (const line of renderTable(columns, rows, output.style)) output.line(line.trimEnd())
}

function textIn(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new CommandFailed(`${path} cannot be read: ${messageOf(error)}`)
  }
}
