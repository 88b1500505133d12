/** Bytes as text: `0x` and two lower-case digits per byte. */
export type Hex = `0x${string}`

export function toHex(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`
}

/** Parses hexadecimal text, with or without `0x`, in any case, or undefined for anything else. */
export function parseHex(text: string): Uint8Array | undefined {
  const digits = /^(?:0x)?((?:[0-9a-f]{2})*)$/i.exec(text)?.[1]
  return digits === undefined ? undefined : new Uint8Array(Buffer.from(digits, 'hex'))
}
