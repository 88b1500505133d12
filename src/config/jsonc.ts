/**
 * Removes comments and trailing commas from JSON, leaving texts alone and every position where it was, so that the
 * parser's line and column still fit the file.
 */
export function stripComments(text: string): string {
  let out = ''
  let index = 0
  while (index < text.length) {
    const rest = text.slice(index, index + 2)
    if (text[index] === '"') {
      const end = endOfString(text, index)
      out += text.slice(index, end)
      index = end
    } else if (rest === '//' || rest === '/*') {
      const end = endOfComment(text, index, rest === '//' ? '\n' : '*/')
      out += text.slice(index, end).replace(/[^\n]/g, ' ')
      index = end
    } else {
      out += text[index]
      index++
    }
  }
  return dropTrailingCommas(out)
}

function endOfString(text: string, start: number): number {
  let index = start + 1
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1
  return Math.min(text.length, index + 1)
}

function endOfComment(text: string, start: number, terminator: string): number {
  const end = text.indexOf(terminator, start + 2)
  if (end < 0) return text.length
  return terminator === '\n' ? end : end + 2
}

function dropTrailingCommas(text: string): string {
  const closes = /\s*[}\]]/y
  let out = ''
  let index = 0
  while (index < text.length) {
    if (text[index] === '"') {
      const end = endOfString(text, index)
      out += text.slice(index, end)
      index = end
      continue
    }
    closes.lastIndex = index + 1
    out += text[index] === ',' && closes.test(text) ? ' ' : text[index]
    index++
  }
  return out
}
