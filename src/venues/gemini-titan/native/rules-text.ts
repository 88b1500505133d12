/** Maximum depth. Rules are a document of nested paragraphs; deeper levels hold no useful text. */
const DEEPEST = 20

/**
 * Returns the text of a description: plain text, or a rich-text document. Adjacent texts are runs of one paragraph, and
 * texts in separate nodes are paragraphs.
 * @returns '' for a description without text
 */
export function toRulesText(description: unknown): string {
  return wordsOf(description, 0)
    .replace(/[^\S\n]*\n\s*/g, '\n')
    .trim()
}

function wordsOf(node: unknown, depth: number): string {
  if (typeof node === 'string') return node
  if (typeof node !== 'object' || node === null || depth > DEEPEST) return ''
  if (Array.isArray(node)) return node.map((inner) => wordsOf(inner, depth + 1)).join('')
  const value: unknown = Reflect.get(node, 'value')
  const own = typeof value === 'string' ? value : ''
  const content: unknown = Reflect.get(node, 'content')
  return Array.isArray(content) ? `${own}${wordsOf(content, depth + 1)}\n` : own
}
