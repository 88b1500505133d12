/** Quotes of SQL with what ends them, and comments with theirs. */
const skipped = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?\*\/|['"`[]|\/\*|;/g

/**
 * Cuts a text into statements at the semicolons that stand outside of quotes and comments.
 * @returns the whole ones without their semicolons, empty ones left out, and what is left after the last
 */
export function statementsOf(text: string): { readonly whole: string[]; readonly rest: string } {
  const whole: string[] = []
  let begin = 0
  for (const match of text.matchAll(skipped)) {
    // A quote or a comment without an end goes on in what is typed next.
    if (match[0].length <= 2 && /^(?:['"`[]|\/\*)$/.test(match[0])) break
    if (match[0] !== ';') continue
    whole.push(text.slice(begin, match.index))
    begin = match.index + 1
  }
  return { whole: whole.filter(hasStatement), rest: text.slice(begin) }
}

/** Whether anything is left of a text without comments and spaces. */
export function hasStatement(text: string): boolean {
  return text.replace(/--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, '').trim() !== ''
}
