/** Quoted texts and comments in SQL. */
const skipped = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?\*\/|['"`[]|\/\*|;/g

/**
 * Splits a text into statements at the semicolons outside of quotes and comments.
 * @returns the complete statements without semicolons, except empty ones, and the rest after the last
 */
export function statementsOf(text: string): { readonly whole: string[]; readonly rest: string } {
  const whole: string[] = []
  let begin = 0
  for (const match of text.matchAll(skipped)) {
    // An unclosed quote or comment continues in the next input.
    if (match[0].length <= 2 && /^(?:['"`[]|\/\*)$/.test(match[0])) break
    if (match[0] !== ';') continue
    whole.push(text.slice(begin, match.index))
    begin = match.index + 1
  }
  return { whole: whole.filter(hasStatement), rest: text.slice(begin) }
}

/** Whether a text contains more than comments and spaces. */
export function hasStatement(text: string): boolean {
  return text.replace(/--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, '').trim() !== ''
}
