/** Decodes percent escapes; a text whose escapes are invalid is returned unchanged. */
export function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
