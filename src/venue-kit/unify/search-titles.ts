/**
 * Returns the texts to send to a venue's search, one after another. The venue does not know a title that was composed here. For
 * a text that may cross the joint, its longest part is the second text.
 * @param joint the text between the venue's own texts
 */
export function searchTextsFor(text: string, joint: string): readonly string[] {
  const parts = text.split(joint).map((part) => part.trim())
  const [longest = ''] = parts.toSorted((a, b) => b.length - a.length)
  return parts.length === 1 || longest === '' ? [text] : [text, longest]
}
