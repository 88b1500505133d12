/** Sentences of pages in Markdown, for tests of their language. */

export interface Sentence {
  /** Text without markup; each span of code is the word `code`. */
  readonly text: string
  readonly line: number
}

interface Block {
  readonly text: string
  readonly line: number
}

/** Returns the sentences of paragraphs, list items, table cells and headings, without code blocks and generated tables. */
export function sentencesOf(markdown: string): Sentence[] {
  return blocksOf(withoutCode(markdown)).flatMap(({ text, line }) =>
    text
      .split(/(?<=[.!?]["*)]*)\s+(?=["*([]*(?:[A-Z]|code))/)
      .map((sentence) => ({ text: sentence.trim(), line })),
  )
}

/** Counts words; a span of code or a path is one. */
export function countWords(text: string): number {
  return text.split(/[\s/]+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

/** Returns the cells of all tables, with their lines. */
export function tableCellsOf(markdown: string): Sentence[] {
  return withoutFences(markdown)
    .split('\n')
    .flatMap((row, index) =>
      /^\s*\|/.test(row) && !/^[\s|:-]+$/.test(row)
        ? splitRow(row).map((text) => ({ text, line: index + 1 }))
        : [],
    )
}

function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = []
  let open: { text: string; line: number } | undefined
  const close = (): void => {
    if (open !== undefined && open.text !== '') blocks.push(open)
    open = undefined
  }
  for (const [index, row] of markdown.split('\n').entries()) {
    const line = index + 1
    const item = /^\s*(?:[-*]|\d+\.) +(.*)$/.exec(row)?.[1]
    if (row.trim() === '') close()
    else if (/^#+ /.test(row)) {
      close()
      blocks.push({ text: row.replace(/^#+ /, ''), line })
    } else if (/^\s*\|/.test(row)) {
      close()
      if (!/^[\s|:-]+$/.test(row)) blocks.push(...splitRow(row).map((text) => ({ text, line })))
    } else if (item !== undefined) {
      close()
      open = { text: item.trim(), line }
    } else
      open = open === undefined ? { text: row.trim(), line } : { ...open, text: `${open.text} ${row.trim()}` }
  }
  close()
  return blocks
}

function splitRow(row: string): string[] {
  return row
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
}

/** Keeps the number of lines, so that a finding names its own. */
function withoutFences(markdown: string): string {
  return blank(blank(markdown, /^ *```[^\n]*\n[\s\S]*?^ *```$/gm), /<!--[\s\S]*?-->/g)
}

function withoutCode(markdown: string): string {
  const generated = /<!-- ([\w-]+):begin -->[\s\S]*?<!-- \1:end -->/g
  return withoutFences(blank(markdown, generated))
    .replace(/`[^`\n]+`/g, 'code')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|__/g, '')
}

function blank(text: string, what: RegExp): string {
  return text.replace(what, (found) => found.replace(/[^\n]/g, ''))
}
