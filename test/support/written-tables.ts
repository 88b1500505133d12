import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'

/**
 * Holds the table that stands between the comments `name:begin` and `name:end` of a page to these lines, or writes it
 * (`npm run readme`).
 * @returns false where the page has no place for it
 */
export function holdsTable(path: string, name: string, lines: readonly string[]): boolean {
  const place = new RegExp(`(<!-- ${name}:begin -->\n)([\\s\\S]*?)(<!-- ${name}:end -->)`)
  const text = readFileSync(path, 'utf8')
  const found = place.exec(text)?.[2]
  if (found === undefined) return false
  const wanted = `${lines.join('\n')}\n`
  if (process.env['PMX_README'] === 'write')
    writeFileSync(
      path,
      text.replace(place, (_all, begin: string, _old: string, end: string) => begin + wanted + end),
    )
  else expect(unpadded(found)).toBe(unpadded(wanted))
  return true
}

/** The formatter pads the cells of tables, and sets lines around them. */
function unpadded(table: string): string {
  return table
    .trim()
    .replace(/ +/g, ' ')
    .replace(/-{3,}/g, '---')
    .replace(/\| (---)/g, '|$1')
    .replace(/(---) \|/g, '$1|')
}
