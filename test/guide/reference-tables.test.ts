import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command, Option } from 'commander'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { createWholeProgram } from '../../src/cli/main.js'
import { createOutput } from '../../src/cli/output/output.js'
import { environmentSettings } from '../../src/config/load.js'
import { configSchema } from '../../src/config/schema.js'
import { repository } from '../support/daemon.js'
import { tableCellsOf } from '../support/prose.js'
import { holdsTable } from '../support/written-tables.js'

/** Tables of the guide that name every setting, variable, command and flag. `npm run readme` writes the generated ones. */

const guide = join(repository, 'src/guide')
const configuration = readFileSync(join(guide, 'configuration.md'), 'utf8')

test('the tables of the README are those of the source: commands and flags', async () => {
  const program = await createWholeProgram(createOutput(process.stdout, process.stderr, {}))
  const commands = leavesOf(program)
  const rows = commands.flatMap(({ command }) => shownOptionsOf(command).map(rowOf))
  const isShared = (row: string): boolean =>
    // It has another meaning in each group of commands.
    !row.startsWith('| `--demo`') && rows.filter((each) => each === row).length >= SHARED_BY
  const shared = [...new Set(rows.filter(isShared))]
  const lines = commands.flatMap(({ path, command }) => {
    const own = shownOptionsOf(command)
      .map(rowOf)
      .filter((row) => !isShared(row))
    const others = shownOptionsOf(command)
      .filter((option) => isShared(rowOf(option)))
      .map(({ long }) => `\`${long}\``)
    return [
      ...[`### ${path}`, '', asSentence(command.description()), ''],
      ...['```text', `pmx-local ${path} ${command.usage()}`, '```', ''],
      ...(own.length === 0 ? [] : [...head, ...own, '']),
      ...(others.length === 0 ? [] : [`Shared flags: ${others.join(', ')}.`, '']),
    ]
  })
  const all = ['### Shared flags', '', ...head, ...shared, '', ...lines.slice(0, -1)]
  expect(holdsTable(join(guide, 'commands.md'), 'commands', all)).toBe(true)
})

/** Number of commands from which on a flag is described once for all. */
const SHARED_BY = 8
const head = ['| flag | values | meaning |', '|---|---|---|']

function leavesOf(command: Command, path: readonly string[] = []): { path: string; command: Command }[] {
  const below = command.commands.filter((each) => each.name() !== 'help')
  if (below.length === 0) return [{ path: path.join(' '), command }]
  return below.flatMap((each) => leavesOf(each, [...path, each.name()]))
}

function shownOptionsOf(command: Command): Option[] {
  return command.options.filter(({ hidden }) => !hidden)
}

function rowOf({ flags, argChoices = [], description }: Option): string {
  const values = argChoices.map((value) => `\`${value}\``).join(', ') || '-'
  return `| \`${flags}\` | ${values} | ${asSentence(description)} |`
}

describe('the page of the configuration', () => {
  test('has a row for each setting, with its default', () => {
    const settings = settingsOf(z.toJSONSchema(configSchema, { io: 'input' }))
    const rows = rowsOf('settings')
    expect(rows.map(([name]) => name)).toEqual(settings.map(({ name }) => `\`${name}\``))
    for (const { name, fallback } of settings) {
      const shown = rows
        .find(([of]) => of === `\`${name}\``)?.[2]
        ?.replaceAll('`', '')
        .replaceAll(',', '')
      if (fallback !== undefined) expect(shown, name).toBe(fallback)
    }
  })

  test('has a row for each environment variable', () => {
    for (const [variable, setting] of Object.entries(environmentSettings)) {
      const row = configuration
        .split('\n')
        .find((line) => line.startsWith('|') && line.includes(`\`${variable}\``))
      expect(row, variable).toContain(`\`${setting}\``)
    }
  })

  function rowsOf(name: string): string[][] {
    const [, block = ''] =
      new RegExp(`<!-- ${name}:begin -->\n([\\s\\S]*?)<!-- ${name}:end -->`).exec(configuration) ?? []
    const cells = tableCellsOf(block)
    const lines = [...new Set(cells.map(({ line }) => line))]
    return lines.slice(1).map((line) => cells.filter((cell) => cell.line === line).map(({ text }) => text))
  }
})

interface Setting {
  readonly name: string
  /** As the table shows it; undefined where there is none, or it is an object or a list. */
  readonly fallback: string | undefined
}

const node = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  additionalProperties: z.unknown().optional(),
  propertyNames: z.unknown().optional(),
  default: z.unknown().optional(),
})

/** Lists the settings of a schema by path; members of venues and feeds are `<id>`. */
function settingsOf(schema: unknown, path: readonly string[] = []): Setting[] {
  const { properties, additionalProperties, default: fallback } = node.parse(schema)
  if (properties !== undefined) {
    return Object.entries(properties).flatMap(([name, below]) => settingsOf(below, [...path, name]))
  }
  const isById = path.length === 1 && (path[0] === 'venues' || path[0] === 'feeds')
  if (isById) return settingsOf(additionalProperties, [...path, '<id>'])
  const isPlain = ['string', 'number', 'boolean'].includes(typeof fallback)
  return [{ name: path.join('.'), fallback: isPlain ? String(fallback) : undefined }]
}

function asSentence(text: string): string {
  const cell = text.replaceAll('\n', ' ').replaceAll('|', '\\|').replaceAll('<', '\\<')
  return `${cell.charAt(0).toUpperCase()}${cell.slice(1)}${cell.endsWith('.') ? '' : '.'}`
}
