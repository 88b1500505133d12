/** Members that a row has as 0 or another stand-in because the model requires them, and that are not known. */
export function listUnknownMembers({ metadata }: { readonly metadata?: unknown }): readonly unknown[] {
  const members =
    typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, 'unknown') : undefined
  return Array.isArray(members) ? members : []
}
