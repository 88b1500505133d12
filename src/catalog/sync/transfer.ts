/**
 * Returns the buffers of all typed arrays in a value, without duplicates. They are transferred to another thread instead
 * of being copied.
 */
export function buffersOf(value: unknown, found: Set<ArrayBuffer> = new Set()): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    const { buffer } = value
    if (buffer instanceof ArrayBuffer) found.add(buffer)
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) buffersOf(member, found)
  }
  return [...found]
}
