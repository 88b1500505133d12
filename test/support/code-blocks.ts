/** Fenced code blocks of pages in Markdown. */

export interface CodeBlock {
  /** Word after the fence; empty where there is none. */
  readonly language: string
  readonly text: string
  readonly line: number
}

/** Returns the fenced blocks of a page, also those that are indented below a list. */
export function codeBlocksOf(markdown: string): CodeBlock[] {
  const fenced = /^( *)```([\w-]*)\n([\s\S]*?)^ *```$/gm
  return [...markdown.matchAll(fenced)].map(({ 1: indent = '', 2: language = '', 3: text = '', index }) => ({
    language,
    text: text.replace(new RegExp(`^${indent}`, 'gm'), ''),
    line: markdown.slice(0, index).split('\n').length,
  }))
}
