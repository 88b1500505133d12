/**
 * The texts that a venue's search is asked for, one after the other. A title that is put together here is none that the
 * venue knows: of a text that may go over the joint, the longest part comes second.
 * @param joint what stands between the venue's own texts
 */
export function searchTextsFor(text: string, joint: string): readonly string[] {
  const parts = text.split(joint).map((part) => part.trim())
  const [longest = ''] = parts.toSorted((a, b) => b.length - a.length)
  return parts.length === 1 || longest === '' ? [text] : [text, longest]
}
