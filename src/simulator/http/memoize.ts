/**
 * Memoizes a value derived from an immutable object, such as an event of the world, for the lifetime of the object.
 * @param make its other arguments, such as the seed of the event's world, must be the same for the same object
 */
export function memoize<Source extends object, Rest extends readonly unknown[], Made>(
  make: (source: Source, ...rest: Rest) => Made,
): (source: Source, ...rest: Rest) => Made {
  const made = new WeakMap<Source, { readonly value: Made }>()
  return (source, ...rest) => {
    const known = made.get(source)
    if (known !== undefined) return known.value
    const value = make(source, ...rest)
    made.set(source, { value })
    return value
  }
}
