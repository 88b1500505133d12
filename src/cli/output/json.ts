/** Characters that JSON leaves unchanged and that control some terminals: DEL, C1 controls, direction marks, separators. */
const unsafe = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** Renders JSON that is safe to print. Undefined is rendered as null. */
export function renderJson(value: unknown, pretty: boolean): string {
  const text = JSON.stringify(value, null, pretty ? 2 : 0) ?? 'null'
  return text.replace(unsafe, (character) => {
    const code = character.charCodeAt(0).toString(16)
    return `\\u${code.padStart(4, '0')}`
  })
}
