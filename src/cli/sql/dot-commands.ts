import { type ColumnType, candleTableColumns } from '../../candle-table/columns.js'
import { hasStatement, statementsOf } from './statements.js'

/** A part of the SQL shell's input. */
export type ShellInput =
  | { readonly kind: 'statement'; readonly sql: string }
  | { readonly kind: 'text'; readonly text: string }

const HELP = `The table candles contains all stored candles; .schema candles shows its columns. A statement may span several lines and
ends with ';'. .tables lists the tables, .schema [table] shows their definitions, and .quit or Ctrl-D ends the shell. The other tables are internal
and change between versions.`

/** The view comes first, because it is the one to use. */
const TABLES = `SELECT name, kind FROM (
  SELECT name, 'view' AS kind, 0 AS place FROM temp.sqlite_master WHERE name = 'candles'
  UNION ALL
  SELECT name, 'internal ' || type, 1 FROM main.sqlite_master
  WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%') ORDER BY place, name`

const types: Readonly<Record<ColumnType, string>> = {
  text: 'TEXT',
  time: 'TEXT',
  number: 'REAL',
  flag: 'INTEGER',
}

/** Renders the columns of the candle table as SQL, with the meaning of their text values. */
function renderCandleSchema(): string {
  const lines = candleTableColumns.map(({ name, type, isOptional }, at) => {
    const column = `  ${name} ${types[type]}${isOptional ? '' : ' NOT NULL'}`
    const comma = at === candleTableColumns.length - 1 ? '' : ','
    return `${column}${comma}${type === 'time' ? ' -- ISO 8601 UTC' : ''}`
  })
  return `CREATE TABLE candles (\n${lines.join('\n')}\n);`
}

function schemaOf(name: string | undefined): ShellInput[] {
  const view: ShellInput = { kind: 'text', text: renderCandleSchema() }
  if (name === 'candles') return [view]
  const where = name === undefined ? "name NOT LIKE 'sqlite_%'" : `name = '${name.replaceAll("'", "''")}'`
  const others = `SELECT sql FROM main.sqlite_master WHERE sql IS NOT NULL AND ${where} ORDER BY name`
  const statement: ShellInput = { kind: 'statement', sql: others }
  return name === undefined ? [view, statement] : [statement]
}

/** Returns the meaning of a command such as `.tables`, or undefined for any other line. */
export function readDotCommand(line: string): ShellInput[] | undefined {
  const [word, name] = line.trim().replace(/;$/, '').split(/\s+/)
  if (word === '.help') return [{ kind: 'text', text: HELP }]
  if (word === '.tables') return [{ kind: 'statement', sql: TABLES }]
  if (word === '.schema') return schemaOf(name)
  return undefined
}

/** Splits a text into statements and the meanings of commands, in order. The last statement needs no semicolon. */
export function readInput(text: string): ShellInput[] {
  const found: ShellInput[] = []
  let begun = ''
  const take = (sql: string): void => {
    found.push({ kind: 'statement', sql })
  }
  for (const line of text.split('\n')) {
    const command = hasStatement(begun) ? undefined : readDotCommand(line)
    if (command !== undefined) {
      found.push(...command)
      continue
    }
    const { whole, rest } = statementsOf(`${begun}${line}\n`)
    for (const statement of whole) take(statement)
    begun = rest
  }
  if (hasStatement(begun)) take(begun)
  return found
}
